#include "catena/sim/start.hpp"

#include <fmt/format.h>

#include <cmath>

#include "catena/contact/settle.hpp"
#include "catena/elements/simulation_error.hpp"
#include "catena/model/configuration.hpp"
#include "catena/sim/assembly.hpp"
#include "catena/sim/light_in_loops.hpp"
#include "catena/sim/linked_bodies.hpp"

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

// Numbers that differ by less were not changed.
constexpr double unchanged = 1e-9;
constexpr int most_named = 6;

// "crank from 6 to 0.81, slider from 0 to 0.1": of the marked coordinates, those that differ.
std::string changed(const Coordinates& coordinates, const std::vector<bool>& marked,
                    const Eigen::VectorXd& before, const Eigen::VectorXd& after, bool positions) {
  std::string text;
  int count = 0;
  for (int k = 0; k < static_cast<int>(marked.size()); ++k) {
    const int place = positions ? coordinates.place_in_q(k) : k;
    if (!marked[static_cast<std::size_t>(k)] || place < 0) continue;
    if (std::abs(after[place] - before[place]) <= unchanged * (1.0 + std::abs(before[place])))
      continue;
    if (++count > most_named) continue;
    text += fmt::format("{}{} from {:.6g} to {:.6g}", text.empty() ? ": " : ", ",
                        coordinates.name(k), before[place], after[place]);
  }
  if (count > most_named) text += fmt::format(" and {} more", count - most_named);
  return text;
}

// Closes the loops of the start, inside the stops: first with all given coordinates (and prescribed
// ones) held; where that cannot be, with all free to move. Velocities likewise: where they are
// given, they are kept if that is possible.
void assemble(MotionEquations& equations, State& state, std::vector<SimulationEvent>& events) {
  LoopSolver& loops = *equations.loops();
  const std::vector<bool>& given = equations.setup().given;
  const std::vector<bool>& given_rates = equations.setup().given_rates;
  const std::vector<bool>& rates = given_rates.empty() ? given : given_rates;
  HeldArray held(equations.nv());
  const auto hold = [&](const std::vector<bool>& kept) -> Held {
    for (int k = 0; k < equations.nv(); ++k)
      held[k] = equations.on_path(k) ||
                (k < static_cast<int>(kept.size()) && kept[static_cast<std::size_t>(k)]);
    return held;
  };
  const auto report = [&](std::string note) {
    events.push_back({.t = state.t, .kind = EventKind::Assemble, .note = std::move(note)});
  };
  const State as_given = state;
  Assembly assembly(loops, equations.coordinates());
  if (!assembly.close(state.q, hold(given))) {
    state.q = as_given.q;
    if (!assembly.close(state.q, hold({}))) throw SimulationError(assembly.failure());
    report("given coordinates were changed to close the loops" +
           changed(equations.coordinates(), given, as_given.q, state.q, true));
  }
  loops.close_velocity(state.q, state.v, hold(rates));
  Eigen::VectorXd errors;
  loops.velocity_errors(state.q, state.v, errors);
  if (errors.size() > 0 && errors.cwiseAbs().maxCoeff() > assembled) {
    state.v = as_given.v;
    loops.close_velocity(state.q, state.v, hold({}));
    report("given velocities were changed to keep the loops closed" +
           changed(equations.coordinates(), rates, as_given.v, state.v, false));
  }
}

// Loops of which the dynamics would lose one cannot be simulated.
void refuse_light_bodies(MotionEquations& equations, const State& state) {
  HeldArray held(equations.nv());
  for (int k = 0; k < equations.nv(); ++k) held[k] = equations.on_path(k);
  const std::string light = light_in_loops(*equations.loops(), state.q, held);
  if (!light.empty()) throw SimulationError(light);
}

// What starts off the ground, or inside of it, is put onto it. Where that is not asked for,
// mechanisms are lifted out of it.
void settle(const SimulationSetup& setup, State& state, std::vector<SimulationEvent>& events) {
  ShapeQueries queries(setup.model, setup.shape_contacts, setup.loops);
  const LoopSpecs none;
  const LoopSpecs& loops = setup.loops ? setup.loops->specs() : none;
  for (const SettledTree& tree : setup.settle
                                     ? settle_bodies(queries, loops, state.q, linked_bodies(setup))
                                     : lift_mechanisms(queries, loops, state.q))
    if (tree.fell != 0.0)
      events.push_back({.t = state.t,
                        .kind = EventKind::Outside,
                        .name = setup.model->body(tree.root).name,
                        .how = tree.fell < 0.0 ? EventHow::Inside : EventHow::Above,
                        .x_before = tree.fell,
                        .x_after = 0.0});
}

}  // namespace

State placed_start(MotionEquations& equations, std::vector<SimulationEvent>& events) {
  const SimulationSetup& setup = equations.setup();
  State state;
  state.t = state.counting_since = setup.start_time;
  state.q = start_configuration(setup);
  state.v.setZero(equations.nv());
  state.v.head(setup.v.size()) = setup.v;
  state.modes.resize(equations.groups().size());
  state.spent.setZero(equations.ledger().count());
  state.happened.assign(setup.changes.size(), 0);
  state.side.assign(setup.changes.size(), 0);
  if (!setup.off.empty()) state.off = std::make_shared<const OffList>(setup.off);
  equations.set_paths(state.t, state.q, state.v);
  for (const auto& group : equations.groups()) group->place_start(state, events);
  if (setup.loops && !setup.loops->empty()) {
    assemble(equations, state, events);
    refuse_light_bodies(equations, state);
  }
  if (setup.shape_contacts.enabled) settle(setup, state, events);
  return state;
}

State make_start(MotionEquations& equations, std::vector<SimulationEvent>& events) {
  State state = placed_start(equations, events);
  for (const auto& group : equations.groups()) group->start(equations, state, events);
  state.initial_energy = equations.energy(state).stored();
  return state;
}

}  // namespace catena
