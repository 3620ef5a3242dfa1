#pragma once
// Springs between two points, in scenario files.

#include "catena/scenario/element_kinds.hpp"

namespace catena::scenario {

ElementKind point_spring_kind();

}  // namespace catena::scenario
