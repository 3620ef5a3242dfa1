#pragma once
// Random quadratic programs of every kind that is awkward: singular objectives, redundant rows,
// points where more rows meet than there are variables, numbers that repeat.

#include <Eigen/Dense>
#include <limits>
#include <random>

#include "catena/solvers/quadratic_program.hpp"

namespace catena::test {

class RandomQp {
 public:
  explicit RandomQp(unsigned seed) : random_(seed) {}

  int integer(int from, int to) { return std::uniform_int_distribution<int>(from, to)(random_); }
  double real() { return std::uniform_real_distribution<double>(-1.0, 1.0)(random_); }
  bool chance(double p) { return std::bernoulli_distribution(p)(random_); }

  Eigen::VectorXd vector(int n, bool whole) {
    Eigen::VectorXd v(n);
    for (double& x : v) x = whole ? integer(-2, 2) : real();
    return v;
  }
  Eigen::MatrixXd matrix(int rows, int columns, bool whole) {
    Eigen::MatrixXd m(rows, columns);
    for (int j = 0; j < columns; ++j) m.col(j) = vector(rows, whole);
    return m;
  }

  // A problem with a feasible point and a minimum.
  QpProblem feasible(int n) {
    const bool whole = chance(0.3);
    QpProblem p;
    const int rank = chance(0.5) ? n : integer(0, n);
    const Eigen::MatrixXd G = matrix(rank + (rank == n ? 1 : 0), n, whole && rank < n);
    p.P = G.transpose() * G;
    if (rank == n) p.P.diagonal().array() += 0.1;
    const int rows = integer(1, 2 * n);
    p.A = matrix(rows, n, whole);
    const Eigen::VectorXd inside = vector(n, whole);
    p.lower.resize(rows), p.upper.resize(rows);
    const int equalities = integer(0, std::max(0, n / 2));
    for (int i = 0; i < rows; ++i) {
      if (i > 0 && chance(0.1)) p.A.row(i) = p.A.row(integer(0, i - 1)) * (whole ? -1.0 : 0.7);
      if (i > 1 && chance(0.1)) p.A.row(i) = p.A.row(0) + p.A.row(i - 1);
      set_bounds(p, i, i < equalities, p.A.row(i).dot(inside));
    }
    if (chance(0.5)) add_box(p, inside);
    // Bounded: q is a combination of what P and the bounds can hold against.
    p.q = p.P * vector(n, whole);
    const double infinity = std::numeric_limits<double>::infinity();
    for (Eigen::Index i = 0; i < p.A.rows(); ++i) {
      double y = chance(0.5) ? real() : 0.0;
      if (p.upper[i] == infinity) y = std::min(y, 0.0);
      if (p.lower[i] == -infinity) y = std::max(y, 0.0);
      p.q -= y * p.A.row(i).transpose();
    }
    return p;
  }

 private:
  void set_bounds(QpProblem& p, Eigen::Index i, bool equality, double value) {
    const double infinity = std::numeric_limits<double>::infinity();
    const auto room = [&] { return chance(0.3) ? 0.0 : std::abs(real()); };
    p.lower[i] = equality || chance(0.7) ? value - (equality ? 0.0 : room()) : -infinity;
    p.upper[i] = equality ? p.lower[i] : (chance(0.6) ? value + room() : infinity);
  }

  void add_box(QpProblem& p, const Eigen::VectorXd& inside) {
    const Eigen::Index n = p.A.cols(), m = p.A.rows();
    p.A.conservativeResize(m + n, n);
    p.A.bottomRows(n).setIdentity();
    p.lower.conservativeResize(m + n), p.upper.conservativeResize(m + n);
    for (Eigen::Index i = 0; i < n; ++i) set_bounds(p, m + i, false, inside[i]);
  }

  std::mt19937_64 random_;
};

}  // namespace catena::test
