#pragma once
// Volume, centre and inertia of solids of uniform density.

#include <array>
#include <span>

#include "catena/geometry/shape.hpp"
#include "catena/spatial/inertia.hpp"

namespace catena {

// m^3. Throws GeometryError for what has no end (a half-space, a height field) and for a mesh that
// is open, inside out, a sheet without thickness or at fault otherwise (volume_fault): these bound
// no volume.
double volume(const Shape& shape);

// The inertia in the shape's own frame, about its origin, of a solid with this mass. Its centre of
// mass is the first moment over the mass. The mass of a sheet is spread over its area, and where a
// mesh has a volume_fault its parts count as often as they are there; otherwise it throws as
// volume() does.
Inertia<double> solid_inertia(const Shape& shape, double mass);

// Volume, first moment and inertia about the origin at density 1, of the signed tetrahedra between
// the triangles and a point. Right for any closed surface, also one of several parts or with
// cavities; negative where triangles are clockwise seen from outside.
Inertia<double> signed_inertia(std::span<const Vec3<double>> vertices,
                               std::span<const std::array<int, 3>> triangles);

}  // namespace catena
