#pragma once
// Checks whether a setup can be simulated.

#include "catena/sim/setup.hpp"
#include "catena/structure/coordinates.hpp"

namespace catena {

// The setup, with what follows from it filled in (turns of cables' circles). Throws
// std::invalid_argument or ModelError, which say what cannot be.
SimulationSetup checked_setup(const SimulationSetup& setup);

// The name of a joint whose quaternion in q is zero, so that it says no orientation; empty: none.
std::string joint_without_orientation(const Coordinates& coordinates, const Eigen::VectorXd& q);

}  // namespace catena
