#include "tests/support/odd_problems.hpp"

#include <Eigen/Geometry>
#include <cmath>

#include "catena/math/infinity.hpp"
#include "tests/solvers/contact_laws.hpp"
#include "tests/support/contact_scenes.hpp"
#include "tests/support/odd_bodies.hpp"

namespace catena::test {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

MatrixXd some_matrix(std::mt19937_64& random, Index rows, Index columns) {
  return MatrixXd::NullaryExpr(rows, columns, [&] { return draw(random, -1.0, 1.0); });
}

BodyScene some_scene(std::mt19937_64& random, int number) {
  if (number % 2 == 0) {
    const int contacts = 4 + static_cast<int>(random() % 20);
    return random_impact(random, contacts, 1 + static_cast<int>(random() % 6));
  }
  return random_stack(random, true).scene;
}

// Balls in a row on a slope that touch each other, with friction against spinning and rolling.
KeptProblem rolling(std::mt19937_64& random, int number) {
  StepProblem problem;
  const int balls = 1 + static_cast<int>(random() % 10);
  constexpr double radius = 0.1, h = 1e-3;
  const Vector3d gravity = tilted_gravity(draw(random, 0.0, 0.6), draw(random, 0.0, 6.3));
  for (int i = 0; i < balls; ++i) {
    const double mass = std::pow(10.0, draw(random, -2.0, 2.0));
    const int tree = problem.add_tree(6);
    for (int k = 0; k < 3; ++k) {
      problem.mass(tree)[7 * k] = 0.4 * mass * radius * radius;
      problem.mass(tree)[7 * (k + 3)] = mass;
      problem.free_velocity(tree)[k] = draw(random, -1.0, 1.0);
      problem.free_velocity(tree)[k + 3] = draw(random, -0.1, 0.1) + h * gravity[k];
    }
  }
  const auto touch = [&](int a, int b, const Vector3d& n) {
    const double mu = draw(random, 0.0, 1.0);
    const ContactLaw law = number % 3 == 0   ? spinning_rolling_contact(mu, 0.02, 0.01)
                           : number % 3 == 1 ? rolling_contact(mu, 0.01)
                                             : soft_finger(mu, 0.02);
    const int block = problem.add_block(law, a, b);
    const Vector3d t1 = n.unitOrthogonal(), t2 = n.cross(t1);
    for (int piece = 0; piece < (b < 0 ? 1 : 2); ++piece) {
      const double sign = piece == 0 ? 1.0 : -1.0;
      // From the centre to the point: against the normal of a, along it of b.
      const Vector3d arm = -sign * radius * n;
      double* J = problem.jacobian(block, piece);
      const auto row = [&](const Vector3d& moment, const Vector3d& force) {
        for (int k = 0; k < 3; ++k) J[k] = sign * moment[k], J[k + 3] = sign * force[k];
        J += 6;
      };
      for (const Vector3d& axis : {n, t1, t2}) row(arm.cross(axis), axis);
      if (number % 3 != 1) row(n, Vector3d::Zero());
      if (number % 3 != 2) row(t1, Vector3d::Zero()), row(t2, Vector3d::Zero());
    }
  };
  for (int i = 0; i < balls; ++i) {
    touch(i, -1, Vector3d::UnitZ());
    if (i > 0) touch(i, i - 1, Vector3d::UnitX());
  }
  return keep(problem);
}

// Trees of joints: stops, motors, locked joints, contacts of one side and of two.
KeptProblem joints(std::mt19937_64& random, int number) {
  StepProblem problem;
  const int trees = 1 + static_cast<int>(random() % 3);
  for (int t = 0; t < trees; ++t) {
    const int n = 6 + static_cast<int>(random() % 20), tree = problem.add_tree(n);
    const MatrixXd A = some_matrix(random, n, n);
    Eigen::Map<MatrixXd>(problem.mass(tree), n, n) =
        A * A.transpose() + 0.1 * MatrixXd::Identity(n, n);
    for (int i = 0; i < n; ++i) problem.free_velocity(tree)[i] = draw(random, -1.0, 1.0);
    for (int i = 0; i < n; i += 2) {
      const double most = std::pow(10.0, draw(random, -3.0, 1.0));
      const ContactLaw laws[] = {bounded_row(0.0, infinity), bounded_row(-most, most),
                                 equality_row(), bounded_row(-infinity, 0.0)};
      const int block = problem.add_block(laws[random() % 4], tree);
      problem.jacobian(block)[i] = 1.0;
    }
    for (int c = 0; c < n / 4; ++c) {
      const ContactLaw cone = coulomb_contact(draw(random, 0.0, number % 2 == 0 ? 0.3 : 1.0));
      const bool held = c == 0 && number % 2 == 0;
      const int block = problem.add_block(held ? two_sided(cone) : cone, tree);
      for (int i = 0; i < 3 * n; ++i) problem.jacobian(block)[i] = draw(random, -1.0, 1.0);
    }
  }
  return keep(problem);
}

// J (M^-1 + S) J^T with a skew S: forces that turn like a gyroscope's.
KeptProblem not_symmetric(std::mt19937_64& random, int number) {
  StepProblem problem;
  some_scene(random, number).write(problem, 1e-3, tilted_gravity(draw(random, 0.0, 0.3)));
  const Condensed c = condense(problem);
  const Index n = c.v_free.size();
  const MatrixXd L = c.M.llt().matrixL();
  const MatrixXd Y = L.triangularView<Eigen::Lower>().solve(c.J.transpose());
  const MatrixXd S = std::pow(10.0, draw(random, -5.0, -1.0)) * some_matrix(random, n, n);
  KeptProblem kept;
  kept.W = Y.transpose() * (MatrixXd::Identity(n, n) + S - S.transpose()) * Y;
  kept.q = c.q, kept.laws = c.laws;
  return kept;
}

// Some contacts at what cannot move: nothing changes their velocities.
KeptProblem rows_of_zeros(std::mt19937_64& random, int number) {
  StepProblem problem;
  some_scene(random, number).write(problem, 1e-3, tilted_gravity(draw(random, 0.0, 0.3)));
  Condensed c = condense(problem);
  KeptProblem kept;
  for (std::size_t k = 0; k < c.laws.size(); ++k) {
    if (random() % 3 != 0) continue;
    const Index row = 3 * static_cast<Index>(k);
    c.J.middleRows(row, 3).setZero();
    c.q.segment(row, 3) = some_matrix(random, 3, 1);
    c.q[row] = random() % 3 == 0 ? 0.0 : std::abs(c.q[row]);
  }
  kept.W = c.J * c.M.llt().solve(c.J.transpose());
  kept.q = c.q, kept.laws = c.laws;
  return kept;
}

// Some contacts that act on almost nothing: next to a singular position.
KeptProblem almost_zero(std::mt19937_64& random, int number) {
  StepProblem problem;
  some_scene(random, number).write(problem, 1e-3, tilted_gravity(draw(random, 0.0, 0.3)));
  Condensed c = condense(problem);
  KeptProblem kept;
  for (std::size_t k = 0; k < c.laws.size(); ++k) {
    if (random() % 3 != 0) continue;
    const Index row = 3 * static_cast<Index>(k);
    const double little = std::pow(10.0, draw(random, -6.0, -3.0));
    c.J.middleRows(row, 3) *= little, c.q.segment(row, 3) *= little;
  }
  kept.W = c.J * c.M.llt().solve(c.J.transpose());
  kept.q = c.q, kept.laws = c.laws;
  return kept;
}

// W a thousand millionth or a thousand million of what it was, forces and velocities likewise.
KeptProblem huge_and_tiny(std::mt19937_64& random, int number) {
  StepProblem problem;
  some_scene(random, number).write(problem, 1e-3, tilted_gravity(draw(random, 0.0, 0.3)));
  const Condensed c = condense(problem);
  KeptProblem kept;
  kept.W = std::pow(10.0, draw(random, -18.0, 18.0)) * c.W;
  kept.q = std::pow(10.0, draw(random, -18.0, 18.0)) * c.q;
  kept.laws = c.laws;
  return kept;
}

}  // namespace

const std::vector<OddProblems>& odd_problems() {
  static const std::vector<OddProblems> all = {{"domes", odd::dome},
                                               {"wedges", odd::wedges},
                                               {"hooks", odd::hooks},
                                               {"long chains, 1e6", odd::long_chain},
                                               {"smooth and rough", odd::smooth_and_rough},
                                               {"piles of spheres", odd::pile_of_spheres},
                                               {"unlike units", odd::unlike_units},
                                               {"pinched rows", odd::pinched_row},
                                               {"uneven faces", odd::uneven_faces},
                                               {"drifting faces", odd::drifting_faces},
                                               {"friction to 10", odd::very_rough},
                                               {"anisotropic", odd::anisotropic},
                                               {"masses 1e-2 to 1e4", odd::very_unlike, true, true},
                                               {"pressing arms", odd::pressing_arm},
                                               {"closed loops", odd::closed_loops},
                                               {"planar pyramids", odd::planar_pyramid},
                                               {"rolling and spinning", rolling},
                                               {"joints", joints},
                                               {"W not symmetric", not_symmetric},
                                               {"rows of zeros", rows_of_zeros},
                                               {"W almost zero", almost_zero},
                                               {"huge and tiny", huge_and_tiny},
                                               {"long chains, 1e8", odd::longer_chain, true, true},
                                               {"between jaws", odd::between_jaws, false}};
  return all;
}

}  // namespace catena::test
