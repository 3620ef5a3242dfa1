// Fusing welds makes a mechanism faster and changes nothing else.

#include <gtest/gtest.h>

#include "catena/dynamics/energy.hpp"
#include "tests/support/kernel_catalogue.hpp"
#include "tests/support/sweep.hpp"

namespace catena::test {
namespace {

TEST(FusedWelds, ChangeNoResult) {
  WorstError direct("fused = unfused", 1e-11);
  // It multiplies by M^-1 twice, which amplifies differences in rounding by the condition number.
  WorstError derivatives("fused = unfused: aba_derivatives", 1e-11);
  int fewer_nodes = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    ModelBuilder builder = random_builder(seed, {.springs = true});
    builder.set_fuse_welds(true);
    const Model fused = builder.build();
    builder.set_fuse_welds(false);
    const Model plain = builder.build();
    fewer_nodes += fused.nodes().size() < plain.nodes().size() ? 1 : 0;
    ASSERT_EQ(fused.nq(), plain.nq());
    const RandomState s = random_state(plain, seed);
    KernelCatalogue<double> one(fused, kernel_inputs<double>({s}));
    KernelCatalogue<double> other(plain, kernel_inputs<double>({s}));
    ASSERT_EQ(one.kernels().size(), other.kernels().size());
    for (std::size_t k = 0; k < one.kernels().size(); ++k) {
      auto &a = one.kernels()[k], &b = other.kernels()[k];
      // Wrenches in fused welds are not computed, nor what the world gets through them.
      if (a.name == "rnea_with_wrenches") continue;
      one.run(a);
      other.run(b);
      WorstError& worst = a.name == "aba_derivatives" ? derivatives : direct;
      worst.expect(a.output, b.output, a.name);
    }
  }
  EXPECT_GT(fewer_nodes, 50);
}

}  // namespace
}  // namespace catena::test
