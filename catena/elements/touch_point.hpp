#pragma once
// Where two bodies touch or may touch at one instant, in the world: what a viewer shows.

#include "catena/math/vec3.hpp"

namespace catena {

struct TouchPoint {
  enum class Is { Open, Sliding, Sticking };
  Is is = Is::Open;
  Vec3<double> point = Vec3<double>::zero(), normal{0, 0, 1}, force = Vec3<double>::zero();
};

}  // namespace catena
