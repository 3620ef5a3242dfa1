// What wrenches do to mechanisms with loops, LoopSolver::respond(), against the dense
// Z (Z^T M Z)^-1 Z^T J^T f with Z from the Jacobian of the loops; and what the solver lets read.

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <memory>

#include "catena/constraints/loop_solver.hpp"
#include "catena/dynamics/aba.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/dense_closed_response.hpp"
#include "tests/support/least_solution.hpp"
#include "tests/support/random_closed.hpp"
#include "tests/support/sweep.hpp"

namespace catena::test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Worst {
  WorstError rate{"response of loops: rates of all coordinates", 1e-11},
      node{"response of loops: rates of the bodies", 1e-11},
      balance{"response of loops: balance with the multipliers", 1e-11},
      column{"response of loops: mobility columns", 1e-11};
};

// Wrenches on three bodies, of which one may be the world, against the dense response. The solver
// is prepared.
void check_response(LoopSolver& solver, const VectorXd& q, Held held, Random& random,
                    Worst& worst) {
  const Model& tree = solver.loops().tree();
  const DenseClosedResponse dense(std::make_shared<const Loops>(solver.loops()), q, held);
  std::vector<NodeWrench> wrenches;
  VectorXd effort = VectorXd::Zero(tree.nv());
  for (int i = 0; i < 3; ++i) {
    const int body = pick(random, tree.body_count());
    const VectorXd f = random_vector(random, 6);
    const Force<double> wrench = {{f[0], f[1], f[2]}, {f[3], f[4], f[5]}};
    const BodyInfo& info = tree.body(BodyId{body});
    wrenches.push_back({info.node, info.X_NB * wrench});
    effort += dense.body_jacobian(body).transpose() * f;
  }
  const Index nv = solver.loops().nv();
  VectorXd rate(nv), multipliers = VectorXd::Zero(solver.multipliers().size()),
                     expected = dense.mobility().leftCols(tree.nv()) * effort;
  std::vector<Motion<double>> node_rate;
  solver.respond(wrenches, rate, node_rate, &multipliers);
  worst.rate.expect(rate, expected);
  for (int b = 1; b < tree.body_count(); ++b) {
    const BodyInfo& info = tree.body(BodyId{b});
    const auto& m = node_rate[static_cast<std::size_t>(info.node)];
    worst.node.expect(to_eigen(inverse_times(info.X_NB, m)),
                      dense.body_jacobian(b) * expected.head(tree.nv()));
  }
  VectorXd balance = dense.imbalance(rate, effort, multipliers);
  for (Index k = 0; !held.empty() && k < balance.size(); ++k)
    if (held[k]) balance[k] = 0.0;
  worst.balance.expect(balance.lpNorm<Eigen::Infinity>() /
                       std::max(1.0, effort.lpNorm<Eigen::Infinity>()));
}

TEST(LoopResponse, IsThatOfTheDenseSystem) {
  Worst worst;
  for (std::uint64_t seed = 0; seed < default_sweep; ++seed) {
    SCOPED_TRACE(seed);
    const ClosedMechanism m = random_closed(seed);
    Random random(seed);
    LoopSolver solver(m.loops);
    const auto held = random_held(random, *m.loops, static_cast<int>(seed % 3));
    solver.prepare(m.q, held);
    check_response(solver, m.q, held, random, worst);
    const DenseClosedResponse dense(m.loops, m.q, held);
    const int dof = pick(random, m.loops->nv());
    VectorXd column(m.loops->nv());
    solver.mobility(dof, column);
    worst.column.expect(column, dense.mobility().col(dof));
    VectorXd a = VectorXd::Zero(m.loops->nv());
    solver.accelerations(m.q, m.v, m.tau, {}, a);
    check_response(solver, m.q, {}, random, worst);
  }
}

// What the caller does with the array afterwards does not matter.
TEST(LoopResponse, HoldsACopyOfWhatIsHeld) {
  const ClosedMechanism m = random_closed(5);
  LoopSolver solver(m.loops);
  VectorXd column(m.loops->nv());
  for (int dof = 0; dof < m.tree->nv(); ++dof) {
    HeldArray held = HeldArray::Constant(m.loops->nv(), false);
    held[dof] = true;
    solver.prepare(m.q, held);
    held.setConstant(false);
    for (int load = 0; load < m.loops->nv(); ++load) {
      solver.mobility(load, column);
      EXPECT_EQ(column[dof], 0.0) << "effort on " << load;
    }
    EXPECT_TRUE(solver.held()[dof]);
  }
  const HeldArray too_long = HeldArray::Constant(m.loops->nv() + 1, false);
  EXPECT_THROW(solver.prepare(m.q, too_long), std::invalid_argument);
}

// Poses, velocities and accelerations of the nodes are those of Kinematics.
TEST(LoopResponse, AccelerationsAndStateCanBeRead) {
  WorstError rates("accelerations of the nodes with loops", 1e-11),
      poses("poses of the nodes", 1e-13), velocities("velocities of the nodes", 1e-13);
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const ClosedMechanism m = random_closed(seed);
    const Model& tree = *m.tree;
    LoopSolver solver(m.loops);
    VectorXd a(m.loops->nv()), column(m.loops->nv());
    solver.accelerations(m.q, m.v, m.tau, {}, a);
    const VectorXd multipliers = solver.multipliers();
    std::vector<Motion<double>> scratch;
    solver.respond({}, column, scratch);  // leaves the results alone
    EXPECT_EQ(column.norm(), 0.0);
    EXPECT_EQ(solver.multipliers(), multipliers);
    Kinematics<double> k(tree);
    k.compute(tree, m.q.head(tree.nq()), m.v.head(tree.nv()), a.head(tree.nv()));
    const auto state = solver.tree_state();
    for (std::size_t i = 1; i < tree.nodes().size(); ++i) {
      const Transform<double>& X = k.node_poses()[i];
      Motion<double> expected = k.node_accelerations()[i];
      expected.linear = expected.linear - transpose_times(X.rotation, tree.gravity());
      rates.expect(to_eigen(solver.node_rates()[i]), to_eigen(expected));
      velocities.expect(to_eigen(state.velocities[i]), to_eigen(k.node_velocities()[i]));
      poses.expect(to_eigen(state.roots[i] + state.poses[i].translation), to_eigen(X.translation));
      poses.expect(to_eigen(state.poses[i].rotation), to_eigen(X.rotation));
      EXPECT_EQ(to_eigen(solver.workspace().local[i].v), to_eigen(state.velocities[i]));
    }
  }
}

TEST(LoopResponse, NothingThatClosesIsAllRight) {
  Worst worst;
  WorstError free("accelerations without loops", 1e-12), assembled("q without loops", 1e-15);
  for_random_models(
      60, [&](const Model& random_tree, const RandomState& state, std::uint64_t seed) {
        const auto tree = std::make_shared<const Model>(random_tree);
        const auto loops = std::make_shared<const Loops>(tree, LoopSpecs{});
        LoopSolver solver(loops);
        Workspace<double> ws(*tree);
        VectorXd a(tree->nv()), expected(tree->nv()), q = state.q, v = state.v;
        aba<double>(*tree, q, v, state.tau, expected, ws);
        solver.accelerations(q, v, state.tau, {}, a);
        free.expect(a, expected);
        EXPECT_EQ(solver.close_position(q), 0.0);
        EXPECT_EQ(q, state.q);
        EXPECT_EQ(solver.assemble(q), 0.0);
        assembled.expect(q, state.q);  // quaternions get normalised
        solver.close_velocity(q, v);
        solver.follow(q, v);
        EXPECT_EQ(v, state.v);
        EXPECT_EQ(solver.multipliers().size() + solver.smallest_multipliers().size(), 0);
        EXPECT_EQ(solver.row_count() + solver.rank(), 0);
        VectorXd errors;
        solver.position_errors(q, errors);
        EXPECT_EQ(errors.size(), 0);
        solver.velocity_errors(q, v, errors);
        EXPECT_EQ(errors.size(), 0);
        if (tree->nv() == 0) return;
        Random random(seed);
        const auto held = random_held(random, *loops, static_cast<int>(seed % 3));
        solver.prepare(q, held);
        check_response(solver, q, held, random, worst);
        const int dof = pick(random, tree->nv());
        solver.mobility(dof, a);
        worst.column.expect(a, DenseClosedResponse(loops, q, held).mobility().col(dof));
      });
}

}  // namespace
}  // namespace catena::test
