// Separate balls that rest on the floor, roll over it, or fall on it.

#include <cmath>

#include "scene_list.hpp"
#include "scene_parts.hpp"

namespace catena::bench {

namespace {

constexpr double radius = 0.1;

Scene balls(const char* family, int count, double height) {
  Scene scene;
  scene.family = family;
  scene.size = count;
  scene.name = std::to_string(count) + " balls " + family;
  scene.duration = 2.0;
  for (int i = 0; i < count; ++i) {
    scene.bodies.push_back(ball("ball" + std::to_string(i), 1.0, radius,
                                {0.5 * (i % 10), 0.5 * (i / 10), radius + height}));
    SceneContact contact;
    contact.body = i;
    contact.radius = radius;
    scene.contacts.push_back(contact);
  }
  return scene;
}

}  // namespace

Scene resting_balls_scene(int count) {
  Scene scene = balls("at rest", count, 0.0);
  scene.judge = [](const Scene&, const Trace& trace) {
    return Figures{{"moved, m", largest_move(trace, 0.0)}};
  };
  return scene;
}

// Without slip, each with a speed of its own.
Scene rolling_balls_scene(int count) {
  Scene scene = balls("rolling", count, 0.0);
  const auto speed = [](std::size_t i) { return 0.2 + 0.01 * static_cast<double>(i % 10); };
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    scene.bodies[i].velocity = {0.0, 0.0, 0.0};
    scene.bodies[i].velocity[1] = speed(i);
    scene.bodies[i].spin[0] = -speed(i) / radius;
  }
  scene.judge = [speed](const Scene&, const Trace& trace) {
    const SceneState &first = trace.front(), &last = trace.back();
    double worst = 0.0;
    for (std::size_t i = 0; i < first.positions.size(); ++i) {
      Triple expected = first.positions[i];
      expected[1] += speed(i) * (last.t - first.t);
      worst = std::max(worst, distance(last.positions[i], expected));
    }
    return Figures{{"off its way, m", worst}};
  };
  return scene;
}

// From heights of their own, without rebound: each has an event of its own.
Scene falling_balls_scene(int count) {
  Scene scene = balls("falling", count, 0.0);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i)
    scene.bodies[i].position[2] += 0.2 + 0.013 * static_cast<double>(i);
  scene.judge = [](const Scene&, const Trace& trace) {
    double worst = 0.0;
    for (const SceneState& state : trace)
      for (const Triple& p : state.positions) worst = std::max(worst, radius - p[2]);
    return Figures{{"overlap, m", worst}};
  };
  return scene;
}

}  // namespace catena::bench
