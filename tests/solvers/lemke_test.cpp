// Pivoting: linear complementarity, and contacts with pyramids in place of cones.

#include "catena/solvers/lemke.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "catena/solvers/box_qp.hpp"
#include "catena/solvers/contact_chain.hpp"
#include "tests/support/contact_scenes.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Also where rows depend on others: w is unique all the same.
TEST(Lemke, SemidefiniteAsQuadraticProgram) {
  std::mt19937_64 random(1);
  Lemke lemke;
  VectorXd z;
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 1 + trial % 20, dofs = 1 + trial % 7;
    const MatrixXd J = MatrixXd::NullaryExpr(n, dofs, [&] { return draw(random, -1.0, 1.0); });
    const MatrixXd M = J * J.transpose();
    const VectorXd q = J * VectorXd::NullaryExpr(dofs, [&] { return draw(random, -1.0, 1.0); });
    ASSERT_TRUE(lemke.solve(M, q, 1000, z)) << "trial " << trial;
    const VectorXd w = M * z + q;
    EXPECT_GE(w.minCoeff(), -1e-10);
    EXPECT_GE(z.minCoeff(), 0.0);
    EXPECT_LE(std::abs(w.dot(z)), 1e-9 * (1.0 + z.norm()));
    const BoxQpResult qp = solve_box_qp(
        M, q, VectorXd::Zero(n), VectorXd::Constant(n, std::numeric_limits<double>::infinity()));
    EXPECT_LE((qp.w - w).cwiseAbs().maxCoeff(), 1e-9);
  }
}

TEST(Lemke, DegenerateProblemsDoNotCycle) {
  // Equal rows and equal right-hand sides: every ratio ties.
  const MatrixXd M = MatrixXd::Constant(6, 6, 1.0);
  VectorXd z;
  Lemke lemke;
  ASSERT_TRUE(lemke.solve(M, VectorXd::Constant(6, -1.0), 100, z));
  EXPECT_NEAR(z.sum(), 1.0, 1e-14);
}

TEST(Lemke, SaysWhereThereIsNoSolution) {
  VectorXd z;
  EXPECT_FALSE(Lemke().solve(MatrixXd::Constant(1, 1, -1.0), VectorXd::Constant(1, -1.0), 100, z));
  EXPECT_FALSE(Lemke().solve(MatrixXd::Zero(1, 1), VectorXd::Constant(1, -1.0), 100, z));
}

double slide(double azimuth, const ChainOptions& options) {
  StepProblem problem;
  constexpr double angle = 35.0 * std::numbers::pi / 180.0;
  box_on_floor(0.5).write(problem, 1.0, tilted_gravity(angle, azimuth));
  std::vector<double> x(12), u(12), v(6);
  ContactChain().solve(problem, x, v, u, options);
  return (9.81 * std::sin(angle) - std::hypot(v[3], v[4])) / (9.81 * std::cos(angle));
}

// A pyramid's friction depends on the direction; polished on the cone it does not.
TEST(Lemke, PyramidsOfContacts) {
  constexpr double pi = std::numbers::pi;
  ChainOptions options;
  options.pyramid_first = true;
  options.polish = false;
  options.edges = 4;
  EXPECT_NEAR(slide(0.0, options), 0.5, 1e-12);
  EXPECT_NEAR(slide(pi / 4.0, options), 0.5 / std::sqrt(2.0), 1e-12);
  options.edges = 8;
  EXPECT_NEAR(slide(pi / 8.0, options), 0.5 * std::cos(pi / 8.0), 1e-12);
  options.equal_area = true;
  const double larger = std::sqrt(pi / 4.0 / std::sin(pi / 4.0));
  EXPECT_NEAR(slide(pi / 8.0, options), 0.5 * larger * std::cos(pi / 8.0), 1e-12);
  options.polish = true;
  for (const double azimuth : {0.0, 0.3, pi / 8.0, 2.0})
    EXPECT_NEAR(slide(azimuth, options), 0.5, 1e-10);
}

}  // namespace
}  // namespace catena::test
