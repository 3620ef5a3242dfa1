#pragma once
// The state that a simulation starts with.

#include <vector>

#include "catena/elements/event.hpp"
#include "catena/sim/motion_equations.hpp"

namespace catena {

// Prescribed coordinates on their paths, coordinates within their stops, loops closed. Throws
// SimulationError where loops cannot be closed.
State placed_start(MotionEquations& equations, std::vector<SimulationEvent>& events);

// Prescribed coordinates on their paths, coordinates within their stops, loops closed, contacts on
// their surfaces. Velocities and modes are still to be settled. Throws SimulationError where loops
// cannot be closed.
State make_start(MotionEquations& equations, std::vector<SimulationEvent>& events);

}  // namespace catena
