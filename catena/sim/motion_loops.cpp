// MotionEquations: loops stay closed, and what happens where they lock.

#include <fmt/format.h>

#include <algorithm>

#include "catena/elements/kinks.hpp"
#include "catena/sim/motion_equations.hpp"

namespace catena {

namespace {

// Of Newton's method at the end of a step.
constexpr int most_closing_steps = 3;
// A constraint that is broken more slowly than this part of the largest velocity is not.
constexpr double lock_speed = 1e-9;

}  // namespace

// Which rows of loops count is decided once a step. For a step in velocities and impulses, each
// time: it does not begin with a look at its beginning.
void MotionEquations::begin_loops(const State& state, bool reactions) {
  const std::vector<Coupling>& couplings = coordinates_->loops()->specs().couplings;
  for (std::size_t c = 0; kinks_ != nullptr && c < couplings.size(); ++c)
    if (couplings[c].kinked)
      solver_->set_branches(static_cast<int>(c),
                            kinks_->branches(KinkItem::Of::Coupling, couplings[c].name));
  // Known from the first closed state on, whatever asks: a run from a checkpoint does the same.
  const bool keeps = keeps_rows(state);
  if (reactions && keeps)
    solver_->keep_rows();
  else
    solver_->release_rows();
}

// Found at the first state with closed loops.
bool MotionEquations::keeps_rows(const State& state) {
  if (redundancy_ == Redundancy::Unknown) {
    Eigen::VectorXd errors;
    solver_->position_errors(state.q, errors);
    if (errors.size() == 0 || !(errors.maxCoeff() <= LoopSolver::assembled)) return false;
    HeldArray held(nv());
    for (int k = 0; k < nv(); ++k) held[k] = on_path(k);
    redundancy_ =
        solver_->has_lasting_redundancy(state.q, held) ? Redundancy::Lasting : Redundancy::None;
  }
  return redundancy_ == Redundancy::Lasting;
}

// Rows that are left out are closed with the others; where they are not, as beside a singular
// position, all take part.
double MotionEquations::close_loops(State& state) {
  q_open_ = state.q;
  double error = solver_->close_position(state.q, held(), most_closing_steps);
  if (error > LoopSolver::assembled && redundancy_ == Redundancy::Lasting) {
    solver_->release_rows();
    error = solver_->close_position(state.q, held(), most_closing_steps);
  }
  error = close_at_stops(state, error);
  solver_->close_velocity(state.q, state.v, held());
  if (redundancy_ == Redundancy::Lasting) solver_->left_out_speeds(left_out_);
  return error;
}

// Closing may carry coordinates past their stops by as little as it moves them. They are put back,
// and stay there while the others close the loops: to close them and to put coordinates back by
// turns can lead away from both.
double MotionEquations::close_at_stops(State& state, double error) {
  q_closed_ = state.q;
  for (const auto& group : groups_) group->restore_positions(q_open_, state);
  if (state.q == q_closed_) return error;
  at_stops_ = held_;
  for (int k = 0; k < nv(); ++k)
    if (const int place = coordinates_->place_in_q(k); place >= 0)
      at_stops_[k] |= state.q[place] != q_closed_[place];
  const double with_stops = solver_->close_position(state.q, Held(at_stops_), most_closing_steps);
  if (with_stops <= std::max(error, LoopSolver::assembled)) return with_stops;
  state.q = q_closed_;
  return error;
}

double MotionEquations::close(State& state) {
  if (!solver_) return 0.0;
  const int nq = model().nq(), nv_tree = model().nv();
  const Eigen::VectorXd::Index links = state.q.size() - nq;
  q_.tail(links) = state.q.tail(links);
  double error = 0.0;
  if (!solver_->loops().empty()) {
    error = close_loops(state);
  }
  const Look here = look(state);
  for (const auto& group : groups_)  // the time that surfaces may move with
    if (group->rows() != nullptr) group->compute(here);
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

bool MotionEquations::hold_inside(State& state) {
  bool any = false;
  for (const auto& group : groups_) any |= group->hold_inside(state);
  return any;
}

std::string MotionEquations::names_at_stops(const State& state) const {
  std::string names;
  for (const auto& group : groups_) names += group->names_at_limits(state);
  return names;
}

void MotionEquations::stop_locked(State& state, std::vector<SimulationEvent>& events) {
  if (!has_loops_ || left_out_.size() == 0) return;
  const double size = std::max(1.0, state.v.lpNorm<Eigen::Infinity>());
  if (!(left_out_.maxCoeff() > lock_speed * size)) return;
  const Eigen::VectorXd before = state.v;
  const int rank = solver_->rank();
  solver_->release_rows();
  solver_->close_velocity(state.q, state.v, held());
  if (solver_->rank() <= rank) {
    state.v = before;
    return;
  }
  const double lost = kinetic_energy_with(state, before) - kinetic_energy_with(state, state.v);
  state.impact_loss += lost;
  const Loops& loops = *coordinates_->loops();
  std::string names, first;
  for (std::size_t c = 0; c < loops.closures().size(); ++c) {
    if (!(left_out_[static_cast<Eigen::Index>(c)] > lock_speed * size)) continue;
    const std::string& name = loops.name(loops.closures()[c]);
    if (first.empty()) first = name;
    names += (names.empty() ? "" : ", ") + name;
  }
  Eigen::Index most = 0;
  (state.v - before).cwiseAbs().maxCoeff(&most);
  events.push_back(
      {.t = state.t,
       .kind = EventKind::Lock,
       .name = first,
       .v_before = before[most],
       .v_after = state.v[most],
       .energy_lost = lost,
       .note = fmt::format("{} is incompatible with the other constraints: '{}' is stopped most",
                           names, coordinates_->name(static_cast<int>(most)))});
  left_out_.setZero();
}

}  // namespace catena
