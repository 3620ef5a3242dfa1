#include "catena/sim/start.hpp"

#include "catena/elements/simulation_error.hpp"
#include "catena/model/configuration.hpp"
#include "catena/sim/assembly.hpp"

namespace catena {

namespace {

constexpr double assembled = LoopSolver::assembled;  // m or rad, and per second

// The start over all coordinates; loop joints without a value are put where the tree says.
Eigen::VectorXd start_configuration(const SimulationSetup& setup) {
  Eigen::VectorXd q = neutral_configuration(*setup.model);
  if (setup.loops) {
    q.conservativeResize(setup.loops->nq());
    q.tail(setup.loops->links().nq()) = neutral_configuration(setup.loops->links());
  }
  q.head(setup.q.size()) = setup.q;
  return q;
}

// Closes the loops of the start, inside the stops: first with all given coordinates (and prescribed
// ones) held; where that cannot be, with all free to move.
void assemble(MotionEquations& equations, State& state, std::vector<SimulationEvent>& events) {
  LoopSolver& loops = *equations.loops();
  const std::vector<bool>& given = equations.setup().given;
  HeldArray held(equations.nv());
  const auto hold = [&](bool with_given) -> Held {
    for (int k = 0; k < equations.nv(); ++k)
      held[k] = equations.on_path(k) || (with_given && k < static_cast<int>(given.size()) &&
                                         given[static_cast<std::size_t>(k)]);
    return held;
  };
  const auto report = [&](const char* note) {
    events.push_back({.t = state.t, .kind = EventKind::Assemble, .note = note});
  };
  const State as_given = state;
  Assembly assembly(loops, equations.coordinates());
  if (!assembly.close(state.q, hold(true))) {
    state.q = as_given.q;
    if (!assembly.close(state.q, hold(false))) throw SimulationError(assembly.failure());
    report("given coordinates had to move for the loops to close");
  }
  loops.close_velocity(state.q, state.v, hold(true));
  Eigen::VectorXd errors;
  loops.velocity_errors(state.q, state.v, errors);
  if (errors.size() > 0 && errors.cwiseAbs().maxCoeff() > assembled) {
    state.v = as_given.v;
    loops.close_velocity(state.q, state.v, hold(false));
    report("given velocities had to change for the loops to stay closed");
  }
}

}  // namespace

State make_start(MotionEquations& equations, std::vector<SimulationEvent>& events) {
  const SimulationSetup& setup = equations.setup();
  State state;
  state.t = state.counting_since = setup.start_time;
  state.q = start_configuration(setup);
  state.v.setZero(equations.nv());
  state.v.head(setup.v.size()) = setup.v;
  state.modes.resize(equations.groups().size());
  state.spent.setZero(equations.ledger().count());
  state.happened.assign(setup.changes.size(), false);
  equations.set_paths(state.t, state.q, state.v);
  for (const auto& group : equations.groups()) group->place_start(state, events);
  if (setup.loops && !setup.loops->empty()) assemble(equations, state, events);
  for (const auto& group : equations.groups()) group->start(equations, state, events);
  state.initial_energy = equations.energy(state).stored();
  return state;
}

}  // namespace catena
