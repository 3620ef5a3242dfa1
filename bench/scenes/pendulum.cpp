// Two links whose tip strikes a plane without loss. Its motion is chaotic: energy is what is known.

#include <cmath>
#include <numbers>

#include "scene_list.hpp"
#include "scene_parts.hpp"

namespace catena::bench {

namespace {

constexpr double radius = 0.02;

// The kinetic energy from differences would need close samples; the tip must not get inside, and
// the height that it reaches cannot exceed that of the start.
Figures judge_pendulum(const Scene& scene, const Trace& trace) {
  const double g = -scene.gravity[2];
  const auto height = [](const SceneState& state) {
    return state.positions[0][2] + state.positions[1][2];
  };
  double highest = 0.0, overlap = 0.0;
  for (const SceneState& state : trace) {
    highest = std::max(highest, height(state));
    const Triple tip = rotated(state.rotations[1], {0.5, 0.0, 0.0});
    overlap = std::max(overlap, -(state.positions[1][2] + tip[2]));
  }
  return {{"overlap, m", overlap},
          {"energy above the start, J", g * (highest - height(trace.front()))}};
}

}  // namespace

Scene pendulum_scene() {
  Scene scene;
  scene.name = "pendulum, e = 1";
  scene.friction = 0.0, scene.restitution = 1.0;
  scene.floor = -radius;
  scene.duration = 10.0;
  Triple at = {0.0, 0.0, 0.0};
  for (int i = 0; i < 2; ++i) {
    const double up = std::numbers::pi / 180.0 * (i == 0 ? 45.0 : 45.0 + 112.5);
    const Triple along = {std::cos(up), 0.0, std::sin(up)};
    SceneBody link = box(i == 0 ? "upper" : "lower", 1.0, {1.0, 0.02, 0.02},
                         {at[0] + 0.5 * along[0], 0.0, at[2] + 0.5 * along[2]});
    link.rotation = {std::cos(0.5 * up), 0.0, -std::sin(0.5 * up), 0.0};
    link.shape = SceneBody::Shape::None;
    link.joint = SceneBody::Joint::Hinge;
    link.parent = i - 1;
    link.anchor = at;
    scene.bodies.push_back(link);
    at = {at[0] + along[0], 0.0, at[2] + along[2]};
  }
  // Its tip alone touches.
  scene.bodies[1].shape = SceneBody::Shape::Ball;
  scene.bodies[1].size = {radius, 0.0, 0.0};
  scene.bodies[1].shape_at = {0.5, 0.0, 0.0};
  SceneContact tip;
  tip.body = 1;
  tip.point = {0.5, 0.0, 0.0};
  tip.radius = radius;
  tip.place[2] = scene.floor;
  scene.contacts.push_back(tip);
  scene.judge = judge_pendulum;
  return scene;
}

}  // namespace catena::bench
