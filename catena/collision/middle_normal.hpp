#pragma once
// If a corner or an edge of one polyhedron touches a corner or an edge of another, many planes
// separate them. The middle one has the least rounding for edges, and does not prefer one of the
// two solids.

#include "catena/collision/closed_forms.hpp"

namespace catena {

// Turns the normal of two boxes or hulls that touch, in the frame of a, into the middle of all that
// hold them apart as well as it does.
void take_middle_normal(const Convex& a, const Convex& b, const Transform<double>& X_AB,
                        LocalDistance& d);

}  // namespace catena
