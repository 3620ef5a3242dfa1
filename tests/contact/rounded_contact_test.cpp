// Rounded bodies against planes, each other and lines: gap, normal, point and their rates against
// differences of positions, and balls against what is known of balls.

#include "catena/contact/rounded_contact.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "catena/math/rotation.hpp"

namespace catena {
namespace {

using detail::RoundedBody;
using detail::RoundedNormal;
using V = Vec3<double>;

V unit(const V& x) {
  return (1.0 / norm(x)) * x;
}

Mat3<double> turned(const V& w, double t, const Mat3<double>& half) {
  const double angle = norm(w) * t;
  if (angle == 0.0) return half;
  const V e = unit(w);
  const double c = std::cos(angle), s = std::sin(angle);
  const auto turn = [&](const V& x) { return c * x + s * cross(e, x) + (1.0 - c) * dot(e, x) * e; };
  return {turn(half.c0), turn(half.c1), turn(half.c2)};
}

// Where it is after the time t.
RoundedBody after(RoundedBody body, double t) {
  body.c += t * body.v;
  body.half = turned(body.w, t, body.half);
  return body;
}

struct Pairs {
  std::mt19937 random{3};
  double draw(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  }
  V direction() { return unit({draw(-1, 1), draw(-1, 1), draw(-1, 1.1)}); }
  V any() { return draw(0.1, 2.0) * direction(); }
  // With 3, 2 (a disc) or no half axes.
  RoundedBody body(int axes) {
    RoundedBody out;
    out.c = any(), out.v = any(), out.w = any();
    const V x = direction(), y = unit(cross(x, direction())), z = cross(x, y);
    if (axes > 0) out.half = {draw(0.1, 0.3) * x, draw(0.1, 0.3) * y, V::zero()};
    if (axes > 2) out.half.c2 = draw(0.1, 0.3) * z;
    if (axes == 0 || draw(0, 1) < 0.5) out.radius = draw(0.05, 0.2);
    return out;
  }
};

V point_of(const RoundedBody& body, const V& n) {
  return detail::outermost(body, n);
}

// Rates are differences of positions over a short time.
void expect_rates(const std::function<RoundedNormal(double)>& at) {
  constexpr double h = 2e-6;
  const RoundedNormal now = at(0.0), before = at(-h), next = at(h);
  ASSERT_TRUE(now.found && before.found && next.found);
  if (norm(now.n_rate) > 30.0) return;  // differences are off by more than they are compared to
  const V n_rate = (0.5 / h) * (next.n - before.n), p_rate = (0.5 / h) * (next.p - before.p);
  EXPECT_LT(norm(now.n_rate - n_rate), 1e-6 * (1.0 + norm(n_rate)));
  EXPECT_LT(norm(now.p_rate - p_rate), 1e-6 * (1.0 + norm(p_rate)));
  EXPECT_NEAR(norm(now.n), 1.0, 1e-14);
}

TEST(RoundedContact, OnAPlaneThatTurns) {
  Pairs pairs;
  for (int i = 0; i < 200; ++i) {
    const RoundedBody a = pairs.body(i % 2 == 0 ? 3 : 2);
    const V o = pairs.any(), n = pairs.direction(), w = pairs.any();
    const auto at = [&](double t) {
      const V now = turned(w, t, {n, n, n}).c0;
      return detail::rounded_on_plane(after(a, t), o, now, cross(w, now));
    };
    expect_rates(at);
    const RoundedNormal found = at(0.0);
    EXPECT_LT(norm(found.p - point_of(a, -n)), 1e-14);
    EXPECT_NEAR(found.gap, dot(n, found.p - o), 1e-14);
  }
}

// The nearest points lie across from each other along the normal.
TEST(RoundedContact, OnEachOther) {
  Pairs pairs;
  int found_count = 0;
  for (int i = 0; i < 300; ++i) {
    RoundedBody a = pairs.body(i % 3 == 0 ? 2 : 3), b = pairs.body(i % 3 == 1 ? 0 : 3);
    const V n = pairs.direction();
    const double gap = pairs.draw(-1e-3, 1e-3);
    a.c += point_of(b, n) + gap * n - point_of(a, -n);  // they are at this distance along n
    const V start = unit(n + 0.05 * pairs.direction());
    const auto at = [&](double t) {
      return detail::rounded_on_rounded(after(a, t), after(b, t), start);
    };
    const RoundedNormal found = at(0.0);
    if (!found.found) continue;
    ++found_count;
    EXPECT_LT(norm(found.n - n), 1e-9);
    EXPECT_NEAR(found.gap, gap, 1e-12);
    EXPECT_LT(norm(found.p - point_of(a, -n)), 1e-9);
    expect_rates(at);
  }
  EXPECT_GT(found_count, 270);
}

TEST(RoundedContact, OnALine) {
  Pairs pairs;
  int found_count = 0;
  for (int i = 0; i < 200; ++i) {
    RoundedBody a = pairs.body(i % 4 == 0 ? 2 : 3), b = pairs.body(0);
    b.radius = i % 2 == 0 ? 0.0 : 0.1;
    const V n = pairs.direction(), e = unit(cross(n, pairs.direction()));
    const double gap = pairs.draw(-1e-3, 1e-3), along = pairs.draw(-1, 1);
    a.c += b.c + b.radius * n + along * e + gap * n - point_of(a, -n);
    const V start = unit(n + 0.05 * pairs.direction());
    const auto at = [&](double t) {
      return detail::rounded_on_line(after(a, t), after(b, t), turned(b.w, t, {e, e, e}).c0, start);
    };
    const RoundedNormal found = at(0.0);
    if (!found.found) continue;
    ++found_count;
    EXPECT_LT(norm(found.n - n), 1e-9);
    EXPECT_NEAR(found.gap, gap, 1e-12);
    expect_rates(at);
  }
  EXPECT_GT(found_count, 160);
}

TEST(RoundedContact, BallsAreAsBallsAre) {
  Pairs pairs;
  const RoundedBody a = pairs.body(0), b = pairs.body(0);
  const V d = a.c - b.c, n = unit(d);
  const RoundedNormal found = detail::rounded_on_rounded(a, b, unit(n + 0.1 * pairs.direction()));
  ASSERT_TRUE(found.found);
  EXPECT_LT(norm(found.n - n), 1e-15);
  EXPECT_NEAR(found.gap, norm(d) - a.radius - b.radius, 1e-15);
  const V u = a.v - b.v;
  EXPECT_LT(norm(found.n_rate - (1.0 / norm(d)) * (u - dot(n, u) * n)), 1e-14);
}

// An edge against a vertex bends nowhere.
TEST(RoundedContact, WhatDoesNotBendIsNotFound) {
  RoundedBody rim, vertex;
  rim.half = {V{0.1, 0, 0}, V{0, 0.1, 0}, V::zero()};
  rim.c = {0.1, 0, 0};
  EXPECT_FALSE(detail::rounded_on_rounded(rim, vertex, unit({1, 0, 1})).found);
}

}  // namespace
}  // namespace catena
