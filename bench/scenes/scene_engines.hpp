#pragma once
// Who runs scenes: Catena by its three methods, and the peers that are installed.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "scene.hpp"

namespace catena::bench {

struct SceneEngine {
  std::string name;  // "MuJoCo, stiff"
  bool is_catena = false;
  std::function<std::unique_ptr<SceneRun>(const Scene&)> make;
};

// `notes` tells which peers are missing.
std::vector<SceneEngine> scene_engines(std::vector<std::string>& notes);

}  // namespace catena::bench
