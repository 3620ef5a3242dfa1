#pragma once
// States through the text of a checkpoint and back.

#include <sstream>

#include "catena/record/state_file.hpp"

namespace catena::test {

inline std::string state_text(const Simulation& simulation) {
  return checkpoint_text(make_checkpoint(simulation, simulation.state()));
}

// What a checkpoint of the state gives back, for a setup.
inline State through_text(const State& state, const SimulationSetup& setup) {
  std::istringstream text(checkpoint_text(make_checkpoint(Simulation(setup), state)));
  return state_of(read_checkpoint(text, "test"), setup);
}

}  // namespace catena::test
