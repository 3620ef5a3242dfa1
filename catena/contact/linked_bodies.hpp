#pragma once
// Pairs of bodies that something between them holds together.

#include <utility>
#include <vector>

#include "catena/model/model.hpp"

namespace catena {

using LinkedBodies = std::vector<std::pair<BodyId, BodyId>>;

}  // namespace catena
