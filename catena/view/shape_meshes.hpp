#pragma once
// Hulls, meshes, height fields and tubes as triangles to draw.

#include <vector>

#include "catena/model/model.hpp"

namespace catena {

// A surface that one or several shapes show.
struct DrawnMesh {
  const void* of = nullptr;       // the hull, mesh or height field that it is made of
  Vec3<double> tube = {0, 0, 0};  // or the sizes of a tube
  std::vector<Vec3<double>> vertices = {};
  std::vector<std::array<int, 3>> triangles = {};
};

// Whether a shape is drawn as triangles.
bool is_drawn_as_mesh(const Shape& shape);

// Its surface is added unless it is there already. Half-spaces are squares with this side.
void add_drawn_mesh(const Shape& shape, double side, std::vector<DrawnMesh>& meshes);
// Where it stands among them; -1: nowhere.
int find_drawn_mesh(const Shape& shape, const std::vector<DrawnMesh>& meshes);

// Radius of a ball around the shape's origin that holds what is drawn; 0 where it has no end.
double drawn_reach(const Shape& shape);

}  // namespace catena
