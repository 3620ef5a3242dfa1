#include "catena/tensegrity/least_distance.hpp"

#include <limits>
#include <vector>

#include "catena/solvers/dense.hpp"

namespace catena::tensegrity {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// The least-squares solution over these columns alone, zero elsewhere.
VectorXd solve_over(const MatrixXd& E, const VectorXd& f, const std::vector<Index>& columns) {
  const VectorXd part = least_norm_solution(E(Eigen::all, columns), f, 1e-14).x;
  VectorXd result = VectorXd::Zero(E.cols());
  result(columns) = part;
  return result;
}

// Moves from u towards z until the first entry would change its sign; says which entries are zero
// then by removing them from `columns`.
void move_to_bound(VectorXd& u, const VectorXd& z, std::vector<Index>& columns) {
  double step = 1.0;
  Index blocking = -1;
  for (const Index j : columns)
    if (z[j] <= 0.0) {
      const double here = u[j] / (u[j] - z[j]);
      if (blocking < 0 || here < step) step = here, blocking = j;
    }
  u += step * (z - u);
  u[blocking] = 0.0;
  std::erase_if(columns, [&](Index j) { return u[j] <= 0.0; });
}

}  // namespace

VectorXd nonnegative_least_squares(const MatrixXd& E, const VectorXd& f) {
  VectorXd u = VectorXd::Zero(E.cols());
  std::vector<Index> columns;  // those that are positive
  const double tolerance = 1e-13 * (E.transpose() * f).cwiseAbs().maxCoeff();
  const Index most = 10 * (E.cols() + 1);
  for (Index round = 0; round < most; ++round) {
    VectorXd gain = E.transpose() * (f - E * u);
    for (const Index j : columns) gain[j] = -std::numeric_limits<double>::infinity();
    Index best = 0;
    if (gain.maxCoeff(&best) <= tolerance) break;
    columns.push_back(best);
    VectorXd z = solve_over(E, f, columns);
    if (z[best] <= 0.0) break;  // a gain that is rounding only
    while (!columns.empty() && z(columns).minCoeff() <= 0.0) {
      move_to_bound(u, z, columns);
      if (columns.empty())
        z.setZero();
      else
        z = solve_over(E, f, columns);
    }
    u = z;
  }
  return u;
}

std::optional<VectorXd> least_distance(const MatrixXd& G, const VectorXd& h) {
  const Index n = G.cols();
  MatrixXd E(n + 1, G.rows());
  E << G.transpose(), h.transpose();
  const VectorXd f = VectorXd::Unit(n + 1, n);
  const VectorXd residual = E * nonnegative_least_squares(E, f) - f;
  // The length of x is about 1 / |residual|.
  if (residual.norm() < 1e-6) return std::nullopt;
  return (-residual.head(n) / residual[n]).eval();
}

}  // namespace catena::tensegrity
