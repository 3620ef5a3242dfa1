#pragma once
// Parts of checkpoint.cpp: what tells mechanisms apart, and checkpoints by position.

#include "catena/sim/checkpoint.hpp"

namespace catena {

class MotionEquations;

// Of names and kinds of everything in a mechanism; and of its numbers.
std::uint64_t structure_hash(const SimulationSetup& setup);
std::uint64_t parameter_hash(const SimulationSetup& setup);

// The name of a change in checkpoints: its own, or a number where it has none or where a change
// before it has the same.
std::string name_of_change(const SimulationSetup& setup, std::size_t change);

// A checkpoint by position, with names. Throws std::invalid_argument where sizes do not fit.
Checkpoint with_names(const Checkpoint& by_position, const SimulationSetup& setup,
                      const MotionEquations& equations);

}  // namespace catena
