// The chain of contact solvers does not allocate once its workspace has grown.

#include <gtest/gtest.h>

#include "catena/solvers/contact_chain.hpp"
#include "tests/allocation/allocation_counter.hpp"
#include "tests/support/contact_scenes.hpp"

namespace catena::test {
namespace {

TEST(NoAllocationInSolvers, ContactChain) {
  if (!allocations_can_be_counted()) GTEST_SKIP() << "malloc cannot be counted here";
  std::mt19937_64 random(3);
  ContactChain chain;
  StepProblem problem;
  std::vector<double> x(500), u(500), v(500);
  for (int trial = 0; trial < 12; ++trial) {
    const RandomStack stack = random_stack(random, trial % 2 == 1);
    const auto solve = [&](bool warm) {
      stack.scene.write(problem, 1e-3, stack.gravity);
      const std::size_t rows = static_cast<std::size_t>(problem.rows());
      const std::size_t coordinates = static_cast<std::size_t>(problem.coordinates());
      chain.solve(problem, {x.data(), rows}, {v.data(), coordinates}, {u.data(), rows},
                  {.warm = warm});
    };
    std::fill(x.begin(), x.end(), 0.0);
    solve(false);
    const AllocationGuard guard;
    solve(false);
    for (double& force : x) force *= 1.01;
    solve(true);
    EXPECT_EQ(guard.count(), 0) << "trial " << trial;
  }
}

}  // namespace
}  // namespace catena::test
