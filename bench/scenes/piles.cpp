// Boxes and balls that fall onto each other and come to rest in a pile. Catena finds their contacts
// by their shapes, as all others do.

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "scene_list.hpp"
#include "scene_parts.hpp"

namespace catena::bench {

namespace {

// Bodies nearer than this touch, m.
constexpr double touching = 1e-4;
// Overlaps are measured at every so many states, which are 0.01 s apart.
constexpr std::size_t look_at_each = 5;

using Axes = std::array<Triple, 3>;

double dot(const Triple& a, const Triple& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Triple cross(const Triple& a, const Triple& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Axes axes_of(const Quadruple& rotation) {
  return {rotated(rotation, {1, 0, 0}), rotated(rotation, {0, 1, 0}), rotated(rotation, {0, 0, 1})};
}

double half_extent(const Axes& axes, const Triple& sides, const Triple& n) {
  double sum = 0.0;
  for (std::size_t k = 0; k < 3; ++k) sum += 0.5 * sides[k] * std::abs(dot(axes[k], n));
  return sum;
}

// The largest separation along the 15 axes that tell whether two boxes meet; negative: how deep.
double box_separation(const Triple& between, const Axes& a, const Triple& sides_a, const Axes& b,
                      const Triple& sides_b) {
  double best = -std::numeric_limits<double>::infinity();
  const auto along = [&](Triple n) {
    const double length = std::sqrt(dot(n, n));
    if (length < 1e-6) return;
    for (double& x : n) x /= length;
    best = std::max(
        best, std::abs(dot(between, n)) - half_extent(a, sides_a, n) - half_extent(b, sides_b, n));
  };
  for (const Triple& n : a) along(n);
  for (const Triple& n : b) along(n);
  for (const Triple& n : a)
    for (const Triple& m : b) along(cross(n, m));
  return best;
}

struct Overlaps {
  double squares = 0.0, worst = 0.0;
  int count = 0;

  void add(double separation) {
    if (separation > touching) return;
    const double depth = std::max(0.0, -separation);
    squares += depth * depth, worst = std::max(worst, depth), ++count;
  }
};

void add_overlaps(const Scene& scene, const SceneState& state, Overlaps& out) {
  const bool balls = scene.bodies.front().shape == SceneBody::Shape::Ball;
  const std::size_t count = scene.bodies.size();
  std::vector<Axes> axes;
  for (const Quadruple& rotation : state.rotations) axes.push_back(axes_of(rotation));
  for (std::size_t i = 0; i < count; ++i) {
    const Triple &p = state.positions[i], &size = scene.bodies[i].size;
    const double reach = balls ? size[0] : 0.5 * std::sqrt(dot(size, size));
    out.add(p[2] - (balls ? reach : half_extent(axes[i], size, {0, 0, 1})));
    for (std::size_t j = i + 1; j < count; ++j) {
      const Triple& q = state.positions[j];
      const Triple between = {q[0] - p[0], q[1] - p[1], q[2] - p[2]};
      const double far = dot(between, between) - 4.0 * (reach + touching) * (reach + touching);
      if (far > 0.0) continue;
      out.add(balls ? std::sqrt(dot(between, between)) - 2.0 * reach
                    : box_separation(between, axes[i], size, axes[j], scene.bodies[j].size));
    }
  }
}

Figures judge_overlaps(const Scene& scene, const Trace& trace) {
  Overlaps all;
  for (std::size_t i = look_at_each; i < trace.size(); i += look_at_each)
    add_overlaps(scene, trace[i], all);
  return {{"rms overlap, m", all.count > 0 ? std::sqrt(all.squares / all.count) : 0.0},
          {"worst, m", all.worst}};
}

struct Dice {
  std::mt19937_64 random{1};
  double operator()(double low, double high) {
    return low + (high - low) * std::ldexp(static_cast<double>(random() >> 11), -53);
  }
};

// Turned by up to 0.3 rad about an axis that may have any direction.
Quadruple slightly_turned(Dice& dice) {
  Triple axis;
  double length = 0.0;
  do {
    for (double& x : axis) x = dice(-1.0, 1.0);
    length = std::sqrt(dot(axis, axis));
  } while (length < 0.1 || length > 1.0);
  const double angle = dice(0.0, 0.3), s = std::sin(0.5 * angle) / length;
  return {std::cos(0.5 * angle), s * axis[0], s * axis[1], s * axis[2]};
}

}  // namespace

Scene box_pile_scene(int columns, int rows, int layers) {
  Scene scene;
  scene.family = "boxes in a pile";
  scene.size = columns * rows * layers;
  scene.name = std::to_string(scene.size) + " boxes in a pile";
  scene.duration = 3.0;
  scene.bodies_collide = true;
  scene.tolerance = 1e-5;
  scene.judge = judge_overlaps;
  scene.judged_at_any_time = true;
  Dice dice;
  for (int k = 0; k < layers; ++k)
    for (int i = 0; i < columns; ++i)
      for (int j = 0; j < rows; ++j) {
        const double x = 0.24 * i + dice(-0.02, 0.02), y = 0.24 * j + dice(-0.02, 0.02);
        SceneBody made = box("box" + std::to_string(scene.bodies.size()), 1.0, {0.2, 0.2, 0.2},
                             {x, y, 0.15 + 0.3 * k});
        made.rotation = slightly_turned(dice);
        scene.bodies.push_back(made);
      }
  return scene;
}

Scene ball_pile_scene() {
  Scene scene;
  scene.name = "666: 216 balls";
  scene.duration = 4.0;
  scene.friction = 0.0;
  scene.bodies_collide = true;
  scene.tolerance = 1e-9;
  scene.judge = judge_overlaps;
  scene.judged_at_any_time = true;
  Dice dice;
  for (int k = 0; k < 6; ++k)
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j) {
        const double x = 0.21 * i + dice(-1e-3, 1e-3), y = 0.21 * j + dice(-1e-3, 1e-3);
        scene.bodies.push_back(ball("ball" + std::to_string(scene.bodies.size()), 10.0, 0.1,
                                    {x, y, 0.101 + 0.21 * k}));
      }
  return scene;
}

}  // namespace catena::bench
