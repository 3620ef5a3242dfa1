#pragma once
// The rows that a quadratic program holds at their bounds, factorised so that one can be added or
// dropped in O(n^2): the J and R of Goldfarb & Idnani 1983.

#include <Eigen/Core>

namespace catena {

// The least part of a normal that others do not have; with less, it depends on them.
inline constexpr double least_independence = 1e-10;

// For a positive definite H and the normals N (columns) of k rows: J^T H J = 1 and J^T N = [R; 0]
// with an upper triangular R. The first k columns of J span what the rows hold, the others, J2,
// what they leave free. Allocates in resize() only.
class QpWorkingSet {
 public:
  // For n variables.
  void resize(Eigen::Index n);

  // Starts without rows, for H = P + diag(shift). Returns false where a pivot is not above
  // `tolerance` of its diagonal element.
  bool factorize(const Eigen::MatrixXd& P, const Eigen::VectorXd& shift, double tolerance);

  Eigen::Index size() const { return size_; }

  // d = J^T n, for the three below.
  void project(const Eigen::Ref<const Eigen::VectorXd>& normal);
  // |d2| / |d|: zero where the normal depends on those that are held.
  double independence() const;
  // d2^T d2, and z = J2 d2: how x moves to meet the row, and how fast.
  double direction(Eigen::VectorXd& z) const;
  // r = R^-1 d1: how the multipliers of the rows held follow.
  void response(Eigen::VectorXd& r) const;

  // Adds the row of the last project() at the end; it must be independent.
  void add();
  // Removes row k; those behind it move up.
  void drop(Eigen::Index k);

  // Solves H dx - N mu = g, N^T dx = h. The first size() elements of h and mu count.
  void solve(const Eigen::VectorXd& g, const Eigen::VectorXd& h, Eigen::VectorXd& dx,
             Eigen::VectorXd& mu);

 private:
  bool factorize_diagonal(const Eigen::MatrixXd& P, const Eigen::VectorXd& shift);

  Eigen::Index n_ = 0, size_ = 0;
  Eigen::MatrixXd L_, J_, R_;
  Eigen::VectorXd d_, w_, alpha_;
};

}  // namespace catena
