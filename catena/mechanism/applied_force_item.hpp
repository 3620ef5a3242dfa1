#pragma once
// A force and a torque on a body by formula.

#include "catena/elements/applied_force.hpp"
#include "catena/mechanism/element_item.hpp"

namespace catena {

struct AppliedForceItem : ElementOf<AppliedForceItem> {
  Place on = {};  // where it acts
  // Three formulas each, N and N m; empty: none. Of t, coordinates, frames, and of the point:
  // position x, y, z in the world, velocity vx, vy, vz and angular velocity wx, wy, wz along the
  // axes of the force.
  std::vector<std::string> force = {}, torque = {};
  Callback<Force<double>(const PointMotion&)> function = {};  // instead of both
  AppliedForce::Axes axes = AppliedForce::Axes::World;        // of the world, or of `on`
  bool dissipates = false;                                    // how its energy is booked

  std::string_view kind() const override { return "force"; }
  void add_to(ElementCompiler& compiler) const override;
  friend bool operator==(const AppliedForceItem&, const AppliedForceItem&) = default;
};

}  // namespace catena
