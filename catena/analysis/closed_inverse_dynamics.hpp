#pragma once
// The efforts that given actuators need for a motion of a mechanism with loops, and the forces in
// all its joints (Nakamura & Yamane 2000, eqs. 3-8).

#include <memory>
#include <span>
#include <vector>

#include "catena/analysis/independent_dynamics.hpp"
#include "catena/constraints/loop_solver.hpp"

namespace catena {

enum class Actuation {
  Exact,      // one set of efforts causes the motion
  Redundant,  // many do; the smallest is given
  Lacking,    // some motions of the mechanism are out of reach; the nearest efforts are given
};

struct ActuatorEfforts {
  Eigen::VectorXd efforts;  // tau_A, one per actuated coordinate
  Actuation actuation = Actuation::Exact;
  Eigen::VectorXd missing;  // tau_G - S^T tau_A: zero but for rounding unless Lacking
};

// tau_A with S^T tau_A = tau_G (eq. 8). Where many do, that with the smallest tau_A^T R tau_A (R
// symmetric and positive definite; empty: the identity); where none does, the least squares.
ActuatorEfforts distribute_efforts(const Eigen::MatrixXd& S, const Eigen::VectorXd& tau_G,
                                   const Eigen::MatrixXd& R = {});

// Over all coordinates, those of the tree and then those of the loop joints.
struct ClosedInverseResult {
  Eigen::VectorXd a;             // what the loops make of the accelerations of theta_G
  double inconsistency = 0.0;    // the largest difference to those asked for
  Eigen::VectorXd tree_efforts;  // tau_O, for the cut-open tree
  Eigen::VectorXd generalized;   // tau_G that the actuators must bring
  ActuatorEfforts actuators;
  Eigen::VectorXd tau;  // passive efforts and those of the actuators, over all coordinates
  // What follows belongs to the motion `a`. Where actuation lacks, it is as if the missing efforts
  // were supplied on the independent coordinates.
  Eigen::VectorXd multipliers;  // of LoopSolver, the smallest
  // Per closure: the wrench on body b from body a, with a loop joint's own efforts.
  std::vector<LoopWrench> loop_wrenches;
  // Per BodyId, as of rnea_with_wrenches(): in the child's axes about the joint frame M; entry 0 is
  // what tree and loops exert on the world, in its axes about its origin.
  std::vector<Force<double>> joint_wrenches;
};

class ClosedInverseDynamics {
 public:
  explicit ClosedInverseDynamics(std::shared_ptr<const Loops> loops,
                                 CoordinateOptions options = {});

  // Takes a state that satisfies the loops and chooses coordinates, for coordinates().
  void place(In<double> q, In<double> v);
  const IndependentCoordinates& coordinates() const { return dynamics_.coordinates(); }
  const IndependentDynamics& dynamics() const { return dynamics_; }

  // At the state of place(): efforts of the `actuated` coordinates for accelerations `a` of all
  // coordinates, of which those of coordinates().independent count (IndependentDynamics::complete
  // gives the others). `passive` are the efforts that springs, dampers and others bring, over all
  // coordinates, or empty; R as for distribute_efforts().
  ClosedInverseResult solve(In<double> a, std::span<const int> actuated, In<double> passive = {},
                            const Eigen::MatrixXd& R = {});

 private:
  void add_wrenches(const Eigen::VectorXd& tau, ClosedInverseResult& out);

  std::shared_ptr<const Loops> loops_;
  IndependentDynamics dynamics_;
  LoopSolver solver_;  // its rows and their wrenches
  Workspace<double> ws_;
  Eigen::VectorXd q_, v_;
};

}  // namespace catena
