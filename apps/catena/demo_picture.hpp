#pragma once
// The picture of the demonstration: the flight, and its energies below.

#include <string>

#include "apps/catena/demo_simulation.hpp"

namespace catena::app {

// A self-contained SVG document.
std::string flight_picture(const Model& humanoid, const Flight& flight);

}  // namespace catena::app
