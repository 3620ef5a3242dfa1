#pragma once
// The way out of a solid for another one that is deep inside of it: nearest features say nothing
// there, because they are seen from the inner side.

#include <optional>

#include "catena/collision/collider.hpp"
#include "catena/collision/distance.hpp"

namespace catena {

// At least one of the two has a surface of triangles. In the frame of a: a direction in which the
// solids come apart, and how far they have to be moved for that; nothing where the middle of
// neither is inside the other one. From a mesh it leads through the point of the surface that is
// nearest to the middle of the inner solid, and is right where the surface is flat there.
std::optional<Distance> way_out(const Collider& a, const Collider& b,
                                const Transform<double>& X_AB);

}  // namespace catena
