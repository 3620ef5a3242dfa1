// Ten boxes one on the other.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scene_list.hpp"
#include "scene_parts.hpp"

namespace catena::bench {

namespace {

constexpr double side = 0.2;

Figures judge_stack(const Scene&, const Trace& trace) {
  const SceneState &first = trace.front(), &last = trace.back();
  double drift = 0.0, overlap = 0.0, sinking = 0.0;
  for (std::size_t i = 0; i < first.positions.size(); ++i) {
    const Triple &a = first.positions[i], &b = last.positions[i];
    drift = std::max(drift, std::hypot(b[0] - a[0], b[1] - a[1]));
    sinking = std::max(sinking, std::abs(b[2] - a[2]));
    const double below = i == 0 ? -0.5 * side : last.positions[i - 1][2];
    overlap = std::max(overlap, below + side - b[2]);
  }
  return {{"overlap, m", overlap}, {"drift, m", drift}, {"sinking, m", sinking}};
}

Scene stack(const char* name, double top, double slope) {
  Scene scene;
  scene.name = name;
  scene.gravity = sloping_gravity(slope);
  scene.bodies_collide = true;
  for (int i = 0; i < 10; ++i) {
    scene.bodies.push_back(box("box" + std::to_string(i), i == 9 ? top : 1.0, {side, side, side},
                               {0.0, 0.0, side * (i + 0.5)}));
    if (i == 0)
      stand_on_floor(scene, i);
    else
      stand_on(scene, i, i - 1);
  }
  scene.judge = judge_stack;
  return scene;
}

}  // namespace

Scene stack_scene() {
  return stack("stack of 10", 1.0, 0.0);
}
Scene heavy_stack_scene() {
  return stack("stack, 1000:1 on top", 1000.0, 1.1 * std::numbers::pi / 180.0);
}

}  // namespace catena::bench
