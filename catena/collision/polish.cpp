// Both solids touch their supporting planes across n. Where such a plane holds more than a point of
// a solid (an edge, a face, a line of a cylinder) n is normal to that: E. Elsewhere the point moves
// with n by the second derivative of the support function: H. The two points are nearest where
// their difference w is along n, so that with the tangent T, w = d n,
//
//   [ T'(H + d)T   -T'E ] [ turn of n         ]   [ T'w  ]
//   [ E'T            0  ] [ move in the plane ] = [ -E'n ].

#include "catena/collision/polish.hpp"

#include <Eigen/LU>
#include <algorithm>

namespace catena {

namespace {

using V = Vec3<double>;

struct LocalSupport {
  V point{0, 0, 0};  // of the support set, nearest to where the last one was
  int flats = 0;     // directions in which the support set extends there
  V flat[2] = {{0, 0, 0}, {0, 0, 0}};
  Mat3<double> H = Mat3<double>::zero();  // second derivative of the support function
};

void add_flat(LocalSupport& s, const V& e) {
  if (s.flats < 2) s.flat[s.flats++] = e;
}

// The second derivative of radius * |m_xy|.
Mat3<double> circle_curvature(const V& m, double across, double radius) {
  const V t{-m.y / across, m.x / across, 0.0};
  const double k = radius / across;
  return {k * t.x * t, k * t.y * t, V::zero()};
}

LocalSupport ellipsoid_support(const V& half, const V& m) {
  const V e{half.x * m.x, half.y * m.y, half.z * m.z};
  const double length = norm(e);
  const V u = (1.0 / length) * e;
  LocalSupport s;
  s.point = {half.x * u.x, half.y * u.y, half.z * u.z};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      s.H(i, j) = half[i] * ((i == j ? 1.0 : 0.0) - u[i] * u[j]) * half[j] / length;
  return s;
}

// Cylinders and cones, whose last point was p. What is within the margin of a rim is on the rim.
LocalSupport revolved_support(const Convex& c, const V& m, const V& p, double margin) {
  const double inner = 1.0 - margin;
  const double r = c.half.x, h = c.half.z, radial = sqrt(p.x * p.x + p.y * p.y);
  const double across = sqrt(m.x * m.x + m.y * m.y);
  const bool cone = c.kind == CoreKind::Cone;
  LocalSupport s;
  s.point = p;
  const bool end = cone ? p.z < -h * inner : abs(p.z) > h * inner;
  if (end && radial < r * inner) {  // a face
    s.point.z = p.z < 0.0 ? -h : h;
    add_flat(s, {1, 0, 0}), add_flat(s, {0, 1, 0});
    return s;
  }
  if (across == 0.0) return s;
  const V u{m.x / across, m.y / across, 0.0};
  double radius = r, z = p.z < 0.0 ? -h : h;
  if (cone && p.z > h * inner) {  // the apex
    s.point = {0, 0, h};
    return s;
  }
  if (!end) {  // a line of the side
    z = p.z;
    radius = cone ? r * (h - z) / (2.0 * h) : r;
    add_flat(s, cone ? normalized(V{-r * u.x, -r * u.y, 2.0 * h}) : V{0, 0, 1});
  }
  s.point = {radius * u.x, radius * u.y, z};
  s.H = circle_curvature(m, across, radius);
  return s;
}

// `side` picks a's or b's points of the simplex.
LocalSupport local_support(const Convex& c, const V& m, const V& p, const Simplex& simplex,
                           V SimplexPoint::*side, double margin) {
  if (c.kind == CoreKind::Ellipsoid) return ellipsoid_support(c.half, m);
  if (c.kind == CoreKind::Cylinder || c.kind == CoreKind::Cone)
    return revolved_support(c, m, p, margin);
  LocalSupport s;
  s.point = p;
  for (int i = 1; i < simplex.count; ++i) {
    const V e = simplex.points[to_index(i)].*side - simplex.points[0].*side;
    const double length = norm(e);
    if (length <= 1e-12 * c.size) continue;
    V u = (1.0 / length) * e;
    if (s.flats == 1) {
      u = u - dot(u, s.flat[0]) * s.flat[0];
      if (norm(u) < 1e-9) continue;
      u = normalized(u);
    }
    add_flat(s, u);
  }
  return s;
}

LocalSupport turned_support(const LocalSupport& s, const Transform<double>& X) {
  LocalSupport t;
  t.point = X * s.point;
  t.flats = s.flats;
  for (int i = 0; i < s.flats; ++i) t.flat[i] = X.rotation * s.flat[i];
  t.H = rotated(X.rotation, s.H);
  return t;
}

// An orthonormal basis of the directions of both, across n.
int common_flats(const LocalSupport& a, const LocalSupport& b, V basis[2]) {
  int count = 0;
  for (const LocalSupport* s : {&a, &b})
    for (int i = 0; i < s->flats && count < 2; ++i) {
      V e = s->flat[i];
      if (count == 1) e = e - dot(e, basis[0]) * basis[0];
      if (norm(e) < 1e-7) continue;
      basis[count++] = normalized(e);
    }
  return count;
}

struct NewtonStep {
  V turn{0, 0, 0};
  V move_a{0, 0, 0}, move_b{0, 0, 0};  // along the flats of each
};

// Parts a move c (in the basis E) between the two solids: the least moves along their flats whose
// difference it is.
void part(const LocalSupport& a, const LocalSupport& b, const V E[2], int k, const double c[2],
          NewtonStep& step) {
  double G[2][2] = {{0, 0}, {0, 0}};  // Gram matrix of all flats in the basis
  const auto each = [&](auto&& action) {
    for (int i = 0; i < a.flats; ++i) action(a.flat[i], step.move_a, 1.0);
    for (int i = 0; i < b.flats; ++i) action(b.flat[i], step.move_b, -1.0);
  };
  each([&](const V& e, V&, double) {
    for (int i = 0; i < k; ++i)
      for (int j = 0; j < k; ++j) G[i][j] += dot(E[i], e) * dot(E[j], e);
  });
  double x[2] = {c[0] / G[0][0], 0.0};
  if (k == 2) {
    const double det = G[0][0] * G[1][1] - G[0][1] * G[1][0];
    x[0] = (G[1][1] * c[0] - G[0][1] * c[1]) / det;
    x[1] = (G[0][0] * c[1] - G[1][0] * c[0]) / det;
  }
  each([&](const V& e, V& move, double sign) {
    double s = 0.0;
    for (int i = 0; i < k; ++i) s += x[i] * dot(E[i], e);
    move += (sign * s) * e;
  });
}

NewtonStep newton_step(const LocalSupport& a, const LocalSupport& b, const V& n, const V& w) {
  V E[2];
  const int k = common_flats(a, b, E);
  const V t0 = across(n), T[2] = {t0, cross(n, t0)};
  const Mat3<double> H = a.H + b.H;
  const double d = dot(n, w);
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 4, 4> K(2 + k, 2 + k);
  Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 4, 1> right(2 + k);
  K.setZero();
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) K(i, j) = dot(T[i], H * T[j]) + (i == j ? d : 0.0);
    for (int j = 0; j < k; ++j) K(i, 2 + j) = -dot(T[i], E[j]), K(2 + j, i) = dot(E[j], T[i]);
    right(i) = dot(T[i], w);
  }
  for (int j = 0; j < k; ++j) right(2 + j) = -dot(E[j], n);
  const Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 4, 1> x = K.partialPivLu().solve(right);
  NewtonStep step;
  step.turn = x(0) * T[0] + x(1) * T[1];
  if (k > 0) {
    const double c[2] = {x(2), k == 2 ? x(3) : 0.0};
    part(a, b, E, k, c, step);
  }
  return step;
}

bool all_finite(const NewtonStep& s) {
  const double sum = norm(s.turn) + norm(s.move_a) + norm(s.move_b);
  return std::isfinite(sum);
}

bool is_revolved(const Convex& c) {
  return c.kind == CoreKind::Cylinder || c.kind == CoreKind::Cone;
}

double mismatch(const CorePair& pair, const V& p_a, const V& p_b, const V& n) {
  const V w = p_a + pair.shift - p_b;
  return norm(w - dot(w, n) * n);
}

struct SupportPair {
  LocalSupport a, b;  // in the frame of a
};

SupportPair supports(const CorePair& pair, const Simplex& simplex, const V& n, const V& p_a,
                     const V& p_b, double margin) {
  const V m = transpose_times(pair.X_AB.rotation, n);
  const V q = transpose_times(pair.X_AB.rotation, p_b - pair.X_AB.translation);
  return {
      local_support(pair.a, -n, p_a, simplex, &SimplexPoint::a, margin),
      turned_support(local_support(pair.b, m, q, simplex, &SimplexPoint::b, margin), pair.X_AB)};
}

// Returns how far the two points are from facing each other.
double polish_within(const CorePair& pair, const Simplex& simplex, double margin,
                     CoreDistance& result) {
  const double size = pair.a.size + pair.b.size;
  CoreDistance next = result;
  // The points that iteration ended with are on chords, so their mismatch says little.
  const double start = std::max(1e-6 * size, mismatch(pair, result.p_a, result.p_b, result.n));
  double before = start;
  for (int k = 0; k < 6 && before > 1e-15 * size; ++k) {
    SupportPair s = supports(pair, simplex, next.n, next.p_a, next.p_b, margin);
    const NewtonStep step = newton_step(s.a, s.b, next.n, s.a.point + pair.shift - s.b.point);
    if (!all_finite(step) || norm(step.turn) > 0.1) break;
    const V n = normalized(next.n + step.turn);
    s = supports(pair, simplex, n, s.a.point + step.move_a, s.b.point + step.move_b, margin);
    const double after = mismatch(pair, s.a.point, s.b.point, n);
    if (!(after < before)) break;
    next.p_a = s.a.point, next.p_b = s.b.point, next.n = n;
    before = after;
    // The first step leaves an error of second order in n; at a kink it counts in full.
    if (after <= 1e-12 * size && norm(step.turn) < 1e-9) break;
  }
  if (before == start) return before;
  SimplexPoint hint = simplex.points[0];
  next.separation = separation(pair, next.n, hint);
  if (next.separation < result.separation - 1e-13 * size) return start;
  next.value = norm(next.p_a + pair.shift - next.p_b);
  result = next;
  return before;
}

}  // namespace

void polish(const CorePair& pair, const Simplex& simplex, CoreDistance& result) {
  const double size = pair.a.size + pair.b.size;
  for (const double margin : {1e-7, 1e-5, 1e-3}) {
    if (polish_within(pair, simplex, margin, result) <= 1e-12 * size) return;
    if (!is_revolved(pair.a) && !is_revolved(pair.b)) return;
  }
}

CoreDistance core_distance(const CorePair& pair, Simplex& simplex, const Vec3<double>& guess) {
  CoreDistance d = gjk(pair, simplex, guess);
  if (!d.overlap && (is_curved(pair.a) || is_curved(pair.b))) polish(pair, simplex, d);
  return d;
}

}  // namespace catena
