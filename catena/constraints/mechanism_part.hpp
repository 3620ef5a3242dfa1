#pragma once
// A part of a mechanism that does not affect the rest.

#include <span>

namespace catena {

struct MechanismPart {
  std::span<const int> nodes, closures;  // ascending
  std::span<const int> eliminated;       // the closures in the order of BlockLdlt
};

}  // namespace catena
