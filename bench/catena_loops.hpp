#pragma once
// Catena's entry in the benchmark of closed loops.

#include <memory>

#include "closed_contender.hpp"

namespace catena::bench {

// Catena on a mechanism with loops; goes first in closed_entries().
std::unique_ptr<ClosedContender> catena_four_bar(const ClosedModel& model);

}  // namespace catena::bench
