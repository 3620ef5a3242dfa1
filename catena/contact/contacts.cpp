#include "catena/contact/contacts.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <memory>
#include <unordered_set>

namespace catena {

namespace {

// (d^2 C) direction from second derivatives along lines: the parallelogram law gives what a line
// along an axis and one along the direction have in common.
Vec3<double> curvature_along(const Expression& C, std::span<const double> r,
                             const Vec3<double>& direction) {
  const double length = norm(direction);
  if (length == 0.0) return Vec3<double>::zero();
  const auto second = [&](const Vec3<double>& d) {
    const std::array<double, 3> line = {d.x, d.y, d.z};
    return C.jet_along(r, line).second;
  };
  const Vec3<double> d = (1.0 / length) * direction;
  const auto component = [&](const Vec3<double>& axis) {
    return 0.25 * length * (second(axis + d) - second(axis - d));
  };
  return {component({1.0, 0.0, 0.0}), component({0.0, 1.0, 0.0}), component({0.0, 0.0, 1.0})};
}

template <class Refuse>
void check_law(const Contact& contact, const Refuse& refuse) {
  const ContactMaterial& material = contact.material;
  const bool has_more = contact.has_shape() || contact.has_rolling() || contact.surface_motion ||
                        contact.belt != nullptr || material.static_friction > material.friction;
  if (has_more && material.law != FrictionLaw::Coulomb)
    refuse("always_sliding has one coefficient; further coefficients need Coulomb's law");
  if (has_more && contact.against == Contact::Against::String) refuse("a string has no friction");
  if (material.friction_across >= 0.0 && !(norm(material.axis) > 0.0))
    refuse("friction across an axis needs the axis, which is zero");
  if (contact.has_spin() && !(material.friction > 0.0))
    refuse("spin shares its limit with sliding; give 'friction' as well");
  if (material.friction_across >= 0.0 && !(material.friction > 0.0))
    refuse("friction across an axis needs friction along it; turn the axis by a right angle");
  if (!contact.region) return;
  if (contact.against != Contact::Against::Plane || contact.radius > 0.0 || contact.bilateral)
    refuse("a face rests on a plane, from one side, and has no radius");
  if (material.friction_across >= 0.0) refuse("the friction of a face has no axis of its own");
}

void check_numbers(const Contact& contact) {
  const auto refuse = [&](const std::string& what) {
    throw ModelError(fmt::format("contact '{}': {}", contact.name, what),
                     {"contact", contact.name, ""});
  };
  const auto number = [&](const char* what, double x, double most) {
    if (!(x >= 0.0 && x <= most))
      refuse(std::isinf(most)
                 ? fmt::format("{} is {:g}; it must not be negative", what, x)
                 : fmt::format("{} is {:g}; it must be from 0 to {:g}", what, x, most));
  };
  constexpr double any = std::numeric_limits<double>::infinity();
  number("restitution", contact.material.restitution, 1.0);
  number("friction", contact.material.friction, any);
  number("static friction", contact.material.static_friction, any);
  number("slip speed", contact.material.slip_speed, any);
  number("spin", contact.material.spin, any);
  number("rolling", contact.material.rolling, any);
  check_law(contact, refuse);
  number("radius", contact.radius, any);
  number("radius of the other sphere", contact.radius_b, any);
  if (contact.against == Contact::Against::Plane && !(norm(contact.normal_B) > 0.0))
    refuse("the normal of its plane is zero; give the direction that points to the other body");
  if (contact.against == Contact::Against::Surface && !contact.surface) refuse("it has no surface");
  if (contact.against == Contact::Against::Surface && contact.radius > 0.0)
    refuse("a sphere cannot roll on a general surface; use a point (radius 0), or a plane");
  if (contact.against == Contact::Against::Sphere && !(contact.radius + contact.radius_b > 0.0))
    refuse("two points cannot touch; give one of them a radius");
  if (contact.against != Contact::Against::String) return;
  if (!(contact.length > 0.0 && std::isfinite(contact.length)))
    refuse(fmt::format("the string's length is {:g} m; it must be greater than 0", contact.length));
  if (contact.material.friction > 0.0 || contact.radius > 0.0 || contact.bilateral)
    refuse("a string has neither friction nor a radius, and pulls only");
}

}  // namespace

SurfaceFunction surface_from_formula(std::string_view formula) {
  static const std::array<std::string, 3> variables = {"x", "y", "z"};
  return surface_from_formula(Expression::parse(formula, variables));
}

SurfaceFunction surface_from_formula(Expression formula) {
  const auto C = std::make_shared<const Expression>(std::move(formula));
  return [C](const Vec3<double>& r, const Vec3<double>& direction) {
    const std::array<double, 3> at = {r.x, r.y, r.z};
    std::array<double, 3> gradient;
    const double value = C->gradient(at, gradient);
    return SurfaceValue{
        value, {gradient[0], gradient[1], gradient[2]}, curvature_along(*C, at, direction)};
  };
}

SurfaceMotionFunction surface_motion_from_formulas(std::array<Expression, 3> velocity) {
  const auto v = std::make_shared<const std::array<Expression, 3>>(std::move(velocity));
  return [v](double t) {
    SurfaceMotion out;
    const std::array<double, 1> at = {t};
    for (int k = 0; k < 3; ++k) {
      const Jet jet = (*v)[static_cast<std::size_t>(k)].jet(at, 0);
      out.velocity[k] = jet.value, out.acceleration[k] = jet.first;
    }
    return out;
  };
}

std::vector<Contact> contacts_of_face(const Contact& face, int corners) {
  const ContactRegion& region = *face.region;
  std::vector<Contact> out;
  for (const ContactRegion::Point& r : region.support(corners)) {
    Contact corner = face;
    const Vec3<double> at = region.centre() + Vec3<double>{r[0], r[1], 0.0};
    corner.p_A = face.X_AR * at;
    corner.feature = out.size();
    out.push_back(std::move(corner));
  }
  return out;
}

Contact string_between(std::string name, BodyId a, const Vec3<double>& p_A, BodyId b,
                       const Vec3<double>& p_B, double length, double restitution) {
  Contact string;
  string.name = std::move(name);
  string.a = a, string.p_A = p_A;
  string.b = b, string.p_B = p_B;
  string.against = Contact::Against::String;
  string.length = length;
  string.material.restitution = restitution;
  return string;
}

void check_contacts(const Model& model, const std::vector<Contact>& contacts) {
  std::unordered_set<std::string_view> names;
  for (const Contact& contact : contacts) {
    if (contact.name.empty()) throw ModelError("a contact has no name");
    if (contact.feature == 0 && !names.insert(contact.name).second)
      throw ModelError(fmt::format("two contacts have the name '{}'", contact.name),
                       {"contact", contact.name, ""});
    for (const BodyId id : {contact.a, contact.b})
      if (id.index < 0 || id.index >= model.body_count())
        throw ModelError(fmt::format("contact '{}': body {} does not exist; the model has {}",
                                     contact.name, id.index, model.body_count()),
                         {"contact", contact.name, ""});
    if (model.body(contact.a).node == model.body(contact.b).node)
      throw ModelError(
          fmt::format("contact '{}': '{}' and '{}' do not move relative to each other",
                      contact.name, model.body(contact.a).name, model.body(contact.b).name),
          {"contact", contact.name, ""});
    check_numbers(contact);
  }
}

}  // namespace catena
