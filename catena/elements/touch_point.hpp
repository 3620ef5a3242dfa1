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
  bool of_shapes = false;         // else the contact is one of given geometry
};

}  // namespace catena
