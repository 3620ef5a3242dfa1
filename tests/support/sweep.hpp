#pragma once
// Runs a property over many random mechanisms.

#include <gtest/gtest.h>

#include <cstdint>

#include "tests/support/compare.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {

inline constexpr std::uint64_t default_sweep = 500;

// property(model, state, seed) for seeds 0 .. count - 1.
template <class F>
void for_random_models(std::uint64_t count, const RandomModelOptions& options, const F& property) {
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Model model = random_model(seed, options);
    property(model, random_state(model, seed), seed);
    // One broken kernel fails everywhere; the first mechanisms tell enough.
    if (testing::Test::HasFailure() && seed > 20) return;
  }
}
template <class F>
void for_random_models(std::uint64_t count, const F& property) {
  for_random_models(count, RandomModelOptions{}, property);
}

}  // namespace catena::test
