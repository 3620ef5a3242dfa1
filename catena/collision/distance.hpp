#pragma once
// Distance of two solids, with the points where it is taken.

#include <array>
#include <cstdint>
#include <vector>

#include "catena/collision/collider.hpp"
#include "catena/collision/simplex.hpp"

namespace catena {

struct Distance {
  double value = 0.0;         // m; negative: how far they overlap
  Vec3<double> p_a{0, 0, 0};  // on the surface of a, in world axes
  Vec3<double> p_b{0, 0, 0};  // on the surface of b
  Vec3<double> n{0, 0, 1};    // unit vector from b to a
  // By how much the value may be wrong: the distance of the two points, less that of the two
  // planes across n that hold the solids apart. For meshes that of the nearest pair of triangles.
  double duality_gap = 0.0;
  int triangle_a = -1, triangle_b = -1;  // of meshes and height fields
};

// What is kept of a pair from one call to the next. It makes calls faster, and regions stable; any
// contents give right distances, also those of other poses. One cache belongs to one pair.
struct PairCache {
  Simplex simplex;
  Vec3<double> normal_a{0, 0, 0};  // last normal in the frame of a; zero before the first call
  double last_value = 1e300;
  int triangle_a = -1, triangle_b = -1;  // nearest at the last call
  // Of regions: whose face gives the normal (0 none yet, 1 a, 2 b), faces, and features.
  int reference = 0;
  int face_a = -1, face_b = -1;
  std::vector<std::uint64_t> features = {};

  // As before the first call; memory is kept.
  void clear() {
    simplex = {};
    normal_a = {0, 0, 0}, last_value = 1e300;
    triangle_a = triangle_b = -1;
    reference = 0, face_a = face_b = -1;
    features.clear();
  }
};

// Value, points and normal for slight overlaps too: the distance by which the solids have to be
// moved along n to part, least in a neighbourhood of n. Deep overlaps begin with the best of the
// normals of faces and axes. Two solids without end (half-spaces, height fields) are infinitely far
// apart.
Distance distance(const Collider& a, const Transform<double>& X_WA, const Collider& b,
                  const Transform<double>& X_WB, PairCache& cache);
Distance distance(const Shape& a, const Transform<double>& X_WA, const Shape& b,
                  const Transform<double>& X_WB);

}  // namespace catena
