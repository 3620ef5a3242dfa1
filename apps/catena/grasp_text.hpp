#pragma once
// What is known of a grasp, for people and for programs.

#include <string>
#include <vector>

#include "catena/sim/grasp_analysis.hpp"

namespace catena::app {

std::string grasp_text(const GraspAnalysis& grasp);
// An array with one object per grasp.
std::string grasps_json(const std::vector<GraspAnalysis>& grasps);

}  // namespace catena::app
