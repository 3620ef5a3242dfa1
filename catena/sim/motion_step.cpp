// MotionEquations: what a step in velocities and impulses asks for.

#include <algorithm>

#include "catena/contact/sleep_record.hpp"
#include "catena/dynamics/rnea.hpp"
#include "catena/sim/motion_equations.hpp"
#include "catena/structure/coordinate_part.hpp"

namespace catena {

using detail::part;

void MotionEquations::begin_step(const State& state) {
  begin(state, false);
  has_reactions_ = false;
  for (RowOwner* const owner : row_owners_) owner->begin_step();
  if (!may_sleep_) return;
  const SleepRecord& record = find_modes<SleepRecord>(state);
  int tree = -1;
  for (std::size_t i = 1; i < model().nodes().size(); ++i) {
    const Node& node = model().nodes()[i];
    if (node.parent == 0) ++tree;
    if (record.trees[static_cast<std::size_t>(tree)].asleep)
      sleeping_.push_back({node.q, node.nq, node.v, node.nv});
  }
}

Look MotionEquations::free_accelerations(double t, const Eigen::VectorXd& q,
                                         const Eigen::VectorXd& v, Eigen::VectorXd& a) {
  const Look here = looks_.make(t, q, v);
  a.resize(nv());
  move(here, applied_, tau_, a);
  if (has_loops_) free_state_ = solver_->state_count(), q_free_ = q;
  if (may_sleep_) a_all_ = a;
  for (const Sleeping& node : sleeping_) a.segment(node.first_v, node.size_v).setZero();
  return here;
}

// Whether the last free_accelerations() were there: then all is factorised that a response needs.
bool MotionEquations::stands_at(const LoopSolver& solver, const Eigen::VectorXd& q) const {
  return &solver == solver_.get() && solver.state_count() == free_state_ && q == q_free_ &&
         std::equal(held_by_paths_.begin(), held_by_paths_.end(), solver.held().data());
}

// A motion that keeps to the loops is not hindered by them, so the multipliers of the step, which
// nobody knows, have no power along it.
void MotionEquations::mean_powers(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                  const Eigen::VectorXd& a, double* power) {
  a_ = a;
  const Look here = looks_.make(t, q, v);
  if (!has_loops_) {
    powers(here, power);
    return;
  }
  std::fill_n(power, ledger_.count(), 0.0);
  for (const auto& group : groups_) group->add_powers(here, power);
  if (paths_.empty()) return;
  const int nq = model().nq(), nv_tree = model().nv();
  rnea<double>(model(), part(q, 0, nq), part(v, 0, nv_tree), part(a, 0, nv_tree),
               part(inverse_, 0, nv_tree), ws_);
  inverse_.tail(nv() - nv_tree).setZero();
  for (std::size_t p = 0; p < paths_.size(); ++p) {
    path_motion(p, q, v, path_motion_);
    power[path_accounts_[p]] += path_motion_.dot(inverse_ - tau_);
  }
}

void MotionEquations::path_motion(std::size_t p, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                  Eigen::VectorXd& w) {
  w.setZero(nv());
  w[paths_[p].dof] = v[paths_[p].dof];
  if (has_loops_) solver_->close_velocity(q, w, held());
}

void MotionEquations::close_positions(State& state, bool contacts) {
  if (!solver_) return;
  if (has_loops_) {
    solver_->close_position(state.q, held(), 3);
    solver_->close_velocity(state.q, state.v, held());
  }
  if (!contacts || (!has_loops_ && close_many(state))) return;
  for (RowOwner* const owner : row_owners_)
    if (owner->any_closed()) owner->close_position(*solver_, state.q, held());
}

void MotionEquations::hold_also(const HeldArray& held) {
  held_ = held_ || held;
  any_held_ = held_.any();
}

// Where there are so many that one system of equations would take long.
bool MotionEquations::close_many(State& state) {
  constexpr Eigen::Index many_rows = 150, many_roughly = 24;
  constexpr double least_tolerance = 1e-10;
  const double tolerance = setup_.contact_options.tolerance;
  const Eigen::Index many = tolerance > 0.0 ? many_roughly : many_rows;
  // What touches has forces of the last step; a contact has three rows at most.
  if (3 * static_cast<Eigen::Index>(state.reactions.size()) < many) return false;
  gaps_.clear();
  const Look here = look(state);
  for (RowOwner* const owner : row_owners_) owner->offer_gaps(here, state, gaps_);
  if (gaps_.size() < many) return false;
  if (!gap_closing_) gap_closing_ = std::make_unique<GapClosing>(model());
  solver_->prepare(state.q, held());
  gap_closing_->close(*solver_, gaps_, held(), std::max(least_tolerance, tolerance), state.q);
  return true;
}

}  // namespace catena
