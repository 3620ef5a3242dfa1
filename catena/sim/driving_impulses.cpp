#include "catena/sim/driving_impulses.hpp"

#include <algorithm>

#include "catena/dynamics/rnea.hpp"
#include "catena/structure/coordinate_part.hpp"

namespace catena {

using detail::part;

DrivingImpulses::DrivingImpulses(const Model& tree)
    : tree_(tree), ws_(tree), wrenches_(static_cast<std::size_t>(tree.body_count())) {}

const Eigen::VectorXd& DrivingImpulses::find(const Eigen::VectorXd& q, const Eigen::VectorXd& jump,
                                             const LoopSolver* loops) {
  const int nq = tree_.nq(), nv = tree_.nv();
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(nv);
  const Eigen::VectorXd no_effort = Eigen::VectorXd::Zero(jump.size() - nv);
  impulse_.setZero(jump.size()), weight_.setZero(nv);
  std::fill(wrenches_.begin(), wrenches_.end(), Force<double>::zero());
  if (loops != nullptr) loops->add_body_wrenches(loops->multipliers(), no_effort.data(), wrenches_);
  rnea<double>(tree_, part(q, 0, nq), zero, part(jump, 0, nv), part(impulse_, 0, nv), ws_,
               wrenches_);
  rnea<double>(tree_, part(q, 0, nq), zero, zero, weight_, ws_);
  impulse_.head(nv) -= weight_;
  if (loops != nullptr) loops->subtract_efforts(loops->multipliers(), impulse_.data());
  return impulse_;
}

}  // namespace catena
