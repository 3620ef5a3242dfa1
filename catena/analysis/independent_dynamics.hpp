#pragma once
// Dynamics of a tree with loops in independent coordinates (Nakamura & Yamane 2000, eqs. 7-24),
// with dense matrices in O(n^3). It is the reference for LoopSolver, and gives the coordinates for
// control and inverse dynamics. Vectors are over all coordinates: those of the tree, then those of
// the loop joints.

#include <memory>
#include <vector>

#include "catena/analysis/independent_coordinates.hpp"
#include "catena/dynamics/workspace.hpp"

namespace catena {

class IndependentDynamics {
 public:
  explicit IndependentDynamics(std::shared_ptr<const Loops> loops, CoordinateOptions options = {});

  const Loops& loops() const { return jacobian_.loops(); }

  // Takes a state, which must satisfy the loops: M, h and J_C, and coordinates for it. The choice
  // of the last state is kept where it is good enough. Coordinates that are held
  // accelerate as `held_acceleration` has it, and are not free.
  void place(In<double> q, In<double> v, Held held = {}, const double* held_acceleration = nullptr);

  // All that follows is for the state of place().
  const IndependentCoordinates& coordinates() const { return coordinates_; }
  const LoopJacobian& jacobian() const { return jacobian_; }
  // Accelerations of all coordinates from those of the independent ones: eq. 18.
  Eigen::VectorXd complete(const Eigen::VectorXd& independent) const;
  // W^T M W: the inertia that the independent coordinates see (A of eq. 24).
  Eigen::MatrixXd inertia() const;
  // tau_O: the efforts that the tree needs for accelerations a by itself, M a + h.
  Eigen::VectorXd tree_efforts(In<double> a) const;
  // Efforts tau on all coordinates, as the independent ones feel them: eqs. 7 and 8.
  Eigen::VectorXd generalized(In<double> tau) const;
  // The accelerations under efforts tau: (W^T M W) theta_G'' = W^T (tau - h - M g) with the part g
  // of theta_O'' that does not depend on theta_G'' (eq. 24). Efforts on held coordinates are not
  // looked at.
  Eigen::VectorXd accelerate(In<double> tau) const;
  // The multipliers of LoopSolver (6 per closure) with M a + h = tau + J^T x, the smallest of all.
  // Rows of held coordinates of the tree are left out.
  Eigen::VectorXd smallest_multipliers(In<double> a, In<double> tau) const;

  // place() and accelerate() with the arguments of LoopSolver::accelerations().
  void accelerations(In<double> q, In<double> v, In<double> tau, Held held, Out<double> a);

 private:
  CoordinateOptions options_;
  LoopJacobian jacobian_;
  const Model& tree_;
  Workspace<double> ws_;
  HeldArray held_;
  Eigen::MatrixXd M_;
  Eigen::VectorXd h_;
  IndependentCoordinates coordinates_;
};

}  // namespace catena
