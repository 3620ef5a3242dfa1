// Volume, centre and inertia of all kinds of shapes, each by two ways.

#include "catena/geometry/mass_properties.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "catena/geometry/geometry_error.hpp"
#include "tests/support/geometry_message.hpp"
#include "tests/support/sample_meshes.hpp"

namespace catena {
namespace {

using std::numbers::pi;
using namespace test;

Shape of_kind(ShapeKind kind, const Vec3<double>& size) {
  Shape shape;
  shape.kind = kind;
  shape.size = size;
  return shape;
}

Shape of_mesh(const TriangleSoup& soup) {
  Shape shape;
  shape.kind = ShapeKind::Mesh;
  shape.mesh = std::make_shared<const TriangleMesh>(mesh_of(soup));
  return shape;
}

std::array<double, 10> numbers_of(const Inertia<double>& i) {
  const Sym3<double>& r = i.rotational;
  return {i.mass, i.moment.x, i.moment.y, i.moment.z, r.xx, r.xy, r.xz, r.yy, r.yz, r.zz};
}

void expect_near(const Inertia<double>& a, const Inertia<double>& b, double tolerance,
                 const char* what) {
  const auto x = numbers_of(a), y = numbers_of(b);
  for (std::size_t i = 0; i < 10; ++i)
    EXPECT_NEAR(x[i], y[i], tolerance) << what << ", number " << i;
}

// A surface of n^2 triangles errs by 1 / n^2: two of them give the limit to 1 / n^4.
Inertia<double> limit_of(const std::function<TriangleSoup(int)>& surface, int n = 40) {
  const TriangleSoup coarse = surface(n), fine = surface(2 * n);
  const auto a = numbers_of(signed_inertia(coarse.vertices, coarse.triangles)),
             b = numbers_of(signed_inertia(fine.vertices, fine.triangles));
  std::array<double, 10> c{};
  for (std::size_t i = 0; i < 10; ++i) c[i] = (4.0 * b[i] - a[i]) / 3.0;
  return {c[0], {c[1], c[2], c[3]}, {c[4], c[5], c[6], c[7], c[8], c[9]}};
}

TriangleSoup stretched(TriangleSoup soup, const Vec3<double>& by) {
  for (Vec3<double>& p : soup.vertices) p = {by.x * p.x, by.y * p.y, by.z * p.z};
  return soup;
}

Inertia<double> unit_density(const Shape& shape) {
  return solid_inertia(shape, volume(shape));
}

TEST(MassProperties, ClosedFormsAgreeWithFineSurfaces) {
  const auto ball = [](int n) { return sphere_soup(1.0, n, 2 * n); };
  expect_near(unit_density(of_kind(ShapeKind::Sphere, {0.7, 0, 0})), limit_of([&](int n) {
                return stretched(ball(n), {0.7, 0.7, 0.7});
              }),
              2e-6, "sphere");
  expect_near(unit_density(of_kind(ShapeKind::Ellipsoid, {0.3, 0.5, 0.9})), limit_of([&](int n) {
                return stretched(ball(n), {0.3, 0.5, 0.9});
              }),
              2e-6, "ellipsoid");
  expect_near(unit_density(of_kind(ShapeKind::Cylinder, {0.4, 1.2, 0})), limit_of([](int n) {
                return turned_soup({{0, -0.6}, {0.4, -0.6}, {0.4, 0.6}, {0, 0.6}}, 2 * n);
              }),
              2e-6, "cylinder");
  expect_near(unit_density(of_kind(ShapeKind::Cone, {0.4, 1.2, 0})), limit_of([](int n) {
                return turned_soup({{0, -0.6}, {0.4, -0.6}, {0, 0.6}}, 2 * n);
              }),
              2e-6, "cone");
  expect_near(unit_density(of_kind(ShapeKind::Capsule, {0.4, 1.2, 0})), limit_of([](int n) {
                std::vector<std::array<double, 2>> profile;
                for (int i = 0; i <= 2 * n; ++i) {
                  const double a = pi * i / (2 * n), r = i % (2 * n) == 0 ? 0.0 : 0.4 * std::sin(a);
                  if (i == n) profile.push_back({0.4, -0.6});
                  profile.push_back({i == n ? 0.4 : r, -0.4 * std::cos(a) + (i < n ? -0.6 : 0.6)});
                }
                return turned_soup(profile, 2 * n);
              }),
              5e-6, "capsule");
}

// A cylinder less the one that was taken out of it, also where the wall is thin.
TEST(MassProperties, ATubeIsACylinderWithAHole) {
  for (const double inner : {0.1, 0.3, 0.399}) {
    const Shape whole = of_kind(ShapeKind::Cylinder, {0.4, 1.2, 0}),
                hole = of_kind(ShapeKind::Cylinder, {inner, 1.2, 0}),
                tube = of_kind(ShapeKind::Cylinder, {0.4, 1.2, inner});
    const auto a = numbers_of(unit_density(whole)), b = numbers_of(unit_density(hole)),
               c = numbers_of(unit_density(tube));
    for (std::size_t i = 0; i < 10; ++i) EXPECT_NEAR(c[i], a[i] - b[i], 1e-15) << inner << " " << i;
  }
}

TEST(MassProperties, AConesCentreIsAQuarterAboveItsBase) {
  const Inertia<double> cone = solid_inertia(of_kind(ShapeKind::Cone, {0.4, 1.2, 0}), 3.0);
  EXPECT_DOUBLE_EQ(cone.moment.z / cone.mass, -0.6 + 0.3);
}

TEST(MassProperties, PolyhedraAreExact) {
  const Shape box = of_kind(ShapeKind::Box, {1, 2, 3});
  Shape hull;
  hull.kind = ShapeKind::Hull;
  hull.hull = std::make_shared<const ConvexHull>(box_hull({1, 2, 3}));
  expect_near(unit_density(hull), unit_density(box), 1e-13, "hull");
  expect_near(unit_density(of_mesh(box_soup({-0.5, -1, -1.5}, {0.5, 1, 1.5}))), unit_density(box),
              1e-13, "mesh");
}

// Concave: two boxes that share a face.
TEST(MassProperties, AnAngleIsTheSumOfItsParts) {
  const Shape angle = of_mesh(prism_soup({{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 2}, {0, 2}}, 0.5));
  const auto box = [](const Vec3<double>& low, const Vec3<double>& high) {
    const Vec3<double> sides = high - low;
    return Transform<double>::at(0.5 * (low + high)) *
           solid_box(sides.x * sides.y * sides.z, sides);
  };
  expect_near(unit_density(angle), box({0, 0, 0}, {3, 1, 0.5}) + box({0, 1, 0}, {1, 2, 0.5}), 1e-13,
              "angle");
}

TEST(MassProperties, ATorusHasItsOwn) {
  const double R = 0.8, r = 0.25, m = 2 * pi * pi * R * r * r;
  const Inertia<double> exact = {
      m,
      {0, 0, 0},
      Sym3<double>::diagonal(m * (R * R / 2 + 5 * r * r / 8), m * (R * R / 2 + 5 * r * r / 8),
                             m * (R * R + 3 * r * r / 4))};
  expect_near(limit_of([&](int n) { return torus_soup(R, r, 2 * n, n); }, 80), exact, 2e-6,
              "torus");
}

TEST(MassProperties, ACavityIsTakenAway) {
  const Shape hollow = of_mesh(
      joined(box_soup({-2, -2, -2}, {2, 2, 2}), turned_inside_out(box_soup({0, 0, 0}, {1, 1, 1}))));
  Inertia<double> expected = solid_box(64.0, {4, 4, 4});
  expected += Transform<double>::at({0.5, 0.5, 0.5}) * solid_box(-1.0, {1, 1, 1});
  expect_near(unit_density(hollow), expected, 1e-12, "hollow");
}

TEST(MassProperties, DigitsSurviveFarFromTheOrigin) {
  const Vec3<double> far{1000, -2000, 500};
  TriangleSoup soup = box_soup({-0.5, -1, -1.5}, {0.5, 1, 1.5});
  for (Vec3<double>& p : soup.vertices) p += far;
  const Inertia<double> there = unit_density(of_mesh(soup));
  EXPECT_NEAR(there.mass, 6.0, 1e-11);
  EXPECT_NEAR(norm((1.0 / there.mass) * there.moment - far), 0.0, 1e-9);
}

TEST(MassProperties, WhatBoundsNoVolumeSaysSo) {
  TriangleSoup open = box_soup({0, 0, 0}, {1, 1, 1});
  open.triangles.pop_back();
  EXPECT_EQ(message_of([&] { volume(of_mesh(open)); }),
            "mesh: it is open (3 open edges and 0 where triangles are inconsistent), so it has no "
            "volume; close it, or give the body an inertia");
  EXPECT_EQ(message_of([&] {
              solid_inertia(of_mesh(turned_inside_out(box_soup({0, 0, 0}, {1, 1, 1}))), 1.0);
            }),
            "mesh: its volume is -1 m^3, expected a positive one; triangles must be "
            "counter-clockwise seen from outside");
  EXPECT_EQ(message_of([&] { volume(of_kind(ShapeKind::HalfSpace, {})); }),
            "half_space: it is unbounded, so it has neither volume nor mass");
}

TEST(Shapes, AreChecked) {
  EXPECT_EQ(message_of([] {
              check_shape(of_kind(ShapeKind::Ellipsoid, {1, 0, 1}));
            }),
            "ellipsoid: its half axis is 0, expected a positive number of metres");
  EXPECT_EQ(message_of([] { check_shape(of_kind(ShapeKind::Mesh, {})); }),
            "mesh: its geometry is missing");
  Shape field = of_kind(ShapeKind::HeightField, {});
  field.field = std::make_shared<const HeightField>(HeightField{2, 2, 1.0, 1.0, {0, 0, 0}});
  EXPECT_EQ(message_of([&] { check_shape(field); }),
            "height_field: it has 3 heights, expected 2 by 2 = 4");
  EXPECT_DOUBLE_EQ(reach(of_kind(ShapeKind::Cone, {3, 8, 0})), 5.0);
  EXPECT_TRUE(std::isinf(reach(of_kind(ShapeKind::HalfSpace, {}))));
}

TEST(HeightFields, AreCentredOnTheirFrame) {
  const HeightField field{3, 2, 0.5, 1.0, {0, 1, 2, 3, 4, 5}};
  EXPECT_EQ(field.point(0, 0).x, -0.5);
  EXPECT_EQ(field.point(2, 1).x, 0.5);
  EXPECT_EQ(field.point(2, 1).y, 0.5);
  EXPECT_EQ(field.point(1, 1).z, 4);
  for (int k = 0; k < 2; ++k) {
    const auto t = field.triangle(0, 0, k);
    EXPECT_GT(cross(t[1] - t[0], t[2] - t[0]).z, 0.0);
  }
}

}  // namespace
}  // namespace catena
