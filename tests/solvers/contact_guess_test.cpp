// Steps that begin with the forces of the one before: trees whose mass matrix is one, guesses that
// are right, nearly right and wrong, and which of many solutions is found.

#include <gtest/gtest.h>

#include <numbers>

#include "catena/solvers/contact_chain.hpp"
#include "tests/solvers/contact_laws.hpp"
#include "tests/support/contact_scenes.hpp"

namespace catena::test {
namespace {

using Eigen::VectorXd;

constexpr double one_degree = std::numbers::pi / 180.0;

struct Buffers {
  std::vector<double> x, u, v;
  explicit Buffers(const StepProblem& problem)
      : x(static_cast<std::size_t>(problem.rows())),
        u(x.size()),
        v(static_cast<std::size_t>(problem.coordinates())) {}
  VectorXd forces() const {
    return Eigen::Map<const VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
  }
};

TEST(ContactGuess, UnitMassIsTheSameProblem) {
  std::mt19937_64 random(4);
  StepProblem given, unit;
  ContactChain chain;
  for (int trial = 0; trial < 30; ++trial) {
    random_impact(random, 4 + trial % 20, 2 + trial % 5).write(given, 1e-3, {0, 0, -9.81});
    write_with_unit_mass(given, unit);
    Buffers at(unit);
    ASSERT_TRUE(chain.solve(unit, at.x, at.v, at.u, {.tolerance = 1e-12}).solved);
    const Condensed c = condense(given);
    EXPECT_LE(law_violation(c.W, c.q, c.laws, at.forces()), 1e-10) << "trial " << trial;
    const VectorXd u = c.W * at.forces() + c.q;
    for (std::size_t i = 0; i < at.u.size(); ++i)
      EXPECT_NEAR(at.u[i], u[static_cast<Eigen::Index>(i)], 1e-10) << "trial " << trial;
  }
  EXPECT_THROW(unit.mass(0), std::invalid_argument);
}

// A contact that sticks or slides, with forces that are off by little: put right without scaling
// anything, and to the solution that is known.
TEST(ContactGuess, IsPutRightWhereItIsOffByLittle) {
  std::mt19937_64 random(11);
  ContactChain chain;
  for (int trial = 0; trial < 40; ++trial) {
    StepProblem problem;
    problem.add_unit_tree(6);
    const int block = problem.add_block(coulomb_contact(0.5), 0);
    Eigen::Matrix<double, 3, 6, Eigen::RowMajor> J = Eigen::Matrix<double, 3, 6>::Zero();
    J.leftCols<3>().diagonal().setConstant(2.0);
    for (double& entry : J.reshaped()) entry += draw(random, -0.3, 0.3);
    std::copy_n(J.data(), 18, problem.jacobian(block));
    const bool slides = trial % 2 == 0;
    const double angle = draw(random, 0.0, 6.0), part = slides ? 0.5 : draw(random, 0.0, 0.4);
    const Eigen::Vector3d x(1.0, part * std::cos(angle), part * std::sin(angle));
    Eigen::Vector3d u = Eigen::Vector3d::Zero();
    if (slides) u.tail<2>() = -2.0 * x.tail<2>();
    const Eigen::Vector3d bias = u - J * J.transpose() * x;
    std::copy_n(bias.data(), 3, problem.bias(block));
    Buffers at(problem);
    for (int i = 0; i < 3; ++i) at.x[static_cast<std::size_t>(i)] = (1.0 + 1e-10) * x[i];
    const ChainReport report =
        chain.solve(problem, at.x, at.v, at.u, {.tolerance = 1e-12, .warm = true});
    EXPECT_TRUE(report.solved);
    EXPECT_EQ(report.link, ChainLink::Sweeps);
    EXPECT_LE((at.forces() - x).norm(), 1e-11) << "trial " << trial;
  }
}

// All laws: the residual found without scaling anything is the one that the chain finds.
TEST(ContactGuess, IsJudgedByTheSameResidual) {
  const ContactLaw laws[] = {coulomb_contact(0.5),
                             planar_contact(0.3),
                             soft_finger(0.4, 0.4),
                             rolling_contact(0.5, 0.1),
                             spinning_rolling_contact(0.5, 0.1, 0.2),
                             bounded_row(-0.2, 0.3),
                             equality_row(),
                             two_sided(coulomb_contact(0.5))};
  std::mt19937_64 random(9);
  ContactChain chain;
  for (int trial = 0; trial < 50; ++trial) {
    StepProblem problem, massive;
    const int n[] = {6, 3};
    for (int t = 0; t < 2; ++t) {
      problem.add_unit_tree(n[t]), massive.add_tree(n[t]);
      for (int i = 0; i < n[t]; ++i) {
        massive.mass(t)[i * (n[t] + 1)] = 1.0;
        massive.free_velocity(t)[i] = problem.free_velocity(t)[i] = draw(random, -1.0, 1.0);
      }
    }
    for (const ContactLaw& law : laws) {
      const int block = problem.add_block(law, 0, trial % 2 == 0 ? 1 : -1);
      massive.add_block(law, 0, trial % 2 == 0 ? 1 : -1);
      massive.compliance(block) = problem.compliance(block) = 0.1;
      for (int piece = 0; piece < (trial % 2 == 0 ? 2 : 1); ++piece)
        for (int i = 0; i < law.rows() * n[piece]; ++i)
          massive.jacobian(block, piece)[i] = problem.jacobian(block, piece)[i] =
              draw(random, -1.0, 1.0);
      for (int i = 0; i < law.rows(); ++i)
        massive.bias(block)[i] = problem.bias(block)[i] = draw(random, -0.2, 0.2);
    }
    Buffers a(problem), b(problem);
    for (double& force : a.x) force = draw(random, -1.0, 1.0);
    b.x = a.x;
    const ChainOptions any{.tolerance = 1e10, .warm = true};
    const ChainReport judged = chain.solve(problem, a.x, a.v, a.u, any);
    const ChainReport scaled = chain.solve(massive, b.x, b.v, b.u, any);
    EXPECT_EQ(judged.link, ChainLink::Start);
    EXPECT_NEAR(judged.residual, scaled.residual, 1e-13 * scaled.residual) << "trial " << trial;
    for (std::size_t i = 0; i < a.x.size(); ++i) {
      EXPECT_NEAR(a.x[i], b.x[i], 1e-14);
      EXPECT_NEAR(a.u[i], b.u[i], 1e-13);
    }
    for (std::size_t i = 0; i < a.v.size(); ++i) EXPECT_NEAR(a.v[i], b.v[i], 1e-13);
  }
}

// A stack that is shaken a little: Newton's method with the modes of the last step arrives in few
// steps, although velocities times rho alone would say that everything lets go.
TEST(ContactGuess, StackShakenALittleNeedsFewSteps) {
  std::mt19937_64 random(2);
  for (const double top : {1.0, 1000.0}) {
    StepProblem given, problem;
    box_stack(10, top, 0.5).write(given, 1e-3, tilted_gravity(1.1 * one_degree));
    write_with_unit_mass(given, problem);
    Buffers at(problem);
    ContactChain chain;
    ASSERT_TRUE(chain.solve(problem, at.x, at.v, at.u, {.tolerance = 1e-11}).solved);
    for (int trial = 0; trial < 20; ++trial) {
      write_with_unit_mass(given, problem);
      for (int tree = 0; tree < 10; ++tree)
        for (int i = 0; i < 6; ++i)
          problem.free_velocity(tree)[i] += 1e-5 * draw(random, -1.0, 1.0);
      const ChainReport report =
          chain.solve(problem, at.x, at.v, at.u, {.tolerance = 1e-11, .warm = true});
      EXPECT_TRUE(report.solved) << "top " << top << ", trial " << trial;
      EXPECT_EQ(report.link, ChainLink::Newton);
      EXPECT_LE(report.iterations, 6);
    }
  }
}

// What each of four points below a box carries is free in one direction, which the last forces
// decide.
TEST(ContactGuess, ForcesStayNearestToTheLastOnes) {
  BodyScene scene = box_on_floor(0.0);
  StepProblem given, problem;
  scene.write(given, 1.0, tilted_gravity(0.0));
  write_with_unit_mass(given, problem);
  Buffers at(problem);
  ContactChain chain;
  const double weight = 9.81, twist = 1.0;
  const double sign[] = {1.0, -1.0, -1.0, 1.0};  // the forces that balance each other
  for (int k = 0; k < 4; ++k)
    at.x[static_cast<std::size_t>(3 * k)] = 0.9 * weight / 4.0 + sign[k] * twist;
  ASSERT_TRUE(chain.solve(problem, at.x, at.v, at.u, {.tolerance = 1e-12, .warm = true}).solved);
  for (int k = 0; k < 4; ++k)
    EXPECT_NEAR(at.x[static_cast<std::size_t>(3 * k)], weight / 4.0 + sign[k] * twist, 1e-9);
}

// Points at different distances: moved in N, not by what they do to the body.
TEST(ContactGuess, NearestIsMeantInNewtons) {
  BodyScene scene;
  scene.bodies.push_back({1.0, {2.5e-3, 2.5e-3, 5e-3}, {0.0, 0.0, 0.01}});
  for (int k = 0; k < 40; ++k) {
    const double angle = 0.2 * std::numbers::pi * k, radius = 0.025 * (1 + k / 10);
    scene.touches.push_back({0,
                             -1,
                             {radius * std::cos(angle), radius * std::sin(angle), 0.0},
                             Eigen::Vector3d::UnitZ(),
                             0.5});
  }
  StepProblem given, problem;
  scene.write(given, 1.0, tilted_gravity(0.0));
  write_with_unit_mass(given, problem);
  Buffers at(problem);
  for (int k = 0; k < 40; ++k) at.x[static_cast<std::size_t>(3 * k)] = 0.2 + 0.01 * (k / 10);
  const std::vector<double> last = at.x;
  double before = 0.0;
  for (const double force : last) before += force;
  ContactChain chain;
  ASSERT_TRUE(chain.solve(problem, at.x, at.v, at.u, {.tolerance = 1e-12, .warm = true}).solved);
  const double each = (9.81 - before) / 40.0;
  for (std::size_t k = 0; k < 120; k += 3) EXPECT_NEAR(at.x[k], last[k] + each, 1e-8);
}

// Forces of an impact, taken for those of the next step: what quick links leave unsolved is no
// larger than what no guess would have left.
TEST(ContactGuess, FarTooLargeIsNone) {
  const BodyScene scene = box_stack(10, 1e3, 0.5);
  StepProblem problem;
  scene.write(problem, 1e-3, tilted_gravity(5.7 * one_degree));
  ChainOptions quick;
  quick.last = ChainLink::Newton;
  ContactChain chain;
  const auto largest_after = [&](double guess, bool warm) {
    std::vector<double> x(static_cast<std::size_t>(problem.rows())), u(x);
    std::vector<double> v(static_cast<std::size_t>(problem.coordinates()));
    for (std::size_t i = 0; i < x.size(); i += 3) x[i] = i % 2 == 0 ? guess : 0.1 * guess;
    quick.warm = warm;
    chain.solve(problem, x, v, u, quick);
    return Eigen::Map<const VectorXd>(x.data(), problem.rows()).lpNorm<Eigen::Infinity>();
  };
  EXPECT_EQ(largest_after(1e9, true), largest_after(0.0, false));
}

}  // namespace
}  // namespace catena::test
