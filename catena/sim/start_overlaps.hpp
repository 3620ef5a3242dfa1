#pragma once
// Bodies of one mechanism that overlap at the start of a simulation.

#include <vector>

#include "catena/elements/event.hpp"
#include "catena/sim/setup.hpp"

namespace catena {

// A setup with what was found about it before the run.
struct PreparedSetup {
  SimulationSetup setup;
  std::vector<SimulationEvent> events;
};

// Shapes of a mechanism are often drawn so that they overlap (a thigh and the other one, a fist and
// its forearm). To move them apart would bend the mechanism, or throw it: such pairs are ignored,
// one event each, unless they are to be parted. Bodies that no joint connects to each other are
// left alone, and so is the ground: what lies in it is lifted out of it.
PreparedSetup without_overlapping_links(SimulationSetup setup);

}  // namespace catena
