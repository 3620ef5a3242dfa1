#pragma once
// Scenes with contacts and stops: how near to the truth each engine comes, and how fast.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "scene.hpp"

namespace catena::bench {

struct SceneResult {
  std::string scene, engine, family;
  int size = 0;
  bool is_catena = false;
  Figures figures;
  std::string accuracy = {};  // instead of figures, of engines by ratio
  double seconds = 0.0;       // of the processor per simulated second
  double step = 1e-3;         // s
  double stopped_at = 0.0;    // s; where it took too long
  double steps_per_second() const { return 1.0 / (step * seconds); }
};

struct SceneReport {
  std::vector<SceneResult> results;
  std::vector<std::string> notes;
};

struct SceneChoice {
  std::string scene, engine;  // those whose names contain these; all where they are empty
  double limit = 30.0;        // s of the processor for one pass; a run that takes longer is stopped
};
SceneReport measure_scenes(bool quick, const SceneChoice& only,
                           const std::function<void(const std::string&)>& progress);

std::string scenes_text(const SceneReport& report);
std::string scenes_markdown(const SceneReport& report);
std::string scenes_csv(const SceneReport& report);

}  // namespace catena::bench
