// Responses to impulses allocate nothing once their memory exists.

#include <gtest/gtest.h>

#include <cmath>

#include "catena/dynamics/inverse_inertia.hpp"
#include "catena/response/response.hpp"
#include "tests/allocation/allocation_counter.hpp"
#include "tests/support/random_closed.hpp"

namespace catena::test {
namespace {

class ImpulseAllocation : public testing::Test {
 protected:
  void SetUp() override {
    if (!allocations_can_be_counted()) GTEST_SKIP() << "malloc cannot be counted in this build";
  }
};

TEST_F(ImpulseAllocation, NoneInInverseInertias) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Model model = random_model(seed);
    const RandomState state = random_state(model, seed);
    Workspace<double> ws(model);
    InverseInertia psi(model);
    const BodyId last{model.body_count() - 1}, first{1};
    Eigen::VectorXd dv(model.nv());
    double sum = 0.0;
    const AllocationGuard guard;
    psi.compute(state.q, {}, ws);
    sum +=
        psi.at(last).sum() + psi.at_point(last, {0, 1, 0}).sum() + psi.between(last, first).sum();
    psi.tree().jump(state.tau, state.external, dv, ws);
    const long count = guard.count();
    EXPECT_EQ(count, 0) << "seed " << seed;
    EXPECT_TRUE(std::isfinite(sum));
  }
}

TEST_F(ImpulseAllocation, NoneInTheResponseOfLoops) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const ClosedMechanism m = random_closed(seed);
    LoopSolver solver(m.loops);
    Eigen::VectorXd a(m.loops->nv()), rate(m.loops->nv()), multipliers = solver.multipliers();
    std::vector<Motion<double>> node_rate(m.tree->nodes().size(), Motion<double>::zero());
    const NodeWrench wrench = {1, {{1, 2, 3}, {4, 5, 6}}};
    solver.accelerations(m.q, m.v, m.tau, {}, a);  // the tests' own couplings allocate
    const AllocationGuard guard;
    solver.respond({&wrench, 1}, rate, node_rate, &multipliers);
    const long count = guard.count();
    EXPECT_EQ(count, 0) << "seed " << seed;
  }
}

// Rows at other places, and other numbers of rows between the same nodes.
TEST_F(ImpulseAllocation, NoneInResponsesOfTheSameBlocks) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const ClosedMechanism m = random_closed(seed);
    LoopSolver solver(m.loops);
    Response response(m.loops);
    solver.prepare(m.q, {});
    const int last = static_cast<int>(m.tree->nodes().size()) - 1;
    const auto find = [&](double shift, int rows) {
      const Force<double> f = {{1, shift, 0}, {0, 1, 2}};
      response.clear();
      response.add_coordinate(0);
      for (const int node : {1, last}) {
        response.begin_pair(node, 0, {shift, 0, 0});
        for (int r = 0; r < rows; ++r) response.add_row(f, -f);
      }
      response.find(solver);
    };
    find(0.0, 3);
    const AllocationGuard guard;
    find(0.1, 3);
    find(0.2, 1);
    find(0.3, 2);
    const long count = guard.count();
    EXPECT_EQ(count, 0) << "seed " << seed;
  }
}

}  // namespace
}  // namespace catena::test
