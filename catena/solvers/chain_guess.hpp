#pragma once
// The forces of the previous step, checked as they are. Rest and steady sliding end here.

#include <span>

#include "catena/solvers/step_problem.hpp"

namespace catena::chain {

// The residual of forces x, the one of Operator::evaluate(), from the numbers of the problem as
// they stand: nothing is scaled, copied or factorised. x is cut to its laws; v and u are those of
// x. Infinite where a mass matrix is not one or the rows of a limit have different coefficients.
double judge_guess(const StepProblem& problem, std::span<double> x, std::span<double> v,
                   std::span<double> u);

// One pass over the contacts that press: each is put right as if it were alone and kept its mode,
// sticking or sliding as it does. For guesses that are off by little; needs a judged one.
void ease_guess(const StepProblem& problem, std::span<double> x, std::span<double> v);

}  // namespace catena::chain
