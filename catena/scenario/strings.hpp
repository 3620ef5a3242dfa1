#pragma once
// Inextensible strings in scenarios.

#include "catena/scenario/element_kinds.hpp"

namespace catena::scenario {

ElementKind string_kind();

}  // namespace catena::scenario
