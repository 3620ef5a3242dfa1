#include "catena/control/near_rigid_controller.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace catena {

namespace {

using Eigen::VectorXd;

std::vector<int> every_dof(const Loops& loops) {
  std::vector<int> all(static_cast<std::size_t>(loops.nv()));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

std::vector<int> places(const Loops& loops) {
  std::vector<int> all;
  for (int k = 0; k < loops.nv(); ++k) all.push_back(loops.place(k));
  return all;
}

// Desired coordinates first, then strains: these are to be independent.
CoordinateOptions wanted(const std::vector<Cable>& cables, const NearRigidSettings& settings) {
  CoordinateOptions options;
  options.preferred = settings.desired;
  options.least_conditioning = 1e-4;  // winders turn much faster than what they move
  for (const Cable& cable : cables)
    if (cable.route.empty() && cable.joint.variant == Cable::OfJoint::Variant::Eps)
      options.preferred.push_back(cable.joint.first_dof + 1);
  return options;
}

}  // namespace

NearRigidController::NearRigidController(std::shared_ptr<const Loops> loops,
                                         const std::vector<Cable>& cables,
                                         NearRigidSettings settings)
    : loops_(std::move(loops)),
      settings_(std::move(settings)),
      cables_(loops_->tree(), cables, every_dof(*loops_), places(*loops_)),
      dynamics_(loops_, wanted(cables, settings_)) {
  for (int c = 0; c < cables_.count(); ++c)
    if (cables[static_cast<std::size_t>(c)].route.empty() &&
        cables_.cable(c).joint.variant == Cable::OfJoint::Variant::Eps)
      strains_.push_back({c, cables_.cable(c).joint.first_dof});
  if (strains_.empty())
    throw std::invalid_argument("near-rigid control needs cables of joints of kind involute_eps");
  if (settings_.path.size() != static_cast<Eigen::Index>(settings_.desired.size()))
    throw std::invalid_argument(fmt::format("the path has {} numbers for {} coordinates",
                                            settings_.path.size(), settings_.desired.size()));
  for (const int dof : settings_.desired)
    if (dof < 0 || dof >= loops_->nv() || loops_->place(dof) < 0)
      throw std::invalid_argument("a desired coordinate does not exist, or is an orientation");
  std::vector<CableMode> taut(cables.size());
  for (int c = 0; c < cables_.count(); ++c) {
    const auto n = static_cast<std::size_t>(cables_.section_count(c));
    taut[static_cast<std::size_t>(c)] = {
        std::vector<char>(n, 1), std::vector<int>(n - 1, 0), std::vector<double>(n, 0.0),
        std::vector<double>(n + 1, 0.0), std::vector<double>(n + 1, 0.0)};
  }
  cables_.set_modes(taut);
  const auto inputs = static_cast<Eigen::Index>(settings_.actuated.size());
  constexpr double infinity = std::numeric_limits<double>::infinity();
  demand_.u_upper = settings_.most_effort.size() > 0 ? settings_.most_effort
                                                     : VectorXd::Constant(inputs, infinity);
  demand_.u_lower = -demand_.u_upper;
  const auto count = static_cast<Eigen::Index>(strains_.size());
  demand_.q_s.resize(count);
  demand_.strain_lower.resize(count);
  demand_.strain_upper = VectorXd::Constant(count, infinity);
  for (Eigen::Index i = 0; i < count; ++i)
    demand_.strain_lower[i] =
        settings_.least_stress /
        cables_.cable(strains_[static_cast<std::size_t>(i)].cable).material.youngs_modulus;
}

VectorXd NearRigidController::desired_accelerations(double t, In<double> q, In<double> v) const {
  VectorXd a = settings_.path.evaluate(t, 2);
  if (settings_.rate == 0.0) return a;
  const VectorXd position = settings_.path.evaluate(t), velocity = settings_.path.evaluate(t, 1);
  const double rate = settings_.rate;
  for (std::size_t i = 0; i < settings_.desired.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    const int dof = settings_.desired[i];
    a[k] +=
        2.0 * rate * (velocity[k] - v[dof]) + rate * rate * (position[k] - q[loops_->place(dof)]);
  }
  return a;
}

const NearRigidChoice& NearRigidController::solve(double t, In<double> q, In<double> v) {
  dynamics_.place(q, v);
  const IndependentCoordinates& chosen = dynamics_.coordinates();
  std::vector<Eigen::Index> free(static_cast<std::size_t>(chosen.mobility()));
  std::iota(free.begin(), free.end(), Eigen::Index{0});
  // The place of a coordinate among the independent ones, which is then no longer free.
  const auto take = [&](int dof, const char* what) {
    const auto found = std::find(chosen.independent.begin(), chosen.independent.end(), dof);
    if (found == chosen.independent.end())
      throw std::runtime_error(fmt::format(
          "near-rigid control at t = {:.9g} s: the {} '{}' does not determine the motion together "
          "with the others here",
          t, what, loops_->coordinate_name(dof)));
    const Eigen::Index place = found - chosen.independent.begin();
    free.erase(std::remove(free.begin(), free.end(), place), free.end());
    return place;
  };
  VectorXd accelerations = VectorXd::Zero(chosen.mobility());
  const VectorXd a_d = desired_accelerations(t, q, v);
  for (std::size_t i = 0; i < settings_.desired.size(); ++i)
    accelerations[take(settings_.desired[i], "desired coordinate")] =
        a_d[static_cast<Eigen::Index>(i)];
  const VectorXd q_all = to_eigen(q), v_all = to_eigen(v);
  cables_.compute(t, q_all, v_all);
  VectorXd needed = VectorXd::Zero(loops_->nv()), passive = needed;
  demand_.A_s.resize(chosen.mobility(), static_cast<Eigen::Index>(strains_.size()));
  for (std::size_t i = 0; i < strains_.size(); ++i) {
    const auto& [cable, dof] = strains_[i];
    take(dof + 1, "strain");
    const auto k = static_cast<Eigen::Index>(i);
    const double EA = cables_.cable(cable).material.stiffness(),
                 r = cables_.cable(cable).joint.radius;
    const double phi = q[loops_->place(dof)], strain = q[loops_->place(dof + 1)];
    demand_.q_s[k] = strain;
    // (3.2.2): the accumulation Jacobian of the strain.
    needed[dof] = EA * r * strain, needed[dof + 1] = EA * r * phi;
    demand_.A_s.col(k) = dynamics_.generalized(needed);
    needed[dof] = needed[dof + 1] = 0.0;
  }
  const int nv = loops_->tree().nv();
  const VectorXd a = dynamics_.complete(accelerations);
  needed.head(nv) = dynamics_.tree_efforts(a);
  cables_.add_joint_efforts(passive);
  passive.head(nv) -= loops_->tree().damping().cwiseProduct(v_all.head(nv));
  demand_.tau_eq = dynamics_.generalized(VectorXd(needed - passive));
  demand_.B.resize(chosen.mobility(), static_cast<Eigen::Index>(settings_.actuated.size()));
  for (std::size_t i = 0; i < settings_.actuated.size(); ++i)
    demand_.B.col(static_cast<Eigen::Index>(i)) = chosen.all.row(settings_.actuated[i]).transpose();
  demand_.M_f = dynamics_.inertia()(Eigen::all, free);
  // Each state is solved from scratch: where it came from must not show.
  choice_ = NearRigidOptimizer().solve(demand_, true);
  return choice_;
}

}  // namespace catena
