// Islands: rows of different islands do not act on each other, those of one do, and a part of the
// mechanism answers as the whole does.

#include "catena/response/islands.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <memory>

#include "catena/constraints/loop_solver.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/random_closed.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// A row: a random wrench on two nodes, or a unit effort on a coordinate.
struct RandomRow {
  std::vector<NodeWrench> wrenches;
  std::vector<DofEffort> efforts;
  double times(const VectorXd& rate, const std::vector<Motion<double>>& node_rate) const {
    double sum = 0.0;
    for (const NodeWrench& on : wrenches)
      sum += dot(on.wrench, node_rate[static_cast<std::size_t>(on.node)]);
    for (const DofEffort& on : efforts) sum += on.effort * rate[on.dof];
    return sum;
  }
};

struct Case {
  std::shared_ptr<const Loops> loops;
  VectorXd q;
  HeldArray held;
  std::vector<RandomRow> rows;
};

RandomRow random_row(Random& random, const Loops& loops) {
  RandomRow row;
  if (chance(random, 0.3)) {
    row.efforts.push_back({pick(random, loops.nv()), 1.0});
    return row;
  }
  for (int end = 0; end < 2; ++end) {
    const VectorXd f = random_vector(random, 6);
    row.wrenches.push_back({pick(random, static_cast<int>(loops.tree().nodes().size())),
                            {{f[0], f[1], f[2]}, {f[3], f[4], f[5]}}});
  }
  return row;
}

void complete(Random& random, double part_held, Case& out) {
  out.held = HeldArray::Constant(out.loops->nv(), false);
  for (int k = 0; k < out.loops->nv(); ++k) out.held[k] = chance(random, part_held);
  const int count = 2 + pick(random, 6);
  for (int i = 0; i < count; ++i) out.rows.push_back(random_row(random, *out.loops));
}

Case on_tree(std::uint64_t seed) {
  Random random(seed);
  RandomModelOptions options;
  options.min_bodies = 3, options.max_bodies = 14;
  Case out;
  const auto tree = std::make_shared<const Model>(random_model(seed, options));
  out.loops = std::make_shared<const Loops>(tree, LoopSpecs{});
  out.q = random_state(*tree, random).q;
  complete(random, seed % 2 == 0 ? 0.0 : 0.6, out);
  return out;
}

Case on_loops(std::uint64_t seed) {
  Random random(seed);
  RandomClosedOptions options;
  options.max_bodies = 12;
  options.max_loops = 3;
  const ClosedMechanism mechanism = random_closed(seed, options);
  Case out;
  out.loops = mechanism.loops;
  out.q = mechanism.q;
  complete(random, seed % 2 == 0 ? 0.0 : 0.5, out);
  return out;
}

Islands islands_of(const Case& c) {
  Islands islands(c.loops);
  islands.begin(c.held);
  for (const RandomRow& row : c.rows)
    row.efforts.empty() ? islands.add_pair(row.wrenches[0].node, row.wrenches[1].node)
                        : islands.add_coordinate(row.efforts[0].dof);
  islands.finish();
  return islands;
}

// W by responses of the whole mechanism.
MatrixXd coupling(const Case& c, LoopSolver& solver) {
  const auto n = static_cast<Eigen::Index>(c.rows.size());
  MatrixXd W(n, n);
  VectorXd rate = VectorXd::Zero(c.loops->nv());
  std::vector<Motion<double>> node_rate;
  for (Eigen::Index k = 0; k < n; ++k) {
    const RandomRow& row = c.rows[static_cast<std::size_t>(k)];
    solver.respond(row.wrenches, row.efforts, rate, node_rate);
    for (Eigen::Index i = 0; i < n; ++i)
      W(i, k) = c.rows[static_cast<std::size_t>(i)].times(rate, node_rate);
  }
  return W;
}

// W of the rows of each island by responses of its part alone; zero elsewhere.
MatrixXd coupling_in_parts(const Case& c, const Islands& islands, LoopSolver& solver) {
  const auto n = static_cast<Eigen::Index>(c.rows.size());
  MatrixXd W = MatrixXd::Zero(n, n);
  VectorXd rate = VectorXd::Zero(c.loops->nv());
  std::vector<Motion<double>> node_rate(c.loops->tree().nodes().size(), Motion<double>::zero());
  for (int island = 0; island < islands.count(); ++island)
    for (const int k : islands.blocks(island)) {
      const RandomRow& row = c.rows[static_cast<std::size_t>(k)];
      if (islands.part(island).nodes.empty()) continue;
      solver.respond(islands.part(island), row.wrenches, row.efforts, rate, node_rate);
      for (const int i : islands.blocks(island))
        W(i, k) = c.rows[static_cast<std::size_t>(i)].times(rate, node_rate);
    }
  return W;
}

int check(const Case& c, WorstError& error) {
  LoopSolver solver(c.loops);
  solver.prepare(c.q, c.held);
  const Islands islands = islands_of(c);
  const MatrixXd W = coupling(c, solver);
  const MatrixXd in_parts = coupling_in_parts(c, islands, solver);
  error.expect((W - in_parts).cwiseAbs().maxCoeff() / (1e-3 + W.cwiseAbs().maxCoeff()));
  return islands.count();
}

TEST(Islands, AnswerAsTheWholeTree) {
  WorstError error("islands of trees: J M^-1 J^T", 1e-13);
  int several = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) several += check(on_tree(seed), error) > 1;
  EXPECT_GT(several, 50);
}

TEST(Islands, AnswerAsTheWholeMechanismWithLoops) {
  WorstError error("islands with loops: J M^-1 J^T", 1e-9);
  int several = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) several += check(on_loops(seed), error) > 1;
  EXPECT_GT(several, 20);
}

// In a tree the rows of an island are joined by couplings that are not zero.
TEST(Islands, AreNotLargerThanTheyMust) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Case c = on_tree(seed);
    LoopSolver solver(c.loops);
    solver.prepare(c.q, c.held);
    const Islands islands = islands_of(c);
    const MatrixXd W = coupling(c, solver);
    for (int island = 0; island < islands.count(); ++island) {
      const std::span<const int> blocks = islands.blocks(island);
      std::vector<int> reached = {blocks.front()};
      for (std::size_t next = 0; next < reached.size(); ++next)
        for (const int i : blocks)
          if (std::find(reached.begin(), reached.end(), i) == reached.end() &&
              W(i, reached[next]) != 0.0)
            reached.push_back(i);
      EXPECT_EQ(reached.size(), blocks.size()) << "seed " << seed << ", island " << island;
    }
  }
}

}  // namespace
}  // namespace catena::test
