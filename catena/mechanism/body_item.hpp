#pragma once
// Bodies, their mass and shapes, and frames on them.

#include <optional>
#include <vector>

#include "catena/mechanism/body_inertia.hpp"
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
  std::optional<double> mass = {};  // kg; not given: mass and inertia are those of the shapes
  Eigen::Vector3d com = Eigen::Vector3d::Zero();       // centre of mass, m
  Eigen::Vector3d moments = Eigen::Vector3d::Zero();   // ixx, iyy, izz about com, kg m^2
  Eigen::Vector3d products = Eigen::Vector3d::Zero();  // ixy, ixz, iyz about com, kg m^2
  // What a file, a robot or a library gave. Where a program changes the mass afterwards, the
  // numbers above that it leaves as they are follow: moments and products scale with the mass.
  // Reset it to have all of them taken literally.
  std::optional<BodyInertia> described = {};
  bool tolerated = false;  // an inertia that no body can have is a warning, not an error
  std::vector<ShapeItem> shapes = {};
  bool drawn = true;  // whether viewers show it
  std::optional<LentMass> lent_mass = {};

  // The numbers that count, of a body whose mass is given.
  BodyInertia inertia() const;
  void describe(const BodyInertia& inertia);

  friend bool operator==(const BodyItem& a, const BodyItem& b);
};

// Of all shapes that have a mass or a density. Throws MechanismError.
Inertia<double> inertia_of_shapes(const BodyItem& body);

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
