#pragma once
// Boxes along the axes of a frame.

#include <algorithm>

#include "catena/spatial/transform.hpp"

namespace catena {

struct BoundingBox {
  Vec3<double> low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};  // empty

  CATENA_INLINE void include(const Vec3<double>& p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  CATENA_INLINE void include(const BoundingBox& b) {
    include(b.low);
    include(b.high);
  }
  Vec3<double> centre() const { return 0.5 * (low + high); }
  Vec3<double> half() const { return 0.5 * (high - low); }
};

CATENA_INLINE bool overlap(const BoundingBox& a, const BoundingBox& b) {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
         a.low.z <= b.high.z && b.low.z <= a.high.z;
}

CATENA_INLINE bool contains(const BoundingBox& outer, const BoundingBox& inner) {
  return outer.low.x <= inner.low.x && outer.low.y <= inner.low.y && outer.low.z <= inner.low.z &&
         outer.high.x >= inner.high.x && outer.high.y >= inner.high.y &&
         outer.high.z >= inner.high.z;
}

CATENA_INLINE BoundingBox fattened(const BoundingBox& b, const Vec3<double>& by) {
  return {b.low - by, b.high + by};
}

// Half of the surface: what trees of boxes weigh.
CATENA_INLINE double half_area(const BoundingBox& b) {
  const Vec3<double> d = b.high - b.low;
  return d.x * d.y + d.y * d.z + d.z * d.x;
}

// The square of the distance between two boxes; zero where they overlap.
CATENA_INLINE double squared_distance(const BoundingBox& a, const BoundingBox& b) {
  const double x = std::max({0.0, a.low.x - b.high.x, b.low.x - a.high.x});
  const double y = std::max({0.0, a.low.y - b.high.y, b.low.y - a.high.y});
  const double z = std::max({0.0, a.low.z - b.high.z, b.low.z - a.high.z});
  return x * x + y * y + z * z;
}

// The box, in frame A, around a box that is given in B.
CATENA_INLINE BoundingBox transformed(const Transform<double>& X_AB, const BoundingBox& b) {
  const Vec3<double> c = X_AB * b.centre(), h = b.half();
  const Mat3<double>& R = X_AB.rotation;
  const Vec3<double> e{abs(R.c0.x) * h.x + abs(R.c1.x) * h.y + abs(R.c2.x) * h.z,
                       abs(R.c0.y) * h.x + abs(R.c1.y) * h.y + abs(R.c2.y) * h.z,
                       abs(R.c0.z) * h.x + abs(R.c1.z) * h.y + abs(R.c2.z) * h.z};
  return {c - e, c + e};
}

}  // namespace catena
