#pragma once
// One block of a friction problem: projection, and its exact solution while the others rest.

#include <Eigen/Core>

#include "catena/solvers/friction_problem.hpp"

namespace catena::friction {

inline Eigen::Index rows_of(const FrictionBlock& block) {
  return block.kind == FrictionBlock::Kind::Box ? 1 : 3;
}

// The nearest bound, or the cone's point with the same normal part (or zero, where that pulls).
// `x` are the rows of the block. In the cone to the last bit.
void project(const FrictionBlock& block, Eigen::Ref<Eigen::VectorXd> x);

// Solves the block alone: w = B x + q with the block's own matrix B and q what the others leave.
// Where there is no solution x stays. A cone that has several takes the open, then the sticking
// one.
void solve_alone(const FrictionBlock& block, const Eigen::MatrixXd& B, const Eigen::VectorXd& q,
                 Eigen::Ref<Eigen::VectorXd> x);

}  // namespace catena::friction
