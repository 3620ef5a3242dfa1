#include "catena/control/near_rigid.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "catena/solvers/dense.hpp"

namespace catena {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

void check(const NearRigidDemand& d) {
  const Index rows = d.tau_eq.size(), inputs = d.B.cols(), strains = d.A_s.cols();
  if (d.B.rows() != rows || d.A_s.rows() != rows || (d.M_f.size() > 0 && d.M_f.rows() != rows) ||
      d.u_lower.size() != inputs || d.u_upper.size() != inputs || d.q_s.size() != strains ||
      d.strain_lower.size() != strains || d.strain_upper.size() != strains ||
      (d.wanted.rows() > 0 && d.wanted.cols() != inputs + strains) ||
      d.wanted_value.size() != d.wanted.rows())
    throw std::invalid_argument(fmt::format(
        "NearRigidOptimizer: tau_eq has {} numbers, but B is {} x {}, A_s {} x {}, M_f "
        "{} x {}, and "
        "there are bounds of {} and {} inputs and {} and {} strains, of {}; {} x {} and {} are "
        "wanted",
        rows, d.B.rows(), inputs, d.A_s.rows(), strains, d.M_f.rows(), d.M_f.cols(),
        d.u_lower.size(), d.u_upper.size(), d.strain_lower.size(), d.strain_upper.size(),
        d.q_s.size(), d.wanted.rows(), d.wanted.cols(), d.wanted_value.size()));
}

Index rank_of(const PivotedQr& qr) {
  Index rank = 0;
  while (rank < qr.R.rows() && std::abs(qr.R(rank, rank)) > 1e-11 * std::abs(qr.R(0, 0))) ++rank;
  return rank;
}

}  // namespace

const NearRigidChoice& NearRigidOptimizer::solve(const NearRigidDemand& demand, bool closest) {
  check(demand);
  choice_.bounds.clear();
  choice_.iterations = 0;
  project(demand);
  if (demand.wanted.rows() == 0 || !choose_motion(demand, closest)) {
    const QpResult& inputs = choose_inputs(demand, closest);
    if (inputs.status == QpStatus::Solved) choose_strains(demand, inputs);
  }
  choose_free(demand);
  choice_.shortfall = demand.tau_eq - demand.B * choice_.u + demand.A_s * choice_.dq_s;
  if (demand.M_f.cols() > 0) choice_.shortfall += demand.M_f * choice_.a_f;
  return choice_;
}

// Free accelerations have no bounds: they can meet all that is in the range of M_f, so that only
// what is orthogonal to it asks for inputs.
void NearRigidOptimizer::project(const NearRigidDemand& demand) {
  B_ = demand.B, A_s_ = demand.A_s, tau_ = demand.tau_eq;
  if (demand.M_f.cols() == 0 || demand.M_f.rows() == 0) return;
  const PivotedQr qr = pivoted_qr(demand.M_f);
  const MatrixXd rest = qr.Q.rightCols(qr.Q.cols() - rank_of(qr));
  B_ = rest.transpose() * demand.B;
  A_s_ = rest.transpose() * demand.A_s;
  tau_ = rest.transpose() * demand.tau_eq;
}

// (3.2.7): what (u, dq_s) must satisfy.
void NearRigidOptimizer::set_rows(const NearRigidDemand& demand) {
  const Index m = tau_.size(), n = B_.cols() + A_s_.cols();
  problem_.A.setZero(m + n, n);
  problem_.A.topRows(m) << B_, -A_s_;
  problem_.A.bottomRows(n).diagonal().setOnes();
  problem_.lower.resize(m + n), problem_.upper.resize(m + n);
  problem_.lower << tau_, demand.u_lower, demand.strain_lower - demand.q_s;
  problem_.upper << tau_, demand.u_upper, demand.strain_upper - demand.q_s;
}

const QpResult& NearRigidOptimizer::minimise(QpSolver& solver, bool closest) {
  const QpResult* result = &solver.solve(problem_);
  choice_.iterations += result->iterations;
  if (result->status == QpStatus::Infeasible && closest) {
    VectorXd soft = VectorXd::Zero(problem_.A.rows());
    soft.head(tau_.size()).setOnes();
    result = &solver.solve_closest(problem_, soft);
  }
  note_bounds(*result);
  return *result;
}

// Which bounds stood in the way.
void NearRigidOptimizer::note_bounds(const QpResult& result) {
  const int equations = static_cast<int>(tau_.size()), inputs = static_cast<int>(B_.cols());
  for (const QpActiveRow& row : result.conflict) {
    if (row.row < equations) continue;
    const int i = row.row - equations;
    QpSide side = row.side;
    if (side == QpSide::Equal)
      side = result.certificate[row.row] > 0.0 ? QpSide::Upper : QpSide::Lower;
    using enum NearRigidBound::Kind;
    choice_.bounds.push_back(i < inputs ? NearRigidBound{Input, i, side}
                                        : NearRigidBound{Strain, i - inputs, side});
  }
}

void NearRigidOptimizer::take(const NearRigidDemand& demand, const VectorXd& x) {
  choice_.u = x.head(B_.cols()).cwiseMax(demand.u_lower).cwiseMin(demand.u_upper);
  choice_.dq_s = x.tail(A_s_.cols());
}

// Whether one (u, dq_s) within its bounds meets all that is demanded and wanted; it is then chosen.
bool NearRigidOptimizer::meets_all(const NearRigidDemand& demand, const MatrixXd& rows) {
  if (rows.rows() != rows.cols()) return false;
  VectorXd right(rows.rows());
  right << tau_, demand.wanted_value;
  const VectorXd x = solve_square(rows, right);
  const double error = (rows * x - right).norm();
  if (!(error <= 1e-11 * (right.norm() + rows.norm() * x.norm())) ||
      (x - problem_.lower.tail(x.size())).minCoeff() < 0.0 ||
      (problem_.upper.tail(x.size()) - x).minCoeff() < 0.0)
    return false;
  choice_.status = QpStatus::Solved;
  choice_.closest = false;
  take(demand, x);
  return true;
}

// The wanted motion, which then is part of what is demanded. Returns whether it leaves nothing to
// choose.
bool NearRigidOptimizer::choose_motion(const NearRigidDemand& demand, bool closest) {
  const Index m = tau_.size(), n = B_.cols() + A_s_.cols(), wanted = demand.wanted.rows();
  set_rows(demand);
  MatrixXd rows(m + wanted, n);
  rows << problem_.A.topRows(m), demand.wanted;
  if (meets_all(demand, rows)) return true;
  problem_.P = demand.wanted.transpose() * demand.wanted;
  problem_.q = -demand.wanted.transpose() * demand.wanted_value;
  const QpResult& result = minimise(motion_, closest);
  choice_.status = result.status;
  choice_.closest = result.relaxed;
  take(demand, result.x);
  if (result.status != QpStatus::Solved || rank_of(pivoted_qr(rows)) == n) return true;
  B_ = rows.leftCols(B_.cols());
  A_s_ = -rows.rightCols(A_s_.cols());
  tau_ = rows * result.x;
  return false;
}

// (3.2.5)-(3.2.7): the smallest u.
const QpResult& NearRigidOptimizer::choose_inputs(const NearRigidDemand& demand, bool closest) {
  const Index inputs = B_.cols(), strains = A_s_.cols(), n = inputs + strains;
  set_rows(demand);
  problem_.P.setZero(n, n);
  problem_.P.diagonal().head(inputs).setOnes();
  problem_.q.setZero(n);
  const bool follows = demand.wanted.rows() > 0;
  const QpResult& chosen = minimise(follows ? inputs_of_motion_ : inputs_, closest);
  choice_.closest = chosen.relaxed || (follows && motion_.result().relaxed);
  choice_.status = chosen.status;
  take(demand, chosen.x);
  return chosen;
}

// The smallest dq_s with this u. Strains whose bounds the inputs work against stay at these: all
// optimal points have them there.
void NearRigidOptimizer::choose_strains(const NearRigidDemand& demand,
                                        const QpResult& inputs_chosen) {
  const Index m = tau_.size(), strains = A_s_.cols(), inputs = B_.cols();
  if (strains == 0) return;
  met_ = A_s_ * choice_.dq_s;
  QpProblem& p = strain_problem_;
  p.P.setIdentity(strains, strains);
  p.q.setZero(strains);
  p.A.resize(m + strains, strains);
  p.A.topRows(m) = A_s_;
  p.A.bottomRows(strains).setIdentity();
  p.lower.resize(m + strains), p.upper.resize(m + strains);
  p.lower << met_, demand.strain_lower - demand.q_s;
  p.upper << met_, demand.strain_upper - demand.q_s;
  const VectorXd& y = inputs_chosen.multipliers;
  const double largest = y.cwiseAbs().maxCoeff();
  for (Index i = 0; i < strains; ++i) {
    const double own = y[m + inputs + i];
    if (std::abs(own) <= 1e-10 * largest || inputs_chosen.relaxed) continue;
    (own > 0.0 ? p.lower[m + i] : p.upper[m + i]) = own > 0.0 ? p.upper[m + i] : p.lower[m + i];
  }
  const QpResult& result = strains_.solve(p);
  if (result.status == QpStatus::Solved) choice_.dq_s = result.x;
  choice_.iterations += result.iterations;
}

// The smallest a_f with these.
void NearRigidOptimizer::choose_free(const NearRigidDemand& demand) {
  choice_.a_f.setZero(demand.M_f.cols());
  if (demand.M_f.cols() == 0 || demand.M_f.rows() == 0) return;
  const VectorXd rest = demand.B * choice_.u - demand.A_s * choice_.dq_s - demand.tau_eq;
  choice_.a_f = least_norm_solution(demand.M_f, rest).x;
}

}  // namespace catena
