#pragma once
// Whether the shapes of bodies touch each other, and what they are made of, by name.

#include <optional>
#include <string>
#include <vector>

#include "catena/contact/shape_contact_options.hpp"
#include "catena/mechanism/items.hpp"

namespace catena {

// What two materials do to each other; one that is empty stands for any.
struct MaterialItem : Item {
  static constexpr const char* kind = "pair of materials";
  std::string a = {}, b = {};
  double restitution = 0.0, friction = 0.0;
  double static_friction = 0.0;  // of sticking; less than `friction`: as that
  double slip_speed = 0.0;       // m/s; slower sliding is rubbed like sticking
  // Across `friction_axis`, a direction in the axes of a shape (x if not given): of the shape that
  // has an axis of its own, else of that with the first material, else of the one described first.
  std::optional<double> friction_across = {};
  std::optional<Eigen::Vector3d> friction_axis = {};
  double spin = 0.0, rolling = 0.0;  // m: the most moment about normal and tangents per force

  friend bool operator==(const MaterialItem&, const MaterialItem&) = default;
};

// Two bodies that do not touch.
struct IgnoredPair : Item {
  static constexpr const char* kind = "pair of bodies";
  std::string a = {}, b = {};

  friend bool operator==(const IgnoredPair&, const IgnoredPair&) = default;
};

struct TouchingShapes {
  bool all = false;        // else shapes are for drawing and mass only
  double distance = 1e-4;  // m; points of two shapes this near are one region of contact
  std::vector<MaterialItem> materials = {};
  double friction = MaterialTable::default_law().friction;  // of pairs that no table has
  double restitution = 0.0;                                 // likewise
  std::vector<IgnoredPair> ignore = {};
  bool connected = false;  // bodies that a joint connects touch, too
  // Bodies of one mechanism that overlap at the start are moved apart; else they do not touch.
  bool part_links = false;
  bool ground = false;  // the world has a floor z <= 0
  std::string ground_material = {};

  friend bool operator==(const TouchingShapes&, const TouchingShapes&) = default;
};

}  // namespace catena
