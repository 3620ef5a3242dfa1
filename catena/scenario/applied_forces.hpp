#pragma once
// Forces on bodies by formula, in scenario files.

#include "catena/scenario/element_kinds.hpp"

namespace catena::scenario {

ElementKind applied_force_kind();

}  // namespace catena::scenario
