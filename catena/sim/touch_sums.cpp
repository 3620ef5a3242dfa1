#include "catena/sim/touch_sums.hpp"

#include <algorithm>
#include <array>

#include "catena/contact/contact_group.hpp"
#include "catena/sim/motion_equations.hpp"

namespace catena {

namespace {

constexpr std::array kinds_of_pairs = {ColumnKind::ContactForce,      ColumnKind::ContactNormal,
                                       ColumnKind::ContactTangential, ColumnKind::ContactMoment,
                                       ColumnKind::ContactCentre,     ColumnKind::ContactGap,
                                       ColumnKind::ContactPoints,     ColumnKind::ContactSticks};
constexpr std::array kinds_of_bodies = {ColumnKind::TouchForce, ColumnKind::TouchCentre};

bool touches(const TouchPoint& point) {
  return point.is != TouchPoint::Is::Open;
}

// 1: the point is one of a on b; -1: of b on a; 0: of others.
double sign_for(const TouchPoint& point, BodyId a, BodyId b) {
  if (point.a == a && point.b == b) return 1.0;
  return point.a == b && point.b == a ? -1.0 : 0.0;
}

}  // namespace

PairTouch sum_of(std::span<const TouchPoint> points, BodyId a, BodyId b) {
  PairTouch sum;
  Vec3<double> centre = Vec3<double>::zero(), along = Vec3<double>::zero();
  for (const TouchPoint& point : points) {
    const double sign = sign_for(point, a, b);
    if (sign == 0.0) continue;
    sum.gap = std::min(sum.gap, point.gap);
    sum.is_near |= point.of_shapes;
    if (!touches(point)) continue;
    ++sum.points;
    sum.sticks += point.is == TouchPoint::Is::Sticking ? 1 : 0;
    centre += point.point;
    sum.force += sign * point.force;
    const double normal = dot(point.force, point.normal);
    sum.normal += normal;
    along += sign * (point.force - normal * point.normal);
  }
  sum.tangential = norm(along);
  if (sum.points == 0) return sum;
  sum.centre = (1.0 / sum.points) * centre;
  for (const TouchPoint& point : points)
    if (const double sign = sign_for(point, a, b); sign != 0.0 && touches(point))
      sum.moment += sign * (point.moment + cross(point.point - sum.centre, point.force));
  return sum;
}

BodyTouch sum_of(std::span<const TouchPoint> points, BodyId body) {
  BodyTouch sum;
  Vec3<double> weighed = Vec3<double>::zero();
  double weight = 0.0;
  for (const TouchPoint& point : points) {
    if (!touches(point) || (point.a != body && point.b != body)) continue;
    ++sum.points;
    sum.force += (point.a == body ? 1.0 : -1.0) * point.force;
    const double normal = std::max(0.0, dot(point.force, point.normal));
    weighed += normal * point.point, weight += normal;
  }
  if (weight > 0.0) sum.centre = (1.0 / weight) * weighed;
  return sum;
}

void TouchColumns::name(const Model& model, std::vector<RecordedColumn>& out) const {
  for (const RecordedPair& pair : pairs)
    for (const ColumnKind kind : kinds_of_pairs) add_columns(kind, pair.name, out);
  for (const BodyId body : bodies)
    for (const ColumnKind kind : kinds_of_bodies) add_columns(kind, model.body(body).name, out);
}

double* TouchColumns::record(const MotionEquations& equations, const Look& look,
                             std::span<const TouchPoint> points, double* out) const {
  const auto put = [&out](const Vec3<double>& v) { *out++ = v.x, *out++ = v.y, *out++ = v.z; };
  const ContactGroup* const contacts = equations.group<ContactGroup>();
  for (const RecordedPair& pair : pairs) {
    PairTouch touch = sum_of(points, pair.a, pair.b);
    if (!touch.is_near && contacts != nullptr)
      touch.gap = std::min(touch.gap, contacts->distance(look, pair.a, pair.b));
    put(touch.force);
    *out++ = touch.normal, *out++ = touch.tangential;
    put(touch.moment), put(touch.centre);
    *out++ = touch.gap, *out++ = touch.points, *out++ = touch.sticks;
  }
  for (const BodyId body : bodies) {
    const BodyTouch touch = sum_of(points, body);
    put(touch.force), put(touch.centre);
  }
  return out;
}

bool TouchColumns::add(const Model& model, std::string_view column) {
  const auto find = [&](std::string_view name) {
    for (int b = 0; b < model.body_count(); ++b)
      if (model.body(BodyId{b}).name == name) return BodyId{b};
    return BodyId{-1};
  };
  const auto has = [&](const TouchColumns& one) {
    std::vector<RecordedColumn> columns;
    one.name(model, columns);
    return std::any_of(columns.begin(), columns.end(),
                       [&](const RecordedColumn& c) { return c.name == column; });
  };
  const auto take = [&](const TouchColumns& one) {
    if (!has(one)) return false;
    const auto is_new_pair = [&](const RecordedPair& pair) {
      return std::none_of(pairs.begin(), pairs.end(),
                          [&](const RecordedPair& old) { return old.name == pair.name; });
    };
    for (const RecordedPair& pair : one.pairs)
      if (is_new_pair(pair)) pairs.push_back(pair);
    for (const BodyId body : one.bodies)
      if (std::find(bodies.begin(), bodies.end(), body) == bodies.end()) bodies.push_back(body);
    return true;
  };
  const std::size_t first = column.find('.'), last = column.rfind('.');
  if (first == std::string_view::npos || last == first) return false;
  const std::string_view names = column.substr(first + 1, last - first - 1);
  if (const BodyId body = find(names); body.index >= 0 && take({{}, {body}})) return true;
  // Names may have dots of their own.
  for (std::size_t dot = names.find('.'); dot != std::string_view::npos;
       dot = names.find('.', dot + 1)) {
    const BodyId a = find(names.substr(0, dot)), b = find(names.substr(dot + 1));
    if (a.index >= 0 && b.index >= 0 && a != b && take({{{a, b, std::string(names)}}, {}}))
      return true;
  }
  return false;
}

}  // namespace catena
