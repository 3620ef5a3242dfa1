#include "catena/sim/recording_row.hpp"

#include <algorithm>
#include <cmath>

#include "catena/contact/contact_group.hpp"
#include "catena/math/quaternion.hpp"
#include "catena/sim/grasp_record.hpp"
#include "catena/sim/touch_sums.hpp"

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
      tau_(simulation.state().v.size()) {
  if (options_.limits) limited_ = limited_coordinates(model_, loops_);
  const bool has_bonds = options_.tau && loops_ != nullptr &&
                         (!loops_->specs().rods.empty() || !loops_->specs().couplings.empty());
  if (options_.wrenches || has_bonds) transmitted_.emplace(simulation.observed());
  for (const RecordedGrasp& grasp : options_.grasps) grasps_.emplace_back(model_, grasp);
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
  if (transmitted_) transmitted_->find_multipliers();
  if (options_.wrenches) put_wrenches(look);
  if (loops_ != nullptr) {
    if (options_.wrenches) put_loop_wrenches();
    if (options_.tau) put_rods(), put_couplings(look);
    put_loop_error(state);
  }
  put_elements(look);
  if (!options_.pairs.empty() || !options_.touched.empty() || !grasps_.empty())
    put_touch(look, state);
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

void RecordingRow::put_wrenches(const Look& look) {
  transmitted_->find_wrenches(look, evaluation_);
  for (int b = 1; b < model_.body_count(); ++b) put(transmitted_->on_body(b));
}

void RecordingRow::put_loop_wrenches() {
  for (int i = 0; i < static_cast<int>(loops_->specs().joints.size()); ++i)
    put(transmitted_->on_loop_body(i, evaluation_));
}

void RecordingRow::put_rods() {
  for (std::size_t c = 0; c < loops_->closures().size(); ++c)
    if (loops_->closures()[c].kind == Closure::Kind::Rod) put(transmitted_->rod(c));
}

void RecordingRow::put_couplings(const Look& look) {
  for (std::size_t c = 0; c < loops_->closures().size(); ++c)
    if (loops_->closures()[c].kind == Closure::Kind::Coupling) put(transmitted_->coupling(c, look));
}

void RecordingRow::put_elements(const Look& look) {
  const MotionEquations& equations = simulation_.observed();
  double* out = row_.data() + next_;
  for (const auto& group : equations.groups())
    if (group->is_recorded(options_)) group->record(look, out);
  next_ = static_cast<std::size_t>(out - row_.data());
}

void RecordingRow::add_touch_points(const State& state, std::vector<TouchPoint>& out) {
  MotionEquations& equations = simulation_.observed();
  const Look look = equations.look(state);
  for (const auto& group : equations.groups()) group->add_touch_points(look, state, out);
}

void RecordingRow::put_touch(const Look& look, const State& state) {
  points_.clear();
  add_touch_points(state, points_);
  const ContactGroup* const contacts = simulation_.observed().group<ContactGroup>();
  for (const RecordedPair& pair : options_.pairs) {
    PairTouch touch = sum_of(points_, pair.a, pair.b);
    if (!touch.is_near && contacts != nullptr)
      touch.gap = std::min(touch.gap, contacts->distance(look, pair.a, pair.b));
    put(touch.force), put(touch.normal), put(touch.tangential);
    put(touch.moment), put(touch.centre);
    put(touch.gap), put(touch.points), put(touch.sticks);
  }
  for (const BodyId body : options_.touched) {
    const BodyTouch touch = sum_of(points_, body);
    put(touch.force), put(touch.centre);
  }
  for (GraspRecord& grasp : grasps_) {
    const GraspValues& values = grasp.evaluate(look, points_);
    put(values.contacts), put(values.closed ? 1.0 : 0.0), put(values.eps), put(values.margin);
    put(values.slip);
    if (grasp.grasp().volume) put(values.volume);
  }
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
