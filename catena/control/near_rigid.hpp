#pragma once
// Inverse dynamics of a mechanism with stiff cables, as if they were rigid (near-rigid); tensegrity
// thesis, (3.2.3)-(3.2.8), and with free accelerations (5.4.1)-(5.4.5). The equations of motion
//
//   M_d a_d + M_f a_f + M_s a_s + c = W f + p - A_s dq_s + B u,   a_s = 0,
//
// hold the superfluous coordinates q_s (strains) still; dq_s is the change of strain that this asks
// for. A_s has a minus sign because the cables' own torques -A_s q_s pull back; the thesis prints a
// plus. With tau_eq = M_d a_d + c - W f - p, the problem is
//
//   minimise |u|^2 over u, dq_s, a_f
//   subject to  B u - A_s dq_s - M_f a_f = tau_eq,
//               u_lower <= u <= u_upper,   strain_lower <= q_s + dq_s <= strain_upper.
//
// Of all optimal points it takes the one with the smallest |dq_s|, and of these the one with the
// smallest |a_f|: three problems one after the other, each well conditioned, and no small weights.
// Where a motion is wanted of what the demand leaves open, it comes before |u|^2: see `wanted`.

#include <Eigen/Core>
#include <vector>

#include "catena/solvers/quadratic_program.hpp"

namespace catena {

struct NearRigidDemand {
  Eigen::MatrixXd B, A_s;
  Eigen::MatrixXd M_f;  // columns of the accelerations that are free; may have none
  Eigen::VectorXd tau_eq;
  Eigen::VectorXd u_lower, u_upper;
  Eigen::VectorXd q_s, strain_lower, strain_upper;
  // |wanted (u, dq_s) - wanted_value|^2 is minimised before |u|^2 is; may be empty.
  Eigen::MatrixXd wanted;
  Eigen::VectorXd wanted_value;
};

// What stands in the way of a demand: a bound of an input or of a strain.
struct NearRigidBound {
  enum class Kind { Input, Strain };
  Kind kind = Kind::Input;
  int index = 0;
  QpSide side = QpSide::Upper;
};

struct NearRigidChoice {
  QpStatus status = QpStatus::TooManyIterations;
  Eigen::VectorXd u, dq_s, a_f;
  std::vector<NearRigidBound> bounds;  // where the demand cannot be met
  bool closest = false;                // the equations are met as well as the bounds allow
  Eigen::VectorXd shortfall;           // tau_eq - B u + A_s dq_s + M_f a_f
  int iterations = 0;
};

// Solves such demands one after the other; each starts where the last one ended.
class NearRigidOptimizer {
 public:
  // Where the demand cannot be met, status is Infeasible; with `closest` it is Solved, and the
  // equations of motion are met as closely as the bounds allow (least squares). Throws
  // std::invalid_argument for sizes that do not fit.
  const NearRigidChoice& solve(const NearRigidDemand& demand, bool closest = false);

 private:
  void project(const NearRigidDemand& demand);
  void set_rows(const NearRigidDemand& demand);
  const QpResult& minimise(QpSolver& solver, bool closest);
  void note_bounds(const QpResult& result);
  bool choose_motion(const NearRigidDemand& demand, bool closest);
  bool meets_all(const NearRigidDemand& demand, const Eigen::MatrixXd& rows);
  void take(const NearRigidDemand& demand, const Eigen::VectorXd& x);
  const QpResult& choose_inputs(const NearRigidDemand& demand, bool closest);
  void choose_strains(const NearRigidDemand& demand, const QpResult& inputs);
  void choose_free(const NearRigidDemand& demand);

  // Problems that follow others are feasible but for rounding.
  QpSolver motion_, inputs_, inputs_of_motion_{1e-8}, strains_{1e-8};
  QpProblem problem_, strain_problem_;
  Eigen::MatrixXd B_, A_s_;  // without what the free accelerations can take up
  Eigen::VectorXd tau_, met_;
  NearRigidChoice choice_;
};

}  // namespace catena
