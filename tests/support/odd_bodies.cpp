#include "tests/support/odd_bodies.hpp"

#include <cmath>
#include <numbers>

namespace catena::test::odd {

using Eigen::Vector3d;

double power_of_ten(std::mt19937_64& random, double low, double high) {
  return std::pow(10.0, draw(random, low, high));
}

int pick(std::mt19937_64& random, int low, int high) {
  return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
}

void push_about(BodyScene& scene, std::mt19937_64& random, double speed) {
  for (BodyScene::Body& body : scene.bodies)
    for (int i = 0; i < 3; ++i) {
      body.velocity[i] += draw(random, -speed, speed);
      body.spin[i] += draw(random, -5.0 * speed, 5.0 * speed);
    }
}

namespace {

constexpr double turn = 2.0 * std::numbers::pi;

void add_ball(BodyScene& scene, double mass, double radius, const Vector3d& position) {
  scene.bodies.push_back({mass, Vector3d::Constant(0.4 * mass * radius * radius), position});
}

// Balls of one radius that are as near as this touch each other, those low enough the ground.
void touch_all(BodyScene& scene, double radius, double near, double friction) {
  for (std::size_t a = 0; a < scene.bodies.size(); ++a) {
    const Vector3d& p = scene.bodies[a].position;
    const int body = static_cast<int>(a);
    if (p[2] < radius + near)
      scene.touches.push_back({body, -1, p - radius * Vector3d::UnitZ(), Vector3d::UnitZ(),
                               friction, std::max(0.0, p[2] - radius)});
    for (std::size_t b = 0; b < a; ++b) {
      const Vector3d way = p - scene.bodies[b].position;
      const double gap = way.norm() - 2.0 * radius;
      if (gap > near) continue;
      scene.touches.push_back({body, static_cast<int>(b), 0.5 * (p + scene.bodies[b].position),
                               way.normalized(), friction, std::max(0.0, gap)});
    }
  }
}

KeptProblem problem_of(const BodyScene& scene, double h, const Vector3d& gravity) {
  StepProblem problem;
  scene.write(problem, h, gravity);
  return keep(problem);
}

Vector3d some_gravity(std::mt19937_64& random, double most) {
  const double angle = draw(random, 0.0, most);
  return tilted_gravity(angle, draw(random, 0.0, turn));
}

}  // namespace

// Rings of balls that touch their neighbours, each narrower than the one below.
KeptProblem dome(std::mt19937_64& random, int number) {
  constexpr double radius = 0.1;
  BodyScene scene;
  const int widest = pick(random, 7, 11);
  for (int ring = 0; widest - 2 * ring >= 3 && ring < 5; ++ring) {
    const int around = widest - 2 * ring;
    const double wide = radius / std::sin(0.5 * turn / around);
    for (int i = 0; i < around; ++i) {
      const double angle = turn * (i + 0.5 * (ring % 2)) / around;
      const Vector3d place(wide * std::cos(angle), wide * std::sin(angle),
                           radius * (1 + 1.7 * ring));
      add_ball(scene, power_of_ten(random, -1.0, 1.0), radius, place);
    }
  }
  touch_all(scene, radius, 0.03, draw(random, 0.1, 1.0));
  const Vector3d gravity = some_gravity(random, 0.3);
  if (number % 2 == 1) push_about(scene, random, 0.05);
  return problem_of(scene, 1e-2, gravity);
}

// Wedges one upon the other in a groove, four points on each wall.
KeptProblem wedges(std::mt19937_64& random, int number) {
  BodyScene scene;
  const int count = pick(random, 1, 5);
  const double steep = draw(random, 0.02, 1.2), friction = number % 3 == 0 ? 0.0 : 2.0;
  for (int i = 0; i < count; ++i) {
    const double z = 0.2 * i + 0.1;
    scene.add_box(power_of_ten(random, -1.0, 2.0), Vector3d::Constant(0.2), {0.0, 0.0, z});
    for (const double side : {-1.0, 1.0}) {
      const Vector3d normal(-side * std::cos(steep), 0.0, std::sin(steep));
      for (const double y : {-0.1, 0.1})
        for (const double up : {-0.05, 0.05})
          scene.touches.push_back({i,
                                   -1,
                                   {side * (0.1 + up * std::tan(steep)), y, z + up},
                                   normal,
                                   draw(random, 0.0, 1.0) < 0.5 ? friction : 0.4});
    }
    if (i > 0) scene.add_corners(i, i - 1, {0.0, 0.0, 0.2 * i}, 0.08, 0.1, 0.5);
  }
  const Vector3d gravity = some_gravity(random, 0.5);
  push_about(scene, random, 0.1);
  return problem_of(scene, 1e-3, gravity);
}

// Links that hang in each other with little play, the first one in the ceiling.
KeptProblem hooks(std::mt19937_64& random, int number) {
  BodyScene scene;
  const int count = pick(random, 2, 15);
  const double play = number % 2 == 0 ? 0.0 : 1e-4;
  for (int i = 0; i < count; ++i) {
    const double z = -0.2 * i;
    scene.add_box(power_of_ten(random, -3.0, 3.0), {0.05, 0.05, 0.2}, {0.0, 0.0, z});
    const double friction = draw(random, 0.0, 1.0);
    for (const double side : {-0.01, 0.01}) {
      const Vector3d place =
          i % 2 == 0 ? Vector3d(side, 0.0, z + 0.1) : Vector3d(0.0, side, z + 0.1);
      scene.touches.push_back({i, i - 1, place, Vector3d::UnitZ(), friction});
      scene.touches.push_back({i, i - 1, place, -Vector3d::UnitZ(), friction, play});
    }
  }
  const Vector3d gravity = some_gravity(random, 0.2);
  push_about(scene, random, 0.1);
  return problem_of(scene, 1e-3, gravity);
}

namespace {

// Boxes upon each other whose masses are 10^-most to 10^most, in every second one from the heaviest
// below to the lightest.
KeptProblem tower(std::mt19937_64& random, int number, int count, double most) {
  BodyScene scene;
  for (int i = 0; i < count; ++i) {
    const double mass = number % 2 == 0 ? std::pow(10.0, most - 2.0 * most * i / (count - 1))
                                        : power_of_ten(random, -most, most);
    scene.add_box(mass, {0.2, 0.2, 0.05}, {0.0, 0.0, 0.025 + 0.05 * i});
    if (number % 3 == 0)
      scene.touches.push_back({i, i - 1, {0.0, 0.0, 0.05 * i}, Vector3d::UnitZ(), 0.5});
    else
      scene.add_corners(i, i - 1, {0.0, 0.0, 0.05 * i}, 0.1, 0.1, 0.5);
  }
  const Vector3d gravity = some_gravity(random, 0.02);
  if (number % 5 == 1) push_about(scene, random, 0.01);
  return problem_of(scene, 1e-3, gravity);
}

}  // namespace

KeptProblem long_chain(std::mt19937_64& random, int number) {
  return tower(random, number, pick(random, 8, 24), 3.0);
}

// Light boxes under heavy ones by any chance: forces are up to 1e8 times what moves a light one, so
// that W x + q has eight digits.
KeptProblem longer_chain(std::mt19937_64& random, int number) {
  return tower(random, number, pick(random, 8, 40), 4.0);
}

// Plates on 20 to 60 points, smooth, rough and in between, some against their sides.
KeptProblem smooth_and_rough(std::mt19937_64& random, int number) {
  BodyScene scene;
  const int plates = pick(random, 1, 3);
  constexpr double frictions[] = {0.0, 2.0, 0.3};
  for (int i = 0; i < plates; ++i) {
    scene.add_box(power_of_ten(random, -1.0, 1.0), {0.4, 0.4, 0.02}, {0.0, 0.0, 0.01 + 0.02 * i});
    const int points = pick(random, 20, 60);
    for (int k = 0; k < points; ++k) {
      const double x = draw(random, -0.2, 0.2), y = draw(random, -0.2, 0.2);
      scene.touches.push_back(
          {i, i - 1, {x, y, 0.02 * i}, Vector3d::UnitZ(), frictions[random() % 3]});
    }
    for (const double side : {-0.2, 0.2})
      scene.touches.push_back({i,
                               -1,
                               {side, draw(random, -0.2, 0.2), 0.01 + 0.02 * i},
                               Vector3d(side < 0.0 ? 1.0 : -1.0, 0.0, 0.0),
                               frictions[random() % 3]});
  }
  const Vector3d gravity = some_gravity(random, 1.0);
  if (number % 2 == 1) push_about(scene, random, 0.1);
  return problem_of(scene, 1e-3, gravity);
}

// Balls in a cubic packing that is shaken a little, with walls.
KeptProblem pile_of_spheres(std::mt19937_64& random, int number) {
  constexpr double radius = 0.05;
  BodyScene scene;
  const int wide = pick(random, 2, 4), high = pick(random, 2, number % 4 == 0 ? 8 : 5);
  const double friction = draw(random, 0.1, 0.8);
  for (int i = 0; i < wide * wide * high; ++i) {
    const Vector3d place(0.1 * (i % wide), 0.1 * (i / wide % wide), 0.1 * (i / wide / wide) + 0.05);
    const Vector3d shift(draw(random, 0.0, 1e-3), draw(random, 0.0, 1e-3), draw(random, 0.0, 1e-3));
    add_ball(scene, power_of_ten(random, -0.5, 0.5), radius, place + shift);
    const int ball = static_cast<int>(scene.bodies.size()) - 1;
    for (int axis = 0; axis < 2; ++axis) {
      const int along = axis == 0 ? i % wide : i / wide % wide;
      Vector3d normal = Vector3d::Zero();
      normal[axis] = along == 0 ? 1.0 : -1.0;
      if (along == 0 || along == wide - 1)
        scene.touches.push_back(
            {ball, -1, place + shift - radius * normal, normal, friction, 1e-3});
    }
  }
  touch_all(scene, radius, 2e-3, friction);
  push_about(scene, random, 0.1);
  return problem_of(scene, 1e-2, some_gravity(random, 0.4));
}

// Any of the others in other units of mass, length and time, also from one body to the next.
KeptProblem unlike_units(std::mt19937_64& random, int number) {
  const double mass = power_of_ten(random, -9.0, 9.0), length = power_of_ten(random, -4.0, 4.0);
  BodyScene scene = number % 2 == 0 ? random_impact(random, pick(random, 4, 20), pick(random, 1, 8))
                                    : random_stack(random, true).scene;
  for (BodyScene::Body& body : scene.bodies) {
    const double unlike = mass * (number % 3 == 0 ? power_of_ten(random, -2.0, 2.0) : 1.0);
    body.mass *= unlike, body.inertia *= unlike * length * length;
    body.position *= length, body.velocity *= length;
  }
  for (BodyScene::Touch& touch : scene.touches) touch.point *= length;
  return problem_of(scene, 1e-3, length * some_gravity(random, 0.2));
}

// A body between walls that come nearer to each other than it is wide.
KeptProblem between_jaws(std::mt19937_64& random, int number) {
  const Vector3d gravity = some_gravity(random, 0.5);
  BodyScene scene = box_stack(pick(random, 1, 4), power_of_ten(random, -2.0, 2.0),
                              number % 2 == 0 ? 0.0 : draw(random, 0.1, 1.0));
  const int top = static_cast<int>(scene.bodies.size()) - 1;
  const double z = scene.bodies.back().position[2] + 0.1, deep = power_of_ten(random, -5.0, -2.0);
  for (const double x : {-0.1, 0.1})
    for (const double y : {-0.1, 0.1})
      scene.touches.push_back({top, -1, {x, y, z}, -Vector3d::UnitZ(), 0.3, -deep});
  return problem_of(scene, 1e-3, gravity);
}

}  // namespace catena::test::odd
