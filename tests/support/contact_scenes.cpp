#include "tests/support/contact_scenes.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

namespace catena::test {

using Eigen::Vector3d;

double draw(std::mt19937_64& random, double low, double high) {
  return low + (high - low) * std::ldexp(static_cast<double>(random() >> 11), -53);
}

namespace {

Vector3d draw_vector(std::mt19937_64& random, double size) {
  const double x = draw(random, -size, size), y = draw(random, -size, size);
  return {x, y, draw(random, -size, size)};
}

Vector3d draw_direction(std::mt19937_64& random) {
  for (;;) {
    const Vector3d v = draw_vector(random, 1.0);
    if (v.norm() > 0.1 && v.norm() < 1.0) return v.normalized();
  }
}

}  // namespace

int BodyScene::add_box(double mass, const Vector3d& sides, const Vector3d& position) {
  const Vector3d squares = sides.cwiseAbs2();
  const Vector3d inertia = mass / 12.0 * (Vector3d::Constant(squares.sum()) - squares);
  bodies.push_back({mass, inertia, position});
  return static_cast<int>(bodies.size()) - 1;
}

void BodyScene::add_corners(int a, int b, const Vector3d& middle, double half_x, double half_y,
                            double friction) {
  for (const double x : {-half_x, half_x})
    for (const double y : {-half_y, half_y})
      touches.push_back({a, b, middle + Vector3d(x, y, 0.0), Vector3d::UnitZ(), friction});
}

void BodyScene::write(StepProblem& problem, double h, const Vector3d& gravity) const {
  problem.clear();
  for (const Body& body : bodies) {
    const int tree = problem.add_tree(6);
    double* M = problem.mass(tree);
    double* v = problem.free_velocity(tree);
    for (int i = 0; i < 3; ++i) {
      M[7 * i] = body.inertia[i], M[7 * (i + 3)] = body.mass;
      v[i] = body.spin[i], v[i + 3] = body.velocity[i] + h * gravity[i];
    }
  }
  for (const Touch& touch : touches) {
    const int block = problem.add_block(coulomb_contact(touch.friction), touch.a, touch.b);
    const Vector3d other = std::abs(touch.normal[0]) < 0.8 ? Vector3d::UnitX() : Vector3d::UnitY();
    const Vector3d t1 = touch.normal.cross(other).normalized(), t2 = touch.normal.cross(t1);
    problem.bias(block)[0] = touch.gap / h;
    for (int piece = 0; piece < (touch.b < 0 ? 1 : 2); ++piece) {
      const Body& body = bodies[static_cast<std::size_t>(piece == 0 ? touch.a : touch.b)];
      double* J = problem.jacobian(block, piece);
      for (const Vector3d& axis : {touch.normal, t1, t2}) {
        const Vector3d moment = (touch.point - body.position).cross(axis);
        const double sign = piece == 0 ? 1.0 : -1.0;
        for (int i = 0; i < 3; ++i) J[i] = sign * moment[i], J[i + 3] = sign * axis[i];
        J += 6;
      }
    }
  }
}

void BodyScene::set_velocities(const std::vector<double>& v) {
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    bodies[k].spin = {v[6 * k], v[6 * k + 1], v[6 * k + 2]};
    bodies[k].velocity = {v[6 * k + 3], v[6 * k + 4], v[6 * k + 5]};
  }
}

Vector3d tilted_gravity(double angle, double azimuth) {
  return 9.81 * Vector3d(std::sin(angle) * std::cos(azimuth), std::sin(angle) * std::sin(azimuth),
                         -std::cos(angle));
}

BodyScene box_on_floor(double friction) {
  BodyScene scene;
  scene.add_box(1.0, {0.2, 0.2, 0.1}, {0.0, 0.0, 0.05});
  scene.add_corners(0, -1, Vector3d::Zero(), 0.1, 0.1, friction);
  return scene;
}

BodyScene box_stack(int boxes, double top_mass, double friction) {
  BodyScene scene;
  for (int i = 0; i < boxes; ++i) {
    const double mass = i + 1 == boxes ? top_mass : 1.0;
    scene.add_box(mass, Vector3d::Constant(0.2), {0.0, 0.0, 0.1 + 0.2 * i});
    scene.add_corners(i, i - 1, {0.0, 0.0, 0.2 * i}, 0.1, 0.1, friction);
  }
  return scene;
}

BodyScene brick_wall(int columns, int layers, double friction) {
  BodyScene scene;
  std::vector<int> below;
  for (int layer = 0; layer < layers; ++layer) {
    const double shift = layer % 2 == 0 ? 0.0 : 0.1, z = 0.1 * layer;
    std::vector<int> row;
    for (int i = 0; i < columns; ++i) {
      const double x = 0.2 * i + shift;
      const int brick = scene.add_box(1.0, {0.2, 0.1, 0.1}, {x, 0.0, z + 0.05});
      row.push_back(brick);
      if (layer == 0) scene.add_corners(brick, -1, {x, 0.0, 0.0}, 0.1, 0.05, friction);
      for (const int other : below) {
        const double x_other = scene.bodies[static_cast<std::size_t>(other)].position[0];
        const double left = std::max(x, x_other) - 0.1, right = std::min(x, x_other) + 0.1;
        if (right - left > 0.01)
          scene.add_corners(brick, other, {0.5 * (left + right), 0.0, z}, 0.5 * (right - left),
                            0.05, friction);
      }
    }
    below = row;
  }
  return scene;
}

BodyScene random_impact(std::mt19937_64& random, int contacts, int bodies) {
  BodyScene scene;
  for (int i = 0; i < bodies; ++i) {
    const double mass = std::pow(10.0, draw(random, -1.0, 1.0));
    const Vector3d sides(draw(random, 0.1, 0.5), draw(random, 0.1, 0.5), draw(random, 0.1, 0.5));
    scene.add_box(mass, sides, draw_vector(random, 1.0));
    scene.bodies.back().velocity = draw_vector(random, 2.0);
    scene.bodies.back().spin = draw_vector(random, 4.0);
  }
  for (int c = 0; c < contacts; ++c) {
    const int a = static_cast<int>(random() % static_cast<unsigned>(bodies));
    int b = static_cast<int>(random() % static_cast<unsigned>(bodies + 1)) - 1;
    if (b == a) b = -1;
    const Vector3d point =
        scene.bodies[static_cast<std::size_t>(a)].position + draw_vector(random, 0.3);
    const Vector3d normal = draw_direction(random);
    scene.touches.push_back({a, b, point, normal, draw(random, 0.05, 0.8)});
  }
  return scene;
}

RandomStack random_stack(std::mt19937_64& random, bool shaken) {
  const int boxes = 1 + static_cast<int>(random() % 8);
  const double top = std::pow(10.0, draw(random, 0.0, 3.0));
  RandomStack stack{box_stack(boxes, top, draw(random, 0.1, 0.7)), Vector3d::Zero()};
  const double angle = draw(random, 0.0, 17.0 * std::numbers::pi / 180.0);
  stack.gravity = tilted_gravity(angle, draw(random, 0.0, 2.0 * std::numbers::pi));
  if (shaken)
    for (BodyScene::Body& body : stack.scene.bodies) {
      body.velocity = draw_vector(random, 0.05);
      body.spin = draw_vector(random, 0.2);
    }
  return stack;
}

void write_with_unit_mass(const StepProblem& given, StepProblem& unit) {
  unit.clear();
  std::vector<double> root;
  for (const StepProblem::Tree& tree : given.trees()) {
    const int number = unit.add_unit_tree(tree.coordinates);
    for (int i = 0; i < tree.coordinates; ++i) {
      root.push_back(std::sqrt(
          given.masses()[static_cast<std::size_t>(tree.mass + i * (tree.coordinates + 1))]));
      unit.free_velocity(number)[i] =
          root.back() * given.free_velocities()[static_cast<std::size_t>(tree.first + i)];
    }
  }
  for (const StepProblem::Block& block : given.blocks()) {
    const int number = unit.add_block(block.law, block.tree[0], block.tree[1]);
    unit.compliance(number) = block.compliance;
    for (int i = 0; i < block.rows; ++i)
      unit.bias(number)[i] = given.biases()[static_cast<std::size_t>(block.first + i)];
    for (int piece = 0; piece < 2 && block.tree[piece] >= 0; ++piece) {
      const StepProblem::Tree& tree = given.trees()[static_cast<std::size_t>(block.tree[piece])];
      for (int i = 0; i < block.rows * tree.coordinates; ++i)
        unit.jacobian(number, piece)[i] =
            given.jacobians()[static_cast<std::size_t>(block.jacobian[piece] + i)] /
            root[static_cast<std::size_t>(tree.first + i % tree.coordinates)];
    }
  }
}

}  // namespace catena::test
