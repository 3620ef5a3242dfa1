// Families of odd_problems.hpp: bodies that are pressed against each other, with more contacts than
// they need.

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/odd_bodies.hpp"

namespace catena::test::odd {

using Eigen::Vector3d;

namespace {

constexpr double whole_turn = 2.0 * std::numbers::pi;

Vector3d slope(std::mt19937_64& random, double most) {
  const double angle = draw(random, 0.0, most);
  return tilted_gravity(angle, draw(random, 0.0, whole_turn));
}

// The same problem with other laws of as many rows.
template <class Law>
StepProblem with_laws(const StepProblem& given, const Law& law_of) {
  StepProblem other;
  for (const StepProblem::Tree& tree : given.trees()) {
    const int n = tree.coordinates, made = other.add_tree(n);
    std::copy_n(given.masses().data() + tree.mass, n * n, other.mass(made));
    std::copy_n(given.free_velocities().data() + tree.first, n, other.free_velocity(made));
  }
  for (const StepProblem::Block& block : given.blocks()) {
    const int made = other.add_block(law_of(block.law), block.tree[0], block.tree[1]);
    std::copy_n(given.biases().data() + block.first, block.rows, other.bias(made));
    for (int piece = 0; piece < 2 && block.tree[piece] >= 0; ++piece)
      std::copy_n(given.jacobians().data() + block.jacobian[piece], 6 * block.rows,
                  other.jacobian(made, piece));
  }
  return other;
}

BodyScene tower(std::mt19937_64& random, double lightest, double heaviest, double friction) {
  BodyScene scene;
  const int boxes = pick(random, 1, 8);
  for (int i = 0; i < boxes; ++i) {
    scene.add_box(power_of_ten(random, lightest, heaviest), Vector3d::Constant(0.2),
                  {0.0, 0.0, 0.1 + 0.2 * i});
    scene.add_corners(i, i - 1, {0.0, 0.0, 0.2 * i}, 0.1, 0.1, friction);
  }
  return scene;
}

}  // namespace

// Boxes side by side, held between a wall and a heavy plate that comes against them.
KeptProblem pinched_row(std::mt19937_64& random, int number) {
  BodyScene scene;
  const int boxes = pick(random, 1, 8);
  const double friction = draw(random, 0.1, 1.0);
  const auto press = [&](int a, int b, double x) {
    for (const double y : {-0.1, 0.1})
      for (const double z : {-0.1, 0.1})
        scene.touches.push_back({a, b, {x, y, z}, Vector3d::UnitX(), friction});
  };
  for (int i = 0; i < boxes; ++i) {
    scene.add_box(power_of_ten(random, -2.0, 2.0), Vector3d::Constant(0.2),
                  {0.1 + 0.2 * i, 0.0, 0.0});
    press(i, i - 1, 0.2 * i);
  }
  const int plate =
      scene.add_box(power_of_ten(random, 0.0, 4.0), {0.1, 0.4, 0.4}, {0.2 * boxes, 0., 0.});
  press(plate, boxes - 1, 0.2 * boxes);
  if (number % 2 == 1) push_about(scene, random, 0.01);
  scene.bodies.back().velocity[0] -= power_of_ten(random, -4.0, 0.0);
  StepProblem problem;
  scene.write(problem, 1e-3, slope(random, 0.3));
  return keep(problem);
}

// Faces of many points whose normals and places are not quite those of one plane: redundant
// contacts that ask for a little more than a body can do.
KeptProblem uneven_faces(std::mt19937_64& random, int number) {
  BodyScene scene = tower(random, -1.0, 1.0, draw(random, 0.2, 0.9));
  const double off = power_of_ten(random, -12.0, -3.0);
  const int copies = number % 3;
  const std::vector<BodyScene::Touch> once = scene.touches;
  for (int i = 0; i < copies; ++i)
    scene.touches.insert(scene.touches.end(), once.begin(), once.end());
  for (BodyScene::Touch& touch : scene.touches)
    for (int i = 0; i < 3; ++i) {
      touch.normal[i] += draw(random, -off, off);
      touch.point[i] += 0.1 * draw(random, -off, off);
    }
  for (BodyScene::Touch& touch : scene.touches) touch.normal.normalize();
  if (number % 2 == 1) push_about(scene, random, power_of_ten(random, -5.0, -1.0));
  StepProblem problem;
  scene.write(problem, 1e-3, slope(random, 0.4));
  return keep(problem);
}

// The same with velocities that are a little off instead: points of bodies that turn.
KeptProblem drifting_faces(std::mt19937_64& random, int number) {
  BodyScene scene = tower(random, -1.0, number % 2 == 0 ? 1.0 : 3.0, draw(random, 0.2, 0.9));
  push_about(scene, random, power_of_ten(random, -4.0, -1.0));
  StepProblem problem;
  scene.write(problem, 1e-3, slope(random, 0.3));
  const double off = power_of_ten(random, -10.0, -4.0);
  for (std::size_t k = 0; k < problem.blocks().size(); ++k)
    for (int i = 0; i < 3; ++i) problem.bias(static_cast<int>(k))[i] += draw(random, -off, off);
  return keep(problem);
}

// Friction from none to ten.
KeptProblem very_rough(std::mt19937_64& random, int number) {
  BodyScene scene;
  if (number % 2 == 0) {
    const int contacts = pick(random, 3, 24);
    scene = random_impact(random, contacts, pick(random, 1, 6));
  } else {
    scene = tower(random, -2.0, 2.0, 1.0);
    push_about(scene, random, 0.05);
  }
  for (BodyScene::Touch& touch : scene.touches)
    touch.friction = random() % 4 == 0 ? 0.0 : power_of_ten(random, -2.0, 1.0);
  StepProblem problem;
  scene.write(problem, 1e-3, slope(random, 1.2));
  return keep(problem);
}

// Rough across and smooth along.
KeptProblem anisotropic(std::mt19937_64& random, int number) {
  BodyScene scene = number % 2 == 0 ? random_impact(random, pick(random, 3, 24), pick(random, 1, 6))
                                    : tower(random, -1.0, 2.0, 0.5);
  push_about(scene, random, 0.05);
  StepProblem problem;
  scene.write(problem, 1e-3, slope(random, 0.5));
  return keep(with_laws(problem, [&](const ContactLaw&) {
    return anisotropic_contact(draw(random, 0.05, 1.5), power_of_ten(random, -3.0, 0.0));
  }));
}

// Masses from 1e-2 to 1e4 in any order.
KeptProblem very_unlike(std::mt19937_64& random, int number) {
  BodyScene scene = tower(random, -2.0, 4.0, draw(random, 0.2, 0.8));
  if (number % 2 == 1) push_about(scene, random, 0.02);
  StepProblem problem;
  scene.write(problem, 1e-3, slope(random, 0.3));
  return keep(problem);
}

}  // namespace catena::test::odd
