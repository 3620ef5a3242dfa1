#pragma once
// All guard owners of a simulation.

#include "catena/sim/motion_equations.hpp"

namespace catena {

// The groups of the equations, then `other` where it is not null.
inline std::vector<GuardOwner*> guard_owners(const MotionEquations& equations, GuardOwner* other) {
  std::vector<GuardOwner*> owners;
  for (const auto& group : equations.groups()) owners.push_back(group.get());
  if (other != nullptr) owners.push_back(other);
  return owners;
}

}  // namespace catena
