#pragma once
// The laws of contact blocks as their header states them, and dense matrices of step problems.

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "catena/solvers/contact_law.hpp"
#include "catena/solvers/step_problem.hpp"

namespace catena::test {

// u = W x + q of a step problem, all matrices dense.
struct Condensed {
  Eigen::MatrixXd W, J, M;
  Eigen::VectorXd q, v_free;
  std::vector<ContactLaw> laws;
};

inline Condensed condense(const StepProblem& problem) {
  const Eigen::Index n = problem.coordinates(), m = problem.rows();
  Condensed result;
  result.M = Eigen::MatrixXd::Zero(n, n);
  result.J = Eigen::MatrixXd::Zero(m, n);
  result.v_free = Eigen::Map<const Eigen::VectorXd>(problem.free_velocities().data(), n);
  for (const StepProblem::Tree& tree : problem.trees()) {
    if (tree.is_unit()) {
      result.M.diagonal().segment(tree.first, tree.coordinates).setOnes();
      continue;
    }
    const Eigen::Map<const Eigen::MatrixXd> M(problem.masses().data() + tree.mass, tree.coordinates,
                                              tree.coordinates);
    result.M.block(tree.first, tree.first, tree.coordinates, tree.coordinates) =
        M.selfadjointView<Eigen::Lower>();
  }
  Eigen::VectorXd compliance(m);
  for (const StepProblem::Block& block : problem.blocks()) {
    result.laws.push_back(block.law);
    compliance.segment(block.first, block.rows).setConstant(block.compliance);
    for (int piece = 0; piece < 2; ++piece) {
      if (block.tree[piece] < 0) continue;
      const StepProblem::Tree& tree = problem.trees()[static_cast<std::size_t>(block.tree[piece])];
      using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
      result.J.block(block.first, tree.first, block.rows, tree.coordinates) +=
          Eigen::Map<const RowMajor>(problem.jacobians().data() + block.jacobian[piece], block.rows,
                                     tree.coordinates);
    }
  }
  result.W = result.J * result.M.llt().solve(result.J.transpose());
  result.W.diagonal() += compliance;
  result.q =
      result.J * result.v_free + Eigen::Map<const Eigen::VectorXd>(problem.biases().data(), m);
  return result;
}

// The largest violation of the laws by x and u = W x + q: every term in units of the block, by the
// largest of |W x| and |q| in those units. Either nothing slides or the force is the one that
// dissipates most: of these the product counts, which is a power. Where light bodies carry heavy
// ones, forces are far larger than what they do, |W x|; `by_forces` judges powers by the largest of
// the forces, too. A force of 1e6 that turns by 1e-10 while its contact slides is then as right as
// its numbers.
inline double law_violation(const Eigen::MatrixXd& W, const Eigen::VectorXd& q,
                            const std::vector<ContactLaw>& laws, const Eigen::VectorXd& x,
                            bool by_forces = false) {
  const Eigen::VectorXd Wx = W * x, u = Wx + q;
  double worst = 0.0, products = 0.0, size = 0.0, forces = 0.0;
  Eigen::Index i = 0;
  for (const ContactLaw& law : laws) {
    const Eigen::Index rows = law.rows();
    double s = std::sqrt(std::abs(W.diagonal().segment(i, rows).mean()));
    if (s == 0.0) s = 1.0;
    size = std::max({size, Wx.segment(i, rows).norm() / s, q.segment(i, rows).norm() / s});
    forces = std::max(forces, x.segment(i, rows).norm() * s);
    const auto note = [&](double violation) { worst = std::max(worst, violation); };
    const auto either = [&](double force, double velocity) {
      note(std::min(std::abs(force) * s, std::abs(velocity) / s));
    };
    if (law.kind == ContactLaw::Kind::Bounds) {
      note(s * (law.lower - x[i])), note(s * (x[i] - law.upper));
      either(x[i] - law.lower, std::max(0.0, u[i]));
      either(law.upper - x[i], std::max(0.0, -u[i]));
    } else {
      const double normal = std::abs(x[i]);
      if (law.kind == ContactLaw::Kind::Cone)
        note(-x[i] * s), note(-u[i] / s), either(x[i], u[i]);
      else
        note(std::abs(u[i]) / s);
      Eigen::Index row = i + 1;
      for (int limit = 0; limit < ContactLaw::most_limits; row += law.limit_rows[limit++]) {
        const Eigen::Index n = law.limit_rows[limit];
        if (n == 0) break;
        const Eigen::Map<const Eigen::VectorXd> mu(law.friction + (row - i - 1), n);
        const Eigen::VectorXd xt = x.segment(row, n), ut = u.segment(row, n);
        const Eigen::VectorXd power = mu.cwiseProduct(ut);
        double inside = 0.0;
        for (Eigen::Index k = 0; k < n; ++k)
          inside += mu[k] > 0.0 ? std::pow(xt[k] / mu[k], 2.0) : (xt[k] == 0.0 ? 0.0 : 1e300);
        note(s * mu.maxCoeff() * (std::sqrt(inside) - normal));
        if (power.norm() > 0.0) {
          const Eigen::VectorXd sliding = -normal * mu.cwiseProduct(power) / power.norm();
          products = std::max(products, (xt - sliding).norm() * power.norm());
        }
      }
    }
    i += rows;
  }
  if (size == 0.0) return worst;
  const double powers = size * (by_forces ? std::max(size, forces) : size);
  return std::max(worst / size, products / powers);
}

}  // namespace catena::test
