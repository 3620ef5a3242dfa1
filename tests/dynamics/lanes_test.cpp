// Each lane of a pack goes through every kernel as if it were alone.

#include <gtest/gtest.h>

#include "tests/support/kernel_catalogue.hpp"
#include "tests/support/sweep.hpp"

namespace catena::test {
namespace {

std::vector<RandomState> four_states(const Model& model, std::uint64_t seed) {
  std::vector<RandomState> states;
  for (std::uint64_t i = 0; i < 4; ++i) states.push_back(random_state(model, 4 * seed + i));
  return states;
}

TEST(Lanes, EqualTheScalarInEveryKernel) {
  WorstError plain("lanes = scalar", 1e-12);
  // It multiplies by M^-1 twice, which amplifies differences in rounding by the condition number.
  WorstError derivatives("lanes = scalar: aba_derivatives", 1e-11);
  const RandomModelOptions options = {.springs = true};
  for_random_models(150, options, [&](const Model& model, const RandomState&, auto seed) {
    const auto states = four_states(model, seed);
    KernelCatalogue<Pack4> packs(model, kernel_inputs<Pack4>(states));
    for (auto& kernel : packs.kernels()) packs.run(kernel);
    for (std::size_t i = 0; i < Pack4::lanes; ++i) {
      KernelCatalogue<double> scalars(model, kernel_inputs<double>({states[i]}));
      ASSERT_EQ(scalars.kernels().size(), packs.kernels().size());
      for (std::size_t k = 0; k < scalars.kernels().size(); ++k) {
        auto& kernel = scalars.kernels()[k];
        scalars.run(kernel);
        WorstError& worst = kernel.name == "aba_derivatives" ? derivatives : plain;
        worst.expect(lane_of(packs.kernels()[k].output, i), kernel.output, kernel.name);
      }
    }
  });
}

TEST(Lanes, AreIndependent) {
  // A lane full of NaN must not leak into the others.
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  WorstError worst("a NaN lane leaves the others alone", 0.0);
  for_random_models(40, [&](const Model& model, const RandomState&, auto seed) {
    auto states = four_states(model, seed);
    KernelCatalogue<Pack4> clean(model, kernel_inputs<Pack4>(states));
    for (auto* x : {&states[2].q, &states[2].v, &states[2].a, &states[2].tau}) x->setConstant(nan);
    KernelCatalogue<Pack4> dirty(model, kernel_inputs<Pack4>(states));
    for (std::size_t k = 0; k < clean.kernels().size(); ++k) {
      auto &one = clean.kernels()[k], &other = dirty.kernels()[k];
      clean.run(one);
      dirty.run(other);
      for (const std::size_t i : {0u, 1u, 3u})
        worst.expect(lane_of(other.output, i), lane_of(one.output, i), one.name);
    }
  });
}

}  // namespace
}  // namespace catena::test
