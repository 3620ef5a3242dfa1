#pragma once
// A grasp as a viewer shows it: the wrench that it resists least, and its set of wrenches as seen
// in the space of forces and in that of moments.

#include <array>
#include <span>
#include <vector>

#include "catena/grasp/contact_set.hpp"
#include "catena/math/vec3.hpp"
#include "catena/sim/grasp_record.hpp"

namespace catena {

// A convex body of triangles, counter-clockwise seen from outside.
struct WrenchHull {
  std::vector<Vec3<double>> vertices;  // at most most_vertices
  std::vector<std::array<int, 3>> triangles;
  static constexpr std::size_t most_vertices = 240;
};

// In world axes. Forces are those of unit wrenches; moments are divided by `reach`.
struct ShownGrasp {
  int contacts = 0;
  bool closed = false;
  double eps = 0.0;                            // 0: not closed
  double reach = 1.0;                          // m: by which moments are divided
  Vec3<double> centre = Vec3<double>::zero();  // of mass of the object
  // The unit wrench of which contacts can give least, eps. Where the grasp is not closed: one of
  // which they can give nothing. Zero without contacts.
  Vec3<double> force = Vec3<double>::zero(), moment = Vec3<double>::zero();
  WrenchHull forces, moments;  // the hull of the contacts' wrenches, projected
};

// Which three of the six parts of wrenches a picture shows.
enum class WrenchPart { Force, Moment };

// The hull of what contacts can give with normal forces whose sum is 1, cones with eight edges.
// Sets that are flat, or a line, have a small thickness. Empty without contacts.
WrenchHull projected_wrenches(const grasp::ContactSet& set, WrenchPart part);

// After record.evaluate(). `pose`: of the object.
ShownGrasp shown_grasp(const GraspRecord& record, const Transform<double>& pose);

}  // namespace catena
