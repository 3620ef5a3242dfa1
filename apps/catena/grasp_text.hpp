#pragma once
// What is known of a grasp, for people and for programs.

#include <string>
#include <vector>

#include "catena/sim/tried_pulls.hpp"

namespace catena::app {

// `tried`: what pulling has shown; null: it was not tried.
std::string grasp_text(const GraspAnalysis& grasp, const TriedPulls* tried = nullptr);
// An array with one object per grasp. `tried` has as many entries, or none.
std::string grasps_json(const std::vector<GraspAnalysis>& grasps,
                        const std::vector<TriedPulls>& tried = {});

}  // namespace catena::app
