#include "catena/solvers/chain_impossible.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "catena/math/infinity.hpp"
#include "catena/solvers/box_qp.hpp"

namespace catena::chain {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Kind = ContactLaw::Kind;

// The residual of a certificate: how far forces along d move anything, by the work that they do.
constexpr double certified = 1e-10;

// The rows in which u is bounded, with the signs that d may have.
struct Demands {
  std::vector<Index> rows;
  std::vector<double> lower, upper;

  void add(int row, double least, double most) {
    rows.push_back(row), lower.push_back(least), upper.push_back(most);
  }
};

Demands demands_of(const Operator& problem) {
  Demands demands;
  for (const Block& block : problem.blocks()) {
    if (block.compliance > 0.0) continue;  // it gives way
    if (block.kind == Kind::Cone) demands.add(block.first, 0.0, infinity);
    if (block.kind == Kind::TwoSidedCone) demands.add(block.first, -infinity, infinity);
    if (block.kind != Kind::Bounds) continue;
    const double least = std::isinf(block.lower) ? -infinity : 0.0;
    const double most = std::isinf(block.upper) ? infinity : 0.0;
    if (least < most) demands.add(block.first, least, most);
  }
  return demands;
}

}  // namespace

// The least of 1/2 d^T (W + e) d + q . d. Where there is such a d it grows like 1 / e along it.
// What it has beside that moves something; the nearest d that moves nothing is left by asking once
// more with d in the place of q.
bool is_impossible(const Operator& problem, const MatrixXd& W) {
  constexpr double little = 1e-11;
  const Demands demands = demands_of(problem);
  const auto n = static_cast<Index>(demands.rows.size());
  const Eigen::Map<const VectorXd> rest(problem.rest(), problem.rows());
  if (n == 0 || rest(demands.rows).norm() == 0.0) return false;
  MatrixXd A = W(demands.rows, demands.rows);
  A = (0.5 * (A + A.transpose())).eval();
  A.diagonal().array() += little;
  const VectorXd q = rest(demands.rows) / rest.norm();
  const Eigen::Map<const VectorXd> lower(demands.lower.data(), n), upper(demands.upper.data(), n);
  VectorXd d, asked = q;
  for (int pass = 0; pass < 2; ++pass) {
    const BoxQpResult least = solve_box_qp(A, asked, lower, upper);
    if (!least.solved || !least.x.allFinite() || least.x.norm() == 0.0) return false;
    d = least.x / least.x.norm();
    asked = -little * d;
  }
  VectorXd all = VectorXd::Zero(problem.rows());
  all(demands.rows) = d;
  const double work = d.dot(q);
  return work < 0.0 && (W.transpose() * all).norm() <= -certified * work;
}

double rounding_of(const Operator& problem, const MatrixXd& W, const double* x) {
  const Eigen::Map<const VectorXd> at(x, problem.rows()), q(problem.rest(), problem.rows());
  const double size = std::max(q.norm(), (W * at).norm());
  const double terms = (W.cwiseAbs() * at.cwiseAbs() + q.cwiseAbs()).norm();
  return size > 0.0 ? 2.0 * std::numeric_limits<double>::epsilon() * terms / size : 0.0;
}

}  // namespace catena::chain
