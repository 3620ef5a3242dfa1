// Kernels write scratch before they read it: filling the workspace with NaN changes nothing.

#include <gtest/gtest.h>

#include "tests/support/kernel_catalogue.hpp"
#include "tests/support/sweep.hpp"

namespace catena::test {
namespace {

template <class T>
bool identical(const VectorX<T>& a, const VectorX<T>& b) {
  for (Eigen::Index k = 0; k < a.size(); ++k)
    for (std::size_t i = 0; i < lane_count<T>; ++i)
      if (!(lane(a[k], i) == lane(b[k], i))) return false;
  return a.size() == b.size();
}

template <class T>
void expect_indifferent_to_poison(std::uint64_t count) {
  const RandomModelOptions options = {.springs = true};
  for_random_models(count, options, [&](const Model& model, const RandomState&, auto seed) {
    std::vector<RandomState> states;
    for (std::uint64_t i = 0; i < 4; ++i) states.push_back(random_state(model, 4 * seed + i));
    KernelCatalogue<T> catalogue(model, kernel_inputs<T>(states));
    for (auto& kernel : catalogue.kernels()) {
      catalogue.run(kernel);
      const VectorX<T> clean = kernel.output;
      for (Eigen::Index k = 0; k < kernel.output.size(); ++k) kernel.output[k] = T(0.0);
      catalogue.workspace().poison();
      catalogue.run(kernel);
      EXPECT_TRUE(identical<T>(kernel.output, clean)) << kernel.name << " reads stale scratch";
    }
  });
}

TEST(PoisonedWorkspace, ChangesNoScalarKernel) {
  expect_indifferent_to_poison<double>(200);
}
TEST(PoisonedWorkspace, ChangesNoPackKernel) {
  expect_indifferent_to_poison<Pack4>(100);
}

TEST(PoisonedWorkspace, IsFullOfNaN) {
  // Otherwise the tests above could not fail.
  const Model model = random_model(9);
  Workspace<double> ws(model);
  ws.poison();
  EXPECT_TRUE(std::isnan(ws.local.at(1).X.rotation.c0.x));
  EXPECT_TRUE(std::isnan(ws.levels.at(0).v.angular.x));
  EXPECT_TRUE(std::isnan(ws.world.at(1).v.linear.z));
  EXPECT_TRUE(std::isnan(ws.moving.at(1).f.linear[2]));
  EXPECT_TRUE(std::isnan(ws.articulated.at(0).IA.c2[2]));
}

}  // namespace
}  // namespace catena::test
