// Where the bodies of a scenario touch each other, and how they rebound.

#include <fmt/format.h>

#include "catena/scenario/keys.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Range;
using yaml::Value;

void read_plane(const Value& value, ContactItem& contact) {
  contact.against = Contact::Against::Plane;
  if (value.is_scalar()) {
    contact.on = Place::in(value.text());
    return;
  }
  if (!value.is_map())
    value.fail_expected(
        "ground, the name of a body or frame, or a map with the keys body, frame, at, normal");
  const Fields fields = value.fields(scenario_keys::contact_plane);
  if (const auto given = fields.find("normal"))
    contact.normal = read_vector3(*given, quantity::number);
  contact.on = read_place(fields, true);
}

void read_surface(const Fields& fields, ContactItem& contact) {
  contact.against = Contact::Against::Surface;
  contact.formula = read_formula(fields.at("formula"), "a formula of x, y and z");
  contact.on = read_place(fields, true);
}

void read_sphere(const Fields& fields, ContactItem& contact) {
  contact.against = Contact::Against::Sphere;
  contact.on = read_place(fields);
  contact.sphere_radius = fields.at("radius").number(quantity::length, Range::Positive);
}

void read_material(const Fields& fields, ContactItem& contact) {
  if (const auto restitution = fields.find("restitution"))
    contact.restitution = read_restitution(*restitution);
  if (const auto friction = fields.find("friction"))
    contact.friction = friction->number(quantity::number, Range::NonNegative);
  if (fields.has("friction_law"))
    contact.friction_law = fields.choice("friction_law", "law of friction") == "coulomb"
                               ? FrictionLaw::Coulomb
                               : FrictionLaw::AlwaysSliding;
}

// Everything but restitution and one coefficient.
void read_law(const Fields& fields, ContactItem& contact) {
  const auto number = [&](std::string_view key, const Quantity& unit, double& into) {
    if (const auto given = fields.find(key)) into = given->number(unit, Range::NonNegative);
  };
  number("static_friction", quantity::number, contact.static_friction);
  number("slip_speed", quantity::velocity, contact.slip_speed);
  number("spin", quantity::length, contact.spin);
  number("rolling", quantity::length, contact.rolling);
  contact.friction_across = read_friction_across(fields);
  contact.friction_axis = read_friction_axis(fields);
  if (const auto velocity = fields.find("surface_velocity"))
    contact.surface_velocity = read_surface_velocity(*velocity);
}

RegionItem read_region(const Fields& fields) {
  RegionItem region;
  const std::string_view what = fields.one_of({"disc", "rectangle", "polygon"});
  const Value given = fields.at(what);
  if (what == "disc") region.radius = given.number(quantity::length, Range::Positive);
  if (const auto hole = fields.find("hole"))
    region.hole = hole->number(quantity::length, Range::NonNegative);
  if (what == "rectangle") {
    const std::vector<Value> sides = given.items(2, "length and width");
    region.length = sides[0].number(quantity::length, Range::Positive);
    region.width = sides[1].number(quantity::length, Range::Positive);
  }
  if (what == "polygon")
    for (const Value& corner : given.items()) {
      const std::vector<Value> xy = corner.items(2, "x and y");
      region.corners.push_back({xy[0].number(quantity::length), xy[1].number(quantity::length)});
    }
  return region;
}

ContactItem read_contact(const Value& item) {
  const Fields fields = item.fields(scenario_keys::contact);
  ContactItem contact;
  contact.name = fields.at("name").text();
  contact.said = said_of(item);
  contact.point = read_place(fields.at("point"));
  if (const auto radius = fields.find("radius"))
    contact.radius = radius->number(quantity::length, Range::NonNegative);
  const std::string_view what = fields.one_of({"plane", "surface", "sphere"});
  const Value other = fields.at(what);
  if (what == "plane") read_plane(other, contact);
  if (what == "surface") read_surface(other.fields(scenario_keys::contact_surface), contact);
  if (what == "sphere") read_sphere(other.fields(scenario_keys::contact_sphere), contact);
  if (const auto two_sided = fields.find("two_sided")) contact.two_sided = two_sided->boolean();
  read_material(fields, contact);
  read_law(fields, contact);
  if (const auto region = fields.find("region"))
    contact.region = read_region(region->fields(scenario_keys::contact_region));
  return contact;
}

}  // namespace

std::optional<double> read_friction_across(const Fields& fields) {
  const auto across = fields.find("friction_across");
  if (!across) return std::nullopt;
  return across->number(quantity::number, Range::NonNegative);
}

std::optional<Eigen::Vector3d> read_friction_axis(const Fields& fields) {
  const auto given = fields.find("friction_axis");
  if (!given) return std::nullopt;
  const Eigen::Vector3d axis = read_vector3(*given, quantity::number);
  if (!(axis.norm() > 0.0)) given->fail_expected("a direction that is not zero");
  return axis;
}

void read_contacts(const Value& list, Mechanism& mechanism) {
  constexpr std::size_t most = 2000;
  const std::vector<Value> items = list.items();
  if (items.size() > most)
    list.fail(fmt::format("found {} contacts, expected at most {}", items.size(), most));
  for (const Value& item : items) mechanism.contacts.push_back(read_contact(item));
}

namespace {

// `solver: lemke`, or a map.
ContactSolver read_contact_solver(const Value& value) {
  ContactSolver solver;
  const auto set_kind = [&](std::string_view text) {
    solver.kind = text == "lemke" ? ContactSolver::Kind::Lemke : ContactSolver::Kind::Chain;
  };
  if (value.is_scalar()) {
    if (value.text() != "lemke" && value.text() != "chain")
      value.fail_expected("chain, lemke or a map");
    set_kind(value.text());
    return solver;
  }
  const Fields fields = value.fields(scenario_keys::contact_solver);
  if (fields.has("kind")) set_kind(fields.choice("kind", "solver of contacts"));
  if (const auto edges = fields.find("edges")) solver.edges = edges->integer(4, 64);
  if (fields.has("pyramid"))
    solver.equal_area = fields.choice("pyramid", "pyramid") == "equal_area";
  if (const auto polish = fields.find("polish")) solver.polish = polish->boolean();
  return solver;
}

}  // namespace

void read_contact_settings(const Value& value, Mechanism& mechanism) {
  const auto set_method = [&](std::string_view text) {
    ContactMethod& method = mechanism.contact_settings.method;
    if (text == "automatic")
      method = ContactMethod::Automatic;
    else if (text == "events")
      method = ContactMethod::Events;
    else if (text == "stepping")
      method = ContactMethod::Stepping;
    else
      value.fail_expected("automatic, events or stepping");
  };
  if (value.is_scalar()) {
    set_method(value.text());
    mechanism.touching_shapes.all = value.text() == "automatic";
    return;
  }
  const Fields fields = value.fields(scenario_keys::contact_settings);
  if (fields.has("method")) set_method(fields.choice("method", "method"));
  if (const auto step = fields.find("step"))
    mechanism.contact_settings.step = step->number(quantity::time, Range::Positive);
  if (const auto correction = fields.find("correction")) {
    mechanism.contact_settings.correction =
        correction->number(quantity::number, Range::NonNegative);
    if (mechanism.contact_settings.correction > 1.0) correction->fail_expected("0 to 1");
  }
  if (const auto tolerance = fields.find("tolerance"))
    mechanism.contact_settings.tolerance = tolerance->number(quantity::length, Range::NonNegative);
  if (const auto sleep = fields.find("sleep")) mechanism.contact_settings.sleep = sleep->boolean();
  if (const auto sleep = fields.find("sleep_islands"))
    mechanism.contact_settings.sleep_islands = sleep->boolean();
  if (const auto threads = fields.find("threads"))
    mechanism.contact_settings.threads = threads->integer(1, 256);
  if (const auto solver = fields.find("solver"))
    mechanism.contact_settings.solver = read_contact_solver(*solver);
  read_touching_shapes(fields, mechanism);
}

void read_impacts(const Value& value, Mechanism& mechanism) {
  const Fields fields = value.fields(scenario_keys::impacts);
  ImpactOptions& options = mechanism.impacts;
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
