// The block factorisation, against dense factorisations of Eigen and by the equations it solves.

#include "catena/solvers/block_ldlt.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <random>
#include <stdexcept>
#include <vector>

#include "catena/solvers/dense.hpp"
#include "tests/solvers/block_matrices.hpp"

namespace catena {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

constexpr double tolerance = 1e-11;

BlockLdlt factorized(const MatrixXd& A, const Pattern& p, const std::vector<int>& rows) {
  BlockLdlt ldlt(p.blocks, p.pairs);
  write(A, p, rows, ldlt);
  ldlt.factorize(tolerance);
  return ldlt;
}

VectorXd solve(const BlockLdlt& ldlt, const VectorXd& b) {
  VectorXd x = VectorXd::Constant(b.size(), nan);
  ldlt.solve(b.data(), x.data());
  return x;
}

// The rows that exist, as indices into vectors.
std::vector<Eigen::Index> existing(const std::vector<int>& rows) {
  std::vector<Eigen::Index> all;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (int r = 0; r < rows[i]; ++r) all.push_back(static_cast<Eigen::Index>(6 * i) + r);
  return all;
}

// What must hold for any A = W^T W: rank, solutions, dependent rows and null space.
void expect_factorized(const BlockLdlt& ldlt, const MatrixXd& W, const std::vector<int>& rows,
                       std::mt19937_64& random) {
  const MatrixXd A = W.transpose() * W;
  const std::vector<Eigen::Index> all = existing(rows);
  const VectorXd pivots = pivoted_qr(W).R.diagonal().cwiseAbs();
  const int rank = static_cast<int>((pivots.array() > 1e-8 * pivots[0]).count());
  ASSERT_EQ(ldlt.rank(), rank);
  const VectorXd b = A * random_matrix(static_cast<int>(A.rows()), 1, random);
  const VectorXd x = solve(ldlt, b);
  EXPECT_LT((A * x - b).norm(), 1e-10 * (1.0 + b.norm()));

  std::vector<Eigen::Index> dependent;
  for (const Eigen::Index i : all)
    if (ldlt.is_dependent(static_cast<int>(i / 6), static_cast<int>(i % 6))) dependent.push_back(i);
  ASSERT_EQ(dependent.size() + static_cast<std::size_t>(rank), all.size());
  EXPECT_TRUE(x(dependent).isZero(0.0));
  VectorXd beyond = x;
  beyond(all).setZero();
  EXPECT_TRUE(beyond.isZero(0.0));

  const MatrixXd basis = ldlt.null_space();
  ASSERT_EQ(basis.rows(), A.rows());
  ASSERT_EQ(basis.cols(), static_cast<Eigen::Index>(dependent.size()));
  EXPECT_LT((A * basis).norm(), 1e-10 * (1.0 + A.norm() * basis.norm()));
  // Each column is 1 at a dependent row of its own and 0 at the others: a permutation.
  const MatrixXd at_dependent = basis(dependent, Eigen::all);
  EXPECT_TRUE((at_dependent.transpose() * at_dependent)
                  .isApprox(MatrixXd::Identity(basis.cols(), basis.cols()), 0.0));
  MatrixXd basis_beyond = basis;
  basis_beyond(all, Eigen::all).setZero();
  EXPECT_TRUE(basis_beyond.isZero(0.0));
}

TEST(BlockLdlt, SolvesDefiniteSystemsAsCholeskyDoes) {
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 8; ++trial)
    for (const Pattern& p : patterns(random)) {
      SCOPED_TRACE(p.name);
      const std::vector<int> rows = random_rows(p.blocks, trial % 2 == 0 ? 1 : 5, random);
      const MatrixXd W = random_root(p, rows, 9, 3, random), A = W.transpose() * W;
      const BlockLdlt ldlt = factorized(A, p, rows);
      expect_factorized(ldlt, W, rows, random);
      const std::vector<Eigen::Index> all = existing(rows);
      EXPECT_EQ(ldlt.rank(), static_cast<int>(all.size()));
      const VectorXd b = random_matrix(6 * p.blocks, 1, random);
      const VectorXd expected = solve_positive(A(all, all), b(all));
      const VectorXd x = solve(ldlt, b);
      EXPECT_LT((x(all) - expected).norm(), 1e-11 * expected.norm());
      VectorXd in_place = b;
      ldlt.solve(in_place.data(), in_place.data());
      EXPECT_EQ(in_place, x);
    }
}

TEST(BlockLdlt, FindsDependenceInsideBlocks) {
  std::mt19937_64 random(2);
  for (int trial = 0; trial < 8; ++trial)
    for (const Pattern& p : patterns(random)) {
      SCOPED_TRACE(p.name);
      const std::vector<int> rows = random_rows(p.blocks, 3, random);
      MatrixXd W = random_root(p, rows, 9, 3, random);
      int removed = 0;
      for (int i = 0; i < p.blocks; i += 2, ++removed)  // one row is a sum of two others
        W.col(6 * i + 1) = 0.3 * W.col(6 * i) - 2.0 * W.col(6 * i + 2);
      const BlockLdlt ldlt = factorized(W.transpose() * W, p, rows);
      expect_factorized(ldlt, W, rows, random);
      EXPECT_EQ(ldlt.rank(), static_cast<int>(existing(rows).size()) - removed);
    }
}

TEST(BlockLdlt, FindsDependenceAcrossBlocks) {
  std::mt19937_64 random(3);
  for (int trial = 0; trial < 8; ++trial)
    for (const Pattern& p : patterns(random)) {
      SCOPED_TRACE(p.name);
      const std::vector<int> rows = random_rows(p.blocks, 0, random);
      // So few rows of W that most columns depend on those of other blocks.
      for (const int own : {1, 2}) {
        const MatrixXd W = random_root(p, rows, own, 2, random);
        expect_factorized(factorized(W.transpose() * W, p, rows), W, rows, random);
      }
    }
}

TEST(BlockLdlt, TreatsZeroRowsAsDependent) {
  std::mt19937_64 random(4);
  for (const Pattern& p : patterns(random)) {
    SCOPED_TRACE(p.name);
    const std::vector<int> rows = random_rows(p.blocks, 3, random);
    MatrixXd W = random_root(p, rows, 9, 3, random);
    for (int i = 0; i < p.blocks; ++i) W.col(6 * i + i % 3).setZero();
    W.leftCols(6).setZero();
    const BlockLdlt ldlt = factorized(W.transpose() * W, p, rows);
    expect_factorized(ldlt, W, rows, random);
    for (int i = 0; i < p.blocks; ++i) EXPECT_TRUE(ldlt.is_dependent(i, i % 3));
    const BlockLdlt zero = factorized(MatrixXd::Zero(W.cols(), W.cols()), p, rows);
    EXPECT_EQ(zero.rank(), 0);
    EXPECT_EQ(zero.worst_pivot(), 1.0);
  }
}

TEST(BlockLdlt, IsUsedAgainWithOtherRowsAndNumbers) {
  std::mt19937_64 random(5);
  for (const Pattern& p : patterns(random)) {
    SCOPED_TRACE(p.name);
    BlockLdlt used(p.blocks, p.pairs);
    for (int trial = 0; trial < 10; ++trial) {
      const std::vector<int> rows = random_rows(p.blocks, 0, random);
      const MatrixXd W = random_root(p, rows, 1 + trial, 1, random), A = W.transpose() * W;
      write(A, p, rows, used);
      used.factorize(tolerance);
      expect_factorized(used, W, rows, random);
      const VectorXd b = random_matrix(6 * p.blocks, 1, random);
      EXPECT_EQ(solve(used, b), solve(factorized(A, p, rows), b));
    }
    used.set_zero();
    used.factorize(tolerance);
    EXPECT_EQ(used.rank(), 0);
  }
}

// Units of rows change neither what is dependent nor, with powers of two, any digit.
TEST(BlockLdlt, DoesNotDependOnTheUnitsOfRows) {
  std::mt19937_64 random(6);
  std::uniform_int_distribution<int> power(-40, 40);
  for (const Pattern& p : patterns(random)) {
    SCOPED_TRACE(p.name);
    const std::vector<int> rows = random_rows(p.blocks, 2, random);
    const MatrixXd W = random_root(p, rows, 2, 2, random), A = W.transpose() * W;
    const VectorXd units =
        VectorXd::NullaryExpr(A.rows(), [&] { return std::ldexp(1.0, power(random)); });
    const VectorXd b = A * random_matrix(6 * p.blocks, 1, random);
    const BlockLdlt one = factorized(A, p, rows);
    const BlockLdlt other = factorized(units.asDiagonal() * A * units.asDiagonal(), p, rows);
    EXPECT_EQ(one.rank(), other.rank());
    EXPECT_EQ(one.worst_pivot(), other.worst_pivot());
    EXPECT_EQ(solve(one, b), units.asDiagonal() * solve(other, units.asDiagonal() * b));
  }
}

TEST(BlockLdlt, KeepsSmallPivotsAboveTheTolerance) {
  std::mt19937_64 random(7);
  for (const Pattern& p : {dense(1), dense(2), dense(5), chain_pattern(6), ring(7), star(5)}) {
    SCOPED_TRACE(p.name);
    const std::vector<int> rows(static_cast<std::size_t>(p.blocks), 5);
    // The first two rows are coupled to each other only, and so nearly equal that the pivot of one
    // of them is 1e-8 of its diagonal element.
    const MatrixXd W = random_root(p, rows, 9, 3, random);
    MatrixXd stretched = MatrixXd::Zero(W.rows() + 2, W.cols());
    stretched.topRows(W.rows()) = W;
    stretched.leftCols(2).setZero();
    stretched(W.rows(), 0) = stretched(W.rows(), 1) = 1.0;
    stretched(W.rows() + 1, 1) = 1e-4;
    const MatrixXd A = stretched.transpose() * stretched;
    BlockLdlt ldlt = factorized(A, p, rows);
    EXPECT_EQ(ldlt.rank(), 5 * p.blocks);
    EXPECT_NEAR(ldlt.worst_pivot(), 1e-8, 1e-15);
    const VectorXd sought = random_matrix(6 * p.blocks, 1, random);
    VectorXd expected = VectorXd::Zero(sought.size());
    const std::vector<Eigen::Index> all = existing(rows);
    expected(all) = sought(all);
    const VectorXd b = A * expected, x = solve(ldlt, b);
    const VectorXd singular = singular_values(stretched(Eigen::all, all));
    const double condition = std::pow(singular[0] / singular[singular.size() - 1], 2);
    EXPECT_LT((A * x - b).norm(), 1e-14 * A.norm() * x.norm());
    EXPECT_LT((x - expected).norm(), 4e-16 * condition * expected.norm());
    ldlt.factorize(1e-7);
    EXPECT_EQ(ldlt.rank(), 5 * p.blocks - 1);
  }
}

// A random row in another block that is nearly determined by many others.
TEST(BlockLdlt, SolvesNearlyDependentBlocksToTheirConditioning) {
  std::mt19937_64 random(8);
  for (int trial = 0; trial < 50; ++trial) {
    const Pattern p = dense(2 + trial % 4);
    const std::vector<int> rows(static_cast<std::size_t>(p.blocks), 6);
    MatrixXd W = random_root(p, rows, 9, 3, random);
    const int row = 6 * (trial % p.blocks) + trial % 6;
    VectorXd weights = random_matrix(6 * p.blocks, 1, random);
    weights[row] = 0.0;
    const VectorXd free = random_matrix(static_cast<int>(W.rows()), 1, random);
    W.col(row) = W * weights + 1e-4 * free;
    const MatrixXd A = W.transpose() * W;
    const BlockLdlt ldlt = factorized(A, p, rows);
    ASSERT_EQ(ldlt.rank(), 6 * p.blocks);
    EXPECT_LT(ldlt.worst_pivot(), 1e-6);
    const VectorXd expected = random_matrix(6 * p.blocks, 1, random), b = A * expected;
    const VectorXd x = solve(ldlt, b);
    const VectorXd singular = singular_values(W);
    const double condition = std::pow(singular[0] / singular[singular.size() - 1], 2);
    EXPECT_LT((A * x - b).norm(), 1e-14 * A.norm() * x.norm());
    EXPECT_LT((x - expected).norm(), 1e-15 * condition * expected.norm());
  }
}

TEST(BlockLdlt, SpreadsNumbersThatAreNotFinite) {
  const Pattern p = chain_pattern(3);
  const std::vector<int> rows = {2, 3, 1};
  for (const int place : {0, 7}) {
    MatrixXd A = MatrixXd::Identity(18, 18);
    A(place, place) = nan;
    const VectorXd x = solve(factorized(A, p, rows), VectorXd::Ones(18));
    EXPECT_TRUE(std::isnan(x[place]));
    EXPECT_EQ(x[5], 0.0);
  }
}

TEST(BlockLdlt, RefusesMoreThanSixRows) {
  BlockLdlt ldlt(2, Pairs{{0, 1}});
  EXPECT_THROW(ldlt.set_rows(0, 7), std::invalid_argument);
  EXPECT_THROW(ldlt.set_rows(0, -1), std::invalid_argument);
  BlockLdlt empty(0, Pairs{});
  empty.factorize(tolerance);
  EXPECT_EQ(empty.rank(), 0);
  EXPECT_EQ(empty.null_space().size(), 0);
}

}  // namespace
}  // namespace catena
