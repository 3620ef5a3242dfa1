#pragma once
// The point of a simplex (point, segment, triangle, tetrahedron) that is nearest to the origin.

#include <array>

#include "catena/math/vec3.hpp"

namespace catena {

// A point of the difference of two solids, w = a - b, with the points that made it.
struct SimplexPoint {
  Vec3<double> a{0, 0, 0};         // in the frame of a
  Vec3<double> b{0, 0, 0};         // in the frame of b
  Vec3<double> w{0, 0, 0};         // in the frame of a
  int vertex_a = 0, vertex_b = 0;  // where searches of hulls begin
};

struct Simplex {
  int count = 0;
  std::array<SimplexPoint, 4> points{};
  std::array<double, 4> weights{};
};

// Reduces a simplex to the face that holds the point nearest to the origin, sets its weights and
// returns this point. Four points stay where the origin lies inside.
Vec3<double> reduce_to_nearest(Simplex& simplex);

}  // namespace catena
