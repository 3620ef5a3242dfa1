#include <fmt/format.h>

#include <cmath>
#include <set>

#include "catena/cables/cable.hpp"

namespace catena {

namespace {

[[noreturn]] void refuse(const Cable& cable, const std::string& what) {
  throw ModelError(fmt::format("cable '{}': {}", cable.name, what), {"cable", cable.name, ""});
}

void check_stop(const Model& model, const Cable& cable, std::size_t i) {
  const CableStop& stop = cable.route[i];
  const bool is_end = i == 0 || i + 1 == cable.route.size();
  if (stop.body.index < 0 || stop.body.index >= model.body_count())
    refuse(cable, fmt::format("stop {} is on a body that does not exist", i));
  if (!(stop.radius >= 0.0 && std::isfinite(stop.radius)))
    refuse(cable, fmt::format("stop {} has the radius {}, expected 0 or more", i, stop.radius));
  if (stop.radius > 0.0 && !(norm(stop.axis) > 0.0))
    refuse(cable, fmt::format("the axis of stop {} is zero, expected a direction", i));
  if (stop.sense != 1 && stop.sense != -1)
    refuse(cable, fmt::format("stop {} has the sense {}, expected 1 or -1", i, stop.sense));
  if (!(stop.friction >= 0.0 && std::isfinite(stop.friction)))
    refuse(cable, fmt::format("stop {} has the friction {}, expected 0 or more", i, stop.friction));
  if (is_end && stop.friction > 0.0)
    refuse(cable, fmt::format("stop {} is an end, which has no friction; leave it out", i));
  if (stop.grips && !is_end && stop.radius == 0.0)
    refuse(cable, fmt::format("stop {} grips but is a point; give it a radius, or end one cable "
                              "and begin another there",
                              i));
  if (stop.grips && stop.friction > 0.0)
    refuse(cable, fmt::format("stop {} both grips and has friction, expected one of them", i));
}

// The velocity coordinate of a joint that turns about its one axis; -1: it has none.
int turning_coordinate(const Model& model, const JointInfo& joint) {
  switch (joint.spec.kind) {
    case JointKind::Revolute:
    case JointKind::Continuous:
    case JointKind::Helical:
    case JointKind::Cylindrical:
    case JointKind::Planar:
      break;
    default:
      return -1;
  }
  for (int dof = joint.v; dof < joint.v + joint.nv; ++dof) {
    const int node = model.dof_node()[static_cast<std::size_t>(dof)];
    const NodeKind kind = model.nodes()[static_cast<std::size_t>(node)].kind;
    if (kind == NodeKind::Revolute || kind == NodeKind::Helical) return dof;
  }
  return -1;
}

}  // namespace

CableMode CableMode::of_sections(int count, bool taut) {
  const auto n = static_cast<std::size_t>(count);
  return {std::vector<char>(n, taut ? 1 : 0), std::vector<int>(n - 1, 0),
          std::vector<double>(n, 0.0), std::vector<double>(n + 1, 0.0),
          std::vector<double>(n + 1, 0.0)};
}

void find_turns(const Model& model, std::vector<Cable>& cables) {
  for (Cable& cable : cables)
    for (CableStop& stop : cable.route) {
      const JointId inboard = model.body(stop.body).inboard_joint;
      if (stop.turn >= 0 || stop.radius == 0.0 || inboard.index < 0) continue;
      const JointInfo& joint = model.joint(inboard);
      const int turn = turning_coordinate(model, joint);
      if (turn < 0) continue;
      const Eigen::Vector3d& a = joint.spec.axis;
      const Vec3<double> axis = joint.X_BM.rotation * Vec3<double>{a[0], a[1], a[2]};
      const double along = dot(axis, stop.axis) / (norm(axis) * norm(stop.axis));
      if (std::abs(std::abs(along) - 1.0) > 1e-9) continue;
      stop.turn = turn;
      stop.turn_sign = along > 0.0 ? 1 : -1;
    }
}

void check_cables(const Model& model, const std::vector<Cable>& cables) {
  std::set<std::string> names;
  for (const Cable& cable : cables) {
    if (cable.name.empty()) throw ModelError("a cable has no name; give it one");
    if (!names.insert(cable.name).second) refuse(cable, "another cable has the same name");
    const CableMaterial& m = cable.material;
    if (!(m.youngs_modulus > 0.0 && m.area > 0.0 && std::isfinite(m.stiffness())))
      refuse(cable, fmt::format("Young's modulus {} Pa and area {} m^2 must be greater than 0",
                                m.youngs_modulus, m.area));
    if (!(m.damping >= 0.0 && std::isfinite(m.damping)))
      refuse(cable, fmt::format("damping is {} Pa s, expected 0 or more", m.damping));
    if (!(m.smoothing >= 0.0 && m.smoothing < 1.0))
      refuse(cable, fmt::format("smoothing is {}, expected a strain from 0 to 1", m.smoothing));
    if (cable.route.empty()) {
      if (cable.joint.first_dof < 0 || !(cable.joint.radius > 0.0) ||
          !is_involute(cable.joint.kind) || cable.joint.kind == JointKind::InvoluteRigid)
        refuse(cable, "it has neither a route nor an involute joint");
      continue;
    }
    if (cable.route.size() < 2) refuse(cable, "its route has one stop, expected two or more");
    for (std::size_t i = 0; i < cable.route.size(); ++i) check_stop(model, cable, i);
    const bool by_length = cable.start == Cable::Start::RestLength;
    if (!std::isfinite(cable.start_value) || cable.start_value < 0.0 ||
        (by_length && cable.start_value == 0.0))
      refuse(cable, fmt::format("{} is {}, expected {}", by_length ? "rest length" : "tension",
                                cable.start_value, by_length ? "more than 0" : "0 or more"));
  }
}

}  // namespace catena
