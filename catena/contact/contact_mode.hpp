#pragma once
// The mode of each contact until the next event. Part of a simulation's State.

#include <algorithm>
#include <cmath>

#include "catena/math/vec3.hpp"

namespace catena {

// When infinitely many bounces will end. With restitution e each flight takes e times as long as
// the last, but for what changes meanwhile; so t + flight e / (1 - e) converges until rounding
// takes over. The best estimate is an early one among those that change least.
struct BounceSeries {
  int count = 0;
  double struck = 0.0;             // when it struck last
  double latest = 0.0;             // estimate of the end
  double end = 0.0, change = 0.0;  // the best estimate, and how far it was from the one before

  void add(double t, double restitution) {
    constexpr double rounding = 1e-15, clearly_better = 0.1;
    const double flight = t - struck, before = latest;
    struck = t;
    if (++count < 2) return;
    latest = t + flight * restitution / (1.0 - restitution);
    const double moved = std::max(std::abs(latest - before), rounding * std::abs(latest));
    const bool anew = count == 2 || moved > 0.1 * flight;
    if (!anew && moved >= clearly_better * change) return;
    end = latest;
    change = anew ? flight : moved;
  }
  bool has_end() const { return count > 1; }
};

struct ContactMode {
  enum class Kind {
    Open,   // apart, or about to be
    Slide,  // touching, without friction or with all of it
    Stick,  // touching, and at rest along the surface
  };
  Kind kind = Kind::Open;
  // Of Slide: friction opposes `direction` rather than the velocity, which is too small to have
  // one. Axes of body b; as long as friction is in units of its coefficient.
  bool frozen = false;
  Vec3<double> direction = Vec3<double>::zero();
  double spin = 0.0;  // likewise, about the normal
  // Of the moments about the tangents, where rolling is rubbed.
  struct Rolling {
    bool moves = false;   // else it rests, and the moments hold it
    bool frozen = false;  // as above
    Vec3<double> direction = Vec3<double>::zero();
  };
  Rolling rolling = {};
  bool slow = false;  // of Slide: below ContactMaterial::slip_speed
  // Of the law that always slides: how often in a row its own friction has turned it back, 2 at
  // most.
  int turns = 0;
  int side = 1;  // sign of the normal force of a two-sided contact
  // Where more contacts hold a body than it needs, the force nearest to this is chosen. Axes of b.
  Vec3<double> reference = Vec3<double>::zero();
  BounceSeries bounces = {};  // since it was last closed

  bool closed() const { return kind != Kind::Open; }
  // Whether it is more than open.
  bool is_remembered() const { return closed() || bounces.count > 0; }
};

}  // namespace catena
