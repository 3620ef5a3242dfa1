#pragma once
// The wrenches that contacts can give. Friction of every kind (circle, ellipse, soft finger, none,
// in space or in the plane) becomes one thing: columns G_i with
//
//   w = G_i x,   |x_1..| <= x_0,   x_0 the normal force
//
// so that all analyses know nothing but such blocks.

#include <Eigen/Core>
#include <vector>

#include "catena/grasp/contact_set.hpp"

namespace catena::grasp {

struct WrenchCones {
  // All blocks side by side; the columns of a contact: normal, then tangents (and torsion) times
  // their coefficients. Coefficients of zero have no column.
  Eigen::MatrixXd G;
  std::vector<int> first, size;  // of each contact
  Eigen::VectorXd scale;         // per column: 1, friction, friction_2, friction * torsion

  int contacts() const { return static_cast<int>(size.size()); }
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
// torque +- friction torsion about n.
Eigen::MatrixXd primitives(const WrenchCones& cones, int i, int edges);

}  // namespace catena::grasp
