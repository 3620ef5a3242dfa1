#pragma once
// Whether the shapes of bodies touch each other, and what they are made of.

#include <string>
#include <utility>
#include <vector>

#include "catena/contact/materials.hpp"
#include "catena/model/model.hpp"

namespace catena {

struct ShapeContactOptions {
  bool enabled = false;
  double distance = 1e-4;  // m; points of two shapes this near are one region of contact
  std::vector<MaterialPair> materials = {};                  // before the common ones
  ContactMaterial otherwise = MaterialTable::default_law();  // of pairs that no table has
  // Bodies that do not touch each other, besides those that a joint connects.
  std::vector<std::pair<BodyId, BodyId>> ignore = {};
  bool connected_touch = false;  // bodies that a joint connects do touch
  // Bodies of one mechanism that overlap at the start are moved apart; else they do not touch each
  // other.
  bool part_links = false;
  bool ground = false;  // the world has a floor z <= 0
  std::string ground_material = {};
};

}  // namespace catena
