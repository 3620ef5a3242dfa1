#pragma once
// What each contact does until the next event. Part of a simulation's State.

#include "catena/math/vec3.hpp"

namespace catena {

struct ContactMode {
  enum class Kind {
    Open,   // apart, or about to be
    Slide,  // touching, without friction or with all of it
    Stick,  // touching, and at rest along the surface
  };
  Kind kind = Kind::Open;
  // Of Slide: friction opposes `direction` rather than the velocity, which is too small to have
  // one. Axes of body b.
  bool frozen = false;
  Vec3<double> direction = Vec3<double>::zero();
  int side = 1;  // sign of the normal force of a two-sided contact
  // Where more contacts hold a body than it needs, the force nearest to this is chosen. Axes of b.
  Vec3<double> reference = Vec3<double>::zero();

  bool closed() const { return kind != Kind::Open; }
};

}  // namespace catena
