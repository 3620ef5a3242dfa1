#pragma once
// Friction problems by sweeps and Newton steps of least norm, to rounding; and the last but one
// resort of the chain: continuation in friction and in damping, many starts.

#include "catena/solvers/friction_newton.hpp"

namespace catena::friction {

void project_all(const std::vector<FrictionBlock>& blocks, Eigen::VectorXd& x);

// Newton's method, then again after more and more sweeps where that does not arrive, so many rounds
// at most. Returns whether the residual is below 1e-12; a few more rounds then aim at 1e-14.
bool approach(const Problem& problem, Eigen::VectorXd& x, int rounds);

// The same with more and more sweeps; friction that grows to its value; damping
// that falls; other starts, always the same ones. Begins at x and leaves the best there; returns
// whether its residual is below 1e-12.
bool solve_thoroughly(const Problem& problem, Eigen::VectorXd& x);

}  // namespace catena::friction
