#pragma once
// Where a cable runs, as a line through points in the world: what a viewer draws.

#include <span>
#include <vector>

#include "catena/cables/cable_section.hpp"
#include "catena/constraints/loops.hpp"

namespace catena {

class CablePath {
 public:
  // `loops` may be null.
  CablePath(const Cable& cable, const Model& model, const Loops* loops);

  // The same at all times.
  std::size_t point_count() const { return count_; }
  // From the poses of all bodies, the world first, and the cable's length. Points that cannot be
  // found are at the stops.
  void points(std::span<const Transform<double>> poses, double length,
              std::vector<Vec3<double>>& out) const;

 private:
  std::vector<CableStop> route_;
  std::vector<StopCircle> circles_;  // of the stops
  BodyId end_{0};                    // of the involute joint
  Transform<double> X_BM_;           // its frame there
  std::size_t count_ = 2;
};

}  // namespace catena
