#pragma once
// A shape of a body or of the world in a description.

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "catena/mechanism/items.hpp"
#include "catena/model/body_shape.hpp"

namespace catena {

// One solid for drawing, mass and contact. Hulls, meshes and height fields are shared: a copy of a
// description does not copy them.
struct ShapeItem {
  ShapeKind kind = ShapeKind::Box;
  Eigen::Vector3d size = Eigen::Vector3d::Zero();     // m, see ShapeKind
  Pose at = {};                                       // its centre in the body
  std::optional<double> mass = {}, density = {};      // kg, kg/m^3; at most one of them
  std::optional<std::array<float, 3>> color = {};     // red, green, blue, from 0 to 1
  bool drawn = true;                                  // whether viewers show it
  bool touches = true;                                // whether it takes part in contact
  std::string material = {};                          // of its surface; empty: the usual one
  std::optional<double> friction_across = {};         // instead of that of the pair of materials
  std::optional<Eigen::Vector3d> friction_axis = {};  // in its axes; x if only the other is given
  // Three formulas, m/s, in its own axes: how its surface moves past its body. None: it does not.
  std::vector<std::string> surface_velocity = {};
  std::string surface_name = {};                // of a surface that moves; empty: that of its body
  std::shared_ptr<const ConvexHull> hull = {};  // of a hull
  std::shared_ptr<const TriangleMesh> mesh = {};   // of a mesh
  std::shared_ptr<const HeightField> field = {};   // of a height field
  std::shared_ptr<const ShapeSource> source = {};  // the file that a hull or mesh came from

  // Hulls, meshes and height fields are equal where their numbers are.
  friend bool operator==(const ShapeItem& a, const ShapeItem& b);
};

ShapeItem shape_item(const BodyShape& shape);

}  // namespace catena
