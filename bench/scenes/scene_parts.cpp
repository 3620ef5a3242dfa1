#include "scene_parts.hpp"

#include <algorithm>
#include <cmath>

namespace catena::bench {

Triple box_moments(double mass, const Triple& sides) {
  const auto [a, b, c] = sides;
  const double k = mass / 12.0;
  return {k * (b * b + c * c), k * (a * a + c * c), k * (a * a + b * b)};
}

SceneBody box(std::string name, double mass, const Triple& sides, const Triple& position) {
  SceneBody body;
  body.name = std::move(name);
  body.mass = mass;
  body.moments = box_moments(mass, sides);
  body.position = position;
  body.shape = SceneBody::Shape::Box;
  body.size = sides;
  return body;
}

SceneBody ball(std::string name, double mass, double radius, const Triple& position) {
  SceneBody body;
  body.name = std::move(name);
  body.mass = mass;
  body.moments.fill(0.4 * mass * radius * radius);
  body.position = position;
  body.shape = SceneBody::Shape::Ball;
  body.size = {radius, 0.0, 0.0};
  return body;
}

namespace {

void add_lower_corners(Scene& scene, int body, SceneContact contact) {
  const Triple& sides = scene.bodies[static_cast<std::size_t>(body)].size;
  contact.body = body;
  for (const double x : {-0.5, 0.5})
    for (const double y : {-0.5, 0.5}) {
      contact.point = {x * sides[0], y * sides[1], -0.5 * sides[2]};
      scene.contacts.push_back(contact);
    }
}

}  // namespace

void stand_on_floor(Scene& scene, int body) {
  SceneContact contact;
  contact.place[2] = scene.floor;
  add_lower_corners(scene, body, contact);
}

void stand_on(Scene& scene, int body, int below) {
  SceneContact contact;
  contact.on = below;
  contact.place[2] = 0.5 * scene.bodies[static_cast<std::size_t>(below)].size[2];
  add_lower_corners(scene, body, contact);
}

Triple sloping_gravity(double slope, double azimuth) {
  constexpr double g = 9.81;
  return {g * std::sin(slope) * std::cos(azimuth), g * std::sin(slope) * std::sin(azimuth),
          -g * std::cos(slope)};
}

Triple rotated(const Quadruple& rotation, const Triple& x) {
  const auto [w, a, b, c] = rotation;
  const Triple t = {2.0 * (b * x[2] - c * x[1]), 2.0 * (c * x[0] - a * x[2]),
                    2.0 * (a * x[1] - b * x[0])};
  return {x[0] + w * t[0] + b * t[2] - c * t[1], x[1] + w * t[1] + c * t[0] - a * t[2],
          x[2] + w * t[2] + a * t[1] - b * t[0]};
}

double distance(const Triple& a, const Triple& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

const SceneState& state_at(const Trace& trace, double t) {
  const auto found = std::find_if(trace.begin(), trace.end(),
                                  [&](const SceneState& state) { return state.t >= t - 1e-9; });
  return found == trace.end() ? trace.back() : *found;
}

double largest_move(const Trace& trace, double from) {
  const SceneState &first = state_at(trace, from), &last = trace.back();
  double largest = 0.0;
  for (std::size_t i = 0; i < first.positions.size(); ++i)
    largest = std::max(largest, distance(first.positions[i], last.positions[i]));
  return largest;
}

Figures worst_stop(const Scene& scene, const Trace& trace) {
  double worst = 0.0;
  for (const SceneState& state : trace)
    for (std::size_t i = 0; i < scene.bodies.size(); ++i)
      worst = std::max({worst, state.joints[i] - scene.bodies[i].upper,
                        scene.bodies[i].lower - state.joints[i]});
  return {{"stops violated, rad", worst}};
}

}  // namespace catena::bench
