#pragma once
// How fast the algorithms are on the built-in models.

#include <array>

#include "catena/model/model.hpp"

namespace catena::app {

inline constexpr std::array algorithms = {
    "RNEA", "ABA", "CRBA", "Jacobians", "RNEA derivatives", "ABA derivatives"};

struct Timing {
  double single;    // ns per call
  double per_lane;  // ns per state, four at once
};

// One for each of `algorithms`, in a few hundredths of a second.
std::array<Timing, algorithms.size()> time_algorithms(const Model& model);

}  // namespace catena::app
