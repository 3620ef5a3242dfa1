// The tree: bodies, joints, frames and springs.

#include <fmt/format.h>

#include <algorithm>

#include "catena/math/views.hpp"
#include "catena/mechanism/compile_parts.hpp"

namespace catena::compiling {

namespace {

BodyShape shape_of(const Where& where, const ShapeItem& item) {
  BodyShape shape;
  shape.kind = item.kind;
  shape.size = to_vec3(item.size);
  shape.X_BS = pose(where.at("at"), item.at);
  if (item.color) shape.color = *item.color;
  shape.drawn = item.drawn;
  shape.touches = item.touches;
  shape.material = item.material;
  shape.hull = item.hull;
  shape.mesh = item.mesh;
  shape.field = item.field;
  shape.source = item.source;
  where.located([&] { check_shape(shape); });
  return shape;
}

// Of a shape with a mass or a density; zero for others.
Inertia<double> inertia_of_shape(const Where& where, const ShapeItem& item,
                                 const BodyShape& shape) {
  if (!item.mass && !item.density) return Inertia<double>::zero();
  if (item.mass && item.density)
    where.fail("found both 'mass' and 'density', expected only one of them");
  return where.located([&] {
    const double mass = item.mass ? *item.mass : *item.density * volume(shape);
    return shape.X_BS * solid_inertia(shape, mass);
  });
}

void add_body(const BodyItem& body, ModelBuilder& builder) {
  const Where at = where(body);
  Inertia<double> inertia = body.mass ? body.inertia().inertia() : Inertia<double>::zero();
  std::vector<BodyShape> shapes;
  for (std::size_t i = 0; i < body.shapes.size(); ++i) {
    const ShapeItem& item = body.shapes[i];
    const Where here = at.at("shapes", i);
    shapes.push_back(shape_of(here, item));
    if (!item.mass && !item.density) continue;
    if (body.mass && !(item.mass && item.density))
      here.fail("found a mass or density beside the body's 'inertia', expected only one of them");
    inertia += inertia_of_shape(here, item, shapes.back());
  }
  at.at("name").located([&] {
    builder.set_tolerate_unphysical_inertia(body.tolerated);
    const BodyId id = builder.add_body(body.name, inertia);
    for (const BodyShape& shape : shapes) builder.add_shape(id, shape);
  });
}

void add_world(const WorldItem& world, ModelBuilder& builder) {
  const Where at = where(world);
  for (std::size_t i = 0; i < world.shapes.size(); ++i) {
    const ShapeItem& item = world.shapes[i];
    const Where here = at.at("shapes", i);
    if (item.mass || item.density)
      here.fail("found a mass or density, but the world does not move; leave it out");
    builder.add_shape(world_body, shape_of(here, item));
  }
}

void lend_mass(const BodyItem& body, ModelBuilder& builder) {
  if (!body.lent_mass) return;
  const Where at = where(body).at("lent_mass");
  const LentMass& lent = *body.lent_mass;
  const BodyId from = at.at("from").located([&] { return builder.find_body(lent.from); });
  at.located([&] {
    builder.move_point_mass(lent.mass, from, to_vec3(lent.at), builder.find_body(body.name));
  });
}

void add_joint(const JointItem& joint, ModelBuilder& builder) {
  const Where at = where(joint);
  const auto body = [&](const char* key, const std::string& name) {
    return at.at(key).located([&] { return builder.find_body(name); });
  };
  const JointSpec spec = joint_spec(at, joint.name, joint);
  const BodyId parent = body("parent", joint.parent), child = body("child", joint.child);
  const Transform<double> X_PF = pose(at.at("at"), joint.at),
                          X_BM = pose(at.at("child_at"), joint.child_at);
  at.located([&] { builder.add_joint(spec, parent, child, X_PF, X_BM); });
}

void add_frame(const FrameItem& frame, ModelBuilder& builder) {
  const Where at = where(frame);
  const BodyId body = at.at("body").located([&] { return builder.find_body(frame.body); });
  const Transform<double> X_BF = pose(at.at("at"), frame.at);
  at.at("name").located([&] { builder.add_frame(frame.name, body, X_BF); });
}

void add_spring(const CoupledSpringItem& item, ModelBuilder& builder) {
  const Where at = where(item);
  SpringSpec spring;
  spring.name = item.name;
  Eigen::Index count = 0;
  for (std::size_t i = 0; i < item.joints.size(); ++i) {
    const Where here = at.at("joints", i);
    const JointId joint = here.located([&] { return builder.find_joint(item.joints[i]); });
    const JointSpec& spec = builder.joint(joint);
    const int nv = velocity_size(spec.kind, spec.custom.get());
    if (configuration_size(spec.kind, spec.custom.get()) != nv)
      here.fail(
          fmt::format("joint '{}' is {}, expected joints whose coordinates are angles or "
                      "lengths; give it a spring of its own",
                      item.joints[i], to_string(spec.kind)));
    spring.joints.push_back(joint);
    count += nv;
  }
  spring.stiffness = item.stiffness.matrix(count);
  spring.rest = item.rest.vector(count);
  builder.add_spring(std::move(spring));
}

void set_restitution(const Mechanism& mechanism, SimulationSetup& setup) {
  const Model& model = *setup.model;
  Eigen::VectorXd all = Eigen::VectorXd::Zero(model.nv());
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    const JointItem& item = mechanism.joints[j];
    const JointInfo& joint = model.joint(JointId{static_cast<int>(j)});
    if (item.restitution.empty() || joint.nv == 0) continue;
    const Where at = where(item).at("limits.restitution");
    check_unit_range(at, item.restitution);
    all.segment(joint.v, joint.nv) =
        numbers(at, item.restitution, static_cast<std::size_t>(joint.nv));
  }
  if (!all.isZero(0.0)) setup.limits.restitution = all;
}

// A joint on a path needs a mass only for the numbers of the solver: the path is the same with any.
Error with_hint_for_paths(const Mechanism& mechanism, const Error& error) {
  const std::string& joint = error.subject().name;
  const bool is_on_path = std::any_of(
      mechanism.prescribed.begin(), mechanism.prescribed.end(), [&](const PrescribedItem& item) {
        return item.joint == joint || item.joint.starts_with(joint + ".");
      });
  const std::string text = error.what();
  if (error.subject().kind != "joint" || joint.empty() || !is_on_path ||
      text.find("nothing resists") == std::string::npos)
    return error;
  return Error(text +
                   "; its motion is prescribed, so any mass will do: it changes nothing but the "
                   "effort of the drive",
               error.subject());
}

bool has_axis(JointKind kind) {
  return kind != JointKind::Weld && kind != JointKind::Spherical && kind != JointKind::Free &&
         !is_involute(kind);
}

}  // namespace

JointSpec joint_spec(const Where& at, const std::string& name, const JointProperties& joint) {
  JointSpec spec;
  spec.name = name;
  spec.kind = joint.kind;
  spec.custom = joint.custom;
  if (joint.kind == JointKind::Custom && joint.custom == nullptr)
    at.at("kind").fail("a custom joint has no definition; give it one with CustomJoint::make()");
  if (has_axis(joint.kind)) spec.axis = joint.axis;
  if (joint.kind == JointKind::Universal) spec.axis2 = joint.axis2;
  spec.pitch = joint.pitch;
  spec.radius = joint.radius;
  spec.coordinate_names = joint.coordinates;
  const Eigen::Index nv = velocity_size(joint.kind, joint.custom.get());
  spec.armature = joint.armature.vector(nv);
  spec.damping = joint.damping.vector(nv);
  spec.coulomb_friction = joint.coulomb_friction.vector(nv);
  spec.static_friction = joint.static_friction.vector(nv);
  if (!joint.stiffness.empty()) spec.stiffness = joint.stiffness.matrix(nv);
  if (!joint.spring_rest.empty())
    spec.spring_rest =
        configuration(at.at("spring.rest"), joint.spring_rest, joint.kind, joint.custom.get());
  spec.position_lower = joint.lower.vector(nv);
  spec.position_upper = joint.upper.vector(nv);
  spec.velocity_limit = joint.velocity_limit.vector(nv);
  spec.effort_limit = joint.effort_limit.vector(nv);
  return spec;
}

void compile_model(const Mechanism& mechanism, SimulationSetup& setup) {
  ModelBuilder builder;
  builder.set_gravity(mechanism.gravity);
  builder.set_fuse_welds(mechanism.fuse_welds);
  add_world(mechanism.world, builder);
  for (const BodyItem& body : mechanism.bodies) add_body(body, builder);
  // Masses are lent between bodies in any order.
  for (const BodyItem& body : mechanism.bodies) lend_mass(body, builder);
  for (const JointItem& joint : mechanism.joints) add_joint(joint, builder);
  for (const FrameItem& frame : mechanism.frames) add_frame(frame, builder);
  for (const CoupledSpringItem& spring : mechanism.springs) add_spring(spring, builder);
  try {
    setup.model = std::make_shared<const Model>(builder.build());
  } catch (const Error& error) {
    std::vector<Where> items;
    const auto add = [&](const auto& list) {
      for (const auto& item : list) items.push_back(where(item));
    };
    const std::string& kind = error.subject().kind;
    if (kind == "body") add(mechanism.bodies);
    if (kind == "spring") add(mechanism.springs);
    if (kind == "joint" || kind == "spring") add(mechanism.joints);
    fail_at_subject(mechanism, with_hint_for_paths(mechanism, error), items);
  }
  set_restitution(mechanism, setup);
}

}  // namespace catena::compiling

namespace catena {

Inertia<double> inertia_of_shapes(const BodyItem& body) {
  Inertia<double> sum = Inertia<double>::zero();
  for (std::size_t i = 0; i < body.shapes.size(); ++i) {
    const Where here = compiling::where(body).at("shapes", i);
    sum += compiling::inertia_of_shape(here, body.shapes[i],
                                       compiling::shape_of(here, body.shapes[i]));
  }
  return sum;
}

}  // namespace catena
