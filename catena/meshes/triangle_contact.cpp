#include "catena/meshes/triangle_contact.hpp"

#include <algorithm>
#include <cmath>

#include "catena/math/index.hpp"

namespace catena {

namespace {

Vec3<double> unit_normal(const TriangleCorners& t) {
  const Vec3<double> n = cross(t[1] - t[0], t[2] - t[0]);
  const double length = norm(n);
  return length > 0.0 ? (1.0 / length) * n : Vec3<double>::zero();
}

// How far p is inside all sides of the triangle, in its plane.
double depth_inside(const Vec3<double>& p, const TriangleCorners& t, const Vec3<double>& normal) {
  double least = 1e300;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3<double> side = t[(i + 1) % 3] - t[i];
    const Vec3<double> inward = cross(normal, side);
    const double length = norm(side);
    if (length == 0.0) return -1.0;
    least = std::min(least, dot(inward, p - t[i]) / length);
  }
  return least;
}

// Two triangles in one plane overlap unless a side of one parts them.
bool overlap_in_plane(const TriangleCorners& a, const TriangleCorners& b,
                      const Vec3<double>& normal, double tolerance) {
  for (const auto& [one, other] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
    const Vec3<double> n = unit_normal(*one);
    const double sense = dot(n, normal) < 0.0 ? -1.0 : 1.0;
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3<double> side = (*one)[(i + 1) % 3] - (*one)[i];
      const double length = norm(side);
      if (length == 0.0) return false;
      const Vec3<double> inward = (sense / length) * cross(normal, side);
      double most = -1e300;
      for (const Vec3<double>& p : *other) most = std::max(most, dot(inward, p - (*one)[i]));
      if (most <= tolerance) return false;
    }
  }
  return true;
}

}  // namespace

bool line_crosses(const Vec3<double>& p, const Vec3<double>& q, const TriangleCorners& triangle,
                  double tolerance, double inside) {
  const Vec3<double> n = unit_normal(triangle);
  const double dp = dot(n, p - triangle[0]), dq = dot(n, q - triangle[0]);
  if (std::min(dp, dq) > -tolerance || std::max(dp, dq) < tolerance) return false;
  const Vec3<double> hit = p + (dp / (dp - dq)) * (q - p);
  return depth_inside(hit, triangle, n) > inside;
}

namespace {

// How far the corners of b are from the plane of a.
struct PlaneRange {
  double low = 1e300, high = -1e300;

  PlaneRange(const TriangleCorners& a, const TriangleCorners& b) {
    const Vec3<double> n = unit_normal(a);
    for (const Vec3<double>& p : b) {
      const double d = dot(n, p - a[0]);
      low = std::min(low, d), high = std::max(high, d);
    }
  }
  bool goes_through(double tolerance) const { return low < -tolerance && high > tolerance; }
};

}  // namespace

TriangleMeeting meeting_of(const TriangleCorners& a, const TriangleCorners& b, double tolerance) {
  const PlaneRange of_b(a, b);
  if (of_b.low > tolerance || of_b.high < -tolerance) return TriangleMeeting::None;
  if (of_b.low >= -tolerance && of_b.high <= tolerance) {
    const Vec3<double> n = unit_normal(a);
    if (!overlap_in_plane(a, b, n, tolerance)) return TriangleMeeting::None;
    return dot(n, unit_normal(b)) < 0.0 ? TriangleMeeting::Touching : TriangleMeeting::Crossing;
  }
  for (std::size_t i = 0; i < 3; ++i)
    if (line_crosses(a[i], a[(i + 1) % 3], b, tolerance, -tolerance) ||
        line_crosses(b[i], b[(i + 1) % 3], a, tolerance, -tolerance))
      return of_b.goes_through(tolerance) && PlaneRange(b, a).goes_through(tolerance)
                 ? TriangleMeeting::Crossing
                 : TriangleMeeting::Touching;
  return TriangleMeeting::None;
}

}  // namespace catena
