// Simulation: a start that closes all loops.

#include <fmt/format.h>

#include "catena/sim/simulation.hpp"

namespace catena {

namespace {
constexpr double assembled = LoopSolver::assembled;  // m or rad, and per second
}

// Closes the loops of the start: first with all given coordinates (and prescribed ones) held; where
// that cannot be, with all free to move.
void Simulation::assemble(const std::vector<bool>& given) {
  LoopSolver& loops = *m_->equations.loops();
  Eigen::Array<bool, Eigen::Dynamic, 1> held(m_->equations.nv());
  const auto hold = [&](bool with_given) {
    for (int k = 0; k < m_->equations.nv(); ++k)
      held[k] = m_->equations.on_path(k) || (with_given && k < static_cast<int>(given.size()) &&
                                             given[static_cast<std::size_t>(k)]);
    return held.data();
  };
  const auto report = [&](const char* note) {
    start_events_.push_back({.t = state_.t, .kind = EventKind::Assemble, .note = note});
  };
  const State as_given = state_;
  if (loops.assemble(state_.q, hold(true)) > assembled) {
    state_.q = as_given.q;
    if (const double gap = loops.assemble(state_.q, hold(false)); gap > assembled)
      throw SimulationError(open_loops(gap));
    report("given coordinates had to move for the loops to close");
  }
  loops.close_velocity(state_.q, state_.v, hold(true));
  Eigen::VectorXd errors;
  loops.velocity_errors(state_.q, state_.v, errors);
  if (errors.size() > 0 && errors.cwiseAbs().maxCoeff() > assembled) {
    state_.v = as_given.v;
    loops.close_velocity(state_.q, state_.v, hold(false));
    report("given velocities had to change for the loops to stay closed");
  }
}

// Which loops cannot be closed, and by how much.
std::string Simulation::open_loops(double gap) {
  Eigen::VectorXd errors;
  LoopSolver& loops = *m_->equations.loops();
  loops.position_errors(state_.q, errors);
  std::string text = "the loops do not close from the given start:";
  const auto& closures = loops.loops().closures();
  for (std::size_t c = 0; c < closures.size(); ++c)
    if (const double error = errors[static_cast<Eigen::Index>(c)]; error > 0.1 * gap)
      text += fmt::format(" '{}' stays open by {:.3g} (m or rad);", loops.loops().name(closures[c]),
                          error);
  return text + " check the lengths, or start nearer to a closed position";
}

}  // namespace catena
