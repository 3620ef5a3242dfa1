#pragma once
// Small motions of a mechanism with loops around a position, along its independent coordinates.
// Linearisation and natural modes differentiate these motions. Vectors are over all coordinates.

#include <functional>
#include <memory>

#include "catena/analysis/independent_coordinates.hpp"
#include "catena/constraints/loop_solver.hpp"
#include "catena/dynamics/workspace.hpp"

namespace catena {

class ClosedNeighbourhood {
 public:
  // `q` must satisfy the loops. `step` [rad, or lengths of a link] is how far no coordinate moves
  // beyond in differences.
  ClosedNeighbourhood(std::shared_ptr<const Loops> loops, In<double> q,
                      const CoordinateOptions& options, double step);

  const Loops& loops() const { return *loops_; }
  LoopSolver& solver() { return solver_; }
  // At the position itself.
  const Eigen::VectorXd& centre() const { return q_; }
  const IndependentCoordinates& coordinates() const { return coordinates_; }

  // A step for differences along theta_G[k], in its unit.
  double step(int k) const { return steps_[k]; }
  // The position after a deviation of theta_G: along `all`, then back onto the loops. Right to the
  // first order in the deviation. Throws ModelError where the loops cannot be closed.
  Eigen::VectorXd position(const Eigen::VectorXd& deviation);
  // The same theta_G at another position. Throws ModelError where they do not determine the motion.
  IndependentCoordinates coordinates_at(const Eigen::VectorXd& q);

  // d f(position) / d theta_G at the centre, one column each, by central differences with one
  // extrapolation (Richardson 1911): the error is of the fourth order in the step.
  Eigen::MatrixXd derivative(const std::function<Eigen::VectorXd(const Eigen::VectorXd& q)>& f);

  // Efforts of springs and dampers in the joints of the tree and of the loops.
  Eigen::VectorXd passive(const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  // The efforts that hold the tree still against gravity; zero for loop joints.
  Eigen::VectorXd gravity(const Eigen::VectorXd& q);
  // W^T M W at the centre (Nakamura & Yamane 2000, eq. 24).
  Eigen::MatrixXd inertia();

 private:
  std::shared_ptr<const Loops> loops_;
  LoopSolver solver_;
  LoopJacobian jacobian_;
  Workspace<double> tree_ws_, links_ws_;
  CoordinateOptions options_;
  Eigen::VectorXd q_, rest_, steps_;  // rest_: no velocities
  IndependentCoordinates coordinates_;
};

}  // namespace catena
