#include "catena/collision/closed_forms.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "catena/collision/triangle_distance.hpp"

namespace catena {

namespace {

using V = Vec3<double>;
using Formula = bool (*)(const Convex&, const Convex&, const Transform<double>&, LocalDistance&);

// From two points of the cores, a's and b's, and a normal for where they coincide.
bool from_cores(const Convex& a, const Convex& b, const V& core_a, const V& core_b,
                const V& otherwise, LocalDistance& out) {
  const V w = core_a - core_b;
  const double length = norm(w);
  out.n = length > 0.0 ? (1.0 / length) * w : otherwise;
  out.value = length - a.radius - b.radius;
  out.p_a = core_a - a.radius * out.n;
  out.p_b = core_b + b.radius * out.n;
  return true;
}

V turned(const Transform<double>& X_AB) {
  return X_AB.rotation.c2;
}

bool sphere_sphere(const Convex& a, const Convex& b, const Transform<double>& X,
                   LocalDistance& out) {
  return from_cores(a, b, V::zero(), X.translation, {0, 0, 1}, out);
}

// The point nearest to p of the segment along the unit vector u through c.
V nearest_on_segment(const V& c, const V& u, double half, const V& p) {
  return c + std::clamp(dot(p - c, u), -half, half) * u;
}

bool sphere_capsule(const Convex& a, const Convex& b, const Transform<double>& X,
                    LocalDistance& out) {
  const V q = nearest_on_segment(X.translation, turned(X), b.half.z, V::zero());
  return from_cores(a, b, V::zero(), q, across(turned(X)), out);
}

bool capsule_sphere(const Convex& a, const Convex& b, const Transform<double>& X,
                    LocalDistance& out) {
  const V p = nearest_on_segment(V::zero(), {0, 0, 1}, a.half.z, X.translation);
  return from_cores(a, b, p, X.translation, {1, 0, 0}, out);
}

bool capsule_capsule(const Convex& a, const Convex& b, const Transform<double>& X,
                     LocalDistance& out) {
  const V z{0, 0, 1}, u = turned(X), c = X.translation;
  // Distances of each end to the other segment, and of the lines where they cross in between.
  V best_a = V::zero(), best_b = V::zero();
  double least = 1e300;
  const auto consider = [&](const V& p, const V& q) {
    const double d = dot(p - q, p - q);
    if (d < least) least = d, best_a = p, best_b = q;
  };
  const V axes = cross(z, u);
  const double sine2 = dot(axes, axes);
  if (sine2 > 1e-24) {
    const double s = dot(cross(c, u), axes) / sine2, t = dot(cross(c, z), axes) / sine2;
    if (abs(s) <= a.half.z && abs(t) <= b.half.z) {
      best_a = s * z, best_b = c + t * u;
      least = dot(best_a - best_b, best_a - best_b);
      // Along the common normal, which keeps its digits where the axes nearly meet.
      const V m = (1.0 / sqrt(sine2)) * axes;
      const double h = -dot(m, c);
      from_cores(a, b, best_a, best_b, m, out);
      out.n = h < 0.0 ? -m : m;
      out.value = abs(h) - a.radius - b.radius;
      out.p_a = best_a - a.radius * out.n, out.p_b = best_b + b.radius * out.n;
      return true;
    }
  }
  for (const double end : {-1.0, 1.0}) {
    const V q = c + (end * b.half.z) * u, p = (end * a.half.z) * z;
    consider(nearest_on_segment(V::zero(), z, a.half.z, q), q);
    consider(p, nearest_on_segment(c, u, b.half.z, p));
  }
  return from_cores(a, b, best_a, best_b, across(z), out);
}

bool from_box(const Convex& box, const Convex& ball, const V& centre, LocalDistance& out) {
  const NearestOnBox near = nearest_on_box(box.half, centre);
  out.n = -near.n;
  out.value = near.depth - ball.radius;
  out.p_a = near.point;
  out.p_b = centre - ball.radius * near.n;
  return true;
}

bool box_sphere(const Convex& a, const Convex& b, const Transform<double>& X, LocalDistance& out) {
  return from_box(a, b, X.translation, out);
}

// The parameter t in [-half, half] where c + t u is nearest to the box: the squared distance is
// convex and quadratic between the planes of the box, so its slope has one zero.
double nearest_to_box(const V& box, const V& c, const V& u, double half) {
  std::array<double, 8> knots{-half, half};
  int count = 2;
  for (int i = 0; i < 3; ++i) {
    if (u[i] == 0.0) continue;
    for (const double side : {-box[i], box[i]}) {
      const double t = (side - c[i]) / u[i];
      if (t > -half && t < half) knots[to_index(count++)] = t;
    }
  }
  std::sort(knots.begin(), knots.begin() + count);
  const auto slope = [&](double t) {
    double sum = 0.0;
    for (int i = 0; i < 3; ++i) {
      const double x = c[i] + t * u[i];
      sum += u[i] * (x - std::clamp(x, -box[i], box[i]));
    }
    return sum;
  };
  double before = slope(knots[0]);
  if (before >= 0.0 && before > 0.0) return knots[0];
  for (int k = 1; k < count; ++k) {
    const double after = slope(knots[to_index(k)]);
    const double t0 = knots[to_index(k - 1)], t1 = knots[to_index(k)];
    // Where a part of the segment is nearest its middle is taken.
    if (before == 0.0 && after == 0.0) return 0.5 * (t0 + t1);
    if (after > 0.0) return before == 0.0 ? t0 : t0 - before * (t1 - t0) / (after - before);
    before = after;
  }
  return knots[to_index(count - 1)];
}

bool box_capsule(const Convex& a, const Convex& b, const Transform<double>& X, LocalDistance& out) {
  const V u = turned(X), c = X.translation;
  const V p = c + nearest_to_box(a.half, c, u, b.half.z) * u;
  const NearestOnBox near = nearest_on_box(a.half, p);
  // The direction loses its digits near the box, and inside another one may be shorter.
  if (near.depth < 1e-6 * (a.size + b.half.z)) return false;
  return from_box(a, b, p, out);
}

template <Formula formula>
bool reversed(const Convex& a, const Convex& b, const Transform<double>& X, LocalDistance& out) {
  LocalDistance other;
  if (!formula(b, a, inverse(X), other)) return false;
  out.value = other.value, out.duality_gap = other.duality_gap;
  out.p_a = X * other.p_b, out.p_b = X * other.p_a;
  out.n = -(X.rotation * other.n);
  return true;
}

// Rows and columns in the order of CoreKind: point, segment, triangle, box.
constexpr int kinds = 4;
constexpr Formula table[kinds][kinds] = {
    {sphere_sphere, sphere_capsule, nullptr, reversed<box_sphere>},
    {capsule_sphere, capsule_capsule, nullptr, reversed<box_capsule>},
    {nullptr, nullptr, triangle_triangle, nullptr},
    {box_sphere, box_capsule, nullptr, nullptr},
};

}  // namespace

NearestOnBox nearest_on_box(const Vec3<double>& half, const Vec3<double>& p) {
  NearestOnBox near;
  near.point = {std::clamp(p.x, -half.x, half.x), std::clamp(p.y, -half.y, half.y),
                std::clamp(p.z, -half.z, half.z)};
  const V w = p - near.point;
  const double length = norm(w);
  if (length > 0.0) {
    near.n = (1.0 / length) * w;
    near.depth = length;
    return near;
  }
  int axis = 0;
  near.depth = -1e300;
  for (int i = 0; i < 3; ++i)
    if (abs(p[i]) - half[i] > near.depth) near.depth = abs(p[i]) - half[i], axis = i;
  const double side = p[axis] < 0.0 ? -1.0 : 1.0;
  near.n = V::zero();
  near.n[axis] = side;
  near.point[axis] = side * half[axis];
  return near;
}

bool closed_form(const Convex& a, const Convex& b, const Transform<double>& X_AB,
                 LocalDistance& out) {
  const int i = static_cast<int>(a.kind), j = static_cast<int>(b.kind);
  if (i >= kinds || j >= kinds || table[i][j] == nullptr) return false;
  return table[i][j](a, b, X_AB, out);
}

}  // namespace catena
