// Which stops of a chain of hinges are held when some of them are struck, against a quadratic
// program.

#include "catena/sim/bound_pivots.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <random>

#include "catena/math/infinity.hpp"
#include "catena/solvers/box_qp.hpp"

namespace catena::test {
namespace {

// Velocities that unit impulses on the hinges of a straight chain make: links of 1 m, 1 kg at the
// end of each.
Eigen::MatrixXd chain_response(int n) {
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = std::max(i, j); k < n; ++k) M(i, j) += (k - i + 1.0) * (k - j + 1.0);
  return M.llt().solve(Eigen::MatrixXd::Identity(n, n));
}

struct StruckChain {
  RowList list;
  std::vector<int> blocks;
  Eigen::VectorXd b, x, u, lower, upper;
};

// Every hinge on one of its stops, held; about one in ten comes against it.
StruckChain struck_chain(int n, unsigned seed) {
  std::mt19937 random(seed);
  StruckChain out;
  out.b.setZero(n), out.u.setZero(n), out.lower.resize(n), out.upper.resize(n), out.x.resize(n);
  const int bend = static_cast<int>(random() % 60);
  for (int k = 0; k < n; ++k) {
    const bool above = k < bend;
    out.lower[k] = above ? -infinity : 0.0, out.upper[k] = above ? 0.0 : infinity;
    out.x[k] = above ? -1.0 : 1.0;
    if (random() % 10 == 0) out.b[k] = (above ? 1.0 : -1.0) * static_cast<double>(random() % 100);
    out.list.add_coordinate(k, 0.0);
    out.list.blocks.push_back(
        {.item = k, .law = Law::Bounded, .row = k, .lower = out.lower[k], .upper = out.upper[k]});
    out.blocks.push_back(k);
  }
  return out;
}

// Impulses and velocities with what the pivots hold.
void answer(const BoundPivots& pivots, const Eigen::MatrixXd& W, StruckChain& chain) {
  std::vector<Eigen::Index> held;
  for (std::size_t i = 0; i < pivots.size(); ++i)
    if (pivots.where(i) == BoundPivots::Where::Still) held.push_back(static_cast<Eigen::Index>(i));
  chain.x.setZero();
  const Eigen::MatrixXd A = W(held, held);
  chain.x(held) = -A.ldlt().solve(Eigen::VectorXd(chain.b(held)));
  chain.u = W * chain.x + chain.b;
  chain.u(held).setZero();
}

TEST(BoundPivots, FindWhichStopsOfAStruckChainHold) {
  constexpr int n = 60, chains = 60;
  const Eigen::MatrixXd W = chain_response(n);
  int rounds = 0;
  for (unsigned seed = 1; seed <= chains; ++seed) {
    StruckChain chain = struck_chain(n, seed);
    BoundPivots pivots;
    pivots.begin(chain.list, chain.blocks, chain.b, chain.x, false);
    do {
      answer(pivots, W, chain);
      ++rounds;
      ASSERT_FALSE(pivots.is_lost()) << "chain " << seed;
    } while (pivots.exchange(chain.list, chain.blocks, chain.x, chain.u));
    const BoxQpResult expected = solve_box_qp(W, chain.b, chain.lower, chain.upper);
    ASSERT_TRUE(expected.solved);
    EXPECT_LT((chain.x - expected.x).lpNorm<Eigen::Infinity>(),
              1e-7 * (1.0 + expected.x.lpNorm<Eigen::Infinity>()))
        << "chain " << seed;
  }
  // 158 were measured. Where all that pull are let go at once, the first chain is lost already.
  EXPECT_LT(rounds, 4 * chains);
  RecordProperty("rounds", rounds);
}

}  // namespace
}  // namespace catena::test
