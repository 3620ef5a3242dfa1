// Two tests of SimBenchmark: balls that roll on a box that is pushed, and balls that bounce without
// loss. Both have truths: velocities and energy, of which mean squares of the errors are taken.

#include <cmath>
#include <numbers>

#include "scene_list.hpp"
#include "scene_parts.hpp"

namespace catena::bench {

namespace {

constexpr double g = 9.81;

// 150 N, less the friction of 35 kg on the ground, move 10 kg and 2/7 of 25 kg: a ball that rolls
// on an accelerated plane follows with 2/7 of it.
constexpr double push = 150.0, ground_friction = 0.4;
constexpr double box_acceleration = (push - ground_friction * 35.0 * g) / (10.0 + 25.0 * 2.0 / 7.0);
constexpr double ball_acceleration = 2.0 / 7.0 * box_acceleration;

// Sums of squared distances from velocities along `along`; of all bodies on the average.
Figures judge_rolling(const Trace& trace, const Triple& along) {
  double of_box = 0.0, of_balls = 0.0;
  for (const SceneState& state : trace)
    for (std::size_t i = 0; i < state.velocities.size(); ++i) {
      const double speed = (i == 0 ? box_acceleration : ball_acceleration) * state.t;
      const double off =
          distance(state.velocities[i], {speed * along[0], speed * along[1], speed * along[2]});
      (i == 0 ? of_box : of_balls) += off * off;
    }
  const auto count = static_cast<double>(trace.size());
  return {{"box, mean square, m2/s2", of_box / count},
          {"balls, mean square, m2/s2", of_balls / (25.0 * count)}};
}

double energy(const Scene& scene, const SceneState& state) {
  double sum = 0.0;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const SceneBody& body = scene.bodies[i];
    const Triple &v = state.velocities[i], &w = state.spins[i];
    sum += 0.5 * body.mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) +
           0.5 * body.moments[0] * (w[0] * w[0] + w[1] * w[1] + w[2] * w[2]) +
           body.mass * g * state.positions[i][2];
  }
  return sum;
}

}  // namespace

Scene pushed_box_scene(bool diagonal) {
  constexpr double radius = 0.5, thickness = 1.0;
  Scene scene;
  scene.name = diagonal ? "25 balls roll, diagonal push" : "25 balls roll, push along x";
  scene.friction = 0.8, scene.floor_friction = ground_friction;
  scene.duration = 4.0;
  scene.bodies_collide = true;
  const double azimuth = diagonal ? 0.25 * std::numbers::pi : 0.0;
  const Triple along = {std::cos(azimuth), std::sin(azimuth), 0.0};
  SceneBody plate = box("plate", 10.0, {20.0, 20.0, thickness}, {0.0, 0.0, 0.5 * thickness});
  for (std::size_t k = 0; k < 3; ++k) plate.force[k] = push * along[k];
  scene.bodies.push_back(plate);
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j)
      scene.bodies.push_back(ball("ball" + std::to_string(scene.bodies.size()), 1.0, radius,
                                  {2.0 * (i - 2), 2.0 * (j - 2), thickness + radius}));
  scene.judge = [along](const Scene&, const Trace& trace) { return judge_rolling(trace, along); };
  return scene;
}

Scene bouncing_scene() {
  constexpr double radius = 0.1;
  Scene scene;
  scene.name = "49 balls bounce, e = 1";
  scene.friction = 0.0, scene.restitution = 1.0;
  scene.duration = 20.0;
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 7; ++j) {
      SceneContact contact;
      contact.body = static_cast<int>(scene.bodies.size());
      contact.radius = radius;
      scene.contacts.push_back(contact);
      scene.bodies.push_back(ball("ball" + std::to_string(scene.bodies.size()), 10.0, radius,
                                  {0.5 * i, 0.5 * j, 5.0}));
    }
  scene.judge = [](const Scene& given, const Trace& trace) {
    const double start = energy(given, trace.front());
    double sum = 0.0;
    for (const SceneState& state : trace) {
      const double off = energy(given, state) - start;
      sum += off * off;
    }
    return Figures{{"energy, mean square, J2", sum / static_cast<double>(trace.size())},
                   {"energy at the start, J", start}};
  };
  return scene;
}

}  // namespace catena::bench
