#pragma once
// The groups of elements of a simulation: those that every mechanism has, and those of its setup.

#include <memory>
#include <vector>

#include "catena/elements/group.hpp"
#include "catena/sim/setup.hpp"
#include "catena/threads/thread_team.hpp"

namespace catena {

// For coordinates as they are now. `on_path` marks coordinates that a path prescribes. The order is
// always the same, so that modes of a state find their group after a change of structure; it does
// not depend on what is off either. `team`: see MotionEquations.
std::vector<std::unique_ptr<Group>> make_groups(const SimulationSetup& setup,
                                                const Coordinates& coordinates,
                                                const std::vector<char>& on_path,
                                                const OffList& off, ThreadTeam* team = nullptr);

}  // namespace catena
