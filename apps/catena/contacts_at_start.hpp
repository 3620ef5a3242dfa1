#pragma once
// Where the given contacts of a scenario are by its own numbers, before anything is moved.

#include "catena/contact/contact_geometry.hpp"
#include "catena/sim/setup.hpp"

namespace catena::app {

ContactGeometry contacts_at_start(const SimulationSetup& setup);

}  // namespace catena::app
