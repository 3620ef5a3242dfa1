#include "catena/mechanism/scale.hpp"

#include <algorithm>
#include <cmath>

#include "catena/math/error.hpp"

namespace catena {

namespace {

struct Factors : ScaleFactors {
  double time() const { return std::sqrt(length); }
  double coordinate(bool is_length) const { return is_length ? length : 1.0; }
  double effort(bool is_length) const { return is_length ? mass : mass * length; }
};

[[noreturn]] void refuse(const char* kind, const std::string& name, const char* why) {
  throw Error(std::string(kind) + " '" + name + "' cannot be scaled: " + why,
              Subject{kind, name, ""});
}

// Whether each coordinate of a joint is a length.
std::vector<bool> lengths_of(const JointProperties& joint, const std::string& name) {
  switch (joint.kind) {
    case JointKind::Weld:
      return {};
    case JointKind::Revolute:
    case JointKind::Continuous:
    case JointKind::Helical:
      return {false};
    case JointKind::Prismatic:
      return {true};
    case JointKind::Cylindrical:
      return {false, true};
    case JointKind::Universal:
      return {false, false};
    case JointKind::Planar:
      return {true, true, false};
    case JointKind::Spherical:
      return {false, false, false};
    case JointKind::Free:
      return {false, false, false, true, true, true};
    default:
      refuse("joint", name, "its kind has no scaling rule");
  }
}

template <class Factor>
void scale_numbers(Numbers& numbers, const std::vector<bool>& lengths, Factor&& factor) {
  if (numbers.empty()) return;
  const Eigen::VectorXd all = numbers.vector(static_cast<Eigen::Index>(lengths.size()));
  if (all.size() != static_cast<Eigen::Index>(lengths.size())) return;  // compile() says so
  Eigen::VectorXd scaled = all;
  for (std::size_t i = 0; i < lengths.size(); ++i)
    scaled[static_cast<Eigen::Index>(i)] *= factor(lengths[i]);
  numbers = Numbers(scaled);
}

void scale_stiffness(Stiffness& stiffness, const std::vector<bool>& lengths, const Factors& by) {
  if (stiffness.empty() || lengths.empty() || by.keep_stiffness) return;
  if (stiffness.rows.empty()) {
    scale_numbers(stiffness.diagonal, lengths,
                  [&](bool is) { return by.effort(is) / by.coordinate(is); });
    return;
  }
  for (std::size_t r = 0; r < std::min(stiffness.rows.size(), lengths.size()); ++r)
    for (std::size_t c = 0; c < std::min(stiffness.rows[r].size(), lengths.size()); ++c)
      stiffness.rows[r][c] *= by.effort(lengths[r]) / by.coordinate(lengths[c]);
}

void scale_rest(Configuration& rest, const JointProperties& joint, const std::vector<bool>& lengths,
                const Factors& by) {
  if (rest.pose) {
    rest.pose->position *= by.length;
    return;
  }
  const bool has_quaternion = joint.kind == JointKind::Spherical || joint.kind == JointKind::Free;
  if (!has_quaternion)
    scale_numbers(rest.numbers, lengths, [&](bool is) { return by.coordinate(is); });
  else
    for (std::size_t i = 4; i < rest.numbers.size(); ++i) rest.numbers[i] *= by.length;
}

void scale_properties(JointProperties& joint, const std::string& name, const Factors& by) {
  const std::vector<bool> lengths = lengths_of(joint, name);
  joint.pitch *= by.length;
  const auto each = [&](Numbers& numbers, auto&& factor) {
    scale_numbers(numbers, lengths, factor);
  };
  const double time = by.time();
  each(joint.armature, [&](bool is) { return by.effort(is) * time * time / by.coordinate(is); });
  if (!by.keep_stiffness)
    each(joint.damping, [&](bool is) { return by.effort(is) * time / by.coordinate(is); });
  for (Numbers* const efforts :
       {&joint.coulomb_friction, &joint.static_friction, &joint.effort_limit})
    each(*efforts, [&](bool is) { return by.effort(is); });
  for (Numbers* const positions : {&joint.lower, &joint.upper})
    each(*positions, [&](bool is) { return by.coordinate(is); });
  each(joint.velocity_limit, [&](bool is) { return by.coordinate(is) / time; });
  scale_stiffness(joint.stiffness, lengths, by);
  scale_rest(joint.spring_rest, joint, lengths, by);
}

std::shared_ptr<const ConvexHull> scaled_hull(const ConvexHull& hull, double by) {
  auto made = std::make_shared<ConvexHull>(hull);
  for (Vec3<double>& vertex : made->vertices) vertex = by * vertex;
  for (double& offset : made->offsets) offset *= by;
  return made;
}

std::shared_ptr<const TriangleMesh> scaled_mesh(const TriangleMesh& mesh, double by) {
  auto made = std::make_shared<TriangleMesh>(mesh);
  for (Vec3<double>& vertex : made->vertices) vertex = by * vertex;
  return made;
}

void scale_shape(ShapeItem& shape, const Factors& by) {
  shape.size *= by.length;
  shape.at.position *= by.length;
  if (shape.mass) *shape.mass *= by.mass;
  if (shape.density) *shape.density *= by.mass / (by.length * by.length * by.length);
  if (shape.hull) shape.hull = scaled_hull(*shape.hull, by.length);
  if (shape.mesh) shape.mesh = scaled_mesh(*shape.mesh, by.length);
  if (shape.field) {
    auto made = std::make_shared<HeightField>(*shape.field);
    made->dx *= by.length, made->dy *= by.length;
    for (double& height : made->heights) height *= by.length;
    shape.field = made;
  }
  shape.source = nullptr;  // it is no longer that of the file
}

void scale_body(BodyItem& body, const Factors& by) {
  if (body.mass) body.describe(body.inertia().scaled(by.length, by.mass));
  for (ShapeItem& shape : body.shapes) scale_shape(shape, by);
  if (body.lent_mass) {
    body.lent_mass->mass *= by.mass;
    body.lent_mass->at *= by.length;
  }
}

template <class Items>
void refuse_any(const Items& items, const char* kind, const char* why) {
  if (!items.empty()) refuse(kind, items.front().name, why);
}

// Springs between coordinates of several joints.
void scale_coupled(CoupledSpringItem& spring, const Mechanism& mechanism, const Factors& by) {
  std::vector<bool> lengths;
  for (const std::string& name : spring.joints)
    for (const JointItem& joint : mechanism.joints)
      if (joint.name == name) {
        const std::vector<bool> own = lengths_of(joint, name);
        lengths.insert(lengths.end(), own.begin(), own.end());
      }
  scale_stiffness(spring.stiffness, lengths, by);
  scale_numbers(spring.rest, lengths, [&](bool is) { return by.coordinate(is); });
}

}  // namespace

void scale(Mechanism& mechanism, const ScaleFactors& factors) {
  const Factors by{factors};
  const double length = by.length;
  const char* const where_to = "define it where the scaled model is used";
  refuse_any(mechanism.contacts, "contact", where_to);
  refuse_any(mechanism.cables, "cable", where_to);
  refuse_any(mechanism.couplings, "coupling", where_to);
  refuse_any(mechanism.rollings, "rolling", where_to);
  if (!mechanism.elements.empty())
    refuse(std::string(mechanism.elements[0].kind()).c_str(), mechanism.elements[0].name, where_to);
  for (ShapeItem& shape : mechanism.world.shapes) scale_shape(shape, by);
  for (BodyItem& body : mechanism.bodies) scale_body(body, by);
  for (CoupledSpringItem& spring : mechanism.springs) scale_coupled(spring, mechanism, by);
  for (JointItem& joint : mechanism.joints) {
    scale_properties(joint, joint.name, by);
    joint.at.position *= length;
    joint.child_at.position *= length;
  }
  for (FrameItem& frame : mechanism.frames) frame.at.position *= length;
  for (LoopJointItem& joint : mechanism.loop_joints) {
    scale_properties(joint, joint.name, by);
    joint.a.pose.position *= length;
    joint.b.pose.position *= length;
  }
  for (RodItem& rod : mechanism.rods) {
    rod.a.pose.position *= length;
    rod.b.pose.position *= length;
    if (rod.length) *rod.length *= length;
  }
}

}  // namespace catena
