#include "catena/mechanism/describe.hpp"

#include "catena/math/views.hpp"
#include "catena/model/physical_checks.hpp"

namespace catena {

namespace {

BodyItem body_of(const ModelBuilder::Body& body) {
  BodyItem item;
  item.name = body.name;
  const Inertia<double>& inertia = body.inertia;
  const BodyInertia numbers = BodyInertia::from_origin(inertia);
  const bool massless = inertia.mass == 0.0 && !numbers.about_origin &&
                        numbers.moments.isZero(0.0) && numbers.products.isZero(0.0);
  if (!massless) item.describe(numbers);
  item.tolerated = !massless && !check_body_inertia(body.name, inertia, true).empty();
  for (const BodyShape& shape : body.shapes) item.shapes.push_back(shape_item(shape));
  return item;
}

// What a kind has no use for is left out.
void take_spec(const JointSpec& spec, JointProperties& joint) {
  joint.kind = spec.kind;
  if (spec.kind == JointKind::Custom) joint.custom = spec.custom;
  const bool has_axis = spec.kind != JointKind::Weld && spec.kind != JointKind::Spherical &&
                        spec.kind != JointKind::Free && !is_involute(spec.kind);
  if (has_axis) joint.axis = spec.axis;
  if (spec.kind == JointKind::Universal) joint.axis2 = spec.axis2;
  if (spec.kind == JointKind::Helical) joint.pitch = spec.pitch;
  if (is_involute(spec.kind)) joint.radius = spec.radius;
  joint.coordinates = spec.coordinate_names;
  if (velocity_size(spec.kind, spec.custom.get()) == 0) return;
  joint.armature = Numbers(spec.armature);
  joint.damping = Numbers(spec.damping);
  joint.coulomb_friction = Numbers(spec.coulomb_friction);
  joint.static_friction = Numbers(spec.static_friction);
  if (spec.stiffness.size() > 0) {
    joint.stiffness = Stiffness(spec.stiffness);
    joint.spring_rest = Numbers(spec.spring_rest);
  }
  const bool oriented = spec.kind == JointKind::Spherical || spec.kind == JointKind::Free;
  if (!oriented) {
    joint.lower = Numbers(spec.position_lower);
    joint.upper = Numbers(spec.position_upper);
  }
  joint.velocity_limit = Numbers(spec.velocity_limit);
  joint.effort_limit = Numbers(spec.effort_limit);
}

}  // namespace

Mechanism describe(const ModelBuilder& builder) {
  Mechanism result;
  result.gravity = builder.gravity();
  result.fuse_welds = builder.fuses_welds();
  const auto& bodies = builder.bodies();
  const auto& joints = builder.joints();
  const auto name = [&](BodyId id) { return bodies[static_cast<std::size_t>(id.index)].name; };
  for (const BodyShape& shape : bodies[0].shapes) result.world.shapes.push_back(shape_item(shape));
  for (std::size_t b = 1; b < bodies.size(); ++b) result.bodies.push_back(body_of(bodies[b]));
  for (const ModelBuilder::Joint& joint : joints) {
    JointItem item;
    item.name = joint.spec.name;
    take_spec(joint.spec, item);
    item.parent = name(joint.parent);
    item.child = name(joint.child);
    item.at = Pose::of(joint.X_PF);
    item.child_at = Pose::of(joint.X_BM);
    result.joints.push_back(std::move(item));
  }
  for (std::size_t f = 0; f < builder.frames().size(); ++f) {
    const ModelBuilder::Frame& frame = builder.frames()[f];
    const auto& owner = bodies[static_cast<std::size_t>(frame.body.index)];
    if (owner.frame.index == static_cast<int>(f)) continue;  // that of the body itself
    FrameItem item;
    item.name = frame.name;
    item.body = owner.name;
    item.at = Pose::of(frame.X_BF);
    result.frames.push_back(std::move(item));
  }
  for (const SpringSpec& spring : builder.springs()) {
    CoupledSpringItem item;
    item.name = spring.name;
    for (const JointId joint : spring.joints)
      item.joints.push_back(joints[static_cast<std::size_t>(joint.index)].spec.name);
    item.stiffness = Stiffness(spring.stiffness);
    item.rest = Numbers(spring.rest);
    result.springs.push_back(std::move(item));
  }
  return result;
}

Mechanism describe(const Model& model, const LoopSpecs& loops) {
  Mechanism result = describe(ModelBuilder::of(model));
  add_loops(model, loops, result);
  return result;
}

void add_loops(const Model& model, const LoopSpecs& loops, Mechanism& mechanism) {
  const auto place = [&](BodyId body, const Transform<double>& X) {
    return Place::on(model.body(body).name, Pose::of(X));
  };
  const auto point = [&](BodyId body, const Vec3<double>& p) {
    return place(body, Transform<double>::at(p));
  };
  for (const LoopJoint& joint : loops.joints) {
    LoopJointItem item;
    item.name = joint.spec.name;
    take_spec(joint.spec, item);
    item.a = place(joint.a, joint.X_AF);
    item.b = place(joint.b, joint.X_BM);
    mechanism.loop_joints.push_back(std::move(item));
  }
  for (const Rod& rod : loops.rods) {
    RodItem item;
    item.name = rod.name;
    item.a = point(rod.a, rod.p_A);
    item.b = point(rod.b, rod.p_B);
    item.length = rod.length;
    mechanism.rods.push_back(std::move(item));
  }
  const Loops all(std::make_shared<const Model>(model), [&] {
    LoopSpecs only_joints;
    only_joints.joints = loops.joints;
    return only_joints;
  }());
  for (const Coupling& coupling : loops.couplings) {
    CouplingItem item;
    item.name = coupling.name;
    for (const int dof : coupling.dofs) item.coordinates.push_back(all.coordinate_name(dof));
    item.function = coupling.evaluate;
    mechanism.couplings.push_back(std::move(item));
  }
  for (const Rolling& rolling : loops.rollings) {
    RollingItem item;
    item.name = rolling.name;
    item.is_wheel = rolling.is_wheel;
    item.centre = place(rolling.a, rolling.X_AC);
    item.on = place(rolling.b, rolling.X_BP);
    item.radius = rolling.radius;
    mechanism.rollings.push_back(std::move(item));
  }
}

}  // namespace catena
