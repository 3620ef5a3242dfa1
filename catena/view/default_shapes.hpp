#pragma once
// Default shapes for bodies without any.

#include <vector>

#include "catena/model/model.hpp"

namespace catena {

// The shapes of a body; where it has none, rods from its joint to the joints and frames that it
// carries, or a box as heavy bodies of its inertia have it. `points`: what it carries, in the body.
std::vector<BodyShape> shapes_or_rods(const Model& model, BodyId body,
                                      const std::vector<Vec3<double>>& points, double scene_size);

}  // namespace catena
