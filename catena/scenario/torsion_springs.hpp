#pragma once
// Springs with tables on joint coordinates, in scenario files.

#include "catena/scenario/element_kinds.hpp"

namespace catena::scenario {

ElementKind torsion_spring_kind();

}  // namespace catena::scenario
