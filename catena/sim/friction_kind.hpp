#pragma once
// How decisions name the laws of blocks without moments to their solver.

#include "catena/elements/rows.hpp"
#include "catena/solvers/friction_problem.hpp"

namespace catena {

inline FrictionBlock::Kind friction_kind(const Block& block) {
  return block.law == Law::Cone           ? FrictionBlock::Kind::Cone
         : block.law == Law::TwoSidedCone ? FrictionBlock::Kind::TwoSidedCone
                                          : FrictionBlock::Kind::Box;
}

}  // namespace catena
