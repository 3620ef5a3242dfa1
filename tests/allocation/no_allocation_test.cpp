// Nothing on the hot path allocates once Workspace and Kinematics are built.

#include <gtest/gtest.h>

#include <memory>

#include "tests/allocation/allocation_counter.hpp"
#include "tests/support/kernel_catalogue.hpp"

namespace catena::test {
namespace {

class NoAllocation : public testing::Test {
 protected:
  void SetUp() override {
    if (!allocations_can_be_counted()) GTEST_SKIP() << "malloc cannot be counted in this build";
  }

  template <class T>
  void expect_none(std::uint64_t seeds) {
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      const Model model = random_model(seed, {.springs = true});
      std::vector<RandomState> states;
      for (std::uint64_t i = 0; i < 4; ++i) states.push_back(random_state(model, 4 * seed + i));
      KernelCatalogue<T> catalogue(model, kernel_inputs<T>(states));
      for (auto& kernel : catalogue.kernels()) {
        long count = 0;
        {
          const AllocationGuard guard;
          catalogue.run(kernel);
          count = guard.count();
        }
        EXPECT_EQ(count, 0) << kernel.name << " allocates, seed " << seed;
      }
      if (HasFailure()) return;
    }
  }
};

TEST_F(NoAllocation, InScalarKernels) {
  expect_none<double>(100);
}
TEST_F(NoAllocation, InPackKernels) {
  expect_none<Pack4>(50);
}

TEST_F(NoAllocation, ButTheGuardSeesThoseThatHappen) {
  const AllocationGuard guard;
  const auto number = std::make_unique<int>(1);
  const long by_new = guard.count();
  const Eigen::VectorXd vector = Eigen::VectorXd::Zero(1000 + *number);
  const long by_eigen = guard.count();
  std::vector<Pack4> packs(10, Pack4(vector[0]));
  const long by_aligned_new = guard.count();
  EXPECT_EQ(by_new, 1);
  EXPECT_EQ(by_eigen, 2);
  EXPECT_EQ(by_aligned_new, 3);
  EXPECT_EQ(packs[9][3], 0.0);
}

}  // namespace
}  // namespace catena::test
