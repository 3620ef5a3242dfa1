// catena check: numbers that are allowed but are mostly slips of the pen.

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "apps/catena/check_parts.hpp"

namespace catena::app {

namespace {

// A whole number of radians beyond a turn was most likely meant in degrees.
bool looks_like_degrees(double angle) {
  return std::isfinite(angle) && std::abs(angle) >= 10.0 && angle == std::floor(angle);
}

std::string in_radians(double angle) {
  return fmt::format("{} rad, which is {:.1f} turns; for degrees, write {} deg", angle,
                     std::abs(angle) / (2.0 * std::numbers::pi), angle);
}

void look_at_pose(const std::string& what, const Pose& pose, Remarks& remarks) {
  if (pose.form != Pose::Form::Rpy) return;
  for (const double angle : pose.rotation)
    if (looks_like_degrees(angle)) {
      remarks.push_back(fmt::format("{} is turned by {}", what, in_radians(angle)));
      return;
    }
}

bool is_hinge(JointKind kind) {
  return kind == JointKind::Revolute || kind == JointKind::Universal;
}

}  // namespace

// Angles of robot files and built-in models are radians by their format, and are left alone.
void check_angles(const Mechanism& mechanism, Remarks& remarks) {
  for (const BodyItem& body : mechanism.bodies) {
    if (!body.said.known()) continue;
    for (const ShapeItem& shape : body.shapes)
      look_at_pose(fmt::format("a shape of '{}'", body.name), shape.at, remarks);
  }
  for (const FrameItem& frame : mechanism.frames)
    look_at_pose(fmt::format("frame '{}'", frame.name), frame.at, remarks);
  for (const JointItem& joint : mechanism.joints) {
    if (!joint.said.known()) continue;
    look_at_pose(fmt::format("joint '{}'", joint.name), joint.at, remarks);
    if (!is_hinge(joint.kind)) continue;
    for (const Numbers* limits : {&joint.lower, &joint.upper})
      for (const double limit : *limits)
        if (looks_like_degrees(limit)) {
          remarks.push_back(
              fmt::format("joint '{}' has a limit at {}", joint.name, in_radians(limit)));
          break;
        }
  }
  for (const InitialItem& start : mechanism.initial)
    for (const JointItem& joint : mechanism.joints)
      if (joint.name == start.name && is_hinge(joint.kind))
        for (const double angle : start.q.numbers)
          if (looks_like_degrees(angle))
            remarks.push_back(fmt::format("'{}' starts at {}", start.name, in_radians(angle)));
}

void check_drives(const Scenario& scenario, Remarks& remarks) {
  const SimulationSetup& setup = scenario.setup;
  for (const PrescribedMotion& motion : setup.prescribed)
    for (const Motor& motor : setup.motors)
      for (const int dof : motor.dofs)
        if (dof == motion.dof)
          remarks.push_back(
              fmt::format("motor '{}' acts on '{}', whose motion is prescribed: it changes the "
                          "effort of the drive, but not the motion",
                          motor.name, setup.model->coordinate_name(dof)));
  const double end = setup.start_time + scenario.duration;
  for (const StructureEvent& change : setup.changes)
    if (!change.when && change.at > end)
      remarks.push_back(
          fmt::format("change '{}' is scheduled for {:.6g} s, but the run ends at {:.6g} s",
                      change.name, change.at, end));
  if (setup.model->gravity().z > 0.0)
    remarks.push_back(fmt::format("gravity points up: [{:.6g}, {:.6g}, {:.6g}]; z is up",
                                  setup.model->gravity().x, setup.model->gravity().y,
                                  setup.model->gravity().z));
}

void check_surfaces(const Scenario& scenario, Remarks& remarks) {
  const ShapeContactOptions& options = scenario.setup.shape_contacts;
  if (!options.enabled) return;
  const Model& model = *scenario.setup.model;
  const auto is_used = [&](const std::string& material) {
    if (material.empty() || material == options.ground_material) return true;
    for (int b = 0; b < model.body_count(); ++b)
      for (const BodyShape& shape : model.shapes(BodyId{b}))
        if (shape.material == material) return true;
    return false;
  };
  for (const auto& pair : options.materials)
    for (const std::string* name : {&pair.a, &pair.b})
      if (!is_used(*name)) {
        remarks.push_back(
            fmt::format("contact: materials names '{}', but no shape has this material", *name));
        break;
      }
}

}  // namespace catena::app
