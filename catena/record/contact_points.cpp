#include "catena/record/contact_points.hpp"

namespace catena {

void RecordedPoints::add(double time, std::span<const TouchPoint> points) {
  for (const TouchPoint& point : points) {
    if (!point.of_shapes || point.is == TouchPoint::Is::Open) continue;
    t.push_back(time);
    a.push_back(point.a.index), b.push_back(point.b.index);
    sticks.push_back(point.is == TouchPoint::Is::Sticking ? 1 : 0);
    feature.push_back(point.feature);
    x.push_back(point.point.x), y.push_back(point.point.y), z.push_back(point.point.z);
    nx.push_back(point.normal.x), ny.push_back(point.normal.y), nz.push_back(point.normal.z);
    fx.push_back(point.force.x), fy.push_back(point.force.y), fz.push_back(point.force.z);
    gap.push_back(point.gap), friction.push_back(point.friction);
    friction_across.push_back(point.friction_across);
    tx.push_back(point.tangent.x), ty.push_back(point.tangent.y), tz.push_back(point.tangent.z);
    spin.push_back(point.spin), rolling.push_back(point.rolling);
  }
}

TouchPoint RecordedPoints::point(std::size_t i) const {
  TouchPoint point;
  point.is = sticks[i] != 0 ? TouchPoint::Is::Sticking : TouchPoint::Is::Sliding;
  point.point = {x[i], y[i], z[i]}, point.normal = {nx[i], ny[i], nz[i]};
  point.force = {fx[i], fy[i], fz[i]};
  point.gap = gap[i];
  point.a = BodyId{a[i]}, point.b = BodyId{b[i]};
  point.feature = feature[i];
  point.friction = point.sliding_friction = friction[i];
  point.friction_across = friction_across[i];
  point.tangent = {tx[i], ty[i], tz[i]};
  point.spin = spin[i], point.rolling = rolling[i];
  point.of_shapes = true;
  return point;
}

void RecordedPoints::clear() {
  for_columns(*this, [](const char*, const char*, auto& column) { column.clear(); });
}

}  // namespace catena
