#include "catena/sim/touch_sums.hpp"

#include <algorithm>

namespace catena {

namespace {

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

void name_touch_columns(const Model& model, const RecordOptions& options,
                        std::vector<RecordedColumn>& out) {
  for (const RecordedPair& pair : options.pairs)
    for (const ColumnKind kind :
         {ColumnKind::ContactForce, ColumnKind::ContactNormal, ColumnKind::ContactTangential,
          ColumnKind::ContactMoment, ColumnKind::ContactCentre, ColumnKind::ContactGap,
          ColumnKind::ContactPoints, ColumnKind::ContactSticks})
      add_columns(kind, pair.name, out);
  for (const BodyId body : options.touched)
    for (const ColumnKind kind : {ColumnKind::TouchForce, ColumnKind::TouchCentre})
      add_columns(kind, model.body(body).name, out);
}

}  // namespace catena
