#pragma once
// Whether the shapes of bodies touch each other, and their materials.

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "catena/collision/distance.hpp"
#include "catena/contact/materials.hpp"
#include "catena/model/model.hpp"

namespace catena {

// Two shapes that could touch within a step, for filters.
struct NearShapes {
  BodyId a{0}, b{0};
  const Distance& distance;  // how far they are apart, and the normal from b to a
  bool accepted = false;     // whether they could touch at the last step, too
};
// Whether the two touch. It is asked at the beginning of each time step; the same question must get
// the same answer. A plate that lets through what comes from below is
//   near.accepted || (near.distance.n.z > 0.5 && near.distance.value > -1e-6)
// for a body a above the plate b.
using ShapeFilter = std::function<bool(const NearShapes& near)>;

// A shape whose surface moves past its body, by its place among those of the body.
struct ShapeBelt {
  BodyId body{0};
  int shape = 0;
  std::shared_ptr<const Belt> belt;
};

struct ShapeContactOptions {
  bool enabled = false;
  double distance = 1e-4;  // m; points of two shapes this near are one region of contact
  std::vector<MaterialPair> materials = {};                  // before the common ones
  ContactMaterial otherwise = MaterialTable::default_law();  // of pairs that no table has
  // Bodies that do not touch each other, besides those that a joint connects.
  std::vector<std::pair<BodyId, BodyId>> ignore = {};
  ShapeFilter filter = {};       // besides; none: all others touch
  bool connected_touch = false;  // bodies that a joint connects do touch
  // Bodies of one mechanism that overlap at the start are moved apart; else they do not touch each
  // other.
  bool part_links = false;
  bool ground = false;  // the world has a floor z <= 0
  std::string ground_material = {};
  std::vector<ShapeBelt> belts = {};
};

}  // namespace catena
