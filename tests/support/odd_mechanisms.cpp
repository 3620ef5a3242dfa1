// Families of odd_problems.hpp with joints: arms at their stops that press, closed loops, planes.

#include <Eigen/Geometry>
#include <cmath>
#include <vector>

#include "catena/math/infinity.hpp"
#include "tests/support/contact_scenes.hpp"
#include "tests/support/odd_bodies.hpp"

namespace catena::test::odd {

using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::Vector3d;

namespace {

int of_these(std::mt19937_64& random, int low, int high) {
  return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
}

double tenfold(std::mt19937_64& random, double low, double high) {
  return std::pow(10.0, draw(random, low, high));
}

// Hinges one after the other, of any axes: places of the joints, and of the middle of each link.
struct Arm {
  std::vector<Vector3d> joint, axis, middle;
  std::vector<double> mass;

  Arm(std::mt19937_64& random, int links, bool planar, double ratio) {
    Vector3d at = Vector3d::Zero();
    double angle = draw(random, 0.0, 6.0);
    for (int i = 0; i < links; ++i) {
      const Vector3d any(draw(random, -1.0, 1.0), draw(random, -1.0, 1.0), draw(random, -1.0, 1.0));
      joint.push_back(at);
      axis.push_back(planar ? Vector3d::UnitY() : (any + Vector3d::UnitX()).normalized());
      angle += draw(random, -1.0, 1.0);
      const Vector3d link(0.3 * std::cos(angle), planar ? 0.0 : 0.1 * any[1],
                          0.3 * std::sin(angle));
      middle.push_back(at + 0.5 * link);
      at += link;
      mass.push_back(std::pow(10.0, ratio * draw(random, -1.0, 1.0)));
    }
    tip = at;
  }
  Vector3d tip;

  int links() const { return static_cast<int>(joint.size()); }
  // Velocity of a point of a link by each joint.
  MatrixXd jacobian(int link, const Vector3d& point) const {
    MatrixXd J = MatrixXd::Zero(3, links());
    for (int i = 0; i <= link; ++i)
      J.col(i) =
          axis[static_cast<std::size_t>(i)].cross(point - joint[static_cast<std::size_t>(i)]);
    return J;
  }
  MatrixXd mass_matrix() const {
    MatrixXd M = 1e-4 * MatrixXd::Identity(links(), links());
    for (int k = 0; k < links(); ++k) {
      const double m = mass[static_cast<std::size_t>(k)];
      const MatrixXd J = jacobian(k, middle[static_cast<std::size_t>(k)]);
      MatrixXd spin = MatrixXd::Zero(3, links());
      for (int i = 0; i <= k; ++i) spin.col(i) = axis[static_cast<std::size_t>(i)];
      M += m * J.transpose() * J + m * 0.0075 * spin.transpose() * spin;
    }
    return M;
  }
};

void set_row(StepProblem& problem, int block, int row, int piece, const Eigen::RowVectorXd& J) {
  double* out = problem.jacobian(block, piece) + row * J.size();
  for (Eigen::Index i = 0; i < J.size(); ++i) out[i] = J[i];
}

int add_arm(StepProblem& problem, const Arm& arm, std::mt19937_64& random) {
  const int n = arm.links(), tree = problem.add_tree(n);
  const MatrixXd M = arm.mass_matrix();
  Eigen::Map<MatrixXd>(problem.mass(tree), n, n) = M;
  Eigen::VectorXd weight = Eigen::VectorXd::Zero(n);
  for (int k = 0; k < n; ++k)
    weight += arm.mass[static_cast<std::size_t>(k)] *
              arm.jacobian(k, arm.middle[static_cast<std::size_t>(k)]).transpose() *
              Vector3d(0.0, 0.0, -9.81);
  const Eigen::VectorXd v = 1e-3 * M.ldlt().solve(weight);
  for (int i = 0; i < n; ++i) problem.free_velocity(tree)[i] = v[i] + draw(random, -0.1, 0.1);
  return tree;
}

void add_contact(StepProblem& problem, const ContactLaw& law, int tree, const MatrixXd& J,
                 const Vector3d& normal) {
  const int block = problem.add_block(law, tree);
  const Vector3d t1 = normal.unitOrthogonal(), t2 = normal.cross(t1);
  int row = 0;
  for (const Vector3d& axis : {normal, t1, t2})
    set_row(problem, block, row++, 0, axis.transpose() * J);
}

}  // namespace

// An arm whose links and tip press on walls, joints at their stops, motors of limited torque,
// servos.
KeptProblem pressing_arm(std::mt19937_64& random, int number) {
  StepProblem problem;
  const Arm arm(random, of_these(random, 2, 12), number % 3 == 0, number % 2 == 0 ? 0.5 : 2.0);
  const int tree = add_arm(problem, arm, random);
  for (int i = 0; i < arm.links(); ++i) {
    const unsigned kind = static_cast<unsigned>(random() % 5);
    if (kind == 0) continue;
    const double most = tenfold(random, -5.0, 0.0);
    const ContactLaw laws[] = {bounded_row(0.0, infinity), bounded_row(-infinity, 0.0),
                               bounded_row(-most, most), equality_row()};
    const int block = problem.add_block(laws[kind - 1], tree);
    problem.jacobian(block)[i] = 1.0;
    if (kind == 4) problem.compliance(block) = tenfold(random, -3.0, 3.0);
  }
  const int touches = of_these(random, 1, 5);
  for (int i = 0; i < touches; ++i) {
    const int link = of_these(random, 0, arm.links() - 1);
    const Vector3d wall(draw(random, -1.0, 1.0), number % 3 == 0 ? 0.0 : draw(random, -1.0, 1.0),
                        draw(random, -0.5, 1.0));
    const ContactLaw law = coulomb_contact(random() % 3 == 0 ? 0.0 : draw(random, 0.1, 1.5));
    add_contact(problem, law, tree,
                arm.jacobian(link, i == 0 ? arm.tip : arm.middle[static_cast<std::size_t>(link)]),
                wall.normalized());
  }
  return keep(problem);
}

// Two arms whose tips are held together, or hold a ball between them, and lie on the ground.
KeptProblem closed_loops(std::mt19937_64& random, int number) {
  StepProblem problem;
  const Arm left(random, of_these(random, 3, 8), false, 1.0),
      right(random, of_these(random, 3, 8), false, 1.0);
  const int a = add_arm(problem, left, random), b = add_arm(problem, right, random);
  const MatrixXd at_left = left.jacobian(left.links() - 1, left.tip),
                 at_right = right.jacobian(right.links() - 1, right.tip);
  for (int i = 0; i < 3; ++i) {
    const int block = problem.add_block(equality_row(), a, b);
    set_row(problem, block, 0, 0, at_left.row(i));
    set_row(problem, block, 0, 1, -at_right.row(i));
  }
  const auto touch = [&](int tree, const Arm& arm) {
    for (int k = 0; k < arm.links(); ++k)
      if (random() % 2 == 0)
        add_contact(problem, coulomb_contact(draw(random, 0.0, 1.0)), tree,
                    arm.jacobian(k, arm.middle[static_cast<std::size_t>(k)]), Vector3d::UnitZ());
  };
  touch(a, left), touch(b, right);
  // The same condition once more: loops may be redundant, too.
  if (number % 2 == 1) {
    const int block = problem.add_block(equality_row(), a, b);
    set_row(problem, block, 0, 0, at_left.row(0) + at_left.row(1));
    set_row(problem, block, 0, 1, -at_right.row(0) - at_right.row(1));
  }
  return keep(problem);
}

// Boxes in a plane, three coordinates each, in a pyramid on the ground.
KeptProblem planar_pyramid(std::mt19937_64& random, int number) {
  StepProblem problem;
  const int layers = of_these(random, 1, 6);
  const double friction = draw(random, 0.0, 1.0), tilt = draw(random, 0.0, 0.4);
  std::vector<Vector2d> place;
  for (int layer = 0; layer < layers; ++layer)
    for (int i = 0; i < layers - layer; ++i) {
      place.push_back({0.2 * i + 0.1 * layer, 0.1 + 0.2 * layer});
      const int tree = problem.add_tree(3);
      const double m = tenfold(random, -1.5, 1.5);
      problem.mass(tree)[0] = m * 0.04 / 6.0, problem.mass(tree)[4] = problem.mass(tree)[8] = m;
      double* v = problem.free_velocity(tree);
      v[1] = -9.81e-3 * std::sin(tilt), v[2] = -9.81e-3 * std::cos(tilt);
      for (int k = 0; k < 3 && number % 2 == 1; ++k) v[k] += draw(random, -0.05, 0.05);
    }
  const auto touch = [&](int a, int b, const Vector2d& point, const Vector2d& n) {
    const int block = problem.add_block(planar_contact(friction), a, b);
    for (int piece = 0; piece < (b < 0 ? 1 : 2); ++piece) {
      const Vector2d arm = point - place[static_cast<std::size_t>(piece == 0 ? a : b)];
      double* J = problem.jacobian(block, piece);
      const Vector2d axes[2] = {n, {n[1], -n[0]}};
      for (int row = 0; row < 2; ++row) {
        const double sign = piece == 0 ? 1.0 : -1.0;
        J[3 * row] = sign * (arm[0] * axes[row][1] - arm[1] * axes[row][0]);
        J[3 * row + 1] = sign * axes[row][0], J[3 * row + 2] = sign * axes[row][1];
      }
    }
  };
  for (int a = 0; a < static_cast<int>(place.size()); ++a) {
    const Vector2d& p = place[static_cast<std::size_t>(a)];
    if (p[1] < 0.15)
      for (const double x : {-0.1, 0.1}) touch(a, -1, {p[0] + x, 0.0}, Vector2d::UnitY());
    for (int b = 0; b < a; ++b) {
      const Vector2d& o = place[static_cast<std::size_t>(b)];
      const bool above = std::abs(p[1] - o[1] - 0.2) < 0.01 && std::abs(p[0] - o[0]) < 0.15;
      const bool beside = std::abs(p[1] - o[1]) < 0.01 && std::abs(p[0] - o[0] - 0.2) < 0.01;
      const double edge = p[1] - 0.1, low = std::max(p[0], o[0]) - 0.1,
                   high = std::min(p[0], o[0]) + 0.1;
      if (above)
        touch(a, b, {low, edge}, Vector2d::UnitY()), touch(a, b, {high, edge}, Vector2d::UnitY());
      if (beside)
        for (const double y : {-0.1, 0.1}) touch(a, b, {p[0] - 0.1, p[1] + y}, Vector2d::UnitX());
    }
  }
  return keep(problem);
}

}  // namespace catena::test::odd
