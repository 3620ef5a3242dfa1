#include "catena/collision/planar_hull.hpp"

#include <algorithm>
#include <cmath>

#include "catena/collision/convex.hpp"

namespace catena {

namespace {

// Gaps that differ by less than this, m, are the same.
constexpr double same_gap = 1e-8;

struct PlanePoint {
  double x, y;
  int index;
};

double apart_squared(const PlanePoint& p, const PlanePoint& q) {
  return (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y);
}

const PlanePoint& farthest_from(const PlanePoint& p, const std::vector<PlanePoint>& all) {
  return *std::max_element(all.begin(), all.end(), [&](const PlanePoint& q, const PlanePoint& r) {
    return apart_squared(p, q) < apart_squared(p, r);
  });
}

// Adds the corners to the right of the line from p to q. The point farthest from a line is a corner
// whatever the thickness of the line, so that rounding drops none.
void add_right_of(const PlanePoint& p, const PlanePoint& q, const std::vector<PlanePoint>& all,
                  double thickness, std::vector<PlanePoint>& out) {
  const double x = q.x - p.x, y = q.y - p.y, length = std::hypot(x, y);
  double most = thickness;
  PlanePoint corner{0, 0, -1};
  for (const PlanePoint& r : all) {
    const double right = ((r.x - p.x) * y - (r.y - p.y) * x) / length;
    if (right > most) most = right, corner = r;
  }
  if (corner.index < 0) return;
  add_right_of(p, corner, all, thickness, out);
  out.push_back(corner);
  add_right_of(corner, q, all, thickness, out);
}

void drop_equal(const std::vector<PlanePoint>& all, const std::vector<RegionPoint>& points,
                double thickness, std::vector<PlanePoint>& out) {
  // Of equal points the nearest stays, and of those that are equally near that of the least
  // feature, whatever the order of pairs.
  const auto is_better = [&](const PlanePoint& p, const PlanePoint& q) {
    const RegionPoint &a = points[to_index(p.index)], &b = points[to_index(q.index)];
    if (abs(a.gap - b.gap) > same_gap) return a.gap < b.gap;
    return a.feature < b.feature;
  };
  for (const PlanePoint& p : all) {
    bool equal = false;
    for (PlanePoint& q : out) {
      if (std::hypot(p.x - q.x, p.y - q.y) > 4.0 * thickness) continue;
      equal = true;
      if (is_better(p, q)) q = p;
      break;
    }
    if (!equal) out.push_back(p);
  }
}

// Whether r lies on the line between two neighbouring corners and is nearer to the other solid than
// the line is there. A corner far off the surface then does not stand for it.
bool is_below_edge(const PlanePoint& r, const std::vector<PlanePoint>& hull,
                   const std::vector<RegionPoint>& points, double thickness) {
  const auto gap = [&](const PlanePoint& p) { return points[to_index(p.index)].gap; };
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const PlanePoint &p = hull[i], &q = hull[(i + 1) % hull.size()];
    const double x = q.x - p.x, y = q.y - p.y, square = x * x + y * y;
    if (!(square > 0.0)) continue;
    const double along = ((r.x - p.x) * x + (r.y - p.y) * y) / square;
    const double beside = ((r.x - p.x) * y - (r.y - p.y) * x) / std::sqrt(square);
    if (along > 0.0 && along < 1.0 && std::abs(beside) <= thickness &&
        gap(r) < gap(p) + along * (gap(q) - gap(p)) - same_gap)
      return true;
  }
  return false;
}

}  // namespace

void keep_hull(const Vec3<double>& n, double thickness, std::vector<RegionPoint>& points) {
  static thread_local std::vector<PlanePoint> all, some, hull;
  static thread_local std::vector<RegionPoint> kept;
  all.clear(), some.clear(), hull.clear(), kept.clear();
  const Vec3<double> u = across(n), v = cross(n, u);
  for (std::size_t i = 0; i < points.size(); ++i)
    all.push_back({dot(u, points[i].p_b), dot(v, points[i].p_b), static_cast<int>(i)});
  drop_equal(all, points, thickness, some);
  if (some.size() == 1) {
    hull = some;
  } else {
    const PlanePoint p = farthest_from(some[0], some), q = farthest_from(p, some);
    hull.push_back(p);
    add_right_of(p, q, some, thickness, hull);
    hull.push_back(q);
    add_right_of(q, p, some, thickness, hull);
  }
  double least = 1e300;
  for (const PlanePoint& p : hull) {
    kept.push_back(points[to_index(p.index)]);
    least = std::min(least, kept.back().gap);
  }
  for (const PlanePoint& p : some) {
    if (std::any_of(hull.begin(), hull.end(),
                    [&](const PlanePoint& q) { return q.index == p.index; }))
      continue;
    if (points[to_index(p.index)].gap < least - 1e-9 || is_below_edge(p, hull, points, thickness))
      kept.push_back(points[to_index(p.index)]);
  }
  points.swap(kept);
}

}  // namespace catena
