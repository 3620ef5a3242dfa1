// Sparse block decompositions against dense ones.

#include "catena/solvers/block_lu.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <random>

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(BlockLu, SolvesAsDense) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  BlockLu lu;
  for (int trial = 0; trial < 60; ++trial) {
    const int blocks = 1 + static_cast<int>(random() % 12);
    std::vector<int> sizes, start(1, 0);
    for (int i = 0; i < blocks; ++i) {
      sizes.push_back(trial % 3 == 0 ? 6 : 1 + static_cast<int>(random() % 40));
      start.push_back(start.back() + sizes.back());
    }
    std::vector<std::pair<int, int>> pairs;
    for (int i = 0; i < blocks; ++i)
      for (int j = 0; j < i; ++j)
        if (random() % 4 == 0)
          pairs.push_back(random() % 2 == 0 ? std::pair{i, j} : std::pair{j, i});
    lu.set_pattern(sizes, pairs);
    lu.set_zero();
    MatrixXd A = MatrixXd::Zero(start.back(), start.back());
    const auto fill = [&](double* block, int i, int j) {
      const auto m = sizes[static_cast<std::size_t>(i)], n = sizes[static_cast<std::size_t>(j)];
      Eigen::Map<MatrixXd> B(block, m, n);
      B = MatrixXd::NullaryExpr(m, n, [&] { return unit(random); });
      if (i == j) B.diagonal().array() += 60.0;
      A.block(start[static_cast<std::size_t>(i)], start[static_cast<std::size_t>(j)], m, n) = B;
    };
    for (int i = 0; i < blocks; ++i) fill(lu.diagonal(i), i, i);
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      fill(lu.coupling(static_cast<int>(p)), pairs[p].first, pairs[p].second);
      fill(lu.opposite(static_cast<int>(p)), pairs[p].second, pairs[p].first);
    }
    VectorXd x = VectorXd::NullaryExpr(start.back(), [&] { return unit(random); });
    const VectorXd expected = A.fullPivLu().solve(x);
    lu.factorize();
    lu.solve(x.data());
    EXPECT_LE((x - expected).norm(), 1e-13 * expected.norm()) << "trial " << trial;
  }
}

TEST(DenseLu, LargeMatricesWithPivoting) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (const int n : {1, 2, 31, 64, 65, 150}) {
    MatrixXd A = MatrixXd::NullaryExpr(n, n, [&] { return unit(random); });
    A(0, 0) = 0.0;
    if (n == 1) A(0, 0) = 2.0;
    MatrixXd B = MatrixXd::NullaryExpr(n, 3, [&] { return unit(random); }), LU = A;
    const MatrixXd expected = A.fullPivLu().solve(B);
    std::vector<int> pivots(static_cast<std::size_t>(n));
    dense_lu::factorize(n, LU.data(), pivots.data());
    dense_lu::solve(n, LU.data(), pivots.data(), 3, B.data());
    EXPECT_LE((B - expected).norm(), 1e-10 * expected.norm()) << n;
  }
}

}  // namespace
}  // namespace catena::test
