#pragma once
// Models for MuJoCo from text.

#include <mujoco/mujoco.h>

#include <memory>
#include <string>

namespace catena::bench {

using ModelPointer = std::unique_ptr<mjModel, decltype(&mj_deleteModel)>;
using DataPointer = std::unique_ptr<mjData, decltype(&mj_deleteData)>;

// Compiles MJCF or URDF. Throws with MuJoCo's message where it refuses.
ModelPointer load_text(const std::string& text);

}  // namespace catena::bench
