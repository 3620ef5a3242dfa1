#pragma once
// What the analysis of a grasp bounds from above, tried by pulling the object: along the axes of
// the world, and along the load that is resisted least.

#include <array>
#include <optional>

#include "catena/sim/grasp_analysis.hpp"
#include "catena/sim/grasp_pull.hpp"

namespace catena {

struct TriedPulls {
  HandAtRest at_rest;              // nothing was tried where the hand does not rest
  std::array<PullLimit, 6> pulls;  // along x, -x, y, -y, z and -z of the world
  std::optional<PullLimit> least;  // along HandResistance::least; nothing where there is none
};

// `state` is the one that was analysed.
TriedPulls try_pulls(const Simulation& simulation, const State& state, const RecordedGrasp& grasp,
                     const GraspAnalysis& analysis, const PullOptions& options = {});

}  // namespace catena
