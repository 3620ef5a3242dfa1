#include "catena/collision/region.hpp"

#include <algorithm>

#include "catena/collision/corners.hpp"
#include "catena/collision/mesh_region.hpp"
#include "catena/collision/region_maker.hpp"

namespace catena {

namespace {

using V = Vec3<double>;

void convex_region(const Collider& a, const Transform<double>& X_WA, const Collider& b,
                   const Transform<double>& X_WB, const Distance& d, double contact_distance,
                   PairCache& cache, RegionList& out) {
  static thread_local ContactFace face_a, face_b;
  solid_face(a, X_WA, -d.n, cache.face_a, face_a);
  solid_face(b, X_WB, d.n, cache.face_b, face_b);
  const V n = region_normal(face_a, face_b, d.n, cache.reference);
  const double size = std::min(a.size, b.size);
  RegionMaker make(face_a, face_b, {X_WA, X_WB, n, contact_distance, d.value, true}, out);
  make.add_corners(size, cache.features, cache.reference);
  make.ensure(d, 1e-9 * size);
  make.finish(cache.features);
}

}  // namespace

Distance add_regions(const Collider& a, const Transform<double>& X_WA, const Collider& b,
                     const Transform<double>& X_WB, double contact_distance, PairCache& cache,
                     RegionList& out) {
  const Distance d = distance(a, X_WA, b, X_WB, cache);
  if (d.value > contact_distance) {
    cache.features.clear();
    cache.reference = 0;
    cache.face_a = cache.face_b = -1;
    return d;
  }
  if (a.surface || b.surface)
    add_mesh_regions(a, X_WA, b, X_WB, d, contact_distance, cache, out);
  else
    convex_region(a, X_WA, b, X_WB, d, contact_distance, cache, out);
  return d;
}

}  // namespace catena
