#pragma once
// The wrenches that contacts can give. Friction of every kind (circle, ellipse, soft finger, none,
// in space or in the plane) becomes one thing: columns G_i with
//
//   w = G_i x,   |x_1..| <= x_0,   x_0 the normal force
//
// so that all analyses know nothing but such blocks. A contact that resists rolling has two, whose
// normal forces are tied to each other: friction and rolling have limits of their own.

#include <Eigen/Core>
#include <vector>

#include "catena/grasp/contact_set.hpp"

namespace catena::grasp {

struct WrenchCones {
  // All blocks side by side; the columns of a contact: normal, then tangents (and torsion) times
  // their coefficients. Coefficients of zero have no column. Then, where it resists rolling, its
  // second block: the normal force once more, here without a wrench, and torques about the
  // tangents.
  Eigen::MatrixXd G;
  std::vector<int> first, size;  // of each contact: its first block
  std::vector<int> second,
      turns;                // of each contact: its second block, with so many torques; -1: none
  std::vector<int> blocks;  // sizes of all blocks, in the order of their columns
  Eigen::VectorXd scale;    // per column: 1, friction, friction_2, friction * torsion, rolling

  int contacts() const { return static_cast<int>(size.size()); }
  // Contacts with a second block.
  int ties() const { return static_cast<int>(blocks.size()) - contacts(); }
  // Rows of A, from `row` on, whose products with x are zero: both blocks have one normal force.
  void tie(Eigen::Index row, Eigen::MatrixXd& A) const;
};

// Checks the set first. The second form allocates only where sizes grow.
WrenchCones wrench_cones(const ContactSet& set);
void wrench_cones(const ContactSet& set, WrenchCones& cones);

// max u.w over the wrenches of contact i with normal force 1.
double support(const WrenchCones& cones, int i, const Eigen::VectorXd& u);
// The wrench at which it is reached.
Eigen::VectorXd support_point(const WrenchCones& cones, int i, const Eigen::VectorXd& u);

// The primitives of contact i, as columns: normal force 1, and `edges` forces evenly on the circle
// or ellipse of friction, edge 0 along t1; in the plane two. A soft finger has two more, n with the
// torque +- friction torsion about n. Where rolling is resisted, each of these comes with `edges`
// torques evenly on the circle about the tangents.
Eigen::MatrixXd primitives(const WrenchCones& cones, int i, int edges);

}  // namespace catena::grasp
