#pragma once
// Bushings, in scenario files.

#include "catena/scenario/element_kinds.hpp"

namespace catena::scenario {

ElementKind bushing_kind();

}  // namespace catena::scenario
