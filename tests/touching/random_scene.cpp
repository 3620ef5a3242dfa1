#include "tests/touching/random_scene.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "catena/math/index.hpp"
#include "catena/meshes/hull_of_points.hpp"
#include "tests/support/sample_meshes.hpp"

namespace catena {

namespace {

BodyShape shape_of(const TriangleSoup& soup) {
  return mesh_shape(std::make_shared<const TriangleMesh>(test::mesh_of(soup)));
}

void move(TriangleSoup& soup, const Vec3<double>& by) {
  for (Vec3<double>& p : soup.vertices) p += by;
}

// A prism of this outline around the origin.
TriangleSoup prism(const std::vector<std::array<double, 2>>& outline, double height) {
  TriangleSoup soup = test::prism_soup(outline, height);
  move(soup, {0, 0, -0.5 * height});
  return soup;
}

TriangleSoup angle_iron(double s) {
  return prism({{-s, -s}, {s, -s}, {s, -0.4 * s}, {-0.4 * s, -0.4 * s}, {-0.4 * s, s}, {-s, s}},
               1.2 * s);
}

TriangleSoup cup(double s) {
  return test::turned_soup(
      {{0.0, -s}, {s, -s}, {s, s}, {0.8 * s, s}, {0.8 * s, -0.7 * s}, {0.0, -0.7 * s}}, 12);
}

// Every triangle has corners of its own: all edges are open.
TriangleSoup unwelded(const TriangleSoup& soup) {
  TriangleSoup out;
  for (const auto& t : soup.triangles) {
    const int first = static_cast<int>(out.vertices.size());
    for (const int v : t) out.vertices.push_back(soup.vertices[to_index(v)]);
    out.triangles.push_back({first, first + 1, first + 2});
  }
  return out;
}

// A vertex in the middle of a side of one triangle that the other one does not know.
void add_t_junction(TriangleSoup& soup) {
  const auto [a, b, c] = soup.triangles.front();
  const int m = static_cast<int>(soup.vertices.size());
  soup.vertices.push_back(0.5 * (soup.vertices[to_index(a)] + soup.vertices[to_index(b)]));
  soup.triangles.front() = {a, m, c};
  soup.triangles.push_back({m, b, c});
}

// A triangle that is a line, and one whose corners are at one place.
void add_triangles_without_area(TriangleSoup& soup) {
  const auto [a, b, c] = soup.triangles.back();
  const int m = static_cast<int>(soup.vertices.size());
  soup.vertices.push_back(0.3 * soup.vertices[to_index(a)] + 0.7 * soup.vertices[to_index(b)]);
  soup.triangles.push_back({a, b, m});
  for (int i = 0; i < 3; ++i) soup.vertices.push_back(soup.vertices[to_index(c)]);
  soup.triangles.push_back({m + 1, m + 2, m + 3});
}

// Two triangles become four, of which two are a thousand times as long as wide.
void add_slivers(TriangleSoup& soup) {
  const auto [a, b, c] = soup.triangles.front();
  const int m = static_cast<int>(soup.vertices.size());
  soup.vertices.push_back(0.4995 * (soup.vertices[to_index(a)] + soup.vertices[to_index(b)]) +
                          0.001 * soup.vertices[to_index(c)]);
  soup.triangles.front() = {a, b, m};
  soup.triangles.push_back({b, c, m});
  soup.triangles.push_back({c, a, m});
}

}  // namespace

RandomScene::RandomScene(unsigned number) : random_(number) {}

BodyShape RandomScene::primitive(double size) {
  static const std::array<const char*, 6> names = {"box",      "sphere", "capsule",
                                                   "cylinder", "cone",   "ellipsoid"};
  const int kind = pick(6);
  words_ += names[to_index(kind)];
  switch (kind) {
    case 0:
      return box_shape({2.0 * size, size, 1.5 * size});
    case 1:
      return sphere_shape(size);
    case 2:
      return capsule_shape(size, 2.0 * size);
    case 3:
      return cylinder_shape(size, 2.0 * size);
    case 4:
      return cone_shape(size, 2.0 * size);
    default:
      return ellipsoid_shape({size, 1.3 * size, 0.7 * size});
  }
}

BodyShape RandomScene::hull(double size) {
  std::vector<Vec3<double>> points;
  const int count = 4 + pick(30);
  while (static_cast<int>(points.size()) < count)
    if (const Vec3<double> d = vector(1.0); norm(d) > 0.1)
      points.push_back((size / norm(d)) * Vec3<double>{d.x, 1.3 * d.y, 0.7 * d.z});
  words_ += "hull";
  return hull_shape(std::make_shared<const ConvexHull>(hull_of_points(points)));
}

BodyShape RandomScene::mesh(double size) {
  static const std::array<const char*, 5> names = {"mesh box", "torus", "mesh ball", "angle iron",
                                                   "cup"};
  const int kind = pick(5);
  words_ += names[to_index(kind)];
  const Vec3<double> corner{size, 0.6 * size, 0.8 * size};
  switch (kind) {
    case 0:
      return shape_of(test::box_soup(-corner, corner));
    case 1:
      return shape_of(test::torus_soup(size, 0.35 * size, 12, 8));
    case 2:
      return shape_of(test::sphere_soup(size, 8, 12));
    case 3:
      return shape_of(angle_iron(size));
    default:
      return shape_of(cup(size));
  }
}

BodyShape RandomScene::degenerate_mesh(double size) {
  static const std::array<const char*, 5> names = {"unwelded mesh", "mesh with a T",
                                                   "mesh without areas", "mesh of slivers",
                                                   "mesh with doubles"};
  const Vec3<double> corner{size, 0.6 * size, 0.8 * size};
  TriangleSoup soup = pick(2) == 0 ? test::box_soup(-corner, corner) : angle_iron(size);
  const int kind = pick(5);
  words_ += names[to_index(kind)];
  if (kind == 0) soup = unwelded(soup);
  if (kind == 1) add_t_junction(soup);
  if (kind == 2) add_triangles_without_area(soup);
  if (kind == 3) add_slivers(soup);
  if (kind == 4) soup.triangles.push_back(soup.triangles.front());
  return shape_of(soup);
}

BodyShape RandomScene::shape(double size) {
  switch (pick(4)) {
    case 0:
      return primitive(size);
    case 1:
      return hull(size);
    case 2:
      return mesh(size);
    default:
      return degenerate_mesh(size);
  }
}

void RandomScene::add_floor(FreeScene& scene) {
  const int kind = pick(4);
  if (kind <= 1) {
    scene.setup.shape_contacts.ground = true;
    words_ += "on the ground";
  } else if (kind == 2) {
    HeightField field{.nx = 9, .ny = 9, .dx = 0.25, .dy = 0.25};
    for (int i = 0; i < 81; ++i) field.heights.push_back(number(-0.05, 0.05));
    scene.builder.add_shape(world_body,
                            height_field_shape(std::make_shared<const HeightField>(field)));
    words_ += "on a height field";
  } else {
    scene.builder.add_shape(world_body,
                            shape_of(test::box_soup({-1.0, -1.0, -0.05}, {1.0, 1.0, 0.0})));
    words_ += "on a mesh";
  }
}

FreeScene RandomScene::make() {
  FreeScene scene;
  for (int k = 0; k < 3; ++k) {
    const double size = number(0.03, 0.1);
    const BodyShape body = shape(size);
    words_ += ", ";
    scene.add(body, inertia_of_any(body, number(0.1, 2.0)),
              {number(-0.05, 0.05), number(-0.05, 0.05), 0.35 + 0.45 * k}, vector(2.0),
              vector(3.0));
  }
  add_floor(scene);
  if (pick(3) == 0) {
    scene.setup.shape_contacts.otherwise.restitution = number(0.1, 0.9);
    words_ += ", which rebound";
  }
  return scene;
}

Inertia<double> inertia_of_any(const BodyShape& shape, double mass) {
  if (!shape.mesh || shape.mesh->closed()) return solid_inertia(shape, mass);
  Vec3<double> most{0, 0, 0};
  for (const Vec3<double>& p : shape.mesh->vertices)
    for (int i = 0; i < 3; ++i) most[i] = std::max(most[i], std::abs(p[i]));
  return solid_inertia(box_shape(2.0 * most), mass);
}

}  // namespace catena
