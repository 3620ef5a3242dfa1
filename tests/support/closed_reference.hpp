#pragma once
// An independent reference for trees with loops: every body with six accelerations, every joint, of
// the tree or of a loop, every rod, coupling and rolling constraint with its multipliers, all in
// one dense saddle-point system that may be singular. It reads descriptions (Loops, Model) and uses
// none of the kernels. q, v, tau and a are over all coordinates: the tree's, then the loop joints'.
//
// Redundant closures leave accelerations unique and multipliers not. Of all multipliers that solve
// the system the reference returns those with the least sum of squares over
//  - each loop joint's wrench about Mo, projected on the orthogonal complement of its motions
//    (W; P): its components in an orthonormal basis of the constraint space, N m and N,
//  - each rod's axial force, each coupling's multiplier, each rolling constraint's three forces.
// The wrenches of the tree's joints follow from these and do not count. An effort along a loop
// joint's coordinates acts by the wrench with no component in the constraint space.

#include <vector>

#include "catena/constraints/loops.hpp"
#include "tests/support/maximal_reference.hpp"

namespace catena::test {

// Of velocity coordinate `dof`, among all, the x with dx/dt = v; throws where there is none.
double coordinate(const Loops& loops, const Eigen::VectorXd& q, int dof);

class ClosedReference {
 public:
  // q and v must close the loops where forward() is asked for.
  ClosedReference(const Loops& loops, const Eigen::VectorXd& q, const Eigen::VectorXd& v);

  const MaximalReference& tree() const { return tree_; }

  // How far q and v are from closing. Rows, closure after closure: loop joints six (rotation, then
  // position of M against F and q; angular velocity, velocity), rods one, couplings one, rolling
  // constraints one (height above the plane) or three (velocity of the point of contact).
  Eigen::VectorXd position_residual() const;
  Eigen::VectorXd velocity_residual() const;
  // velocity_residual = velocity_jacobian v, column by column.
  static Eigen::MatrixXd velocity_jacobian(const Loops& loops, const Eigen::VectorXd& q);

  // Coordinates whose accelerations are given: those with mask[i], which may stay empty.
  struct Held {
    std::vector<bool> mask;
    Eigen::VectorXd a;
  };
  struct Solution {
    Eigen::VectorXd a, tau;               // tau is as given, or what holding takes
    std::vector<Vector6d> accelerations;  // by BodyId: angular, of the origin; world axes
    std::vector<Vector6d> tree_wrenches;  // by BodyId, from the parent, about Mo, world axes
    std::vector<Vector6d> loop_wrenches;  // on body b from body a, about Mo, world axes
    Eigen::VectorXd rod_tensions;         // positive where the rod pulls its ends together
    Eigen::VectorXd couplings;            // mu: the coupling's efforts are gradient * mu
    std::vector<Eigen::Vector3d> rolling_forces;  // on body a at the point of contact
    int redundant_rows = 0;                       // dimension of the space of idle multipliers
    double multiplier_norm = 0.0;                 // root of the sum of squares that is least
  };
  Solution forward(const Eigen::VectorXd& tau, const Held& held = {},
                   const std::vector<Force<double>>& external = {}) const;

 private:
  struct LoopJointState {
    JointReference reference;
    MaximalReference::Joint joint;
    Eigen::VectorXd v;
  };
  // A point of a body, in world axes; its acceleration is a_o + alpha x lever + centripetal.
  struct Point {
    BodyId body;
    Eigen::Vector3d position, lever, velocity, centripetal;
  };
  struct RollingState {
    Point on_a, on_b;  // where they touch
    double height;     // of the point of contact above the plane
    // d(velocity of on_a - that of on_b)/dt beyond the difference of their accelerations, because
    // the point of contact wanders over both bodies.
    Eigen::Vector3d extra;
  };
  struct CouplingState {
    Coupling::Value value;
    Eigen::VectorXd gradient, rate;
  };
  // Where unknowns and equations of the system start.
  struct Layout {
    Eigen::Index a, tree, joints, rods, couplings, rollings, size;
  };

  Point point(BodyId id, const Eigen::Vector3d& position) const;
  Point point(BodyId id, const Vec3<double>& p_B) const;
  LoopJointState joint_state(std::size_t i) const;
  RollingState rolling_state(const Rolling& rolling) const;
  CouplingState coupling_state(const Coupling& coupling) const;

  Layout layout() const;
  // rows * (acceleration of the point), added to the equations from `row` on.
  void add_point(const Eigen::MatrixXd& rows, const Point& p, Eigen::Index row,
                 Eigen::MatrixXd& kkt, Eigen::VectorXd& right) const;
  void constrain_joints(const Layout& at, Eigen::MatrixXd& kkt, Eigen::VectorXd& right) const;
  void constrain_others(const Layout& at, Eigen::MatrixXd& kkt, Eigen::VectorXd& right) const;
  // Rows that pick from the unknowns what the norm is measured over.
  Eigen::MatrixXd measured(const Layout& at) const;
  Solution unpack(const Layout& at, const Eigen::VectorXd& x) const;

  const Loops& loops_;
  Eigen::VectorXd q_, v_;
  MaximalReference tree_;
};

}  // namespace catena::test
