// Three ways to the motion of random mechanisms with loops, redundant ones included: multipliers
// (LoopSolver), independent coordinates, and the reference in maximal coordinates.

#include <gtest/gtest.h>

#include "catena/analysis/closed_inverse_dynamics.hpp"
#include "catena/analysis/mobility_report.hpp"
#include "tests/support/closed_reference.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/random_closed.hpp"

namespace catena::test {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

// The reference's reactions as multipliers of LoopSolver, 6 per closure.
VectorXd multipliers_of(const ClosedReference::Solution& reference, const Loops& loops,
                        const ClosureGeometry& geometry, const VectorXd& q) {
  VectorXd out = VectorXd::Zero(6 * static_cast<Index>(loops.closures().size()));
  const ClosedReference poses(loops, q, VectorXd::Zero(loops.nv()));
  for (std::size_t c = 0; c < loops.closures().size(); ++c) {
    const Closure& closure = loops.closures()[c];
    const auto i = static_cast<std::size_t>(closure.index);
    const auto first = static_cast<Index>(6 * c);
    switch (closure.kind) {
      case Closure::Kind::Joint: {
        const LoopJointState& joint = geometry.joint(closure.index);
        for (int k = 0; k < joint.constraints; ++k)
          out[first + k] = to_eigen(joint.constraint[static_cast<std::size_t>(k)])
                               .dot(reference.loop_wrenches[i]);
        break;
      }
      case Closure::Kind::Rod:
        out[first] = -reference.rod_tensions[closure.index];
        break;
      case Closure::Kind::Coupling:
        out[first] = reference.couplings[closure.index];
        break;
      case Closure::Kind::Rolling: {
        const Rolling& rolling = loops.specs().rollings[i];
        out.segment<3>(first) =
            (poses.tree().body(rolling.b).R * to_eigen(rolling.X_BP.rotation)).transpose() *
            reference.rolling_forces[i];
        break;
      }
    }
  }
  return out;
}

TEST(Agreement, ThreeWaysGiveOneMotionAndTheSameSmallestReactions) {
  WorstError a_b("multipliers and independent coordinates: a", 1e-9),
      a_reference("multipliers and maximal coordinates: a", 1e-9),
      x_b("multipliers and independent coordinates: reactions", 1e-9),
      x_reference("multipliers and maximal coordinates: reactions", 1e-9);
  for (std::uint64_t seed = 0; seed < closed_sweep; ++seed) {
    SCOPED_TRACE(seed);
    const ClosedMechanism m = random_closed(seed);
    LoopSolver solver(m.loops);
    IndependentDynamics independent(m.loops);
    VectorXd a(m.loops->nv()), b(m.loops->nv());
    solver.accelerations(m.q, m.v, m.tau, {}, a);
    independent.accelerations(m.q, m.v, m.tau, {}, b);
    const auto reference = ClosedReference(*m.loops, m.q, m.v).forward(m.tau);
    a_b.expect(b, a);
    a_reference.expect(reference.a, a);
    const VectorXd x = solver.smallest_multipliers();
    x_b.expect(independent.smallest_multipliers(b, m.tau), x);
    x_reference.expect(multipliers_of(reference, *m.loops, solver.geometry(), m.q), x);
    EXPECT_EQ(independent.coordinates().mobility(), m.mobility);
    EXPECT_EQ(m.loops->tree().nv() - solver.rank(), m.mobility);
    EXPECT_EQ(solver.row_count() - solver.rank(), m.redundant_rows);
  }
}

TEST(Agreement, InverseDynamicsUndoesForwardDynamics) {
  WorstError efforts("closed inverse dynamics: generalized efforts", 1e-9),
      motion("closed inverse, then forward dynamics", 1e-9);
  for (std::uint64_t seed = 0; seed < closed_sweep; ++seed) {
    SCOPED_TRACE(seed);
    const ClosedMechanism m = random_closed(seed);
    LoopSolver solver(m.loops);
    VectorXd a(m.loops->nv()), again(m.loops->nv());
    solver.accelerations(m.q, m.v, m.tau, {}, a);
    ClosedInverseDynamics inverse(m.loops);
    inverse.place(m.q, m.v);
    const ClosedInverseResult result = inverse.solve(a, inverse.coordinates().independent);
    efforts.expect(result.generalized, inverse.dynamics().generalized(m.tau));
    EXPECT_EQ(result.actuators.actuation, Actuation::Exact);
    solver.accelerations(m.q, m.v, result.tau, {}, again);
    motion.expect(again, a);
  }
}

TEST(Agreement, MobilityIsReported) {
  for (std::uint64_t seed = 0; seed < closed_sweep; ++seed) {
    SCOPED_TRACE(seed);
    const ClosedMechanism m = random_closed(seed);
    const MobilityReport report = mobility_report(m.loops, m.q);
    EXPECT_EQ(report.mobility, m.mobility);
    EXPECT_EQ(report.redundant(), m.redundant_rows);
    int redundant = 0;
    for (const MobilityReport::Closure& closure : report.closures) redundant += closure.redundant;
    EXPECT_EQ(redundant, m.redundant_rows);
    EXPECT_FALSE(report.is_singular()) << to_text(report);
  }
}

}  // namespace
}  // namespace catena::test
