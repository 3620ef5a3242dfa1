#include "catena_scene.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "catena/dynamics/kinematics.hpp"
#include "catena/math/quaternion.hpp"
#include "catena/mechanism/applied_force_item.hpp"
#include "catena/mechanism/compile.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::bench {

namespace {

Eigen::Vector3d vector(const Triple& x) {
  return {x[0], x[1], x[2]};
}

Pose pose_of(const SceneBody& body) {
  const auto [w, x, y, z] = body.rotation;
  return Pose::quaternion(w, x, y, z, vector(body.position));
}

// The axes of the world at a place of it, seen from a body as it starts.
Pose seen_from(const SceneBody* body, const Triple& place) {
  const Transform<double> X_WP = transform_of(Pose::at(vector(place)));
  return body == nullptr ? Pose::of(X_WP) : Pose::of(inverse(transform_of(pose_of(*body))) * X_WP);
}

// Whether contacts are found by shapes.
bool finds_contacts(const Scene& scene) {
  return scene.bodies_collide && scene.contacts.empty();
}

ShapeItem shape_of(const SceneBody& body) {
  ShapeItem shape;
  const Triple& s = body.size;
  if (body.shape == SceneBody::Shape::Box)
    shape.kind = ShapeKind::Box, shape.size = vector(s);
  else if (body.shape == SceneBody::Shape::Ball)
    shape.kind = ShapeKind::Sphere, shape.size = {s[0], 0.0, 0.0};
  else
    throw std::invalid_argument("the shape of " + body.name + " is not tried");
  shape.at = Pose::at(vector(body.shape_at));
  return shape;
}

void add_body(const Scene& scene, const SceneBody& given, Mechanism& out) {
  BodyItem& body = out.bodies.emplace_back();
  body.name = given.name;
  body.mass = given.mass;
  body.moments = vector(given.moments);
  if (finds_contacts(scene)) body.shapes.push_back(shape_of(given));
  if (given.force != Triple{}) {
    AppliedForceItem push;
    push.name = given.name + ".push";
    push.on = Place::on(given.name);
    for (const double f : given.force) push.force.push_back(fmt::format("{:.17g}", f));
    out.elements.add(push);
  }
  JointItem& joint = out.joints.emplace_back();
  joint.name = given.name + ".joint";
  joint.child = given.name;
  if (given.joint == SceneBody::Joint::Free) {
    joint.kind = JointKind::Free;
    InitialItem& start = out.start_of(joint.name);
    start.q = pose_of(given);
    start.v = {given.spin[0],     given.spin[1],     given.spin[2],
               given.velocity[0], given.velocity[1], given.velocity[2]};
    return;
  }
  const SceneBody* const parent =
      given.parent < 0 ? nullptr : &scene.bodies[static_cast<std::size_t>(given.parent)];
  joint.kind = given.joint == SceneBody::Joint::Hinge ? JointKind::Revolute : JointKind::Prismatic;
  if (parent != nullptr) joint.parent = parent->name;
  joint.at = seen_from(parent, given.anchor);
  joint.child_at = seen_from(&given, given.anchor);
  joint.axis = vector(given.axis);
  if (given.rate != 0.0) out.start_of(joint.name).v = {given.rate};
  if (std::isfinite(given.lower)) joint.lower = given.lower, joint.upper = given.upper;
  if (given.stiffness > 0.0) joint.stiffness = given.stiffness, joint.spring_rest = given.rest;
  if (given.damping > 0.0) joint.damping = given.damping;
}

void add_contact(const Scene& scene, const SceneContact& given, Mechanism& out) {
  ContactItem& contact = out.contacts.emplace_back();
  contact.name = fmt::format("contact{}", out.contacts.size());
  contact.point = Place::on(scene.bodies[static_cast<std::size_t>(given.body)].name,
                            Pose::at(vector(given.point)));
  contact.radius = given.radius;
  contact.on =
      Place::on(given.on < 0 ? "world" : scene.bodies[static_cast<std::size_t>(given.on)].name,
                Pose::at(vector(given.place)));
  contact.normal = vector(given.normal);
  contact.friction = scene.friction;
  contact.restitution = scene.restitution;
}

void add_loop(const Scene& scene, const SceneLoop& given, Mechanism& out) {
  LoopJointItem& pin = out.loop_joints.emplace_back();
  const SceneBody &a = scene.bodies[static_cast<std::size_t>(given.a)],
                  &b = scene.bodies[static_cast<std::size_t>(given.b)];
  pin.name = fmt::format("pin{}", out.loop_joints.size());
  pin.kind = JointKind::Revolute;
  pin.axis = vector(given.axis);
  pin.a = Place::on(a.name, seen_from(&a, given.anchor));
  pin.b = Place::on(b.name, seen_from(&b, given.anchor));
}

class CatenaRun final : public SceneRun {
 public:
  CatenaRun(const Scene& scene, ContactMethod method)
      : scene_(scene),
        simulation_(compile(mechanism_of(scene, method)).setup),
        kinematics_(simulation_.model()) {}

  void advance(double t) override { simulation_.advance(t); }

  void read(SceneState& out) const override {
    const Model& model = simulation_.model();
    const State& state = simulation_.state();
    // Coordinates of what closes loops come after those of the tree.
    kinematics_.compute(model, In<double>(state.q.data(), model.nq()),
                        In<double>(state.v.data(), model.nv()));
    out = SceneState();
    out.t = state.t;
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
      const BodyId body{static_cast<int>(i) + 1};
      const Transform<double> X = kinematics_.pose(model, model.body_frame(body));
      const Vec3<double>& p = X.translation;
      const Quaternion<double> r = quaternion_of(X.rotation);
      out.positions.push_back({p.x, p.y, p.z});
      out.rotations.push_back({r.w, r.x, r.y, r.z});
      const Motion<double> v =
          kinematics_.velocity(model, model.body_frame(body), Reference::WorldAligned);
      out.velocities.push_back({v.linear.x, v.linear.y, v.linear.z});
      out.spins.push_back({v.angular.x, v.angular.y, v.angular.z});
      const Node& node = model.nodes()[static_cast<std::size_t>(model.body(body).node)];
      const bool free = scene_.bodies[i].joint == SceneBody::Joint::Free;
      out.joints.push_back(free ? 0.0 : state.q[node.q]);
    }
  }

 private:
  const Scene& scene_;
  Simulation simulation_;
  mutable Kinematics<double> kinematics_;
};

}  // namespace

Mechanism mechanism_of(const Scene& scene, ContactMethod method) {
  Mechanism out;
  out.gravity = vector(scene.gravity);
  for (const SceneBody& body : scene.bodies) add_body(scene, body, out);
  for (const SceneContact& contact : scene.contacts) add_contact(scene, contact, out);
  for (const SceneLoop& loop : scene.loops) add_loop(scene, loop, out);
  out.contact_settings.method = method;
  out.contact_settings.step = scene.step;
  if (finds_contacts(scene)) {
    if (method != ContactMethod::Stepping)
      throw std::invalid_argument("contacts between shapes go by time steps");
    out.touching_shapes.all = true;
    out.touching_shapes.ground = scene.has_floor;
    out.touching_shapes.friction = scene.friction;
    if (scene.floor_friction >= 0.0) {
      out.touching_shapes.ground_material = "floor";
      MaterialItem& floor = out.touching_shapes.materials.emplace_back();
      floor.name = floor.a = "floor";
      floor.friction = scene.floor_friction, floor.restitution = scene.restitution;
    }
    out.touching_shapes.restitution = scene.restitution;
    out.contact_settings.tolerance = scene.tolerance;
  }
  out.duration = scene.duration;
  return out;
}

std::unique_ptr<SceneRun> make_catena_scene(const Scene& scene, ContactMethod method) {
  return std::make_unique<CatenaRun>(scene, method);
}

}  // namespace catena::bench
