// Natural modes and equilibria, against closed forms and the energy.

#include "catena/analysis/natural_modes.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "catena/dynamics/energy.hpp"
#include "catena/dynamics/passive.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/mechanisms.hpp"

namespace catena {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::Mechanism;

constexpr double g = 9.81, pi = 3.14159265358979323846;

LoopSpecs no_loops(const Model&) {
  return {};
}

NaturalModes modes_of(const Mechanism& mechanism) {
  return natural_modes(mechanism.loops, mechanism.q, mechanism.tau);
}

// Rods that hang on each other, turning about y, with centre of mass half-way down.
Mechanism hanging_rods(int count, double mass, double length) {
  ModelBuilder builder;
  BodyId parent = world_body;
  for (int i = 0; i < count; ++i) {
    const BodyId rod =
        builder.add_body(fmt::format("rod{}", i), Transform<double>::at({0, 0, -0.5 * length}) *
                                                      solid_box(mass, {0.02, 0.02, length}));
    builder.add_joint(revolute(fmt::format("hinge{}", i), {0, 1, 0}), parent, rod,
                      Transform<double>::at({0, 0, i == 0 ? 0.0 : -length}));
    parent = rod;
  }
  return {builder, no_loops};
}

double about_centre(double mass, double length) {
  return mass * (length * length + 0.02 * 0.02) / 12.0;
}

TEST(NaturalModes, Pendulum) {
  const double m = 1.3, l = 0.7, I = about_centre(m, l) + m * l * l / 4.0;
  const NaturalModes found = modes_of(hanging_rods(1, m, l));
  ASSERT_EQ(found.modes.size(), 1U);
  const double expected = m * g * 0.5 * l / I;
  EXPECT_NEAR(found.modes[0].omega_squared, expected, 1e-9 * expected);
  EXPECT_NEAR(found.modes[0].hertz(), std::sqrt(expected) / (2.0 * pi), 1e-9);
  EXPECT_NEAR(std::abs(found.modes[0].shape[0]), 1.0 / std::sqrt(I), 1e-12);
  EXPECT_LT(found.unbalance, 1e-14);
}

// In absolute angles both matrices are simple; T turns relative angles into them.
TEST(NaturalModes, DoublePendulum) {
  const double m = 0.9, l = 0.6, J = about_centre(m, l);
  MatrixXd M(2, 2), K(2, 2), T(2, 2);
  M << J + 1.25 * m * l * l, 0.5 * m * l * l, 0.5 * m * l * l, J + 0.25 * m * l * l;
  K << 1.5 * m * g * l, 0.0, 0.0, 0.5 * m * g * l;
  T << 1, 0, 1, 1;
  const NaturalModes found = modes_of(hanging_rods(2, m, l));
  EXPECT_LT((found.inertia - T.transpose() * M * T).norm(), 1e-13);
  EXPECT_LT((found.stiffness - T.transpose() * K * T).norm(), 1e-9);
  EXPECT_LT(found.asymmetry, 1e-9);
  // det(K - w M) = 0
  const double a = M.determinant(), b = M(0, 0) * K(1, 1) + M(1, 1) * K(0, 0), c = K.determinant();
  const double root = std::sqrt(b * b - 4.0 * a * c);
  EXPECT_NEAR(found.modes[0].omega_squared, (b - root) / (2.0 * a), 1e-7);
  EXPECT_NEAR(found.modes[1].omega_squared, (b + root) / (2.0 * a), 1e-7);
}

// Wall - mass - mass - wall with equal springs: k/m and 3 k/m, in phase and out of phase. The last
// spring belongs to a loop joint.
TEST(NaturalModes, MassesBetweenSprings) {
  const double m = 2.0, k = 80.0;
  const Eigen::Vector3d x(1, 0, 0);
  const auto spring = [&](const char* name) {
    JointSpec spec = prismatic(name, x);
    spec.stiffness = MatrixXd::Constant(1, 1, k);
    return spec;
  };
  ModelBuilder builder;
  const BodyId first = builder.add_body("first", solid_sphere(m, 0.1));
  const BodyId second = builder.add_body("second", solid_sphere(m, 0.1));
  builder.add_joint(spring("left"), world_body, first);
  builder.add_joint(spring("middle"), first, second, Transform<double>::at({1, 0, 0}));
  const Mechanism chain(builder, [&](const Model&) {
    LoopSpecs specs;
    specs.joints.push_back({spring("right"), world_body, second, Transform<double>::at({1, 0, 0})});
    return specs;
  });
  const NaturalModes found = modes_of(chain);
  ASSERT_EQ(found.modes.size(), 2U);
  EXPECT_NEAR(found.modes[0].omega_squared, k / m, 1e-8);
  EXPECT_NEAR(found.modes[1].omega_squared, 3.0 * k / m, 1e-8);
  // Coordinates are left, middle, right: displacements 1, 1 and 1, -1.
  const double size = 1.0 / std::sqrt(2.0 * m);
  for (const Mode& mode : found.modes) EXPECT_NEAR(std::abs(mode.shape[0]), size, 1e-9);
  EXPECT_NEAR(found.modes[0].shape[1], 0.0, 1e-9);
  EXPECT_NEAR(found.modes[1].shape[1], -2.0 * found.modes[1].shape[0], 1e-9);
  EXPECT_NEAR(found.modes[1].shape[2], -found.modes[1].shape[0], 1e-9);
}

// IFToMM A02 hangs as a pendulum, and stands as unstably.
TEST(NaturalModes, RowsOfFourBars) {
  for (const int n : {1, 3, 10}) {
    const double K = g * ((n + 1) / 2.0 + n) / ((n + 1) / 3.0 + n);
    for (const double angle : {pi, 0.0}) {
      const Mechanism bars = test::n_four_bar(n, angle);
      const NaturalModes found = modes_of(bars);
      ASSERT_EQ(found.modes.size(), 1U);
      const double expected = angle == 0.0 ? -K : K;
      EXPECT_NEAR(found.modes[0].omega_squared, expected, 1e-8) << n;
      EXPECT_EQ(found.modes[0].vibrates(), angle != 0.0);
      const auto values = eigenvalues(linearize(bars.loops, bars.q, bars.v, bars.tau, {}));
      ASSERT_EQ(values.size(), 2U);
      for (const auto& value : values) EXPECT_LT(std::abs(value * value + expected), 1e-8) << n;
    }
  }
}

// A crank-rocker with springs in the tree and in the loop, under a load: its equilibrium is where
// the energy does not change, and its stiffness is the curvature of the energy there.
TEST(NaturalModes, FourBarWithSpringsFollowsItsEnergy) {
  const Mechanism plain = test::crank_rocker();
  ModelBuilder builder = ModelBuilder::of(plain.loops->tree());
  builder.joint(builder.find_joint("crank")).stiffness = MatrixXd::Constant(1, 1, 30.0);
  builder.joint(builder.find_joint("crank")).damping = VectorXd::Constant(1, 0.5);
  Mechanism bars(builder, [&](const Model&) {
    LoopSpecs specs = plain.loops->specs();
    specs.joints[0].spec.stiffness = MatrixXd::Constant(1, 1, 4.0);
    specs.joints[0].spec.damping = VectorXd::Constant(1, 0.3);
    return specs;
  });
  const int crank = bars.dof("crank");
  bars.q << 0.2, 1.0, -0.3, 0.0;
  bars.tau[crank] = 0.7;
  LinearizationOptions options;
  options.coordinates.preferred = {crank};
  const Equilibrium rest = find_equilibrium(bars.loops, bars.q, bars.tau, options);
  ASSERT_TRUE(rest.converged);
  EXPECT_LT(rest.unbalance, 1e-10);

  const Model &tree = bars.loops->tree(), &links = bars.loops->links();
  Workspace<double> tree_ws(tree), links_ws(links);
  LoopSolver solver(bars.loops);
  HeldArray held = HeldArray::Constant(bars.loops->nv(), false);
  held[crank] = true;
  const auto energy = [&](double deviation) {
    VectorXd q = rest.q;
    q[crank] += deviation;
    EXPECT_LT(solver.close_position(q, held), 1e-13);
    const VectorXd q_tree = q.head(tree.nq()), q_links = q.tail(links.nq());
    return potential_energy<double>(tree, q_tree, tree_ws) +
           elastic_energy<double>(tree, q_tree, tree_ws) +
           elastic_energy<double>(links, q_links, links_ws) - bars.tau[crank] * q[crank];
  };
  const auto slope = [&](double deviation) {
    return test::derivative_at_zero(
        [&](double e) { return VectorXd::Constant(1, energy(deviation + e)).eval(); }, 4e-2, 5);
  };
  EXPECT_LT(std::abs(slope(0.0)[0]), 1e-10);
  const double curvature = test::derivative_at_zero(slope, 4e-2, 5)[0];
  const NaturalModes found = natural_modes(bars.loops, rest.q, bars.tau, options);
  ASSERT_EQ(found.coordinates.independent, std::vector{crank});
  EXPECT_NEAR(found.stiffness(0, 0), curvature, 1e-7 * std::abs(curvature));
  EXPECT_NEAR(found.modes[0].omega_squared, curvature / found.inertia(0, 0),
              1e-7 * std::abs(found.modes[0].omega_squared));
  const Linearization system = linearize(bars.loops, rest.q, bars.v, bars.tau, {}, options);
  EXPECT_LT(system.c.norm(), 1e-9);
  EXPECT_NEAR(system.A(1, 0), -found.modes[0].omega_squared,
              1e-8 * std::abs(found.modes[0].omega_squared));
  // Dampers of both joints, as the crank feels them.
  const double ratio = found.coordinates.all(bars.dof("pin"), 0);
  EXPECT_NEAR(system.A(1, 1), -(0.5 + 0.3 * ratio * ratio) / found.inertia(0, 0), 1e-11);
  // The frequency does not depend on the coordinate, be it that of the loop joint.
  options.coordinates.preferred = {bars.dof("pin")};
  const NaturalModes by_pin = natural_modes(bars.loops, rest.q, bars.tau, options);
  ASSERT_EQ(by_pin.coordinates.independent, std::vector{bars.dof("pin")});
  EXPECT_NEAR(by_pin.modes[0].omega_squared, found.modes[0].omega_squared,
              1e-8 * found.modes[0].omega_squared);
}

// Nothing holds a body that falls: no equilibrium.
TEST(NaturalModes, NoEquilibriumInFreeFall) {
  ModelBuilder builder;
  builder.add_joint(prismatic("down", {0, 0, 1}), world_body,
                    builder.add_body("mass", solid_sphere(1.0, 0.1)));
  const Mechanism falling(builder, no_loops);
  EXPECT_FALSE(find_equilibrium(falling.loops, falling.q, falling.tau, {}, 3).converged);
}

}  // namespace
}  // namespace catena
