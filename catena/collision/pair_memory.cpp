#include "catena/collision/pair_memory.hpp"

#include "catena/collision/corners.hpp"
#include "catena/collision/gjk.hpp"

namespace catena {

namespace {

using V = Vec3<double>;

// The outward normal of a face, in the frame of its solid; zero where it has none.
V normal_of_face(const Convex& c, FeatureId feature) {
  if (feature < face_id(0)) return {0, 0, 0};
  const auto number = static_cast<int>(feature - face_id(0));
  switch (c.kind) {
    case CoreKind::Box: {
      V n{0, 0, 0};
      if (number < 6) n[number / 2] = number % 2 == 1 ? 1.0 : -1.0;
      return n;
    }
    case CoreKind::Hull:
      return number < c.hull->face_count() ? c.hull->normals[to_index(number)] : V{0, 0, 0};
    case CoreKind::Cylinder:
    case CoreKind::Cone:
      return {0.0, 0.0, number == 1 ? 1.0 : -1.0};
    default:
      return {0, 0, 0};
  }
}

FeatureId on_a(std::uint64_t feature) {
  return static_cast<FeatureId>((feature >> 28) & 0xfffffffU);
}
FeatureId on_b(std::uint64_t feature) {
  return static_cast<FeatureId>(feature & 0xfffffffU);
}

}  // namespace

void begin_with_features(const Collider& a, const Transform<double>& X_WA, const Collider& b,
                         const Transform<double>& X_WB, PairCache& cache) {
  if (cache.reference == 0 || !is_convex_solid(a) || !is_convex_solid(b)) return;
  constexpr auto of_a = static_cast<std::uint64_t>(Corner::Kind::VertexOfA) + 1,
                 of_b = static_cast<std::uint64_t>(Corner::Kind::VertexOfB) + 1;
  for (const std::uint64_t feature : cache.features) {
    V n{0, 0, 0};
    if (feature >> 56 == of_b)
      n = -normal_of_face(a.convex, on_a(feature));
    else if (feature >> 56 == of_a)
      n = transpose_times(X_WA.rotation, X_WB.rotation * normal_of_face(b.convex, on_b(feature)));
    if (!(dot(n, n) > 0.5)) continue;
    cache.normal_a = n;
    cache.last_value = 0.0;
    return;
  }
}

double separation_along(const Collider& a, const Transform<double>& X_WA, const Collider& b,
                        const Transform<double>& X_WB, const Vec3<double>& n_A) {
  const Transform<double> X_AB = inverse(X_WA) * X_WB;
  SimplexPoint hint;
  return separation({a.convex, b.convex, X_AB}, n_A, hint) - a.convex.radius - b.convex.radius;
}

}  // namespace catena
