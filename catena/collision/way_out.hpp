#pragma once
// The way out of a solid for another one that is deep inside of it: nearest features say nothing
// there, because they are seen from the inner side.

#include <optional>

#include "catena/collision/collider.hpp"
#include "catena/collision/distance.hpp"

namespace catena {

// At least one of the two has a surface of triangles. `surfaces_meet`: otherwise one is whole
// inside of the other, or they are apart. In the frame of a: a direction in which the solids come
// apart, and how far they have to be moved for that; nothing where neither is known to be inside of
// the other: of a convex solid its middle is asked for, of a mesh, which may be hollow, a vertex
// where the surfaces do not meet. From a mesh the way leads through the point of its surface that
// is nearest to this point, and is right where the surface is flat there.
std::optional<Distance> way_out(const Collider& a, const Collider& b, const Transform<double>& X_AB,
                                bool surfaces_meet);

}  // namespace catena
