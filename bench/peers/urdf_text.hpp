#pragma once
// A neutral model as URDF text, for engines that are easiest to reach through a file.

#include <string>

#include "../neutral_model.hpp"

namespace catena::bench {

// Name of the joint of body i in the text.
std::string joint_name(std::size_t i);

// `extension` is put inside <robot>, before the links. Bodies without mass, as there are between
// the axes of a universal joint, get the mass and the moments of inertia `mass_if_none`.
std::string urdf_text(const NeutralModel& model, const std::string& extension, double mass_if_none);

}  // namespace catena::bench
