// A box on a slope: it sticks on 20 degrees, and slides on 35.

#include <cmath>
#include <numbers>

#include "scene_list.hpp"
#include "scene_parts.hpp"

namespace catena::bench {

namespace {

constexpr double degree = std::numbers::pi / 180.0;
constexpr double slide_slope = 35.0 * degree, slide_azimuth = 30.0 * degree;

Scene box_on_slope(const char* name, double slope, double azimuth, double duration) {
  Scene scene;
  scene.name = name;
  scene.gravity = sloping_gravity(slope, azimuth);
  scene.duration = duration;
  scene.bodies.push_back(box("box", 1.0, {0.2, 0.2, 0.1}, {0.0, 0.0, 0.05}));
  stand_on_floor(scene, 0);
  return scene;
}

// Against the acceleration by hand, and its direction, from 1 s to the end.
Figures judge_slide(const Scene& scene, const Trace& trace) {
  const Triple a = state_at(trace, 1.0).positions[0], b = trace.back().positions[0];
  const double t1 = state_at(trace, 1.0).t, t2 = trace.back().t;
  const double by_hand = 9.81 * (std::sin(slide_slope) - scene.friction * std::cos(slide_slope));
  const double x = b[0] - a[0], y = b[1] - a[1];
  const double way = std::hypot(x, y), expected = 0.5 * by_hand * (t2 * t2 - t1 * t1);
  return {{"acceleration, rel.", way / expected - 1.0},
          {"direction, deg",
           std::remainder(std::atan2(y, x) - slide_azimuth, 2 * std::numbers::pi) / degree}};
}

}  // namespace

Scene slope_scene() {
  Scene scene = box_on_slope("slope 20 deg", 20.0 * degree, 0.0, 5.0);
  scene.judge = [](const Scene&, const Trace& trace) {
    return Figures{{"creep from 1 s on, m", largest_move(trace, 1.0)}};
  };
  return scene;
}

Scene slide_scene() {
  Scene scene = box_on_slope("slide 35 deg", slide_slope, slide_azimuth, 2.0);
  scene.judge = judge_slide;
  return scene;
}

}  // namespace catena::bench
