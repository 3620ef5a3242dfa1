// ContactGroup: borders of faces in time steps. A vertex over a face is a point against the plane
// of that face. Where an edge slides off the border, it comes to that plane just there, and goes on
// below it beside the face: nothing is struck.

#include <algorithm>

#include "catena/contact/contact_group.hpp"
#include "catena/contact/shape_way.hpp"
#include "catena/math/infinity.hpp"

namespace catena {

namespace {

// Points this near, m, are at their plane.
constexpr double at_plane = 1e-9;
// Those that approach more slowly than this, m/s, or than this part of their speed, are struck as
// if there were no border.
constexpr double passing_speed = 1e-7, passing_part = 1e-4;
// Whether shapes would overlap is seen when they have gone on by this part of their size, and come
// nearer by this, m; not where that is farther than the third, in parts of their size.
constexpr double short_pass = 1e-5, comes_nearer = 1e-7, most_way = 1e-2;
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

// Whether the shapes of contact i, which comes to its surface after so long, would not overlap if
// they went on from there as they move now. Returns for how long that was tried, s. What is round
// or bends goes over a border by and by, and is not asked; nor are meshes and height fields.
std::optional<double> ContactGroup::passes(int i, const Look& look, double gap, double approach,
                                           double after) const {
  if (!contact(i).is_sharp() || !shapes_->points()[static_cast<std::size_t>(i) - given_].straight)
    return std::nullopt;
  const auto [a, b] = shapes_->shapes_of(key(i).pair);
  // The border of a triangle is not that of its surface, and a surface has no inside to overlap.
  if (shapes_->collider_of(a).surface || shapes_->collider_of(b).surface) return std::nullopt;
  const double size = std::min(shapes_->collider_of(a).size, shapes_->collider_of(b).size);
  const auto speed_of = [&](int shape) {
    const Motion<double> v = look.velocity(shapes_->body_of(shape));
    return norm(v.linear) + norm(v.angular) * size;
  };
  const double speed = std::max({approach, speed_of(a), speed_of(b)});
  if (!(approach > passing_part * speed)) return std::nullopt;
  double dt = std::max(short_pass * size / speed, comes_nearer / approach);
  if (speed * dt > most_way * size) return std::nullopt;
  // Where they will be then is known to second order.
  if (after > 0.0)
    dt = std::min(ahead_, std::max(dt, harder_than_gravity * typical_acceleration_ * ahead_ *
                                           ahead_ / approach));
  const double apart = ShapeWay::distance_after(*shapes_, key(i).pair, look, after + dt);
  if (!(apart > std::min(0.0, gap) - arriving_depth * approach * dt)) return std::nullopt;
  return dt;
}

// At the beginning of a step. What passes now is no contact in it. What will pass is none in steps
// that do not look for the instant; others end there.
void ContactGroup::find_passing(const Look& look, const State& state) {
  ContactModes::Cursor modes = mode_cursor(state);
  const std::vector<ShapePoint>& points = shapes_->points();
  for (std::size_t k = 0; k < points.size(); ++k) {
    const ShapePoint& point = points[k];
    if (modes.at(point.key).closed()) continue;
    const bool now = point.gap <= at_plane;
    if (!now && point.inside == infinity) continue;
    const auto [across, along] = speeds_at(point, look);
    if (!(across > passing_speed)) continue;
    const double after = now ? 0.0 : point.gap / across;
    if (after > ahead_ || (!now && point.inside > to_border * along * after + at_border)) continue;
    if (passes(static_cast<int>(given_ + k), look, point.gap, across, after))
      passing_[given_ + k] = after;
  }
}

// Where contact i has come to its surface; places are known.
std::optional<double> ContactGroup::passes_now(int i, const Look& look) {
  const auto find = [&](int k) -> std::optional<double> {
    const double approach = -place(k).velocity.x;
    if (!(approach > passing_speed)) return std::nullopt;
    return passes(k, look, place(k).gap, approach, 0.0);
  };
  const std::optional<double> found = find(i);
  if (!found) return found;
  // So do others, before all closes that touches.
  for (int k = static_cast<int>(given_); k < count(); ++k)
    if (place(k).gap <= at_plane && find(k)) passing_[static_cast<std::size_t>(k)] = 0.0;
  return found;
}

}  // namespace catena
