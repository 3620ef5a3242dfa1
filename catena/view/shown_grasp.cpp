#include "catena/view/shown_grasp.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "catena/geometry/geometry_error.hpp"
#include "catena/grasp/wrench_cone.hpp"
#include "catena/math/views.hpp"
#include "catena/meshes/qhull_triangles.hpp"

namespace catena {

namespace {

constexpr int edges = 8;
// Sets that are thinner than this, in parts of their size, get this thickness.
constexpr double thinnest = 2e-3;

using Points = std::vector<Vec3<double>>;

Points primitives_of(const grasp::ContactSet& set, WrenchPart part) {
  const grasp::WrenchCones cones = grasp::wrench_cones(set);
  Points points;
  for (int i = 0; i < cones.contacts(); ++i) {
    const Eigen::MatrixXd wrenches = grasp::primitives(cones, i, edges);
    for (Eigen::Index k = 0; k < wrenches.cols(); ++k) {
      const Eigen::Vector3d w = wrenches.col(k).segment<3>(part == WrenchPart::Force ? 0 : 3);
      points.push_back({w[0], w[1], w[2]});
    }
  }
  return points;
}

// Of many points those that are the furthest along one of so many directions, spread evenly (a
// spiral around the sphere).
Points outermost(const Points& points) {
  constexpr auto count = WrenchHull::most_vertices;
  if (points.size() <= count) return points;
  std::vector<bool> kept(points.size(), false);
  for (std::size_t k = 0; k < count; ++k) {
    const double z = 1.0 - (2.0 * static_cast<double>(k) + 1.0) / static_cast<double>(count);
    const double r = std::sqrt(1.0 - z * z),
                 angle = std::numbers::pi * (3.0 - std::sqrt(5.0)) * static_cast<double>(k);
    const Vec3<double> u{r * std::cos(angle), r * std::sin(angle), z};
    std::size_t best = 0;
    for (std::size_t i = 1; i < points.size(); ++i)
      if (dot(u, points[i]) > dot(u, points[best])) best = i;
    kept[best] = true;
  }
  Points out;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (kept[i]) out.push_back(points[i]);
  return out;
}

// Where all points lie in a plane, or on a line, each becomes two of them, on both sides of it.
void thicken(Points& points) {
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  for (const Vec3<double>& p : points) middle += to_eigen(p) / static_cast<double>(points.size());
  Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
  for (const Vec3<double>& p : points) {
    const Eigen::Vector3d d = to_eigen(p) - middle;
    spread += d * d.transpose();
  }
  const Eigen::Matrix3d axes =
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(spread).eigenvectors();
  double size = 0.0;
  std::array<double, 3> extent{};
  for (int k = 0; k < 3; ++k) {
    double low = 0.0, high = 0.0;
    for (const Vec3<double>& p : points) {
      const double along = axes.col(k).dot(to_eigen(p) - middle);
      low = std::min(low, along), high = std::max(high, along);
    }
    extent[static_cast<std::size_t>(k)] = high - low;
    size = std::max(size, high - low);
  }
  if (size == 0.0) size = 1.0;
  for (int k = 0; k < 3; ++k) {
    if (extent[static_cast<std::size_t>(k)] >= thinnest * size) continue;
    const Vec3<double> by = to_vec3(0.5 * thinnest * size * axes.col(k));
    const std::size_t count = points.size();
    for (std::size_t i = 0; i < count; ++i) {
      points.push_back(points[i] + by);
      points[i] = points[i] - by;
    }
  }
}

}  // namespace

WrenchHull projected_wrenches(const grasp::ContactSet& set, WrenchPart part) {
  WrenchHull hull;
  if (set.contacts.empty() || set.wrench_size() != 6) return hull;
  Points points = primitives_of(set, part);
  thicken(points);
  points = outermost(points);
  std::vector<std::array<int, 3>> triangles;
  try {
    triangles = qhull_triangles(points, false);
  } catch (const GeometryError&) {  // rounding decides
    triangles = qhull_triangles(points, true);
  }
  std::vector<int> number(points.size(), -1);
  for (std::array<int, 3> triangle : triangles) {
    for (int& corner : triangle) {
      int& known = number[static_cast<std::size_t>(corner)];
      if (known < 0) {
        known = static_cast<int>(hull.vertices.size());
        hull.vertices.push_back(points[static_cast<std::size_t>(corner)]);
      }
      corner = known;
    }
    hull.triangles.push_back(triangle);
  }
  return hull;
}

ShownGrasp shown_grasp(const GraspRecord& record, const Transform<double>& pose) {
  const grasp::ContactSet& set = record.contact_set();
  const GraspValues& values = record.values();
  const auto in_world = [&](const Eigen::Vector3d& x) { return pose.rotation * to_vec3(x); };
  ShownGrasp out;
  out.contacts = values.contacts, out.closed = values.closed, out.eps = values.eps;
  out.reach = set.rho;
  out.centre = pose * to_vec3(set.reference);
  out.force = in_world(values.weakest.head<3>()), out.moment = in_world(values.weakest.tail<3>());
  for (const WrenchPart part : {WrenchPart::Force, WrenchPart::Moment}) {
    WrenchHull& hull = part == WrenchPart::Force ? out.forces : out.moments;
    hull = projected_wrenches(set, part);
    for (Vec3<double>& vertex : hull.vertices) vertex = pose.rotation * vertex;
  }
  return out;
}

}  // namespace catena
