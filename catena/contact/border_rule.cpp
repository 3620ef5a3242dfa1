#include "catena/contact/border_rule.hpp"

#include <algorithm>

#include "catena/contact/shape_way.hpp"
#include "catena/math/infinity.hpp"

namespace catena {

namespace {

// Those that approach more slowly than this part of their speed are struck as if there were no
// border.
constexpr double passing_part = 1e-4;
// Whether shapes would overlap is seen when they have gone on by this part of their size, and come
// nearer by this, m, or so many times the tolerance; not where that is farther than the last, in
// parts of their size, or that with a tolerance.
constexpr double short_pass = 1e-5, comes_nearer = 1e-7, of_tolerance = 3.0, most_way = 1e-2,
                 most_rough_way = 5e-2;
// What arrives is then at least so many times as deep as it approaches.
constexpr double arriving_depth = 0.3;
// Over the time until it comes to its plane, accelerations are as many times gravity at most.
constexpr double harder_than_gravity = 20.0;
// A point that comes to its plane farther than this from the border, in parts of its way along the
// plane until then, stays over the face; but not one that is at the border, m.
constexpr double to_border = 1.5, at_border = 1e-7;

struct BorderSpeeds {
  double across, along;  // m/s
};

BorderSpeeds speeds_at(const ShapePoint& point, const Look& look) {
  const auto velocity = [&](BodyId body) {
    const Motion<double> v = look.velocity(body);
    return v.linear + cross(v.angular, point.p - look.pose(body).translation);
  };
  const Vec3<double> u = velocity(point.a) - velocity(point.b);
  const double across = -dot(point.n, u);
  return {across, norm(u + across * point.n)};
}

}  // namespace

// Meshes and height fields are not asked: the border of a triangle is not that of its surface, and
// a surface has no inside to overlap.
std::optional<double> BorderRule::goes_on(int pair, double gap, double approach,
                                          double after) const {
  const auto [a, b] = shapes_.shapes_of(pair);
  const Collider &of_a = shapes_.collider_of(a), &of_b = shapes_.collider_of(b);
  if (of_a.surface || of_b.surface) return std::nullopt;
  const double size = std::min(of_a.size, of_b.size);
  const auto speed_of = [&](int shape) {
    const Motion<double> v = look_.velocity(shapes_.body_of(shape));
    return norm(v.linear) + norm(v.angular) * size;
  };
  const double speed = std::max({approach, speed_of(a), speed_of(b)});
  if (!(approach > passing_part * speed)) return std::nullopt;
  const double nearer = std::max(comes_nearer, of_tolerance * step_.tolerance);
  double dt = std::max(short_pass * size / speed, nearer / approach);
  const bool rough = step_.tolerance > 0.0;
  if (speed * dt > (rough ? most_rough_way : most_way) * size) return std::nullopt;
  // Where they will be then is known to second order.
  if (after > 0.0)
    dt = std::max(dt, std::min(step_.ahead, harder_than_gravity * step_.typical_acceleration *
                                                step_.ahead * step_.ahead / approach));
  // Other points may press the shapes into each other until then, as far as that is not known.
  const double before =
      after > 0.0 || rough ? ShapeWay::distance_after(shapes_, pair, look_, after) : gap;
  const double apart = ShapeWay::distance_after(shapes_, pair, look_, after + dt);
  if (!(apart > std::min(0.0, before) - arriving_depth * approach * dt)) return std::nullopt;
  return dt;
}

double BorderRule::passes_after(const ShapePoint& point) const {
  const bool now = point.gap <= std::max(at_plane, step_.tolerance);
  if (!now && point.inside == infinity) return infinity;
  const auto [across, along] = speeds_at(point, look_);
  if (!(across > passing_speed)) return infinity;
  const double after = now ? 0.0 : point.gap / across;
  const double way = along * (now ? step_.ahead : after);
  if (after > step_.ahead ||
      (point.inside < infinity && point.inside > to_border * way + at_border))
    return infinity;
  return goes_on(point.key.pair, point.gap, across, after) ? after : infinity;
}

}  // namespace catena
