#pragma once
// Bodies that something between them holds together at the start.

#include "catena/contact/linked_bodies.hpp"
#include "catena/sim/setup.hpp"

namespace catena {

// Those between which a cable, a string, a spring between points or a bushing acts.
LinkedBodies linked_bodies(const SimulationSetup& setup);

}  // namespace catena
