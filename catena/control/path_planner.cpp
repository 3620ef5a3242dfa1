#include "catena/control/path_planner.hpp"

#include <fmt/format.h>

#include <cmath>

namespace catena {

PathPlanner::PathPlanner(const PathController& plan)
    : controller_(plan.fresh()), used_(plan.settings().actuated.size(), 0.0) {}

void PathPlanner::efforts(double t, In<double> q, In<double> v, const Acting* acting,
                          Out<double> out) {
  const Eigen::VectorXd& u = controller_->solve(t, q, v, acting).u;
  const Eigen::VectorXd& most = controller_->settings().most_effort;
  for (Eigen::Index i = 0; i < u.size(); ++i) {
    out[i] = u[i];
    if (most.size() > 0 && std::isfinite(most[i]))
      used_[static_cast<std::size_t>(i)] = most[i] > 0.0 ? std::abs(u[i]) / most[i] : 1.0;
  }
}

std::vector<std::string> PathPlanner::remarks() const {
  std::vector<std::string> all;
  const PathController::Rank rank = controller_->rank();
  if (rank.found < rank.needed)
    all.push_back(fmt::format(
        "its inputs and the tensions of its cables choose {} of the {} accelerations that it "
        "demands at the start ({} coordinates that follow the path, {} strains that stay): the "
        "rank of the inputs is too low; give it more inputs, or let fewer coordinates follow",
        rank.found, rank.needed, controller_->settings().desired.size(),
        controller_->demand().q_s.size()));
  else if (shortfall() > 1e-6)
    all.push_back(fmt::format("its demand cannot be met at the start: {}", obstacles()));
  return all;
}

}  // namespace catena
