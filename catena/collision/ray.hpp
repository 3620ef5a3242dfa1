#pragma once
// Where a ray meets a solid.

#include <optional>

#include "catena/collision/collider.hpp"

namespace catena {

struct RayHit {
  double distance = 0.0;  // along the ray; 0 where it begins inside
  Vec3<double> point{0, 0, 0};
  Vec3<double> normal{0, 0, 1};  // outward; against the ray where it begins inside
  int triangle = -1;             // of a mesh
};

// The first point of the solid on the ray from `origin` along the unit vector `direction`, up to
// `reach`.
std::optional<RayHit> cast_ray(const Collider& solid, const Transform<double>& X_WS,
                               const Vec3<double>& origin, const Vec3<double>& direction,
                               double reach);

}  // namespace catena
