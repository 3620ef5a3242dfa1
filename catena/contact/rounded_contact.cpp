#include "catena/contact/rounded_contact.hpp"

#include <cmath>

namespace catena::detail {

namespace {

using V = Vec3<double>;

// Newton's method doubles the digits; bodies turn little within a step.
constexpr int most_tries = 12;
constexpr double settled = 1e-15;
// Less bent than this, against the direction that bends most, counts as an edge: its normal would
// turn with any motion.
constexpr double least_bend = 1e-4, least_bend_on_line = 1e-2;
// The normal does not turn farther than this (a cosine) from where the search begins.
constexpr double least_cosine = 0.8;

// g and G of the ellipsoid, without the ball, for the unit vector n.
struct Bulge {
  V g{0, 0, 0};
  V d{0, 0, 0};  // H^T n / h
  const Mat3<double>* half = nullptr;
  double h = 0.0;

  Bulge(const Mat3<double>& axes, const V& n) : half(&axes) {
    const V e = transpose_times(axes, n);
    h = norm(e);
    if (!(h > 0.0)) return;
    d = (1.0 / h) * e;
    g = axes * d;
  }
  // G x = (H H^T x - g (g . x)) / h
  V bend(const V& x) const {
    if (!(h > 0.0)) return {0, 0, 0};
    const V y = transpose_times(*half, x);
    return (1.0 / h) * (*half * (y - dot(d, y) * d));
  }
  // How g moves while the body turns with w and the normal with n_rate.
  V rate(const V& w, const V& n, const V& n_rate) const {
    return cross(w, g) + bend(n_rate - cross(w, n));
  }
};

// The surface of a lies c - g - r n.
void put_point(const RoundedBody& a, const Bulge& bulge, RoundedNormal& out) {
  out.p = a.c - bulge.g - a.radius * out.n;
  out.p_rate = a.v - bulge.rate(a.w, out.n, out.n_rate) - a.radius * out.n_rate;
}

V unit(const V& x) {
  return (1.0 / norm(x)) * x;
}

// Two unit vectors across n.
void span_tangents(const V& n, V& t, V& u) {
  const double x = std::abs(n.x), y = std::abs(n.y), z = std::abs(n.z);
  const V e = x <= y && x <= z ? V{1, 0, 0} : y <= z ? V{0, 1, 0} : V{0, 0, 1};
  t = unit(cross(n, e));
  u = cross(n, t);
}

// (G_a + G_b + depth) x = y in the tangent plane of n.
struct TangentSystem {
  V t, u;
  double tt = 0.0, tu = 0.0, uu = 0.0;

  TangentSystem(const V& n, const Bulge& a, const Bulge& b, double depth) {
    span_tangents(n, t, u);
    const V at = a.bend(t) + b.bend(t), au = a.bend(u) + b.bend(u);
    tt = dot(t, at) + depth, tu = dot(u, at), uu = dot(u, au) + depth;
  }
  bool is_bent() const {
    const double sum = tt + uu, product = tt * uu - tu * tu;
    return sum > 0.0 && product > least_bend * sum * sum;
  }
  V solve(const V& y) const {
    const double a = dot(t, y), b = dot(u, y), product = tt * uu - tu * tu;
    return ((uu * a - tu * b) / product) * t + ((tt * b - tu * a) / product) * u;
  }
};

}  // namespace

V outermost(const RoundedBody& b, const V& n) {
  return b.c + Bulge(b.half, n).g + b.radius * n;
}

RoundedNormal rounded_on_plane(const RoundedBody& a, const V& o, const V& n, const V& n_rate) {
  RoundedNormal out;
  const Bulge bulge(a.half, n);
  out.found = true;
  out.n = n, out.n_rate = n_rate;
  out.gap = dot(n, a.c - o) - bulge.h - a.radius;
  put_point(a, bulge, out);
  return out;
}

RoundedNormal rounded_on_rounded(const RoundedBody& a, const RoundedBody& b, const V& start) {
  RoundedNormal out;
  const V d = a.c - b.c;
  V n = start;
  for (int i = 0; i < most_tries; ++i) {
    const Bulge at_a(a.half, n), at_b(b.half, n);
    const V off = d - at_a.g - at_b.g;
    const double depth = dot(n, off);
    const TangentSystem system(n, at_a, at_b, depth);
    if (!system.is_bent()) return out;
    const V step = system.solve(off);
    if (!(norm(step) < 1.0)) return out;
    if (norm(step) > settled && i + 1 < most_tries) {
      n = unit(n + step);
      continue;
    }
    out.found = norm(step) < 1e-9 && dot(n, start) > least_cosine;
    out.n = n;
    out.gap = depth - a.radius - b.radius;
    out.n_rate =
        system.solve(a.v - b.v - at_a.rate(a.w, n, V::zero()) - at_b.rate(b.w, n, V::zero()));
    put_point(a, at_a, out);
    return out;
  }
  return out;
}

RoundedNormal rounded_on_line(const RoundedBody& a, const RoundedBody& b, const V& e,
                              const V& start) {
  RoundedNormal out;
  const V d = a.c - b.c, across_e = start - dot(start, e) * e;
  if (!(norm(across_e) > 1e-3)) return out;
  V n = unit(across_e);
  for (int i = 0; i < most_tries; ++i) {
    const Bulge at_a(a.half, n);
    const V t = cross(e, n), off = d - at_a.g;
    const double depth = dot(n, off), bent = dot(t, at_a.bend(t)) + depth;
    if (!(bent > least_bend_on_line * norm(at_a.g))) return out;
    const double step = dot(t, off) / bent;
    if (!(std::abs(step) < 1.0)) return out;
    if (std::abs(step) > settled && i + 1 < most_tries) {
      n = unit(n + step * t);
      continue;
    }
    out.found = std::abs(step) < 1e-9 && dot(n, start) > least_cosine;
    out.n = n;
    out.gap = depth - a.radius - b.radius;
    // n' = along t and along e; the second keeps it across the line.
    const V e_rate = cross(b.w, e);
    const double along_e = -dot(n, e_rate);
    const V rate = a.v - b.v - at_a.rate(a.w, n, along_e * e);
    const double along_t = (dot(t, rate) - dot(e, off) * dot(t, e_rate)) / bent;
    out.n_rate = along_t * t + along_e * e;
    put_point(a, at_a, out);
    return out;
  }
  return out;
}

}  // namespace catena::detail
