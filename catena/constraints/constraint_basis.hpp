#pragma once
// Bases of the wrenches that a joint transmits: along its coordinates, and those that do no work on
// its motion (T_a and T_c of Featherstone 2008, sec. 3.5).

#include <span>

#include "catena/constraints/closure_rows.hpp"

namespace catena {

// For a joint of the virtual links at the pose X_FN of its last node: S, `active`, `constraint` and
// `constraints` of `out`, from point P, where frame F is at X_PF. `columns` are those of
// Kinematics.
void constraint_basis(const Model& links, const JointInfo& joint,
                      std::span<const Motion<double>> columns, const Transform<double>& X_PF,
                      const Transform<double>& X_FN, LoopJointState& out);

}  // namespace catena
