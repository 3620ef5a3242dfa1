// A figure of 26 coordinates: a torso with four limbs of five capsules, whose ends meet the floor.

#include <algorithm>

#include "scene_list.hpp"
#include "scene_parts.hpp"

namespace catena::bench {

namespace {

constexpr double radius = 0.03, half = 0.07, length = 0.2;
constexpr std::array<double, 5> masses = {0.8, 0.7, 0.6, 0.5, 0.4};
constexpr std::array<Triple, 5> axes = {{{0, 1, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 0}, {0, 0, 1}}};

void add_limb(Scene& scene, double x, double y) {
  const double along = x < 0.0 ? -1.0 : 1.0;
  int parent = 0;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    const double start = x + along * length * static_cast<double>(i);
    SceneBody link = box("link" + std::to_string(scene.bodies.size()), masses[i],
                         {length, 2 * radius, 2 * radius}, {start + 0.5 * along * length, y, 1.0});
    link.shape = SceneBody::Shape::Capsule;
    link.size = {radius, half, 0.0};
    link.joint = SceneBody::Joint::Hinge;
    link.parent = parent;
    link.anchor = {start, y, 1.0};
    link.axis = axes[i];
    link.lower = -0.6, link.upper = 0.6;
    parent = static_cast<int>(scene.bodies.size());
    scene.bodies.push_back(link);
    for (const double end : {-half, half}) {
      SceneContact contact;
      contact.body = parent;
      contact.point = {end, 0.0, 0.0};
      contact.radius = radius;
      scene.contacts.push_back(contact);
    }
  }
}

Figures judge_figure(const Scene& scene, const Trace& trace) {
  Figures figures = worst_stop(scene, trace);
  double overlap = 0.0;
  for (const SceneState& state : trace)
    for (const SceneContact& contact : scene.contacts) {
      const auto body = static_cast<std::size_t>(contact.body);
      const Triple end = rotated(state.rotations[body], contact.point);
      overlap = std::max(overlap, radius - state.positions[body][2] - end[2]);
    }
  figures.emplace_back("overlap, m", overlap);
  return figures;
}

}  // namespace

Scene figure_scene() {
  Scene scene;
  scene.name = "figure, 26 dofs";
  scene.friction = 0.8;
  SceneBody torso = box("torso", 5.0, {0.3, 0.2, 0.2}, {0.0, 0.0, 1.0});
  torso.shape = SceneBody::Shape::None;
  torso.spin = {2.0, 3.0, 1.0};
  scene.bodies.push_back(torso);
  for (const double x : {-0.15, 0.15})
    for (const double y : {-0.1, 0.1}) add_limb(scene, x, y);
  scene.judge = judge_figure;
  return scene;
}

}  // namespace catena::bench
