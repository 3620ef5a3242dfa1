// The tree of a mechanism as text.

#include "catena/scenario/element_kinds.hpp"
#include "catena/scenario/keys.hpp"
#include "catena/scenario/write_parts.hpp"

namespace catena::scenario {

namespace {

const Eigen::Vector3d zero = Eigen::Vector3d::Zero();

void write_body(const BodyItem& body, const std::filesystem::path& folder, MapWriter& out) {
  out.text("name", body.name);
  if (body.mass) {
    MapWriter inertia = out.map(scenario_keys::inertia);
    write_inertia(body.inertia(), inertia);
    inertia.boolean("tolerated", body.tolerated, false);
    out.map("inertia", std::move(inertia));
  }
  write_shapes(body.shapes, folder, out);
  out.boolean("draw", body.drawn, true);
  if (!body.lent_mass) return;
  MapWriter lent = out.map(scenario_keys::lent_mass);
  lent.number("mass", body.lent_mass->mass);
  lent.text("from", body.lent_mass->from);
  lent.vector("at", body.lent_mass->at);
  out.map("lent_mass", std::move(lent));
}

void write_joint(const JointItem& joint, MapWriter& out) {
  out.text("name", joint.name);
  out.text("kind", to_string(joint.kind));
  out.text("parent", joint.parent);
  out.text("child", joint.child);
  out.pose("at", joint.at);
  out.pose("child_at", joint.child_at);
  write_properties(joint, out);
  out.numbers("armature", joint.armature);
}

void write_frame(const FrameItem& frame, MapWriter& out) {
  out.text("name", frame.name);
  out.text("body", frame.body);
  out.pose("at", frame.at);
}

void write_spring(const CoupledSpringItem& spring, MapWriter& out) {
  out.text("name", spring.name);
  out.texts("joints", spring.joints);
  out.stiffness("stiffness", spring.stiffness);
  out.numbers("rest", spring.rest);
}

}  // namespace

void write_inertia(const BodyInertia& inertia, MapWriter& out) {
  out.number("mass", inertia.mass);
  if (!inertia.about_origin) out.vector("com", inertia.com, zero);
  if (inertia.about_origin) out.vector("first_moment", inertia.about_origin->first_moment);
  const auto& about = inertia.about_origin;
  out.vector("moments", about ? about->moments : inertia.moments, zero);
  out.vector("products", about ? about->products : inertia.products, zero);
}

void write_properties(const JointProperties& joint, MapWriter& out) {
  if (joint.kind == JointKind::Custom)
    out.refuse("it is a custom joint, whose definition is part of a program");
  out.vector("axis", joint.axis, Eigen::Vector3d::UnitZ());
  out.vector("axis2", joint.axis2, Eigen::Vector3d::UnitY());
  if (joint.kind == JointKind::Helical) out.number("pitch", joint.pitch);
  out.number("radius", joint.radius, 0.0);
  if (!joint.coordinates.empty()) out.texts("coordinates", joint.coordinates);
  out.numbers("damping", joint.damping);
  MapWriter friction = out.map(scenario_keys::friction);
  friction.numbers("coulomb", joint.coulomb_friction);
  if (joint.coulomb_friction.empty() && !joint.static_friction.empty())
    friction.number("coulomb", 0.0);
  friction.numbers("static", joint.static_friction);
  out.map("friction", std::move(friction));
  if (!joint.stiffness.empty()) {
    MapWriter spring = out.map(scenario_keys::spring);
    spring.stiffness("stiffness", joint.stiffness);
    if (!joint.spring_rest.empty()) spring.configuration("rest", joint.spring_rest);
    out.map("spring", std::move(spring));
  } else if (!joint.spring_rest.empty()) {
    out.refuse("its spring has a rest position but no stiffness");
  }
  MapWriter limits = out.map(scenario_keys::limits);
  limits.numbers("lower", joint.lower);
  limits.numbers("upper", joint.upper);
  limits.numbers("restitution", joint.restitution);
  limits.numbers("velocity", joint.velocity_limit);
  limits.numbers("effort", joint.effort_limit);
  out.map("limits", std::move(limits));
}

void write_model(const Mechanism& mechanism, const std::filesystem::path& folder, MapWriter& out) {
  MapWriter model = out.map(scenario_keys::described_model);
  model.vector("gravity", mechanism.gravity, {0.0, 0.0, -9.81});
  model.boolean("fuse_welds", mechanism.fuse_welds, false);
  MapWriter world(scenario_keys::world, Subject{"world", "", ""});
  write_shapes(mechanism.world.shapes, folder, world);
  model.map("world", std::move(world));
  if (mechanism.bodies.empty()) model.texts("bodies", {});
  write_list(model, "bodies", scenario_keys::body, "body", mechanism.bodies,
             [&](const BodyItem& body, MapWriter& map) { write_body(body, folder, map); });
  if (mechanism.joints.empty()) model.texts("joints", {});
  write_list(model, "joints", scenario_keys::joint, "joint", mechanism.joints, write_joint);
  write_list(model, "frames", scenario_keys::frame, "frame", mechanism.frames, write_frame);
  write_list(model, "springs", scenario_keys::coupled_spring, "spring", mechanism.springs,
             write_spring);
  write_loops(mechanism, model);
  write_contacts(mechanism, model);
  write_cables(mechanism, model);
  std::vector<bool> written(mechanism.elements.size(), false);
  for (const ElementKind& kind : element_kinds())
    write_elements(mechanism.elements, kind, model, written);
  for (std::size_t i = 0; i < written.size(); ++i)
    if (!written[i])
      MapWriter(scenario_keys::described_model,
                {std::string(mechanism.elements[i].kind()), mechanism.elements[i].name, ""})
          .refuse("scenario files have no elements of this kind");
  out.map("model", std::move(model));
}

}  // namespace catena::scenario
