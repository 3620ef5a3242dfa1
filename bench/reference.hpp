#pragma once
// Fixed figures of peers that no package provides, measured once on another machine of this kind
// (AMD EPYC, Zen 3 at 3.24 GHz, AVX2 and FMA, one thread). Pinocchio 3.7 and RBDL 3.3 were built
// with clang 16 -O3 -march=native; the others are Debian 12's packages.

#include <array>
#include <string>
#include <vector>

#include "contender.hpp"

namespace catena::bench {

inline constexpr std::array reference_models = {"panda",    "anymal",    "simple_humanoid",
                                                "chain 20", "chain 100", "chain 500"};

// Nanoseconds per call on each of reference_models; 0 where nothing was measured.
struct ReferenceTimes {
  Kernel kernel;
  const char* peer;
  std::array<double, reference_models.size()> ns;
};
const std::vector<ReferenceTimes>& reference_times();

// Instructions per call by callgrind.
struct ReferenceInstructions {
  Kernel kernel;
  const char* peer;
  double panda, simple_humanoid;
};
const std::vector<ReferenceInstructions>& reference_instructions();

// Time of a peer on a model, or NaN.
double reference_time(Kernel kernel, const std::string& peer, const std::string& model);

// The faster of Pinocchio and RBDL on a model, or NaN.
double best_reference(Kernel kernel, const std::string& model);

}  // namespace catena::bench
