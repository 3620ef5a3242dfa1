#pragma once
// Where two bodies touch or may touch at one instant, in the world: what recordings keep and
// viewers show.

#include <cstdint>

#include "catena/math/vec3.hpp"
#include "catena/model/ids.hpp"

namespace catena {

struct TouchPoint {
  enum class Is { Open, Sliding, Sticking };
  Is is = Is::Open;
  // The normal points towards body a, and force and moment act on it.
  Vec3<double> point = Vec3<double>::zero(), normal{0, 0, 1}, force = Vec3<double>::zero();
  Vec3<double> moment = Vec3<double>::zero();  // of spinning and rolling friction
  double gap = 0.0;                            // m
  BodyId a{0}, b{0};
  std::uint64_t feature = 0;      // the same from step to step while it is the same point
  double friction = 0.0;          // coefficient while it sticks
  double sliding_friction = 0.0;  // coefficient while it slides
  // While it sticks: the coefficient across `tangent`; negative: it is the same in all directions.
  double friction_across = -1.0;
  Vec3<double> tangent = Vec3<double>::zero();
  // While it sticks: the most moment about the normal, which shares one limit with the tangential
  // force, and about the tangents, per normal force, m.
  double spin = 0.0, rolling = 0.0;
  // From the point to where friction acts: of a corner of a face, to the centroid of the face.
  Vec3<double> friction_arm = Vec3<double>::zero();
  bool of_shapes = false;  // else the contact is one of given geometry
};

}  // namespace catena
