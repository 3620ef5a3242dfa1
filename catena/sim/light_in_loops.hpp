#pragma once
// Bodies that are so light beside others that their loops seem to say the same.

#include <string>

#include "catena/constraints/loop_solver.hpp"

namespace catena {

// LoopSolver measures by the mass matrix which rows of loops depend on others. Where a light body
// joins heavy ones, the answers to two rows differ by less than rounding although they say
// different things, and one of them is lost. Compares with the geometry, which knows neither masses
// nor units. Empty, or a sentence with the loop and the body. Moves the solver to q.
std::string light_in_loops(LoopSolver& loops, const Eigen::VectorXd& q, Held held);

}  // namespace catena
