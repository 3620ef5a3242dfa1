#pragma once
// The greatest possible response of a point to a force there.

#include "catena/constraints/loop_solver.hpp"

namespace catena {

// What a unit force between two nodes at point p of the world would do there at the best angle if
// nothing but their own dofs moved, for a state that the solver is prepared for: the sum of
// |S at the point|^2 / D. The measure of forces that do nothing.
double point_mobility(const LoopSolver& solver, int node_a, int node_b, const Vec3<double>& p);

}  // namespace catena
