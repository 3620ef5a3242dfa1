// Where bodies touch each other.

#include <fmt/format.h>

#include <array>
#include <stdexcept>

#include "catena/contact/placed_surface.hpp"
#include "catena/math/nearest_name.hpp"
#include "catena/math/views.hpp"
#include "catena/mechanism/compile_parts.hpp"
#include "catena/mechanism/shortened.hpp"
#include "catena/sim/check_setup.hpp"

namespace catena::compiling {

namespace {

// "ground" or the name of a body or frame; one that is called ground counts first.
BodyPlace named_plane(const Where& at, const std::string& name, const Model& model) {
  std::vector<std::string> names;
  for (int i = 0; i < model.frame_count(); ++i) {
    const FrameInfo& frame = model.frame(FrameId{i});
    if (frame.name == name) return {frame.body, frame.X_BF};
    names.push_back(frame.name);
  }
  if (name == "ground") return {world_body, Transform<double>::identity()};
  names.emplace_back("ground");
  at.fail(fmt::format("there is no body or frame '{}' to take the plane z = 0 of{}", name,
                      nearest_name_hint(name, names)));
}

void set_plane(const Where& at, const ContactItem& item, const Model& model, Contact& contact) {
  Vec3<double> normal = {0.0, 0.0, 1.0};
  if (item.normal) {
    normal = to_vec3(*item.normal);
    const double length = norm(normal);
    if (!(length > 0.0))
      at.at("normal").fail("the normal is zero, expected the direction to the allowed side");
    normal = (1.0 / length) * normal;
  }
  const bool by_name = item.on.body.empty() && !item.on.frame.empty() && item.on.pose.is_identity();
  const BodyPlace on =
      by_name ? named_plane(at.at("frame"), item.on.frame, model) : place(at, item.on, model, true);
  contact.b = on.body;
  contact.p_B = on.X.translation;
  contact.normal_B = on.X.rotation * normal;
}

}  // namespace

Mat3<double> axes_of(const ContactItem& item, const Model& model) {
  const bool by_name = item.on.body.empty() && !item.on.frame.empty() && item.on.pose.is_identity();
  const Where at = where(item);
  if (by_name && item.against == Contact::Against::Plane)
    return named_plane(at, item.on.frame, model).X.rotation;
  return place(at, item.on, model, true).X.rotation;
}

namespace {

void set_surface(const Where& at, const ContactItem& item, const Model& model,
                 const Constants& parameters, Contact& contact) {
  constexpr std::string_view expected = "a formula of x, y and z";
  static const std::array<std::string, 3> variables = {"x", "y", "z"};
  const BodyPlace on = place(at, item.on, model, true);
  contact.b = on.body;
  if (item.surface) {
    contact.surface = placed_surface(item.surface.function(), on.X);
    return;
  }
  const Where here = at.at("formula");
  Expression surface = formula(here, item.formula, variables, parameters, expected);
  if (surface.is_constant())
    here.fail(fmt::format("found '{}', which contains none of x, y and z, expected {}",
                          shortened(item.formula), expected));
  contact.surface = placed_surface(surface_from_formula(std::move(surface)), on.X);
}

ContactRegion region_of(const Where& at, const RegionItem& item) {
  try {
    if (item.radius > 0.0) {
      if (!(item.hole < item.radius)) at.at("hole").fail("the hole is as large as the disc");
      return ContactRegion::disc(item.radius, item.hole);
    }
    if (item.length > 0.0) return ContactRegion::rectangle(item.length, item.width);
    return ContactRegion({item.corners});
  } catch (const std::invalid_argument& error) {
    at.fail(error.what());
  }
}

// In the axes of the plane or surface `R`.
void set_material(const ContactItem& item, const Mat3<double>& R, Contact& contact) {
  ContactMaterial& material = contact.material;
  material = {item.restitution, item.friction, item.friction_law};
  material.static_friction = item.static_friction;
  material.slip_speed = item.slip_speed;
  material.spin = item.spin, material.rolling = item.rolling;
  if (!item.friction_across) return;
  material.friction_across = *item.friction_across;
  material.axis =
      R * (item.friction_axis ? to_vec3(*item.friction_axis) : Vec3<double>{1.0, 0.0, 0.0});
}

// One contact, or the corners of a face.
std::vector<Contact> contacts_of(const ContactItem& item, const Model& model,
                                 const Mechanism& mechanism) {
  const Constants& parameters = mechanism.parameters;
  const Where at = where(item);
  Contact contact;
  contact.name = item.name;
  const BodyPlace point = place(at.at("point"), item.point, model);
  contact.a = point.body;
  contact.p_A = point.X.translation;
  contact.radius = item.radius;
  contact.against = item.against;
  switch (item.against) {
    case Contact::Against::Plane:
      set_plane(at.at("plane"), item, model, contact);
      break;
    case Contact::Against::Surface:
      set_surface(at.at("surface"), item, model, parameters, contact);
      break;
    case Contact::Against::Sphere: {
      const BodyPlace on = place(at.at("sphere"), item.on, model);
      contact.b = on.body;
      contact.p_B = on.X.translation;
      contact.radius_b = item.sphere_radius;
      break;
    }
    case Contact::Against::Line:
    case Contact::Against::Lines:
    case Contact::Against::Rounded:
      at.fail(
          "contacts of edges and ellipsoids are found between shapes; write 'contact: automatic'");
    case Contact::Against::String:
      at.fail("a string is not a contact; put it in 'strings'");
  }
  contact.bilateral = item.two_sided;
  const Mat3<double> R = axes_of(item, model);
  set_material(item, R, contact);
  if (!item.region) return {contact};
  contact.region = std::make_shared<const ContactRegion>(region_of(at.at("region"), *item.region));
  contact.X_AR = point.X;
  return contacts_of_face(contact);
}

}  // namespace

void compile_contacts(const Mechanism& mechanism, SimulationSetup& setup) {
  for (const ContactItem& item : mechanism.contacts)
    for (Contact& contact : contacts_of(item, *setup.model, mechanism))
      setup.contacts.push_back(std::move(contact));
  check_given_contacts(mechanism, setup);
}

void check_given_contacts(const Mechanism& mechanism, const SimulationSetup& setup) {
  try {
    check_contacts(*setup.model, setup.contacts);
    check_laws_for_steps(setup);
  } catch (const Error& error) {
    std::vector<Where> items;
    for (const ContactItem& item : mechanism.contacts) items.push_back(where(item));
    fail_at_subject(mechanism, error, items);
  }
}

}  // namespace catena::compiling
