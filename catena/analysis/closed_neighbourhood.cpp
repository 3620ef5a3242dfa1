#include "catena/analysis/closed_neighbourhood.hpp"

#include <fmt/format.h>

#include "catena/constraints/loop_efforts.hpp"
#include "catena/dynamics/mass_matrix.hpp"
#include "catena/dynamics/recursion.hpp"
#include "catena/dynamics/rnea.hpp"
#include "catena/model/configuration.hpp"

namespace catena {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

ClosedNeighbourhood::ClosedNeighbourhood(std::shared_ptr<const Loops> loops, In<double> q,
                                         const CoordinateOptions& options, double step)
    : loops_(std::move(loops)),
      solver_(loops_),
      jacobian_(loops_),
      tree_ws_(loops_->tree()),
      links_ws_(loops_->links()),
      options_(options) {
  detail::require_size("ClosedNeighbourhood", "q", q.size(), loops_->nq());
  q_ = Eigen::Map<const VectorXd>(q.data(), q.size());
  rest_ = VectorXd::Zero(loops_->nv());
  jacobian_.compute(q_, rest_);
  coordinates_ = choose_coordinates(jacobian_, options_);
  steps_.resize(coordinates_.mobility());
  for (Index k = 0; k < steps_.size(); ++k) {
    const VectorXd moved = coordinates_.all.col(k).cwiseQuotient(jacobian_.column_scale());
    steps_[k] = step / moved.cwiseAbs().maxCoeff();
  }
}

VectorXd ClosedNeighbourhood::position(const VectorXd& deviation) {
  const Model &tree = loops_->tree(), &links = loops_->links();
  const VectorXd step = coordinates_.all * deviation;
  VectorXd q(loops_->nq());
  q << integrate(tree, q_.head(tree.nq()), step.head(tree.nv())),
      integrate(links, q_.tail(links.nq()), step.tail(links.nv()));
  const double error = solver_.close_position(q);
  if (!(error < 1e-9))
    throw ModelError(
        fmt::format("loops stay open by {:.3g} next to the requested position; is it closed, or "
                    "singular? Try another one",
                    error));
  return q;
}

IndependentCoordinates ClosedNeighbourhood::coordinates_at(const VectorXd& q) {
  jacobian_.compute(q, rest_);
  CoordinateOptions keep = options_;
  keep.least_conditioning = 0.0;
  IndependentCoordinates out = keep_or_choose(jacobian_, coordinates_, keep);
  if (out.independent != coordinates_.independent)
    throw ModelError(
        fmt::format("mobility is {} at the requested position and {} next to it: a singular "
                    "position has no linear motion; try another one",
                    coordinates_.mobility(), out.mobility()));
  return out;
}

MatrixXd ClosedNeighbourhood::derivative(const std::function<VectorXd(const VectorXd& q)>& f) {
  const int n = coordinates_.mobility();
  MatrixXd out(f(q_).size(), n);
  for (int k = 0; k < n; ++k) {
    const auto central = [&](double h) -> VectorXd {
      const VectorXd deviation = h * VectorXd::Unit(n, k);
      return (f(position(deviation)) - f(position(-deviation))) / (2.0 * h);
    };
    out.col(k) = (4.0 * central(0.5 * steps_[k]) - central(steps_[k])) / 3.0;
  }
  return out;
}

VectorXd ClosedNeighbourhood::passive(const VectorXd& q, const VectorXd& v) {
  VectorXd tau(loops_->nv());
  passive_efforts(*loops_, q, v, tau, tree_ws_, links_ws_);
  return tau;
}

VectorXd ClosedNeighbourhood::gravity(const VectorXd& q) {
  const Model& tree = loops_->tree();
  VectorXd tau = VectorXd::Zero(loops_->nv());
  gravity_efforts<double>(tree, In<double>(q.data(), tree.nq()), Out<double>(tau.data(), tree.nv()),
                          tree_ws_);
  return tau;
}

MatrixXd ClosedNeighbourhood::inertia() {
  const Model& tree = loops_->tree();
  MatrixXd M(tree.nv(), tree.nv());
  crba<double>(tree, In<double>(q_.data(), tree.nq()), M, tree_ws_);
  const MatrixXd W = coordinates_.tree_part(tree.nv());
  return W.transpose() * M * W;
}

}  // namespace catena
