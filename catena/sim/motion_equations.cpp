#include "catena/sim/motion_equations.hpp"

#include <algorithm>

#include "catena/dynamics/aba.hpp"
#include "catena/dynamics/rnea.hpp"
#include "catena/elements/cable_group.hpp"
#include "catena/elements/kinks.hpp"
#include "catena/elements/motors.hpp"
#include "catena/sim/groups.hpp"
#include "catena/sim/island_sleep.hpp"
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
    : MotionEquations(setup, std::make_shared<const Coordinates>(setup.model, setup.loops), {}) {}

MotionEquations::MotionEquations(const SimulationSetup& setup,
                                 std::shared_ptr<const Coordinates> coordinates, const OffList& off,
                                 ThreadTeam* team)
    : setup_(setup),
      team_(team),
      coordinates_(std::move(coordinates)),
      chart_(coordinates_->loops() ? Chart(*coordinates_->loops()) : Chart(coordinates_->tree())),
      paths_(paths_now(setup, *coordinates_)),
      on_path_(marked(paths_, coordinates_->nv())),
      groups_(make_groups(setup, *coordinates_, on_path_, off, team)),
      ws_(coordinates_->tree()),
      energy_ws_(coordinates_->tree()),
      looks_(coordinates_),
      body_forces_(coordinates_->tree()),
      foreseen_forces_(coordinates_->tree()),
      acting_(nv()),
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
  // What is off keeps its accounts, so that these are the same whatever is on.
  if (!off.empty())
    for (const auto& group : make_groups(setup, *coordinates_, on_path_, {}))
      group->open_accounts(ledger_);
  for (const auto& group : groups_) {
    group->open_accounts(ledger_);
    for (RowOwner* const owner : {group->rows(), group->step_rows()})
      if (owner != nullptr) row_owners_.push_back(owner);
    if (SlidingOwner* const owner = group->sliding()) {
      all_sliding_.add(*owner);
      sliding_ = sliding_ == nullptr ? owner : &all_sliding_;
    }
    has_contact_rows_ |= group->has_rows_between_bodies();
  }
  for (const PrescribedMotion& path : paths_)
    path_accounts_.push_back(ledger_.open(EnergyKind::Work, path.name));
  kinks_ = group<Kinks>();
  CableGroup* const cables = group<CableGroup>();
  cables_ = cables;
  if (cables != nullptr && kinks_ != nullptr) cables->use(*kinks_);
  if (Motors* const motors = group<Motors>(); motors != nullptr && motors->any_plans())
    planners_ = motors;
  may_sleep_ = group<SleepGroup>() != nullptr;
  has_loops_ = coordinates_->loops() && !coordinates_->loops()->empty();
  if (has_loops_ || has_contact_rows_)
    solver_ = std::make_unique<LoopSolver>(coordinates_->loops_or_none());
}

double MotionEquations::typical_acceleration() const {
  const double g = norm(model().gravity());
  return g > 0.0 ? g : 1.0;
}

void MotionEquations::begin(const State& state, bool reactions) {
  origin_ = state.q;
  has_reactions_ = true;
  sleeping_.clear();
  clips_fractions_ = !reactions;  // what else holds is not known
  for (int k = 0; k < nv(); ++k) held_[k] = on_path(k);
  for (const auto& group : groups_) group->begin(state, reactions, held_);
  if (has_loops_) begin_loops(state, reactions);
  any_held_ = held_.any();
  const bool any_closed = std::any_of(row_owners_.begin(), row_owners_.end(),
                                      [](const RowOwner* owner) { return owner->any_closed(); });
  if (!any_closed) return;
  const Look here = look(state);
  for (const auto& group : groups_) group->begin_at(here);
}

void MotionEquations::refresh(State& state, double ahead) {
  observe(state, ahead);
  for (const auto& group : groups_) group->keep_found(state);
}

void MotionEquations::observe(const State& state, double ahead) {
  const Look here = look(state);
  for (const auto& group : groups_) group->refresh(here, state, ahead);
}

void MotionEquations::pack(const State& state, Eigen::VectorXd& y) const {
  y.resize(size());
  y << Eigen::VectorXd::Zero(nv()), state.v, state.spent;
}

void MotionEquations::unpack(double t, const Eigen::VectorXd& y, State& state) const {
  state.t = t;
  chart_.position(origin_.data(), y.data(), state.q.data());
  for (const Sleeping& node : sleeping_)
    state.q.segment(node.first_q, node.size_q) = origin_.segment(node.first_q, node.size_q);
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
  return looks_.make(t, q_, v_);
}

PathPoint MotionEquations::point_of(const PrescribedMotion& path, double t) const {
  if (!path.kinked) return path.path(t);
  const double* branches =
      kinks_ != nullptr ? kinks_->branches(KinkItem::Of::Path, path.name) : nullptr;
  std::vector<double> now;
  if (branches == nullptr) {  // at the start, which may lie on a kink: those that begin there
    now.resize(path.kinked->switches().size());
    path.kinked->find_branches({&t, 1}, now.data());
    branches = now.data();
  }
  const double rate = 1.0;
  const Jet point = path.kinked->jet_on(branches, {&t, 1}, {&rate, 1});
  return {point.value, point.first, point.second};
}

void MotionEquations::set_paths(double t, Eigen::VectorXd& q, Eigen::VectorXd& v) const {
  for (const PrescribedMotion& path : paths_) {
    const PathPoint point = point_of(path, t);
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
  if (!body_forces_.empty()) body_forces_.add_efforts(look.bodies(), total);
  if (planners_ != nullptr) plan(look, applied, total);
}

// Controllers come last: they plan with all that else acts.
void MotionEquations::plan(const Look& look, Eigen::VectorXd& applied, Eigen::VectorXd& total) {
  acting_.setZero();
  foreseen_forces_.clear();
  for (const auto& group : groups_) {
    if (!group->is_foreseen()) continue;
    group->add_efforts(acting_);
    group->add_body_forces(look, foreseen_forces_);
  }
  planners_->add_foreseen(look, acting_);
  if (!foreseen_forces_.empty()) foreseen_forces_.add_efforts(look.bodies(), acting_);
  planners_->plan(look, acting_, cables_ != nullptr ? &cables_->forces() : nullptr);
  planners_->add_planned(applied);
  planners_->add_planned(total);
}

void MotionEquations::accelerations(const Look& look, const Eigen::VectorXd& tau,
                                    Eigen::VectorXd& a) {
  if (any_held_) {
    for (int k = 0; k < nv(); ++k)
      if (held_[k]) a[k] = 0.0;
    for (const PrescribedMotion& path : paths_) a[path.dof] = point_of(path, look.t).acceleration;
  }
  if (has_reactions_ ? solver_ != nullptr : has_loops_) {
    solver_->accelerations(look.q, look.v, tau, held(), a);
    for (RowOwner* const owner : row_owners_)
      if (has_reactions_) owner->add_reactions(*solver_, a);
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

void MotionEquations::derivative(double t, const Eigen::VectorXd& y, Eigen::VectorXd& dydt) {
  read(t, y);
  const Look here = looks_.make(t, q_, v_);
  move(here, applied_, tau_, a_);
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

void MotionEquations::evaluate(const Look& look, Evaluation& out) {
  out.a.resize(nv());
  out.applied.resize(nv());
  out.reaction.setZero(nv());
  move(look, out.applied, tau_, out.a);
  if (!any_held_) return;
  inverse_dynamics(look, out.a, tau_, inverse_);
  for (int k = 0; k < nv(); ++k)
    if (held_[k]) out.reaction[k] = inverse_[k] - tau_[k];
}

Look MotionEquations::evaluate_at(double t, const Eigen::VectorXd& y, Evaluation& out) {
  const Look here = look_at(t, y);
  evaluate(here, out);
  return here;
}

LoopSolver& MotionEquations::solver_of_rows() {
  if (solver_) return *solver_;
  if (!row_solver_) row_solver_ = std::make_unique<LoopSolver>(coordinates_->loops_or_none());
  return *row_solver_;
}

const Response& MotionEquations::response(const State& state, const RowList& list) {
  ++evaluation_count_;
  LoopSolver& solver = solver_of_rows();
  if (!response_) response_ = std::make_unique<Response>(solver.shared_loops());
  held_by_paths_.resize(nv());
  for (int k = 0; k < nv(); ++k) held_by_paths_[k] = on_path(k);
  if (!stands_at(solver, state.q)) solver.prepare(state.q, held_by_paths_, state.v.data());
  list.put_into(*response_);
  response_->find(solver);
  response_->leave_out_idle_rows();
  return *response_;
}

const Eigen::VectorXd& MotionEquations::respond(const Eigen::VectorXd& x) {
  response_rate_.resize(nv());
  response_->respond(solver_of_rows(), x, response_rate_);
  return response_rate_;
}

void MotionEquations::add_body_wrenches(const Look& look,
                                        std::vector<Force<double>>& external) const {
  for (const RowOwner* const owner : row_owners_) owner->add_body_wrenches(external);
  if (!body_forces_.empty()) body_forces_.add_body_wrenches(look.bodies(), external);
}

}  // namespace catena
