#include "catena/geometry/mass_properties.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "catena/geometry/geometry_error.hpp"
#include "catena/geometry/tube.hpp"
#include "catena/math/index.hpp"

namespace catena {

namespace {

using std::numbers::pi;

// Corners a, b, c of a triangle as seen from the reference point o. With d = a . (b x c) and
// s = a + b + c the tetrahedron o a b c has volume d / 6, first moment d / 24 s and second moments
// d / 120 (a a^T + b b^T + c c^T + s s^T).
class Moments {
 public:
  void add(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
    const double d = dot(a, cross(b, c));
    const Vec3<double> s = a + b + c;
    volume_ += d / 6.0;
    first_ += (d / 24.0) * s;
    for (const Vec3<double>& p : {a, b, c, s}) add_second(d / 120.0, p);
  }

  // At density 1 about `o`, where the corners were seen from.
  Inertia<double> inertia() const {
    const Sym3<double>& m = second_;
    return {volume_, first_, {m.yy + m.zz, -m.xy, -m.xz, m.xx + m.zz, -m.yz, m.xx + m.yy}};
  }

 private:
  void add_second(double k, const Vec3<double>& p) {
    second_ +=
        {k * p.x * p.x, k * p.x * p.y, k * p.x * p.z, k * p.y * p.y, k * p.y * p.z, k * p.z * p.z};
  }

  double volume_ = 0.0;
  Vec3<double> first_ = Vec3<double>::zero();
  Sym3<double> second_ = Sym3<double>::zero();
};

// Of a triangle with unit mass on each unit of its area A: first moment A / 3 s, second moments
// A / 12 (a a^T + b b^T + c c^T + s s^T).
Inertia<double> triangle_inertia(const Vec3<double>& a, const Vec3<double>& b,
                                 const Vec3<double>& c) {
  const double area = 0.5 * norm(cross(b - a, c - a));
  const Vec3<double> s = a + b + c;
  Sym3<double> m = Sym3<double>::zero();
  for (const Vec3<double>& p : {a, b, c, s}) {
    const double k = area / 12.0;
    m += {k * p.x * p.x, k * p.x * p.y, k * p.x * p.z, k * p.y * p.y, k * p.y * p.z, k * p.z * p.z};
  }
  return {area, (area / 3.0) * s, {m.yy + m.zz, -m.xy, -m.xz, m.xx + m.zz, -m.yz, m.xx + m.yy}};
}

// The middle of the points: differences to it keep their digits.
Vec3<double> middle(std::span<const Vec3<double>> points) {
  Vec3<double> sum = Vec3<double>::zero();
  for (const Vec3<double>& p : points) sum += p;
  return points.empty() ? sum : (1.0 / static_cast<double>(points.size())) * sum;
}

Inertia<double> scaled(const Inertia<double>& unit, double mass) {
  const double k = mass / unit.mass;
  const Sym3<double>& r = unit.rotational;
  return {mass, k * unit.moment, {k * r.xx, k * r.xy, k * r.xz, k * r.yy, k * r.yz, k * r.zz}};
}

Inertia<double> unit_inertia(const ConvexHull& hull) {
  const Vec3<double> o = middle(hull.vertices);
  Moments moments;
  for (int f = 0; f < hull.face_count(); ++f) {
    const auto loop = hull.face(f);
    const auto corner = [&](std::size_t i) { return hull.vertices[to_index(loop[i])] - o; };
    for (std::size_t i = 1; i + 1 < loop.size(); ++i)
      moments.add(corner(0), corner(i), corner(i + 1));
  }
  return Transform<double>::at(o) * moments.inertia();
}

// A closed mesh around less than this part of the cube of its size is a sheet.
constexpr double sheet_volume = 1e-12;

void demand_closed(const TriangleMesh& mesh) {
  if (!mesh.closed())
    throw GeometryError(
        fmt::format("mesh: it is open ({} open edges and {} where triangles are inconsistent), so "
                    "it has no volume; close it, or give the body an inertia",
                    mesh.open_edges, mesh.unpaired_edges));
}

bool is_sheet(const TriangleMesh& mesh, double volume) {
  double size = 0.0;
  const Vec3<double> o = middle(mesh.vertices);
  for (const Vec3<double>& p : mesh.vertices) size = std::max(size, norm(p - o));
  return std::abs(volume) <= sheet_volume * size * size * size;
}

// Of unit mass on each unit of the area.
Inertia<double> sheet_inertia(const TriangleMesh& mesh) {
  const Vec3<double> o = middle(mesh.vertices);
  Inertia<double> sum{0.0, {0, 0, 0}, Sym3<double>::zero()};
  for (const std::array<int, 3>& t : mesh.triangles) {
    const Vec3<double> a = mesh.vertices[to_index(t[0])] - o, b = mesh.vertices[to_index(t[1])] - o,
                       c = mesh.vertices[to_index(t[2])] - o;
    sum += triangle_inertia(a, b, c);
  }
  return Transform<double>::at(o) * sum;
}

Inertia<double> unit_inertia(const TriangleMesh& mesh) {
  demand_closed(mesh);
  const Inertia<double> unit = signed_inertia(mesh.vertices, mesh.triangles);
  if (is_sheet(mesh, unit.mass)) return sheet_inertia(mesh);
  if (unit.mass < 0.0)
    throw GeometryError(
        fmt::format("mesh: its volume is {:.6g} m^3, expected a positive one; triangles must be "
                    "counter-clockwise seen from outside",
                    unit.mass));
  return unit;
}

double mesh_volume(const TriangleMesh& mesh) {
  demand_closed(mesh);
  if (is_sheet(mesh, signed_inertia(mesh.vertices, mesh.triangles).mass))
    throw GeometryError(
        "mesh: it has no thickness, so it has no volume; give it a mass in place of a density");
  if (!mesh.volume_fault.empty())
    throw GeometryError(fmt::format("mesh: {}; mend it, or give it a mass in place of a density",
                                    mesh.volume_fault));
  return unit_inertia(mesh).mass;
}

const TriangleMesh& mesh_of(const Shape& shape) {
  check_shape(shape);
  return *shape.mesh;
}
const ConvexHull& hull_of(const Shape& shape) {
  check_shape(shape);
  return *shape.hull;
}

[[noreturn]] void fail_without_end(const Shape& shape) {
  throw GeometryError(
      fmt::format("{}: it is unbounded, so it has neither volume nor mass", to_string(shape.kind)));
}

Inertia<double> solid_ellipsoid(double mass, const Vec3<double>& half) {
  const double xx = half.x * half.x, yy = half.y * half.y, zz = half.z * half.z, k = 0.2 * mass;
  return {mass, {0, 0, 0}, Sym3<double>::diagonal(k * (yy + zz), k * (xx + zz), k * (xx + yy))};
}

// A cylinder with a hole along its axis.
Inertia<double> tube(double mass, double radius, double inner, double length) {
  return solid_cylinder_z(mass, std::hypot(radius, inner), length);
}

// Its centre of mass stands a quarter of the length above the base.
Inertia<double> solid_cone(double mass, double radius, double length) {
  const double rr = radius * radius, across = mass * (0.15 * rr + 0.0375 * length * length);
  return inertia_about_com(mass, {0, 0, -0.25 * length},
                           Sym3<double>::diagonal(across, across, 0.3 * mass * rr));
}

}  // namespace

Inertia<double> signed_inertia(std::span<const Vec3<double>> vertices,
                               std::span<const std::array<int, 3>> triangles) {
  const Vec3<double> o = middle(vertices);
  Moments moments;
  for (const std::array<int, 3>& t : triangles)
    moments.add(vertices[to_index(t[0])] - o, vertices[to_index(t[1])] - o,
                vertices[to_index(t[2])] - o);
  return Transform<double>::at(o) * moments.inertia();
}

double volume(const Shape& shape) {
  const double r = shape.size.x, length = shape.size.y;
  switch (shape.kind) {
    case ShapeKind::Box:
      return shape.size.x * shape.size.y * shape.size.z;
    case ShapeKind::Sphere:
      return 4.0 / 3.0 * pi * r * r * r;
    case ShapeKind::Cylinder:
      return pi * (r - hole_of(shape)) * (r + hole_of(shape)) * length;
    case ShapeKind::Capsule:
      return pi * r * r * length + 4.0 / 3.0 * pi * r * r * r;
    case ShapeKind::Ellipsoid:
      return 4.0 / 3.0 * pi * shape.size.x * shape.size.y * shape.size.z;
    case ShapeKind::Cone:
      return pi * r * r * length / 3.0;
    case ShapeKind::Hull:
      return unit_inertia(hull_of(shape)).mass;
    case ShapeKind::Mesh:
      return mesh_volume(mesh_of(shape));
    case ShapeKind::HalfSpace:
    case ShapeKind::HeightField:
      break;
  }
  fail_without_end(shape);
}

Inertia<double> solid_inertia(const Shape& shape, double mass) {
  switch (shape.kind) {
    case ShapeKind::Box:
      return solid_box(mass, shape.size);
    case ShapeKind::Sphere:
      return solid_sphere(mass, shape.size.x);
    case ShapeKind::Cylinder:
      return tube(mass, shape.size.x, hole_of(shape), shape.size.y);
    case ShapeKind::Capsule:
      return solid_capsule_z(mass, shape.size.x, shape.size.y);
    case ShapeKind::Ellipsoid:
      return solid_ellipsoid(mass, shape.size);
    case ShapeKind::Cone:
      return solid_cone(mass, shape.size.x, shape.size.y);
    case ShapeKind::Hull:
      return scaled(unit_inertia(hull_of(shape)), mass);
    case ShapeKind::Mesh:
      return scaled(unit_inertia(mesh_of(shape)), mass);
    case ShapeKind::HalfSpace:
    case ShapeKind::HeightField:
      break;
  }
  fail_without_end(shape);
}

}  // namespace catena
