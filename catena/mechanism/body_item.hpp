#pragma once
// Bodies, their mass and shapes, and frames on them.

#include <optional>
#include <vector>

#include "catena/mechanism/items.hpp"
#include "catena/mechanism/shape_item.hpp"

namespace catena {

// Part of the mass of a body that this one is tied to.
struct LentMass {
  double mass = 0.0;  // kg
  std::string from;   // body that gives it
  Eigen::Vector3d at = Eigen::Vector3d::Zero();

  friend bool operator==(const LentMass&, const LentMass&) = default;
};

struct BodyItem : Item {
  static constexpr const char* kind = "body";
  // kg; not given: mass and inertia are those of the shapes. Moments and products are about the
  // centre of mass, unless the first moment is given: then about the body's origin.
  std::optional<double> mass = {};
  Eigen::Vector3d com = Eigen::Vector3d::Zero();       // m
  Eigen::Vector3d moments = Eigen::Vector3d::Zero();   // ixx, iyy, izz, kg m^2
  Eigen::Vector3d products = Eigen::Vector3d::Zero();  // ixy, ixz, iyz, kg m^2
  std::optional<Eigen::Vector3d> first_moment = {};    // mass times com, instead of it, kg m
  bool tolerated = false;  // an inertia that no body can have is a warning, not an error
  std::vector<ShapeItem> shapes = {};
  std::optional<LentMass> lent_mass = {};

  friend bool operator==(const BodyItem&, const BodyItem&) = default;
};

// The body that does not move: what stands around the mechanism. Its shapes have no mass.
struct WorldItem : Item {
  static constexpr const char* kind = "world";
  std::vector<ShapeItem> shapes = {};

  friend bool operator==(const WorldItem&, const WorldItem&) = default;
};

struct FrameItem : Item {
  static constexpr const char* kind = "frame";
  std::string body = {};
  Pose at = {};

  friend bool operator==(const FrameItem&, const FrameItem&) = default;
};

}  // namespace catena
