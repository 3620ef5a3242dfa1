#pragma once
// A joint that may be reversed, in the sense in which it was declared.

#include "catena/dynamics/kinematics.hpp"
#include "catena/structure/structure.hpp"

namespace catena {

// Frame M at X_BM of body b moves in frame F at X_AF of body a, with coordinates that start at q
// and v among all. A joint at a Pose has no coordinates of its own.
struct DeclaredJoint {
  DeclaredJoint(const Structure& structure, const JointPlace& place);

  const JointSpec* spec = nullptr;  // as it is now
  BodyId a, b;
  const Transform<double>*X_AF = nullptr, *X_BM = nullptr;
  double axis_sign = 1.0;  // of the declared axis, relative to spec->axis
  bool reversed = false;
  int q = 0, v = 0, nq = 0, nv = 0;
};

// A ball joint from its other side: q -> conjugate; and its rates v -> -R(q) v, with q of the side
// that v belongs to. Accelerations and efforts go like velocities: d/dt (-R v) = -R dv/dt because
// R' v = R (v x v) = 0, and tau . v is the same power from both sides.
void reverse_ball(double* q);
void reverse_ball_rate(const double* q, double* rate);

// q (7 numbers) and v (6) of a free joint between the world and body b, from its pose and velocity.
void free_coordinates(const Model& tree, const Kinematics<double>& kinematics,
                      const DeclaredJoint& joint, double* q, double* v);

}  // namespace catena
