#pragma once
// Surfaces that are given by a formula, as triangles.

#include "catena/view/scene.hpp"

namespace catena {

// The zeros of C in the cube of half side `reach` around `center` (in the frame of the body), by
// marching tetrahedra.
SurfaceMesh surface_mesh(const SurfaceFunction& surface, BodyId body, const Vec3<double>& center,
                         double reach);

}  // namespace catena
