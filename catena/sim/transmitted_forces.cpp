#include "catena/sim/transmitted_forces.hpp"

#include <algorithm>

#include "catena/dynamics/rnea.hpp"

namespace catena {

namespace {

const Loops* loops_that_close(const MotionEquations& equations) {
  const Loops* const loops = equations.coordinates().loops().get();
  return loops != nullptr && !loops->empty() ? loops : nullptr;
}

}  // namespace

TransmittedForces::TransmittedForces(const MotionEquations& equations)
    : equations_(equations),
      model_(equations.model()),
      loops_(loops_that_close(equations)),
      ws_(model_),
      tree_tau_(model_.nv()),
      wrenches_(static_cast<std::size_t>(model_.body_count())),
      external_(wrenches_.size(), Force<double>::zero()) {}

void TransmittedForces::find_multipliers() {
  if (loops_ != nullptr) multipliers_ = equations_.loops()->smallest_multipliers();
}

void TransmittedForces::find_wrenches(const Look& look, const Evaluation& evaluation) {
  std::fill(external_.begin(), external_.end(), Force<double>::zero());
  equations_.add_body_wrenches(look, external_);
  if (loops_ != nullptr)
    equations_.loops()->add_body_wrenches(multipliers_, evaluation.applied.data() + model_.nv(),
                                          external_);
  const int nq = model_.nq(), nv = model_.nv();
  rnea_with_wrenches<double>(model_, In<double>(look.q.data(), nq), In<double>(look.v.data(), nv),
                             In<double>(evaluation.a.data(), nv), tree_tau_, wrenches_, ws_,
                             external_);
  for (int b = 1; b < model_.body_count(); ++b) {
    const Mat3<double> R = look.pose(BodyId{b}).rotation;  // body axes to world
    Force<double>& f = wrenches_[static_cast<std::size_t>(b)];
    f = {R * f.angular, R * f.linear};
  }
}

// The constraint's part and the joint's own effort.
Force<double> TransmittedForces::on_loop_body(int i, const Evaluation& evaluation) const {
  const LoopSolver& solver = *equations_.loops();
  Force<double> f = solver.wrench(i, multipliers_).wrench;
  const LoopJointState& joint = solver.geometry().joint(i);
  const int v = model_.nv() + loops_->links().joint(JointId{i}).v;
  for (int k = 0; k < joint.nv; ++k)
    f += evaluation.applied[v + k] * joint.active[static_cast<std::size_t>(k)];
  return f;
}

double TransmittedForces::coupling(std::size_t c, const Look& look) {
  const Coupling& coupling =
      loops_->specs().couplings[static_cast<std::size_t>(loops_->closures()[c].index)];
  const std::size_t count = coupling.dofs.size();
  x_.resize(count), rate_.resize(count), gradient_.assign(count, 0.0);
  for (std::size_t i = 0; i < count; ++i) {
    x_[i] = look.q[look.coordinates.place_in_q(coupling.dofs[i])];
    rate_[i] = look.v[coupling.dofs[i]];
  }
  coupling.evaluate(x_.data(), rate_.data(), gradient_.data());
  return multipliers_[6 * static_cast<Eigen::Index>(c)] * gradient_[0];
}

}  // namespace catena
