// Rings and chains of a thousand blocks, definite ones and ones with many dependent rows. The
// product with A is that of a sparse matrix of Eigen.

#include <gtest/gtest.h>

#include <Eigen/SparseCore>
#include <algorithm>
#include <random>
#include <vector>

#include "catena/solvers/block_ldlt.hpp"
#include "tests/solvers/block_matrices.hpp"

namespace catena {
namespace {

using Sparse = Eigen::SparseMatrix<double>;

constexpr int length = 1000, rows = 5;

// A = W^T W with `shared` rows of W for each pair of the pattern.
Sparse random_sparse(const Pattern& p, int shared, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  std::vector<Eigen::Triplet<double>> numbers;
  for (int k = 0; k < static_cast<int>(p.pairs.size()); ++k)
    for (const int block :
         {p.pairs[static_cast<std::size_t>(k)].first, p.pairs[static_cast<std::size_t>(k)].second})
      for (int i = 0; i < shared; ++i)
        for (int r = 0; r < rows; ++r)
          numbers.emplace_back(shared * k + i, 6 * block + r, normal(random));
  Sparse W(shared * static_cast<int>(p.pairs.size()), 6 * p.blocks);
  W.setFromTriplets(numbers.begin(), numbers.end());
  return W.transpose() * W;
}

BlockLdlt factorized(const Sparse& A, const Pattern& p) {
  BlockLdlt ldlt(p.blocks, p.pairs);
  const auto put = [&](int i, int j, double* to) {
    for (int c = 0; c < rows; ++c)
      for (int r = 0; r < rows; ++r) to[6 * c + r] = A.coeff(6 * i + r, 6 * j + c);
  };
  for (int i = 0; i < p.blocks; ++i) {
    ldlt.set_rows(i, rows);
    put(i, i, ldlt.diagonal(i));
  }
  for (std::size_t k = 0; k < p.pairs.size(); ++k)
    put(p.pairs[k].first, p.pairs[k].second, ldlt.coupling(static_cast<int>(k)));
  ldlt.factorize(1e-11);
  return ldlt;
}

TEST(LongBlockLdlt, SolvesDefiniteAndDependentSystems) {
  std::mt19937_64 random(9);
  for (const Pattern& p : {chain_pattern(length), ring(length)})
    for (const int shared : {12, 3, 1}) {
      SCOPED_TRACE(p.name);
      const Sparse A = random_sparse(p, shared, random);
      const BlockLdlt ldlt = factorized(A, p);
      EXPECT_EQ(ldlt.rank(), std::min(rows * length, shared * static_cast<int>(p.pairs.size())));
      VectorXd expected = random_matrix(6 * length, 1, random);
      for (int i = 0; i < length; ++i) expected[6 * i + rows] = 0.0;
      const VectorXd b = A * expected;
      VectorXd x(b.size());
      ldlt.solve(b.data(), x.data());
      EXPECT_LT((A * x - b).norm(), 1e-12 * b.norm());
      if (shared == 12) {
        EXPECT_LT((x - expected).norm(), 1e-11 * expected.norm());
      }
    }
}

}  // namespace
}  // namespace catena
