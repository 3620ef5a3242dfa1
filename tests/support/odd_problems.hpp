#pragma once
// Further families of contact problems: domes of spheres, wedges, hooks, long chains of unlike
// masses, smooth and rough points mixed, rolling and spinning, joints with bounds, matrices that
// are not symmetric, rows of zeros, matrices that almost vanish, units from 1e-9 to 1e9, and such
// that have no solution.

#include <random>
#include <vector>

#include "tests/support/kept_problem.hpp"

namespace catena::test {

// One kind of them, drawn at random.
struct OddProblems {
  const char* name;
  KeptProblem (*draw)(std::mt19937_64& random, int number);
  bool has_solution = true;
  bool rounds = false;  // forces are so large that W x + q has fewer digits than are asked for
};

const std::vector<OddProblems>& odd_problems();

}  // namespace catena::test
