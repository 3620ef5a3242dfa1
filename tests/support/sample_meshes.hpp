#pragma once
// Closed surfaces whose volume and inertia are known.

#include <array>
#include <string>
#include <vector>

#include "catena/geometry/triangle_mesh.hpp"
#include "catena/meshes/triangle_soup.hpp"

namespace catena::test {

// Between `low` and `high`: 12 triangles.
TriangleSoup box_soup(const Vec3<double>& low, const Vec3<double>& high);
// A polygon in the plane z = 0, counter-clockwise, pulled up to `height`. It need not be convex.
TriangleSoup prism_soup(const std::vector<std::array<double, 2>>& polygon, double height);
// Around z.
TriangleSoup torus_soup(double ring, double tube, int around, int across);
// z from -1 to 1, radius(z) by a function: poles where it is zero.
TriangleSoup turned_soup(const std::vector<std::array<double, 2>>& profile, int around);
TriangleSoup sphere_soup(double radius, int rings, int around);

// Both, without welding.
TriangleSoup joined(const TriangleSoup& a, const TriangleSoup& b);
TriangleSoup turned_inside_out(TriangleSoup soup);

inline TriangleMesh mesh_of(const TriangleSoup& soup) {
  return make_mesh(soup.vertices, soup.triangles);
}

// The bytes of a binary STL file.
std::string stl_bytes(const TriangleSoup& soup);

}  // namespace catena::test
