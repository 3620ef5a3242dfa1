#include "catena/sim/recording_row.hpp"

#include <algorithm>
#include <cmath>

#include "catena/dynamics/rnea.hpp"
#include "catena/math/quaternion.hpp"

namespace catena {

namespace {

const Loops* loops_of(const Simulation& simulation) {
  const Loops* const loops = simulation.loops();
  return loops != nullptr && !loops->empty() ? loops : nullptr;
}

}  // namespace

RecordingRow::RecordingRow(Simulation& simulation, const RecordOptions& options)
    : simulation_(simulation),
      model_(simulation.model()),
      loops_(loops_of(simulation)),
      options_(options),
      columns_(recording_columns(model_, loops_, simulation.observed(), options)),
      row_(columns_.size()),
      ws_(model_),
      tau_(simulation.state().v.size()),
      tree_tau_(model_.nv()),
      wrenches_(static_cast<std::size_t>(model_.body_count())),
      external_(wrenches_.size(), Force<double>::zero()) {
  if (options_.limits) limited_ = limited_coordinates(model_, loops_);
}

const std::vector<double>& RecordingRow::row(const State& state) {
  simulation_.evaluate(state, evaluation_);
  tau_ = evaluation_.applied + evaluation_.reaction;
  next_ = 0;
  put(state.t);
  const auto put_all = [&](bool wanted, const Eigen::VectorXd& x) {
    if (!wanted) return;
    for (Eigen::Index i = 0; i < x.size(); ++i) put(x[i]);
  };
  put_all(options_.q, state.q);
  put_all(options_.v, state.v);
  put_all(options_.a, evaluation_.a);
  put_all(options_.tau, tau_);
  for (const int k : limited_) put(simulation_.limit_effort(state, evaluation_, k));
  const Look look = simulation_.observed().look(state);
  if (loops_ != nullptr) find_reactions();
  if (options_.wrenches) put_wrenches(look);
  if (loops_ != nullptr) {
    if (options_.wrenches) put_loop_wrenches();
    if (options_.tau) put_rods();
    put_loop_error(state);
  }
  put_elements(look);
  if (records_solver(simulation_.observed(), options_))
    put(state.solver_residual), put(state.solver_link);
  if (options_.poses) put_poses(look);
  for (const FrameId frame : options_.frames) {
    const Vec3<double> p = look.bodies().pose(model_, frame).translation;
    put(p.x), put(p.y), put(p.z);
  }
  if (options_.energy) put_energies(state);
  return row_;
}

void RecordingRow::put(const Force<double>& f) {
  put(f.angular.x), put(f.angular.y), put(f.angular.z);
  put(f.linear.x), put(f.linear.y), put(f.linear.z);
}

// Where some are needed: what the loops transmit at the state just evaluated.
void RecordingRow::find_reactions() {
  if (!options_.wrenches && (!options_.tau || loops_->specs().rods.empty())) return;
  multipliers_ = solver().smallest_multipliers();
}

void RecordingRow::put_wrenches(const Look& look) {
  std::fill(external_.begin(), external_.end(), Force<double>::zero());
  simulation_.observed().add_body_wrenches(look, external_);
  if (loops_ != nullptr) {
    solver().add_body_wrenches(multipliers_, evaluation_.applied.data() + model_.nv(), external_);
  }
  const int nq = model_.nq(), nv = model_.nv();
  rnea_with_wrenches<double>(model_, In<double>(look.q.data(), nq), In<double>(look.v.data(), nv),
                             In<double>(evaluation_.a.data(), nv), tree_tau_, wrenches_, ws_,
                             external_);
  for (int b = 1; b < model_.body_count(); ++b) {
    const Mat3<double> R = look.pose(BodyId{b}).rotation;  // body axes to world
    const Force<double>& f = wrenches_[static_cast<std::size_t>(b)];
    put(Force<double>{R * f.angular, R * f.linear});
  }
}

// On body b from body a, world axes at frame M: the constraint's part and the joint's own effort.
void RecordingRow::put_loop_wrenches() {
  const LoopSolver& loops = solver();
  for (int i = 0; i < static_cast<int>(loops_->specs().joints.size()); ++i) {
    Force<double> f = loops.wrench(i, multipliers_).wrench;
    const LoopJointState& joint = loops.geometry().joint(i);
    const int v = model_.nv() + loops_->links().joint(JointId{i}).v;
    for (int k = 0; k < joint.nv; ++k)
      f += evaluation_.applied[v + k] * joint.active[static_cast<std::size_t>(k)];
    put(f);
  }
}

// A positive multiplier pushes the ends apart; tension counts as positive.
void RecordingRow::put_rods() {
  for (std::size_t c = 0; c < loops_->closures().size(); ++c)
    if (loops_->closures()[c].kind == Closure::Kind::Rod)
      put(-multipliers_[6 * static_cast<Eigen::Index>(c)]);
}

void RecordingRow::put_elements(const Look& look) {
  const MotionEquations& equations = simulation_.observed();
  double* out = row_.data() + next_;
  for (const auto& group : equations.groups())
    if (group->is_recorded(options_)) group->record(look, out);
  next_ = static_cast<std::size_t>(out - row_.data());
}

// Of the two quaternions of a rotation, the one whose w is not negative.
void RecordingRow::put_poses(const Look& look) {
  for (int b = 1; b < model_.body_count(); ++b) {
    const Transform<double> X = look.pose(BodyId{b});
    const Quaternion<double> q = quaternion_of(X.rotation);
    const double sign = q.w < 0.0 ? -1.0 : 1.0;
    put(X.translation.x), put(X.translation.y), put(X.translation.z);
    put(sign * q.w), put(sign * q.x), put(sign * q.y), put(sign * q.z);
  }
}

// The last of what the solver is asked for: it leaves it at rest.
void RecordingRow::put_loop_error(const State& state) {
  solver().position_errors(state.q, errors_);
  put(errors_.size() > 0 ? errors_.maxCoeff() : 0.0);
}

void RecordingRow::put_energies(const State& state) {
  energy_ = simulation_.energy(state);
  put(energy_.kinetic), put(energy_.potential), put(energy_.elastic), put(energy_.dissipated);
  put(energy_.work), put(energy_.impact), put(energy_.balance);
  if (options_.energy_by_source)
    for (Eigen::Index s = 0; s < state.spent.size(); ++s) put(state.spent[s]);
}

}  // namespace catena
