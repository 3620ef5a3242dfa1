#pragma once
// What holds a body besides contacts, by name: joints, loops, springs, bushings, cables and forces.

#include <string>
#include <vector>

#include "catena/elements/state.hpp"
#include "catena/model/ids.hpp"

namespace catena {

class Simulation;

// "joint 'lid'", "cable 'tie'", ...; nothing that is switched off. A free joint holds nothing.
std::vector<std::string> object_holders(Simulation& simulation, const State& state, BodyId object);

}  // namespace catena
