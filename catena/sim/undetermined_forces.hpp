#pragma once
// Contacts whose forces no law determines.

#include <string>
#include <vector>

#include "catena/sim/motion_equations.hpp"

namespace catena {

// Of a state at rest, the names of the contacts that share a load which other forces of theirs
// would carry as well: the legs of a table, a finger that leans on two places. What the recording
// has of them is one choice of many. Of two bodies that touch at several points the sum counts.
std::vector<std::string> undetermined_contacts(MotionEquations& equations, const State& state);

}  // namespace catena
