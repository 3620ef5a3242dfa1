#include "catena/contact/contact_geometry.hpp"

#include <cmath>

#include "catena/constraints/closure_poses.hpp"

namespace catena {

using detail::across_normal;
using detail::at;
using detail::force_along;
using detail::pose_from;
using detail::root_of;
using detail::seen_from;
using detail::velocity_at;

namespace {

// Two tangents, the first along `wanted` as seen on the surface. Without one any will do: laws of
// friction see the plane that they span. False where there is none.
bool complete(const Vec3<double>& wanted, std::array<Vec3<double>, 3>& axes) {
  const Vec3<double>& n = axes[0];
  if (const Vec3<double> t = wanted - dot(wanted, n) * n; dot(t, t) > 1e-12 * dot(wanted, wanted)) {
    axes[1] = (1.0 / norm(t)) * t;
    axes[2] = cross(n, axes[1]);
    return true;
  }
  const double x = std::abs(n.x), y = std::abs(n.y), z = std::abs(n.z);
  const Vec3<double> across = x <= y && x <= z ? Vec3<double>{1.0, 0.0, 0.0}
                              : y <= z         ? Vec3<double>{0.0, 1.0, 0.0}
                                               : Vec3<double>{0.0, 0.0, 1.0};
  const Vec3<double> t = across - dot(across, n) * n;
  axes[1] = (1.0 / norm(t)) * t;
  axes[2] = cross(n, axes[1]);
  return false;
}

bool same(const Vec3<double>& a, const Vec3<double>& b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

bool has_own_tangents(const Contact& contact) {
  return contact.region != nullptr || contact.material.friction_across >= 0.0;
}

// Along which friction has its own coefficient, or a face its own axes; zero: none.
Vec3<double> wanted_tangent(const Contact& contact, const Mat3<double>& R_WA,
                            const Mat3<double>& R_WB) {
  if (contact.region) return R_WA * contact.X_AR.rotation.c0;
  if (contact.material.friction_across >= 0.0)
    return (contact.material.axis_is_of_a ? R_WA : R_WB) * contact.material.axis;
  return Vec3<double>::zero();
}

// What the surface of b does past its body is no motion of a against it; `side` is -1 for that of
// a.
void add_surface_motion(const SurfaceMotion& motion, const Mat3<double>& R, const Motion<double>& v,
                        double side, ContactPlace& out) {
  const Vec3<double> velocity = R * motion.velocity;
  const Vec3<double> rate = R * motion.acceleration + cross(v.angular, velocity);
  for (int r = 1; r < 3; ++r) {
    const Vec3<double>& e = out.axis(r);
    const double along = side * dot(e, velocity);
    out.surface[r] += along;
    out.velocity[r] -= along;
    at(out.target, r) += side * dot(e, rate);
  }
}

// d/dt (e . w) = e . (a_a - a_b) + e' . w; where the tangents do not turn, w is along n and e' . n
// is -e . n'.
void add_moments(const Vec3<double>& n_rate, const Vec3<double>& p, const Transform<double>& X_WNa,
                 const Transform<double>& X_WNb, const Motion<double>& v_A,
                 const Motion<double>& v_B, ContactPlace& out) {
  const Transform<double> X_PA = seen_from(p, X_WNa), X_PB = seen_from(p, X_WNb);
  const Vec3<double> w = v_A.angular - v_B.angular;
  for (int r = 0; r < 3; ++r) {
    const Vec3<double>& e = out.axis(r);
    const Force<double> moment = {e, Vec3<double>::zero()};
    at(out.on_a, 3 + r) = inverse_times(X_PA, moment);
    at(out.on_b, 3 + r) = -inverse_times(X_PB, moment);
    out.turning[r] = dot(e, w);
    at(out.target, 3 + r) = r == 0 ? -dot(n_rate, w) : dot(e, n_rate) * dot(out.axes[0], w);
  }
}

// The friction of a face acts at its centroid, whose velocity counts.
void move_friction(const Vec3<double>& p, const Transform<double>& X_WNa,
                   const Transform<double>& X_WNb, const Motion<double>& v_A,
                   const Motion<double>& v_B, ContactPlace& out) {
  const Transform<double> X_PA = seen_from(p, X_WNa), X_PB = seen_from(p, X_WNb);
  const Vec3<double> v_a = velocity_at(v_A, p), u = v_a - velocity_at(v_B, p);
  const Vec3<double> turn = cross(v_A.angular - v_B.angular, v_a);
  for (int r = 1; r < 3; ++r) {
    const Vec3<double>& e = out.axis(r);
    at(out.on_a, r) = inverse_times(X_PA, force_along(e));
    at(out.on_b, r) = -inverse_times(X_PB, force_along(e));
    at(out.target, r) = -dot(e, turn);
    out.velocity[r] = dot(e, u);
  }
}

// In units of the coefficient along the first tangent.
FrictionShape shape_of(const Contact& contact, const ContactPlace& place) {
  const ContactMaterial& material = contact.material;
  if (contact.region && material.spin == 0.0) return contact.region->shape(place.sliding());
  const double along = material.friction;
  FrictionShape shape{.round = false};
  shape.L(1, 1) = along > 0.0 ? material.across() / along : 0.0;
  if (place.is_along_axis) shape.L(0, 0) = shape.L(1, 1);
  shape.L(2, 2) = along > 0.0 ? material.spin / along : 0.0;
  return shape;
}

}  // namespace

ContactGeometry::ContactGeometry(const Model& model, const std::vector<Contact>& contacts)
    : model_(model) {
  set_contacts(contacts);
}

void ContactGeometry::set_contacts(std::span<const Contact> contacts) {
  contacts_.assign(contacts.begin(), contacts.end());
  places_.resize(contacts.size());
  R_WA_.resize(contacts.size()), p_A_.resize(contacts.size());
  R_WB_.resize(contacts.size()), p_B_.resize(contacts.size());
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    places_[i].node_a = model_.body(contacts[i].a).node;
    places_[i].node_b = model_.body(contacts[i].b).node;
    places_[i].shape = {};
    contacts_[i].normal_B = (1.0 / norm(contacts[i].normal_B)) * contacts[i].normal_B;
  }
}

ContactNormal ContactGeometry::find_normal(const Contact& contact, const Transform<double>& X_WA,
                                           const Transform<double>& X_WB, const Motion<double>& v_A,
                                           const Motion<double>& v_B) const {
  const Vec3<double> c = X_WA * contact.p_A, v_c = velocity_at(v_A, c);
  ContactNormal out{};
  switch (contact.against) {
    case Contact::Against::Plane:
    case Contact::Against::Sphere:
    case Contact::Against::Line:
    case Contact::Against::Lines:
    case Contact::Against::Rounded:
      return normal_of_shapes(contact, X_WA, X_WB, v_A, v_B);
    case Contact::Against::Surface: {
      // d^2 C / dt^2 = grad C . r'' + r'^T (d^2 C) r', r in the frame of b (Li et al. 2014, eq.
      // 12).
      const Vec3<double> rate = transpose_times(X_WB.rotation, v_c - velocity_at(v_B, c));
      const SurfaceValue C =
          contact.surface(transpose_times(X_WB.rotation, c - X_WB.translation), rate);
      const double slope = 1.0 / norm(C.gradient);
      out.n = X_WB.rotation * (slope * C.gradient);
      out.n_rate =
          cross(v_B.angular, out.n) + across_normal(out.n, X_WB.rotation * (slope * C.curvature));
      out.gap = slope * C.value;
      break;
    }
    case Contact::Against::String: {
      const Vec3<double> c_b = X_WB * contact.p_B, d = c_b - c;
      const double distance = norm(d);
      out.gap = contact.length - distance;
      if (!(distance > 0.0)) {  // slack, and without a direction
        out.n = {0.0, 0.0, 1.0};
        break;
      }
      out.n = (1.0 / distance) * d;
      out.n_rate = (1.0 / distance) * across_normal(out.n, velocity_at(v_B, c_b) - v_c);
      break;
    }
  }
  out.p = c - contact.radius * out.n;
  out.p_rate = v_c - contact.radius * out.n_rate;
  return out;
}

// Contacts of one pair of bodies stand one after the other as a rule.
void ContactGeometry::place_pair(const Contact& contact, const ClosureGeometry::TreeState& tree,
                                 Pair& out) const {
  out.a = contact.a.index, out.b = contact.b.index;
  out.node_a = model_.body(contact.a).node, out.node_b = model_.body(contact.b).node;
  out.X_WNa = pose_from(tree, out.node_b, out.node_a);
  out.X_WNb = pose_from(tree, out.node_b, out.node_b);
  out.v_A = out.X_WNa * at(tree.velocities, out.node_a);
  out.v_B = out.X_WNb * at(tree.velocities, out.node_b);
  out.X_WA = out.X_WNa * model_.body(contact.a).X_NB;
  out.X_WB = out.X_WNb * model_.body(contact.b).X_NB;
  out.root_b = root_of(tree, out.node_b);
}

void ContactGeometry::compute(const ClosureGeometry::TreeState& tree, Part part) {
  Pair pair;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const Contact& contact = contacts_[i];
    const bool first = i == 0 || contact.a.index != pair.a || contact.b.index != pair.b;
    if (first) place_pair(contact, tree, pair);
    ContactPlace& out = places_[i];
    const ContactNormal normal = find_normal(contact, pair.X_WA, pair.X_WB, pair.v_A, pair.v_B);
    R_WA_[i] = pair.X_WA.rotation, R_WB_[i] = pair.X_WB.rotation;
    p_A_[i] = contact.against == Contact::Against::Lines
                  ? transpose_times(pair.X_WA.rotation, normal.p - pair.X_WA.translation)
                  : contact.p_A;
    p_B_[i] = transpose_times(pair.X_WB.rotation, normal.p - pair.X_WB.translation);
    out.gap = normal.gap;
    out.p = normal.p + pair.root_b;
    // Points on one plane have the same axes.
    if (!first && !has_own_tangents(contact) && !has_own_tangents(contacts_[i - 1]) &&
        same(normal.n, places_[i - 1].axes[0])) {
      out.axes = places_[i - 1].axes;
    } else {
      out.axes[0] = normal.n;
      const Vec3<double> wanted = wanted_tangent(contact, pair.X_WA.rotation, pair.X_WB.rotation);
      const bool found = complete(wanted, out.axes);
      // The axis of a shape has an end; that of a given contact is meant to be on its surface, and
      // any tangent stands for it. Contacts of shapes have no name.
      out.is_along_axis = !found && contact.material.friction_across >= 0.0 && contact.name.empty();
    }
    if (part == Part::Arrivals) out.velocity.x = normal_velocity(pair, normal);
    if (part != Part::All) continue;
    add_forces(pair, normal, out);
    if (contact.region)
      move_friction(pair.X_WA * (contact.X_AR * contact.region->centre()), pair.X_WNa, pair.X_WNb,
                    pair.v_A, pair.v_B, out);
    add_belts(contact, pair, out);
    if (contact.has_spin() || contact.has_rolling())
      add_moments(normal.n_rate, normal.p, pair.X_WNa, pair.X_WNb, pair.v_A, pair.v_B, out);
    if (contact.feature != 0 && contact.region)
      out.shape = places_[i - 1].shape;  // corners of one face
    else if (contact.has_shape())
      out.shape = shape_of(contact, out);
  }
}

void ContactGeometry::add_belts(const Contact& contact, const Pair& pair, ContactPlace& out) const {
  out.surface = Vec3<double>::zero();
  if (contact.surface_motion)
    add_surface_motion(contact.surface_motion(t_), pair.X_WB.rotation, pair.v_B, 1.0, out);
  if (contact.belt_b >= 0)
    add_surface_motion(surface_motion(contact.belt_b), pair.X_WB.rotation, pair.v_B, 1.0, out);
  if (contact.belt_a >= 0)
    add_surface_motion(surface_motion(contact.belt_a), pair.X_WA.rotation, pair.v_A, -1.0, out);
}

double ContactGeometry::normal_velocity(const Pair& pair, const ContactNormal& normal) {
  return dot(normal.n, velocity_at(pair.v_A, normal.p) - velocity_at(pair.v_B, normal.p));
}

// With u = v_a - v_b at the point p: d/dt (e . u) = e . (a_a - a_b) + e' . u + e . (w_a - w_b) x
// p', with spatial accelerations a at p.
void ContactGeometry::add_forces(const Pair& pair, const ContactNormal& normal, ContactPlace& out) {
  const Transform<double> X_PA = seen_from(normal.p, pair.X_WNa),
                          X_PB = seen_from(normal.p, pair.X_WNb);
  const Vec3<double> u = velocity_at(pair.v_A, normal.p) - velocity_at(pair.v_B, normal.p);
  const Vec3<double> turn = cross(pair.v_A.angular - pair.v_B.angular, normal.p_rate);
  for (std::size_t r = 0; r < 3; ++r) {
    const Vec3<double>& e = out.axes[r];
    out.on_a[r] = inverse_times(X_PA, force_along(e));
    // The world has the axes of the world.
    out.on_b[r] = pair.node_b == 0 ? Force<double>{cross(X_PB.translation, e), -e}
                                   : -inverse_times(X_PB, force_along(e));
    out.target[r] = -dot(e, turn);
  }
  out.velocity = {dot(out.axes[0], u), dot(out.axes[1], u), dot(out.axes[2], u)};
  out.target[0] -= dot(normal.n_rate, u);
}

double ContactGeometry::row_times(int i, int r, std::span<const Motion<double>> node_rate) const {
  const ContactPlace& at_contact = place(i);
  return dot(at(at_contact.on_a, r), at(node_rate, at_contact.node_a)) +
         dot(at(at_contact.on_b, r), at(node_rate, at_contact.node_b));
}

Vec3<double> ContactGeometry::from_a(int i, const Vec3<double>& x) const {
  return at(R_WA_, i) * x;
}
Vec3<double> ContactGeometry::in_b(int i, const Vec3<double>& x) const {
  return transpose_times(at(R_WB_, i), x);
}
Vec3<double> ContactGeometry::from_b(int i, const Vec3<double>& x) const {
  return at(R_WB_, i) * x;
}

}  // namespace catena
