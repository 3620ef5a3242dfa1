// Where the bodies of a scenario touch each other, and how they rebound.

#include <fmt/format.h>

#include <array>

#include "catena/math/nearest_name.hpp"
#include "catena/scenario/keys.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Range;
using yaml::Value;

// The plane z = 0 of a place.
void set_plane(const Place& place, const Vec3<double>& normal, Contact& contact) {
  contact.against = Contact::Against::Plane;
  contact.b = place.body;
  contact.p_B = place.X.translation;
  contact.normal_B = place.X.rotation * normal;
}

// "ground" or the name of a body or frame; one that is called ground counts first.
Place read_named_plane(const Value& name, const Model& model) {
  const std::string text = name.text();
  std::vector<std::string> names;
  for (int i = 0; i < model.frame_count(); ++i) {
    const FrameInfo& frame = model.frame(FrameId{i});
    if (frame.name == text) return {frame.body, frame.X_BF};
    names.push_back(frame.name);
  }
  if (text == "ground") return {world_body, Transform<double>::identity()};
  names.push_back("ground");
  name.fail(fmt::format("there is no body or frame '{}' to take the plane z = 0 of{}", text,
                        nearest_name_hint(text, names)));
}

void read_plane(const Value& value, const Model& model, Contact& contact) {
  Vec3<double> normal = {0.0, 0.0, 1.0};
  if (value.is_scalar()) return set_plane(read_named_plane(value, model), normal, contact);
  if (!value.is_map())
    value.fail_expected(
        "ground, the name of a body or frame, or a map with the keys body, frame, at, normal");
  const Fields fields = value.fields(scenario_keys::contact_plane);
  if (const auto given = fields.find("normal")) {
    normal = given->vector3(quantity::number);
    const double length = norm(normal);
    if (!(length > 0.0))
      given->fail("the normal is zero, expected the direction to the allowed side");
    normal = (1.0 / length) * normal;
  }
  set_plane(read_place(fields, model, true), normal, contact);
}

// C of a place in the axes of the body that it is on: with r_B = p + R r, the gradient turns with R
// and so does what the second derivatives make of a direction.
SurfaceFunction placed(SurfaceFunction surface, const Transform<double>& X) {
  return [surface = std::move(surface), X](const Vec3<double>& r, const Vec3<double>& direction) {
    SurfaceValue result = surface(transpose_times(X.rotation, r - X.translation),
                                  transpose_times(X.rotation, direction));
    result.gradient = X.rotation * result.gradient;
    result.curvature = X.rotation * result.curvature;
    return result;
  };
}

void read_surface(const Fields& fields, const Model& model, Contact& contact) {
  constexpr std::string_view expected = "a formula of x, y and z";
  static const std::array<std::string, 3> variables = {"x", "y", "z"};
  const Value value = fields.at("formula");
  Expression formula = value.formula(variables, expected);
  if (formula.is_constant())
    value.fail(fmt::format("found '{}', which holds none of x, y and z, expected {}",
                           value.node().text, expected));
  const Place place = read_place(fields, model, true);
  contact.against = Contact::Against::Surface;
  contact.b = place.body;
  contact.surface = placed(surface_from_formula(std::move(formula)), place.X);
}

void read_sphere(const Fields& fields, const Model& model, Contact& contact) {
  const Place place = read_place(fields, model);
  contact.against = Contact::Against::Sphere;
  contact.b = place.body;
  contact.p_B = place.X.translation;
  contact.radius_b = fields.at("radius").number(quantity::length, Range::Positive);
}

void read_material(const Fields& fields, ContactMaterial& material) {
  if (const auto restitution = fields.find("restitution"))
    material.restitution = read_restitution(*restitution);
  if (const auto friction = fields.find("friction"))
    material.friction = friction->number(quantity::number, Range::NonNegative);
  if (fields.has("friction_law"))
    material.law = fields.choice("friction_law", "law of friction") == "coulomb"
                       ? FrictionLaw::Coulomb
                       : FrictionLaw::AlwaysSliding;
}

Contact read_contact(const Fields& fields, const Model& model) {
  Contact contact;
  contact.name = fields.at("name").text();
  const Place point = read_place(fields.at("point"), model);
  contact.a = point.body;
  contact.p_A = point.X.translation;
  if (const auto radius = fields.find("radius"))
    contact.radius = radius->number(quantity::length, Range::NonNegative);
  const std::string_view what = fields.one_of({"plane", "surface", "sphere"});
  const Value other = fields.at(what);
  if (what == "plane") read_plane(other, model, contact);
  if (what == "surface") read_surface(other.fields(scenario_keys::contact_surface), model, contact);
  if (what == "sphere") read_sphere(other.fields(scenario_keys::contact_sphere), model, contact);
  if (const auto two_sided = fields.find("two_sided")) contact.bilateral = two_sided->boolean();
  read_material(fields, contact.material);
  return contact;
}

}  // namespace

void read_contacts(const Value& model, const std::optional<Value>& list, SimulationSetup& setup) {
  constexpr std::size_t most = 2000;
  if (!list) return;
  const std::vector<Value> items = list->items();
  if (items.size() > most)
    list->fail(fmt::format("found {} contacts, expected at most {}", items.size(), most));
  for (const Value& item : items)
    setup.contacts.push_back(read_contact(item.fields(scenario_keys::contact), *setup.model));
  try {
    check_contacts(*setup.model, setup.contacts);
  } catch (const ModelError& error) {
    fail_at_named(model, {"contacts"}, error);
  }
}

void read_impacts(const Value& value, ContactOptions& options) {
  const Fields fields = value.fields(scenario_keys::impacts);
  if (fields.has("law"))
    options.law =
        fields.choice("law", "law of impacts") == "newton" ? ImpactLaw::Newton : ImpactLaw::Poisson;
  if (fields.has("order"))
    options.order = fields.choice("order", "order of impacts") == "sequential"
                        ? ImpactOrder::Sequential
                        : ImpactOrder::Simultaneous;
  if (const auto speed = fields.find("rest_speed"))
    options.rest_speed = speed->number(quantity::velocity, Range::Positive);
}

}  // namespace catena::scenario
