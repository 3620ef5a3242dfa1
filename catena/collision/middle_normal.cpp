#include "catena/collision/middle_normal.hpp"

#include "catena/collision/gjk.hpp"

namespace catena {

namespace {

using V = Vec3<double>;

// Of the size: what is nearer touches, and planes that are equal to this are equally good.
constexpr double touching_part = 1e-10;
// Normals that differ by less than this are the same.
constexpr double same_direction = 1e-6;

bool is_polyhedron(const Convex& c) {
  return (c.kind == CoreKind::Box || c.kind == CoreKind::Hull) && c.radius == 0.0;
}

// Calls action(normal) for the faces that p lies on.
template <class Action>
void each_face_at(const Convex& c, const V& p, double near, Action&& action) {
  if (c.kind == CoreKind::Hull) {
    for (int f = 0; f < c.hull->face_count(); ++f)
      if (abs(dot(c.hull->normals[to_index(f)], p) - c.hull->offsets[to_index(f)]) <= near)
        action(c.hull->normals[to_index(f)]);
    return;
  }
  for (int i = 0; i < 3; ++i) {
    V face{0, 0, 0};
    face[i] = p[i] < 0.0 ? -1.0 : 1.0;
    if (abs(abs(p[i]) - c.half[i]) <= near) action(face);
  }
}

}  // namespace

void take_middle_normal(const Convex& a, const Convex& b, const Transform<double>& X_AB,
                        LocalDistance& d) {
  const double near = touching_part * (a.size + b.size);
  if (!is_polyhedron(a) || !is_polyhedron(b) || abs(d.value) > near) return;
  const CorePair pair{a, b, X_AB};
  SimplexPoint hint;
  V sum{0, 0, 0};
  int others = 0;
  const auto consider = [&](const V& n) {
    if (separation(pair, n, hint) < d.value - near) return;
    sum += n;
    others += norm(n - d.n) > same_direction ? 1 : 0;
  };
  each_face_at(a, d.p_a, near, [&](const V& face) { consider(-face); });
  const V p_b = transpose_times(X_AB.rotation, d.p_b - X_AB.translation);
  each_face_at(b, p_b, near, [&](const V& face) { consider(X_AB.rotation * face); });
  if (others == 0 || !(norm(sum) > same_direction)) return;
  const V n = normalized(sum);
  const double value = separation(pair, n, hint);
  if (!(value >= d.value - near)) return;
  d.n = n;
  d.duality_gap += abs(d.value - value);
  d.value = value;
}

}  // namespace catena
