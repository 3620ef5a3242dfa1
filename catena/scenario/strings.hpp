#pragma once
// Inextensible strings in scenarios.

#include "catena/scenario/element_kinds.hpp"

namespace catena::scenario {

extern const ElementKind strings;

}  // namespace catena::scenario
