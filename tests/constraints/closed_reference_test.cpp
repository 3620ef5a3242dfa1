// The reference for trees with loops against itself and against derivatives of its velocities.
#include "tests/support/closed_reference.hpp"

#include <gtest/gtest.h>

#include <set>

#include "catena/model/configuration.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/random_closed.hpp"

namespace catena::test {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

// property(mechanism, seed) for seeds 0 .. closed_sweep - 1.
template <class F>
void for_random_closed(const F& property) {
  for (std::uint64_t seed = 0; seed < closed_sweep; ++seed) {
    SCOPED_TRACE(seed);
    property(random_closed(seed), seed);
    if (testing::Test::HasFailure() && seed > 20) return;
  }
}

// All coordinates moved by `step`.
VectorXd moved(const Loops& loops, const VectorXd& q, const VectorXd& step) {
  const Model &tree = loops.tree(), &links = loops.links();
  VectorXd result(q.size());
  result << integrate(tree, q.head(tree.nq()), step.head(tree.nv())),
      integrate(links, q.tail(links.nq()), step.tail(links.nv()));
  return result;
}

TEST(ClosedReference, EqualsTheMaximalReferenceWithoutLoops) {
  WorstError accelerations("open trees: accelerations", 1e-9),
      wrenches("open trees: wrenches", 1e-9);
  RandomModelOptions options;
  options.max_bodies = 12;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const auto tree = std::make_shared<const Model>(random_model(seed, options));
    const RandomState s = random_state(*tree, seed);
    const Loops loops(tree, {});
    const auto expected = MaximalReference(*tree, s.q, s.v).forward(s.tau, s.external);
    const auto actual = ClosedReference(loops, s.q, s.v).forward(s.tau, {}, s.external);
    if (tree->nv() > 0) accelerations.expect(actual.a, expected.a);
    for (std::size_t b = 1; b < expected.world_wrenches.size(); ++b)
      wrenches.expect(actual.tree_wrenches[b].tail<3>(), expected.world_wrenches[b].tail<3>());
    EXPECT_EQ(actual.redundant_rows, 0);
  }
}

// Twins without efforts of their own have the same wrench: any difference would add to the norm.
TEST(ClosedReference, TwinsShareTheirLoad) {
  WorstError shares("twins: difference of wrenches", 1e-11);
  RandomClosedOptions options;
  options.shape = ClosedShape::Duplicates;
  options.couplings = false;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    ClosedMechanism m = random_closed(seed, options);
    m.tau.tail(m.loops->links().nv()).setZero();
    const auto s = ClosedReference(*m.loops, m.q, m.v).forward(m.tau);
    for (const LoopJoint& joint : m.loops->specs().joints) {
      const std::string& name = joint.spec.name;
      const int one = m.loops->find_joint(name),
                two = m.loops->find_joint(std::string(name).append("_twin"));
      if (two < 0) continue;
      shares.expect(s.loop_wrenches[static_cast<std::size_t>(two)],
                    s.loop_wrenches[static_cast<std::size_t>(one)]);
    }
  }
}

TEST(ClosedReference, RandomMechanismsAreClosed) {
  WorstError position("closed: positions", 1e-13), velocity("closed: velocities", 1e-12);
  for_random_closed([&](const ClosedMechanism& m, std::uint64_t) {
    const ClosedReference reference(*m.loops, m.q, m.v);
    position.expect(reference.position_residual().cwiseAbs().maxCoeff());
    velocity.expect(reference.velocity_residual().cwiseAbs().maxCoeff());
    EXPECT_FALSE(m.loops->empty());
    EXPECT_GE(m.mobility, 1);
    EXPECT_GT(m.v.norm(), 0.0);
    EXPECT_EQ(m.redundant_rows > 0, m.shape != ClosedShape::Generic);
  });
}

TEST(ClosedReference, RandomMechanismsHaveAllKindsOfClosures) {
  std::set<JointKind> kinds;
  std::size_t rods = 0, couplings = 0, balls = 0, wheels = 0, most = 0;
  for_random_closed([&](const ClosedMechanism& m, std::uint64_t) {
    const LoopSpecs& specs = m.loops->specs();
    for (const LoopJoint& joint : specs.joints) kinds.insert(joint.spec.kind);
    rods += specs.rods.size();
    couplings += specs.couplings.size();
    for (const Rolling& rolling : specs.rollings) ++(rolling.is_wheel ? wheels : balls);
    most = std::max(most, m.loops->closures().size());
  });
  EXPECT_EQ(kinds.size(), all_joint_kinds.size());
  EXPECT_GT(rods, 20U);
  EXPECT_GT(couplings, 20U);
  EXPECT_GT(balls, 5U);
  EXPECT_GT(wheels, 5U);
  EXPECT_GE(most, 6U);
}

// Moving along v keeps positions closed; changing v by a keeps velocities closed. Both to first
// order, so the derivatives of the residuals vanish. No bias term of the reference takes part.
TEST(ClosedReference, AccelerationsKeepTheLoopsClosed) {
  WorstError velocities("d(position residual)/dt", 1e-9),
      accelerations("d(velocity residual)/dt, relative", 1e-9);
  for_random_closed([&](const ClosedMechanism& m, std::uint64_t) {
    const auto s = ClosedReference(*m.loops, m.q, m.v).forward(m.tau);
    EXPECT_EQ(s.redundant_rows, m.redundant_rows);
    const auto at = [&](double t) {
      return ClosedReference(*m.loops, moved(*m.loops, m.q, m.v * t), m.v + s.a * t);
    };
    const double scale = std::max(1.0, s.a.cwiseAbs().maxCoeff());
    velocities.expect(derivative_at_zero([&](double t) { return at(t).position_residual(); }, 1e-2)
                          .cwiseAbs()
                          .maxCoeff());
    accelerations.expect(
        derivative_at_zero([&](double t) { return at(t).velocity_residual(); }, 1e-2)
            .cwiseAbs()
            .maxCoeff() /
        scale);
  });
}

// Kinetic and potential energy at (q, v), without Newton and Euler's equations.
double energy(const Loops& loops, const VectorXd& q, const VectorXd& v) {
  const Model& tree = loops.tree();
  const MaximalReference bodies(tree, q.head(tree.nq()), v.head(tree.nv()));
  double sum = 0.5 * tree.armature().dot(v.head(tree.nv()).cwiseAbs2());
  for (int b = 1; b < tree.body_count(); ++b) {
    const Inertia<double>& inertia = tree.body(BodyId{b}).inertia;
    const MaximalReference::Body& body = bodies.body(BodyId{b});
    const Vector3d h = body.R * to_eigen(inertia.moment);
    const Vector3d omega = body.R.transpose() * body.omega;
    sum += 0.5 * omega.dot(to_eigen(inertia.rotational) * omega) +
           body.velocity.dot(body.omega.cross(h)) +
           0.5 * inertia.mass * body.velocity.squaredNorm();
    sum -= to_eigen(tree.gravity()).dot(inertia.mass * body.p + h);
  }
  return sum;
}

TEST(ClosedReference, EnergyGrowsByThePowerOfTheEfforts) {
  WorstError power("energy rate, over the sum of |tau v|", 1e-9);
  for_random_closed([&](const ClosedMechanism& m, std::uint64_t) {
    const auto s = ClosedReference(*m.loops, m.q, m.v).forward(m.tau);
    const double rate = derivative_at_zero(
        [&](double t) {
          return VectorXd::Constant(1,
                                    energy(*m.loops, moved(*m.loops, m.q, m.v * t), m.v + s.a * t));
        },
        1e-2)[0];
    const double scale = std::max(1.0, m.tau.cwiseProduct(m.v).cwiseAbs().sum());
    power.expect(std::abs(rate - m.tau.dot(m.v)) / scale);
  });
}

// Holding a coordinate at the acceleration that it has anyway changes nothing. Where it cannot
// move, its effort is idle, and the norm of the multipliers may only fall.
TEST(ClosedReference, HoldingUndoesDriving) {
  WorstError accelerations("held: accelerations", 1e-8), efforts("held: efforts", 1e-8),
      norms("held: multipliers grow", 1e-8);
  for_random_closed([&](const ClosedMechanism& m, std::uint64_t seed) {
    if (m.redundant_rows > 0) return;
    const ClosedReference reference(*m.loops, m.q, m.v);
    const auto free = reference.forward(m.tau);
    ClosedReference::Held held{std::vector<bool>(static_cast<std::size_t>(m.loops->nv())), free.a};
    held.mask[seed % held.mask.size()] = true;
    const auto s = reference.forward(m.tau, held);
    accelerations.expect(s.a, free.a);
    if (s.redundant_rows == 0) efforts.expect(s.tau, m.tau);
    norms.expect(std::max(0.0, s.multiplier_norm - free.multiplier_norm) /
                 std::max(1.0, free.multiplier_norm));
  });
}

}  // namespace
}  // namespace catena::test
