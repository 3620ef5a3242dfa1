// Parallelogram four-bars in a row (IFToMM's benchmark A02): rods of 1 m and 1 kg, the uprights
// vertical at the start, their upper ends at 1 m/s.

#include <algorithm>
#include <cmath>

#include "scene_list.hpp"
#include "scene_parts.hpp"

namespace catena::bench {

namespace {

constexpr double transverse = 1.0 / 12.0;
constexpr double axial = 1e-4;  // engines refuse rods without any; it never turns

SceneBody rod(const std::string& name, bool upright, const Triple& lower_end, int parent) {
  SceneBody body;
  body.name = name;
  body.mass = 1.0;
  body.moments =
      upright ? Triple{transverse, transverse, axial} : Triple{axial, transverse, transverse};
  body.position = lower_end;
  body.position[upright ? 2 : 0] += 0.5;
  body.joint = SceneBody::Joint::Hinge;
  body.parent = parent;
  body.anchor = lower_end;
  body.rate = upright ? 1.0 : -1.0;
  body.velocity[0] = upright ? 0.5 : 1.0;
  if (upright) body.spin[1] = 1.0;
  return body;
}

double energy_of_rods(const SceneState& state) {
  double sum = 0.0;
  for (std::size_t i = 0; i < state.positions.size(); ++i) {
    const Triple &v = state.velocities[i], &w = state.spins[i];
    sum += 0.5 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) + 0.5 * transverse * w[1] * w[1] +
           9.81 * state.positions[i][2];
  }
  return sum;
}

// The point of a body that was at `anchor` at the start; its axes were those of the world.
Triple point_of(const Scene& scene, const SceneState& state, int body, const Triple& anchor) {
  const auto i = static_cast<std::size_t>(body);
  const Triple& start = scene.bodies[i].position;
  const Triple x = rotated(state.rotations[i],
                           {anchor[0] - start[0], anchor[1] - start[1], anchor[2] - start[2]});
  const Triple& p = state.positions[i];
  return {p[0] + x[0], p[1] + x[1], p[2] + x[2]};
}

Figures judge_four_bars(const Scene& scene, const Trace& trace) {
  const double start = energy_of_rods(trace.front());
  double energy = 0.0, gap = 0.0;
  const auto rods = static_cast<double>(scene.bodies.size());
  for (const SceneState& state : trace) {
    energy = std::max(energy, std::abs(energy_of_rods(state) - start));
    for (const SceneLoop& loop : scene.loops)
      gap = std::max(gap, distance(point_of(scene, state, loop.a, loop.anchor),
                                   point_of(scene, state, loop.b, loop.anchor)));
    for (const SceneBody& body : scene.bodies) {  // also joints of the tree
      const int i = static_cast<int>(&body - scene.bodies.data());
      const Triple at = point_of(scene, state, i, body.anchor);
      gap = std::max(
          gap, distance(at, body.parent < 0 ? body.anchor
                                            : point_of(scene, state, body.parent, body.anchor)));
    }
  }
  return {{"energy, rel.", energy / (9.81 * rods)}, {"gap of joints, m", gap}};
}

}  // namespace

Scene four_bars_scene(int count) {
  Scene scene;
  scene.name = std::to_string(count) + " four-bars";
  scene.family = "four-bars", scene.size = count;
  scene.has_floor = false;
  scene.duration = 10.0;
  for (int i = 0; i <= count; ++i) {
    const int upright = static_cast<int>(scene.bodies.size());
    const double x = i;
    scene.bodies.push_back(rod("upright" + std::to_string(i), true, {x, 0.0, 0.0}, -1));
    if (i > 0) scene.loops.push_back({upright - 1, upright, {x, 0.0, 1.0}, {0.0, 1.0, 0.0}});
    if (i < count)
      scene.bodies.push_back(rod("coupler" + std::to_string(i), false, {x, 0.0, 1.0}, upright));
  }
  scene.judge = judge_four_bars;
  return scene;
}

}  // namespace catena::bench
