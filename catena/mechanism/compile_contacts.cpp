// Where bodies touch each other.

#include <fmt/format.h>

#include <array>

#include "catena/contact/placed_surface.hpp"
#include "catena/math/nearest_name.hpp"
#include "catena/math/views.hpp"
#include "catena/mechanism/compile_parts.hpp"
#include "catena/mechanism/shortened.hpp"

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
    here.fail(fmt::format("found '{}', which holds none of x, y and z, expected {}",
                          shortened(item.formula), expected));
  contact.surface = placed_surface(surface_from_formula(std::move(surface)), on.X);
}

Contact contact_of(const ContactItem& item, const Model& model, const Constants& parameters) {
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
    case Contact::Against::String:
      at.fail("a string is not a contact; put it into 'strings'");
  }
  contact.bilateral = item.two_sided;
  contact.material = {item.restitution, item.friction, item.friction_law};
  return contact;
}

}  // namespace

void compile_contacts(const Mechanism& mechanism, SimulationSetup& setup) {
  for (const ContactItem& item : mechanism.contacts)
    setup.contacts.push_back(contact_of(item, *setup.model, mechanism.parameters));
  try {
    check_contacts(*setup.model, setup.contacts);
  } catch (const Error& error) {
    std::vector<Where> items;
    for (const ContactItem& item : mechanism.contacts) items.push_back(where(item));
    fail_at_subject(mechanism, error, items);
  }
}

}  // namespace catena::compiling
