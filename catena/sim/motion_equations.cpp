#include "catena/sim/motion_equations.hpp"

#include <algorithm>

#include "catena/dynamics/aba.hpp"
#include "catena/dynamics/rnea.hpp"
#include "catena/sim/groups.hpp"
#include "catena/structure/coordinate_part.hpp"

namespace catena {

using detail::part;

namespace {

std::vector<PrescribedMotion> paths_now(const SimulationSetup& setup,
                                        const Coordinates& coordinates) {
  std::vector<PrescribedMotion> paths;
  for (PrescribedMotion path : setup.prescribed)
    if (const int dof = coordinates.from_home(path.dof); dof >= 0) {
      path.dof = dof;
      paths.push_back(std::move(path));
    }
  return paths;
}

std::vector<char> marked(const std::vector<PrescribedMotion>& paths, int nv) {
  std::vector<char> marks(static_cast<std::size_t>(nv), 0);
  for (const PrescribedMotion& path : paths) marks[static_cast<std::size_t>(path.dof)] = 1;
  return marks;
}

}  // namespace

MotionEquations::MotionEquations(const SimulationSetup& setup)
    : MotionEquations(setup, std::make_shared<const Coordinates>(setup.model, setup.loops)) {}

MotionEquations::MotionEquations(const SimulationSetup& setup,
                                 std::shared_ptr<const Coordinates> coordinates)
    : setup_(setup),
      coordinates_(std::move(coordinates)),
      chart_(coordinates_->loops() ? Chart(*coordinates_->loops()) : Chart(coordinates_->tree())),
      paths_(paths_now(setup, *coordinates_)),
      on_path_(marked(paths_, coordinates_->nv())),
      groups_(make_groups(setup, *coordinates_, on_path_)),
      ws_(coordinates_->tree()),
      kinematics_(coordinates_->tree()),
      body_forces_(coordinates_->tree()),
      held_(coordinates_->nv()),
      origin_(coordinates_->nq()),
      wrenches_(static_cast<std::size_t>(model().body_count())),
      q_(coordinates_->nq()),
      v_(nv()),
      tau_(nv()),
      applied_(nv()),
      a_(Eigen::VectorXd::Zero(nv())),
      inverse_(nv()) {
  held_.setConstant(false);
  for (const auto& group : groups_) {
    group->open_accounts(ledger_);
    if (RowOwner* const owner = group->rows()) row_owners_.push_back(owner);
    has_contact_rows_ |= group->needs_nodes();
  }
  for (const PrescribedMotion& path : paths_)
    path_accounts_.push_back(ledger_.open(EnergyKind::Work, path.name));
  inputs_changed();
  for (RowOwner* const owner : row_owners_) {
    owner->set_first_reaction(reaction_count_);
    reaction_count_ += owner->reaction_count();
  }
  has_loops_ = coordinates_->loops() && !coordinates_->loops()->empty();
  if (has_loops_ || has_contact_rows_)
    solver_ = std::make_unique<LoopSolver>(coordinates_->loops_or_none());
}

double MotionEquations::typical_acceleration() const {
  const double g = norm(model().gravity());
  return g > 0.0 ? g : 1.0;
}

void MotionEquations::inputs_changed() {
  needs_bodies_ = std::any_of(groups_.begin(), groups_.end(),
                              [](const auto& group) { return group->needs_bodies(); });
}

Look MotionEquations::look(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                           bool with_nodes) {
  if (needs_bodies_)
    kinematics_.compute(model(), part(q, 0, model().nq()), part(v, 0, model().nv()));
  if (with_nodes && solver_) solver_->place(q, v.data());
  return bare_look(t, q, v);
}

Look MotionEquations::bare_look(double t, const Eigen::VectorXd& q,
                                const Eigen::VectorXd& v) const {
  return {t,
          q,
          v,
          *coordinates_,
          needs_bodies_ ? &kinematics_ : nullptr,
          solver_ ? solver_->tree_state() : ClosureGeometry::TreeState{}};
}

void MotionEquations::begin(const State& state, bool reactions) {
  origin_ = state.q;
  for (int k = 0; k < nv(); ++k) held_[k] = on_path(k);
  for (const auto& group : groups_) group->begin(state, reactions, held_);
  any_held_ = held_.any();
  const bool any_closed = std::any_of(row_owners_.begin(), row_owners_.end(),
                                      [](const RowOwner* owner) { return owner->any_closed(); });
  if (!any_closed) return;
  const Look here = look(state);
  for (const auto& group : groups_) group->begin_at(here);
}

void MotionEquations::pack(const State& state, Eigen::VectorXd& y) const {
  y.resize(size());
  y << Eigen::VectorXd::Zero(nv()), state.v, state.spent;
}

void MotionEquations::unpack(double t, const Eigen::VectorXd& y, State& state) const {
  state.t = t;
  chart_.position(origin_.data(), y.data(), state.q.data());
  state.v = y.segment(nv(), nv());
  state.spent = y.tail(size() - 2 * nv());
  set_paths(t, state.q, state.v);
}

// q_ and v_ at (t, y).
void MotionEquations::read(double t, const Eigen::VectorXd& y) {
  chart_.position(origin_.data(), y.data(), q_.data());
  v_ = y.segment(nv(), nv());
  set_paths(t, q_, v_);
}

Look MotionEquations::look_at(double t, const Eigen::VectorXd& y) {
  read(t, y);
  return look(t, q_, v_, true);
}

void MotionEquations::set_paths(double t, Eigen::VectorXd& q, Eigen::VectorXd& v) const {
  for (const PrescribedMotion& path : paths_) {
    const PathPoint point = path.path(t);
    q[coordinates_->place_in_q(path.dof)] = point.position;
    v[path.dof] = point.velocity;
  }
}

// On coordinates by elements of joints, and in all.
void MotionEquations::efforts(const Look& look, Eigen::VectorXd& applied, Eigen::VectorXd& total) {
  applied.setZero();
  body_forces_.clear();
  for (const auto& group : groups_) {
    group->compute(look);
    group->add_efforts(applied);
    group->add_body_forces(look, body_forces_);
  }
  total = applied;
  if (!body_forces_.empty()) body_forces_.add_efforts(kinematics_, total);
}

void MotionEquations::accelerations(const Look& look, const Eigen::VectorXd& tau,
                                    Eigen::VectorXd& a) {
  if (any_held_) {
    for (int k = 0; k < nv(); ++k)
      if (held_[k]) a[k] = 0.0;
    for (const PrescribedMotion& path : paths_) a[path.dof] = path.path(look.t).acceleration;
  }
  if (solver_) {
    solver_->accelerations(look.q, look.v, tau, held(), a);
    for (RowOwner* const owner : row_owners_) owner->add_reactions(*solver_, a);
  } else if (any_held_) {
    hybrid_accelerations<double>(model(), look.q, look.v, held_, tau, a, ws_);
  } else {
    aba<double>(model(), look.q, look.v, tau, a, ws_);
  }
}

// The efforts that the accelerations of the last accelerations() need, with what the loops give;
// `tau` acted then. On held coordinates the rest is the reaction.
void MotionEquations::inverse_dynamics(const Look& look, const Eigen::VectorXd& a,
                                       const Eigen::VectorXd& tau, Eigen::VectorXd& total) {
  if (!solver_) {
    rnea<double>(model(), look.q, look.v, a, total, ws_);
    return;
  }
  const int nq = model().nq(), nv_tree = model().nv();
  solver_->smallest_multipliers(multipliers_);
  std::fill(wrenches_.begin(), wrenches_.end(), Force<double>::zero());
  solver_->add_body_wrenches(multipliers_, tau.data() + nv_tree, wrenches_);
  for (const RowOwner* const owner : row_owners_) owner->add_body_wrenches(wrenches_);
  rnea<double>(model(), part(look.q, 0, nq), part(look.v, 0, nv_tree), part(a, 0, nv_tree),
               part(total, 0, nv_tree), ws_, wrenches_);
  solver_->subtract_efforts(multipliers_, total.data());
  total.tail(nv() - nv_tree) = tau.tail(nv() - nv_tree);
  solver_->add_held_efforts(multipliers_, total.data());
}

double MotionEquations::close(State& state) {
  if (!solver_) return 0.0;
  const int nq = model().nq(), nv_tree = model().nv();
  const Eigen::VectorXd::Index links = state.q.size() - nq;
  q_.tail(links) = state.q.tail(links);
  double error = 0.0;
  if (!solver_->loops().empty()) {
    error = solver_->close_position(state.q, held(), 3);
    solver_->close_velocity(state.q, state.v, held());
  }
  for (RowOwner* const owner : row_owners_) {
    if (!owner->any_closed()) continue;
    error = std::max(error, owner->close_position(*solver_, state.q, held()));
    owner->close_velocity(*solver_, state.q, state.v, held());
  }
  // Held coordinates of loop joints stay where they are, to the last digit.
  for (int k = nv_tree; any_held_ && k < nv(); ++k)
    if (const int place = coordinates_->place_in_q(k); held_[k] && place >= 0)
      state.q[place] = q_[place];
  return error;
}

void MotionEquations::derivative(double t, const Eigen::VectorXd& y, Eigen::VectorXd& dydt) {
  read(t, y);
  const Look here = look(t, q_, v_, false);
  efforts(here, applied_, tau_);
  accelerations(here, tau_, a_);
  chart_.rate(y.data(), q_.data(), v_.data(), dydt.data());
  dydt.segment(nv(), nv()) = a_;
  powers(here, dydt.data() + 2 * nv());
}

void MotionEquations::position_rate(const Eigen::VectorXd& y,
                                    const Eigen::Ref<const Eigen::VectorXd>& v,
                                    Eigen::VectorXd& dydt) {
  chart_.position(origin_.data(), y.data(), q_.data());
  v_ = v;
  chart_.rate(y.data(), q_.data(), v_.data(), dydt.data());
}

void MotionEquations::evaluate(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                               Evaluation& out) {
  out.a.resize(nv());
  out.applied.resize(nv());
  out.reaction.setZero(nv());
  const Look here = look(t, q, v, false);
  efforts(here, out.applied, tau_);
  accelerations(here, tau_, out.a);
  if (!any_held_) return;
  inverse_dynamics(here, out.a, tau_, inverse_);
  for (int k = 0; k < nv(); ++k)
    if (held_[k]) out.reaction[k] = inverse_[k] - tau_[k];
}

Look MotionEquations::evaluate_at(double t, const Eigen::VectorXd& y, Evaluation& out) {
  read(t, y);
  evaluate(t, q_, v_, out);
  return bare_look(t, q_, v_);
}

LoopSolver& MotionEquations::solver_of_rows() {
  if (solver_) return *solver_;
  if (!row_solver_) row_solver_ = std::make_unique<LoopSolver>(coordinates_->loops_or_none());
  return *row_solver_;
}

const Response& MotionEquations::response(const State& state, const RowList& list) {
  LoopSolver& solver = solver_of_rows();
  if (!response_) response_ = std::make_unique<Response>(solver.shared_loops());
  HeldArray held(nv());
  for (int k = 0; k < nv(); ++k) held[k] = on_path(k);
  solver.prepare(state.q, held, state.v.data());
  list.put_into(*response_);
  response_->find(solver);
  response_->leave_out_idle_rows();
  return *response_;
}

Eigen::VectorXd MotionEquations::respond(const Eigen::VectorXd& x) {
  Eigen::VectorXd rate(nv());
  response_->respond(solver_of_rows(), x, rate);
  return rate;
}

void MotionEquations::add_body_wrenches(std::vector<Force<double>>& external) const {
  for (const RowOwner* const owner : row_owners_) owner->add_body_wrenches(external);
  if (!body_forces_.empty()) body_forces_.add_body_wrenches(kinematics_, external);
}

}  // namespace catena
