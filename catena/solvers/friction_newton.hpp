#pragma once
// All blocks of a friction problem at once: the natural map, Newton's method on it, and the exact
// solution for given modes of the contacts.

#include <Eigen/Core>
#include <vector>

#include "catena/solvers/friction_problem.hpp"

namespace catena::friction {

struct Problem {
  Eigen::MatrixXd A;
  Eigen::VectorXd b;
  std::vector<FrictionBlock> blocks;
  Eigen::VectorXd units;  // of x, up to one factor for all; empty: they are alike
};

// F(x) = x - P(x - w), P onto the bounds and, for a cone, onto the disc of radius
// friction (x_n - w_n) (Alart & Curnier 1991): zero exactly at solutions.
Eigen::VectorXd natural_map(const Problem& problem, const Eigen::VectorXd& x);

// max |F| by the size of the numbers that it is made of.
double residual(const Problem& problem, const Eigen::VectorXd& x);

// Newton's method on the natural map with steps of least norm, as long as its norm falls. Returns
// the residual that it ends with.
double newton(const Problem& problem, Eigen::VectorXd& x, int most_steps);

// Of the solutions with the modes and slip directions of the solution x, the one with the smallest
// forces units * x; x stays where that is outside of its cones. Redundant contacts then share their
// load.
void reduce_norm(const Problem& problem, Eigen::VectorXd& x);

}  // namespace catena::friction
