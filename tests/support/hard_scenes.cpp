#include "tests/support/hard_scenes.hpp"

#include <cmath>
#include <numbers>

namespace catena::test {

using Eigen::Vector3d;

namespace {

constexpr double turn = 2.0 * std::numbers::pi;

double draw_power(std::mt19937_64& random, double low, double high) {
  return std::pow(10.0, draw(random, low, high));
}

void shake(BodyScene& scene, std::mt19937_64& random, double speed, double spin) {
  for (BodyScene::Body& body : scene.bodies)
    for (int i = 0; i < 3; ++i) {
      body.velocity[i] += draw(random, -speed, speed);
      body.spin[i] += draw(random, -spin, spin);
    }
}

Vector3d draw_gravity(std::mt19937_64& random, double low, double high) {
  const double angle = draw(random, low, high);
  return tilted_gravity(angle, draw(random, 0.0, turn));
}

HardScene leaning(std::mt19937_64& random, bool shaken) {
  const int boxes = 2 + static_cast<int>(random() % 9);
  const double friction = draw(random, 0.2, 0.8), lean = draw(random, -0.02, 0.02);
  const double top = draw_power(random, -4.0, 4.0);
  BodyScene scene;
  for (int i = 0; i < boxes; ++i) {
    const double mass = i + 1 == boxes ? top : draw_power(random, -1.0, 1.0);
    scene.add_box(mass, Vector3d::Constant(0.2), {lean * i, 0.0, 0.1 + 0.2 * i});
    const double half = i == 0 ? 0.1 : 0.1 - 0.5 * std::abs(lean);
    const double middle = i == 0 ? 0.0 : lean * (i - 0.5);
    scene.add_corners(i, i - 1, {middle, 0.0, 0.2 * i}, half, 0.1, friction);
  }
  const double tips = std::atan(1.0 / boxes);
  const Vector3d gravity = draw_gravity(random, 0.9 * tips, 1.1 * tips);
  if (shaken) shake(scene, random, 0.02, 0.1);
  return {scene, gravity};
}

HardScene unlike_masses(std::mt19937_64& random, bool shaken) {
  const int boxes = 2 + static_cast<int>(random() % 7);
  BodyScene scene;
  for (int i = 0; i < boxes; ++i) {
    scene.add_box(draw_power(random, -2.0, 2.0), Vector3d::Constant(0.2),
                  {0.0, 0.0, 0.1 + 0.2 * i});
    scene.add_corners(i, i - 1, {0.0, 0.0, 0.2 * i}, 0.1, 0.1, draw(random, 0.1, 0.9));
  }
  const Vector3d gravity = draw_gravity(random, 0.0, 0.3);
  if (shaken) shake(scene, random, 0.05, 0.2);
  return {scene, gravity};
}

HardScene many_points(std::mt19937_64& random, bool shaken) {
  const int boxes = 1 + static_cast<int>(random() % 3);
  BodyScene scene;
  for (int i = 0; i < boxes; ++i) {
    scene.add_box(draw_power(random, -1.0, 1.0), {0.2, 0.2, 0.1}, {0.0, 0.0, 0.05 + 0.1 * i});
    for (int k = 0; k < 40; ++k) {
      const double angle = turn * k / 40.0, radius = 0.1 * std::sqrt(draw(random, 0.0, 1.0));
      const Vector3d point(radius * std::cos(angle), radius * std::sin(angle), 0.1 * i);
      scene.touches.push_back({i, i - 1, point, Vector3d::UnitZ(), 0.4});
    }
  }
  const Vector3d gravity = draw_gravity(random, 0.0, 0.6);
  if (shaken) shake(scene, random, 0.05, 0.5);
  return {scene, gravity};
}

HardScene points_upon_points(std::mt19937_64& random, bool shaken) {
  BodyScene scene;
  scene.add_box(1.0, {0.2, 0.2, 0.1}, {0.0, 0.0, 0.05});
  for (int k = 0; k < 3; ++k)
    scene.add_corners(0, -1, Vector3d::Zero(), 0.1, 0.1, draw(random, 0.2, 0.6));
  const Vector3d gravity = draw_gravity(random, 0.0, 0.6);
  if (shaken) shake(scene, random, 0.05, 0.5);
  return {scene, gravity};
}

HardScene wall(std::mt19937_64& random, bool shaken) {
  BodyScene scene = brick_wall(5, 4, draw(random, 0.2, 0.8));
  const Vector3d gravity = draw_gravity(random, 0.0, 0.3);
  if (shaken) shake(scene, random, 0.02, 0.1);
  return {scene, gravity};
}

HardScene stack_of_ten(std::mt19937_64& random, bool shaken) {
  BodyScene scene = box_stack(10, draw_power(random, 0.0, 3.0), 0.5);
  const Vector3d gravity = draw_gravity(random, 0.0, 0.04);
  if (shaken) shake(scene, random, 0.02, 0.1);
  return {scene, gravity};
}

// Voussoirs in half a circle, four points between each two.
HardScene arch(std::mt19937_64& random, bool shaken) {
  const int stones = 5 + 2 * static_cast<int>(random() % 4);
  const double thickness = draw(random, 0.15, 0.3), friction = draw(random, 0.3, 0.9);
  const double width = std::numbers::pi / stones;
  BodyScene scene;
  for (int i = 0; i < stones; ++i) {
    const double angle = width * (i + 0.5);
    scene.add_box(draw_power(random, -0.5, 0.5), {width, 0.2, thickness},
                  {std::cos(angle), 0.0, std::sin(angle)});
  }
  for (int i = 0; i <= stones; ++i) {
    const Vector3d along(std::cos(width * i), 0.0, std::sin(width * i));
    const Vector3d across(-along[2], 0.0, along[0]);
    for (const double radius : {1.0 - 0.5 * thickness, 1.0 + 0.5 * thickness})
      for (const double y : {-0.1, 0.1}) {
        const Vector3d point = radius * along + Vector3d(0.0, y, 0.0);
        if (i == stones)
          scene.touches.push_back({i - 1, -1, point, -across, friction});
        else
          scene.touches.push_back({i, i - 1, point, across, friction});
      }
  }
  const Vector3d gravity = draw_gravity(random, 0.0, 0.2);
  if (shaken) shake(scene, random, 0.01, 0.1);
  return {scene, gravity};
}

}  // namespace

const std::vector<HardScenes>& hard_scenes() {
  static const std::vector<HardScenes> all = {{"leaning stacks", leaning},
                                              {"unlike masses", unlike_masses},
                                              {"40 points a body", many_points},
                                              {"points upon points", points_upon_points},
                                              {"walls", wall},
                                              {"stacks of ten", stack_of_ten},
                                              {"arches", arch}};
  return all;
}

}  // namespace catena::test
