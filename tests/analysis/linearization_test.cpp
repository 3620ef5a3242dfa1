// Linear systems of mechanisms with loops, against the mechanisms themselves.

#include "catena/analysis/linearization.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "catena/analysis/independent_dynamics.hpp"
#include "catena/analysis/natural_modes.hpp"
#include "catena/solvers/dense.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/mechanisms.hpp"

namespace catena {
namespace {

using Eigen::VectorXd;
using test::Mechanism;

VectorXd pick(const VectorXd& all, const std::vector<int>& which) {
  VectorXd out(static_cast<Eigen::Index>(which.size()));
  for (std::size_t k = 0; k < which.size(); ++k) out[static_cast<Eigen::Index>(k)] = all[which[k]];
  return out;
}

// x' at deviations x, through LoopSolver with theta_G held in its projections. The rate of
// orientations is taken by differences in time.
VectorXd rate_at(const Mechanism& mechanism, const IndependentCoordinates& coordinates,
                 const VectorXd& x) {
  const Loops& loops = *mechanism.loops;
  const Model& tree = loops.tree();
  const std::vector<int>& theta = coordinates.independent;
  const auto n = static_cast<Eigen::Index>(theta.size());
  HeldArray held = HeldArray::Constant(loops.nv(), false);
  const VectorXd step = coordinates.all * x.head(n);
  VectorXd q = mechanism.q, v = mechanism.v, a(loops.nv());
  const VectorXd q_tree = q.head(tree.nq());
  q.head(tree.nq()) = integrate(tree, q_tree, step.head(tree.nv()));
  for (Eigen::Index k = 0; k < n; ++k) {
    const int dof = theta[static_cast<std::size_t>(k)];
    held[dof] = true;
    v[dof] += x[n + k];
  }
  LoopSolver solver(mechanism.loops);
  EXPECT_LT(solver.close_position(q, held), 1e-11);
  solver.close_velocity(q, v, held);
  solver.follow(q, v);
  solver.accelerations(q, v, mechanism.tau, {}, a);
  const VectorXd moved = q.head(tree.nq());
  const VectorXd rates = test::derivative_at_zero(
      [&](double t) {
        return difference(tree, q_tree, integrate(tree, moved, t * v.head(tree.nv())));
      },
      1e-2);
  VectorXd out(2 * n);
  out << pick(rates, theta), pick(a, theta);
  return out;
}

TEST(Linearization, PredictsSmallDeviationsOfClosedMechanisms) {
  test::WorstError rate("x' at the state", 1e-11), slope("A x by differences of LoopSolver", 1e-8);
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    test::RandomTree closing(seed, 6);
    if (seed % 3 != 0)
      closing.add(seed % 2 == 0 ? spherical("s") : universal("u", {1, 0, 0}, {0, 1, 0}), 0, 6);
    if (seed % 3 == 2) closing.add_rod("rod", 1, 5);
    const Mechanism mechanism = closing.finish();
    LinearizationOptions options;
    options.coordinates.preferred.resize(static_cast<std::size_t>(mechanism.loops->tree().nv()));
    std::iota(options.coordinates.preferred.begin(), options.coordinates.preferred.end(), 0);
    options.coordinates.least_conditioning = 0.3;
    const Linearization system =
        linearize(mechanism.loops, mechanism.q, mechanism.v, mechanism.tau, {}, options);
    const std::vector<int>& theta = system.coordinates.independent;
    ASSERT_FALSE(theta.empty());
    ASSERT_LT(theta.back(), mechanism.loops->tree().nv());
    const std::string which = fmt::format("seed {}", seed);
    const VectorXd zero = VectorXd::Zero(system.c.size());
    rate.expect(system.c, rate_at(mechanism, system.coordinates, zero), which);
    const VectorXd x = test::random_vector(closing.random, static_cast<int>(system.c.size()));
    const VectorXd by_differences = test::derivative_at_zero(
        [&](double e) { return rate_at(mechanism, system.coordinates, e * x); }, 1e-2);
    slope.expect(system.A * x, by_differences, which);
  }
}

// Actuators on tree and loop joints alike: (W^T M W)^-1 S^T.
TEST(Linearization, EffortsActThroughTheLoops) {
  test::WorstError worst("B against (W^T M W)^-1 S^T", 1e-12);
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    test::RandomTree closing(seed, 6);
    closing.add(spherical("s"), 0, 6);
    const Mechanism mechanism = closing.finish();
    const int nv = mechanism.loops->nv();
    const std::vector<int> actuated = {0, nv - 1, nv - 2};
    IndependentDynamics dynamics(mechanism.loops);
    dynamics.place(mechanism.q, mechanism.v);
    const Linearization system =
        linearize(mechanism.loops, mechanism.q, mechanism.v, mechanism.tau, actuated);
    ASSERT_EQ(system.coordinates.independent, dynamics.coordinates().independent);
    const int n = system.coordinates.mobility();
    EXPECT_EQ(system.B.topRows(n).norm(), 0.0);
    worst.expect(
        system.B.bottomRows(n),
        solve_positive(dynamics.inertia(), dynamics.coordinates().rows_of(actuated).transpose()),
        fmt::format("seed {}", seed));
  }
}

// m x'' + d x' + k x = 0.
TEST(Linearization, DampedEigenvaluesOfAnOscillator) {
  ModelBuilder builder;
  JointSpec slide = prismatic("slide", {1, 0, 0});
  slide.stiffness = Eigen::MatrixXd::Constant(1, 1, 50.0);
  slide.damping = VectorXd::Constant(1, 3.0);
  builder.add_joint(slide, world_body, builder.add_body("mass", solid_sphere(2.0, 0.1)));
  const Mechanism oscillator(builder, [](const Model&) { return LoopSpecs{}; });
  const auto values =
      eigenvalues(linearize(oscillator.loops, oscillator.q, oscillator.v, oscillator.tau, {}));
  ASSERT_EQ(values.size(), 2U);
  const std::complex<double> expected(-0.75, std::sqrt(25.0 - 0.75 * 0.75));
  EXPECT_LT(std::abs(values[1] - expected), 1e-10);
  EXPECT_LT(std::abs(values[0] - std::conj(expected)), 1e-10);
}

TEST(Linearization, SaysWhatIsWrong) {
  const Mechanism flat = test::n_four_bar(2, std::acos(0.0));  // all rods in a line
  EXPECT_THROW(linearize(flat.loops, flat.q, flat.v, flat.tau, {}), ModelError);
  const Mechanism bars = test::n_four_bar(2, 0.3);
  EXPECT_THROW(linearize(bars.loops, bars.q, bars.v, bars.tau, std::vector{99}), ModelError);
}

}  // namespace
}  // namespace catena
