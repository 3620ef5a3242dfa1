#pragma once
// Normal, point and gap of a contact between two bodies that stand and move in a given way. `Given`
// has the geometry of a Contact: p_A, radius, p_B, normal_B, radius_b, sided, edge_A, edge_B,
// slopes of cones, and half axes.

#include <cmath>

#include "catena/contact/contacts.hpp"
#include "catena/contact/rounded_contact.hpp"

namespace catena {

// And their rates.
struct ContactNormal {
  Vec3<double> n, n_rate, p, p_rate;
  double gap;
};

namespace detail {

inline Vec3<double> across_normal(const Vec3<double>& n, const Vec3<double>& x) {
  return x - dot(n, x) * n;
}

// The velocity of a body's point p, from its velocity about the world's origin.
inline Vec3<double> velocity_at(const Motion<double>& v, const Vec3<double>& p) {
  return v.linear + cross(v.angular, p);
}

// -1 where what is small has passed within a step to where it cannot be.
template <class Given>
double side_of(const Given& contact, const Transform<double>& X_WB, const Vec3<double>& d) {
  return contact.sided && dot(X_WB.rotation * contact.normal_B, d) < 0.0 ? -1.0 : 1.0;
}

// c is the centre of a's sphere, and moves with v_c.
template <class Given>
ContactNormal normal_on_plane(const Given& contact, const Vec3<double>& c, const Vec3<double>& v_c,
                              const Transform<double>& X_WB, const Motion<double>& v_B) {
  ContactNormal out{};
  out.n = X_WB.rotation * contact.normal_B;
  out.n_rate = cross(v_B.angular, out.n);
  out.gap = dot(out.n, c - X_WB * contact.p_B) - contact.radius;
  out.p = c - contact.radius * out.n;
  out.p_rate = v_c - contact.radius * out.n_rate;
  return out;
}

// The normal is across both lines, and turns with them. The point of contact is where they cross:
// c + s e_a with s = ((c_b - c) x e_b) . m / m^2, m = e_a x e_b.
template <class Given>
ContactNormal normal_between_lines(const Given& contact, const Transform<double>& X_WA,
                                   const Transform<double>& X_WB, const Motion<double>& v_A,
                                   const Motion<double>& v_B) {
  constexpr double parallel = 1e-6;
  const Vec3<double> c = X_WA * contact.p_A, c_b = X_WB * contact.p_B, d = c_b - c;
  const Vec3<double> e_a = X_WA.rotation * contact.edge_A, e_b = X_WB.rotation * contact.edge_B;
  const Vec3<double> v_c = velocity_at(v_A, c), d_rate = velocity_at(v_B, c_b) - v_c;
  const Vec3<double> m = cross(e_a, e_b);
  const double sine = norm(m);
  if (!(sine > parallel)) return normal_on_plane(contact, c, v_c, X_WB, v_B);
  const Vec3<double> a_rate = cross(v_A.angular, e_a), b_rate = cross(v_B.angular, e_b);
  const Vec3<double> m_rate = cross(a_rate, e_b) + cross(e_a, b_rate);
  const double side = dot(m, X_WB.rotation * contact.normal_B) < 0.0 ? -1.0 : 1.0;
  ContactNormal out{};
  out.n = (side / sine) * m;
  out.n_rate = across_normal(out.n, (side / sine) * m_rate);
  out.gap = -dot(out.n, d) - contact.radius - contact.radius_b;
  const Vec3<double> k = cross(d, e_b), k_rate = cross(d_rate, e_b) + cross(d, b_rate);
  const double square = sine * sine, s = dot(k, m) / square;
  const double s_rate = (dot(k_rate, m) + dot(k, m_rate) - 2.0 * s * dot(m, m_rate)) / square;
  out.p = c + s * e_a - contact.radius * out.n;
  out.p_rate = v_c + s * a_rate + s_rate * e_a - contact.radius * out.n_rate;
  return out;
}

// As between lines, with a cone around one of them or around both: its side touches. Tangent planes
// of a cone go through its apex, and n . e is its slope whatever line of the side touches, so
//   n . e_a = slope_a,   n . e_b = slope_b,   |n| = 1
// are the normal, and differentiated its rate. In the tangent plane, the lines that touch are
// g = e - slope n from both apices; they cross at the point of contact.
template <class Given>
ContactNormal normal_between_cones(const Given& contact, const Transform<double>& X_WA,
                                   const Transform<double>& X_WB, const Motion<double>& v_A,
                                   const Motion<double>& v_B) {
  constexpr double parallel = 1e-6;
  const Vec3<double> c = X_WA * contact.p_A, c_b = X_WB * contact.p_B, d = c_b - c;
  const Vec3<double> e_a = X_WA.rotation * contact.edge_A, e_b = X_WB.rotation * contact.edge_B;
  const Vec3<double> v_c = velocity_at(v_A, c), d_rate = velocity_at(v_B, c_b) - v_c;
  const Vec3<double> m = cross(e_a, e_b), before = X_WB.rotation * contact.normal_B;
  const double k_a = contact.slope_A, k_b = contact.slope_B, cosine = dot(e_a, e_b),
               square = dot(m, m);
  // A vector with these parts along both axes, across m.
  const auto with_parts = [&](double a, double b) {
    return (1.0 / square) * ((a - cosine * b) * e_a + (b - cosine * a) * e_b);
  };
  if (!(square > parallel * parallel)) return normal_on_plane(contact, c, v_c, X_WB, v_B);
  const Vec3<double> flat = with_parts(k_a, k_b);
  const double left = 1.0 - dot(flat, flat);
  if (!(left > parallel * parallel)) return normal_on_plane(contact, c, v_c, X_WB, v_B);
  const double side = dot(m, before) < 0.0 ? -1.0 : 1.0;
  ContactNormal out{};
  out.n = flat + (side * std::sqrt(left / square)) * m;
  const Vec3<double> a_rate = cross(v_A.angular, e_a), b_rate = cross(v_B.angular, e_b);
  out.n_rate = with_parts(-dot(out.n, a_rate), -dot(out.n, b_rate));
  out.n_rate = out.n_rate - (dot(out.n, out.n_rate) / dot(out.n, m)) * m;
  out.gap = -dot(out.n, d) - contact.radius - contact.radius_b;
  const Vec3<double> g_a = e_a - k_a * out.n, g_b = e_b - k_b * out.n,
                     ga_rate = a_rate - k_a * out.n_rate, gb_rate = b_rate - k_b * out.n_rate;
  const Vec3<double> w = cross(g_a, g_b), k = cross(d, g_b),
                     w_rate = cross(ga_rate, g_b) + cross(g_a, gb_rate),
                     k_rate = cross(d_rate, g_b) + cross(d, gb_rate);
  const double area = dot(w, w), s = dot(k, w) / area;
  const double s_rate = (dot(k_rate, w) + dot(k, w_rate) - 2.0 * s * dot(w, w_rate)) / area;
  out.p = c + s * g_a - contact.radius * out.n;
  out.p_rate = v_c + s * ga_rate + s_rate * g_a - contact.radius * out.n_rate;
  return out;
}

// Of a ball of a on the side of a cone of b.
template <class Given>
ContactNormal normal_on_cone(const Given& contact, const Vec3<double>& c, const Vec3<double>& v_c,
                             const Transform<double>& X_WB, const Motion<double>& v_B) {
  const Vec3<double> c_b = X_WB * contact.p_B, e = X_WB.rotation * contact.edge_B, d = c - c_b,
                     e_rate = cross(v_B.angular, e), d_rate = v_c - velocity_at(v_B, c_b);
  const double along = dot(d, e), along_rate = dot(d_rate, e) + dot(d, e_rate);
  const Vec3<double> off = d - along * e, off_rate = d_rate - along_rate * e - along * e_rate;
  const double distance = norm(off), sine = contact.slope_B, cosine = std::sqrt(1.0 - sine * sine);
  if (!(distance > 0.0)) return normal_on_plane(contact, c, v_c, X_WB, v_B);
  const Vec3<double> t = (1.0 / distance) * off,
                     t_rate = (1.0 / distance) * across_normal(t, off_rate);
  ContactNormal out{};
  out.n = cosine * t + sine * e;
  out.n_rate = cosine * t_rate + sine * e_rate;
  out.gap = dot(out.n, d) - contact.radius - contact.radius_b;
  out.p = c - contact.radius * out.n;
  out.p_rate = v_c - contact.radius * out.n_rate;
  return out;
}

// Of a ball of a (or a point) on a ball of b.
template <class Given>
ContactNormal normal_on_sphere(const Given& contact, const Vec3<double>& c, const Vec3<double>& v_c,
                               const Transform<double>& X_WB, const Motion<double>& v_B) {
  ContactNormal out{};
  const Vec3<double> c_b = X_WB * contact.p_B, d = c - c_b;
  const double distance = side_of(contact, X_WB, d) * norm(d);
  if (distance == 0.0 && contact.sided) return normal_on_plane(contact, c, v_c, X_WB, v_B);
  out.n = distance != 0.0 ? (1.0 / distance) * d : Vec3<double>{0.0, 0.0, 1.0};
  out.n_rate = (1.0 / distance) * across_normal(out.n, v_c - velocity_at(v_B, c_b));
  out.gap = distance - contact.radius - contact.radius_b;
  out.p = c - contact.radius * out.n;
  out.p_rate = v_c - contact.radius * out.n_rate;
  return out;
}

// Of a ball of a on a line of b.
template <class Given>
ContactNormal normal_on_line(const Given& contact, const Vec3<double>& c, const Vec3<double>& v_c,
                             const Transform<double>& X_WB, const Motion<double>& v_B) {
  ContactNormal out{};
  const Vec3<double> c_b = X_WB * contact.p_B, e = X_WB.rotation * contact.edge_B, d = c - c_b,
                     e_rate = cross(v_B.angular, e), d_rate = v_c - velocity_at(v_B, c_b);
  const Vec3<double> off = d - dot(d, e) * e;
  const double distance = side_of(contact, X_WB, off) * norm(off);
  if (distance == 0.0) return normal_on_plane(contact, c, v_c, X_WB, v_B);
  out.n = (1.0 / distance) * off;
  out.n_rate = (1.0 / distance) * across_normal(out.n, d_rate - dot(d_rate, e) * e -
                                                           dot(d, e_rate) * e - dot(d, e) * e_rate);
  out.gap = distance - contact.radius - contact.radius_b;
  out.p = c - contact.radius * out.n;
  out.p_rate = v_c - contact.radius * out.n_rate;
  return out;
}

// Ellipsoids, and rims of discs: on a plane, against what is rounded, or on an edge. Where no
// normal is found (edges, which do not bend in some direction) it is the one of the last search.
template <class Given>
ContactNormal normal_of_rounded(const Given& contact, const Transform<double>& X_WA,
                                const Transform<double>& X_WB, const Motion<double>& v_A,
                                const Motion<double>& v_B) {
  const auto body = [](const Transform<double>& X, const Motion<double>& v, const Vec3<double>& p,
                       const Mat3<double>* half, double radius) {
    const Vec3<double> c = X * p;
    return RoundedBody{c, velocity_at(v, c), v.angular,
                       half != nullptr ? X.rotation * *half : Mat3<double>::zero(), radius};
  };
  const RoundedBody a = body(X_WA, v_A, contact.p_A, contact.half_axes_of_a(), contact.radius);
  const RoundedBody b = body(X_WB, v_B, contact.p_B, contact.half_axes_of_b(), contact.radius_b);
  const Vec3<double> n = X_WB.rotation * contact.normal_B, n_rate = cross(v_B.angular, n);
  RoundedNormal found;
  if (contact.against == Contact::Against::Rounded)
    found = dot(contact.edge_B, contact.edge_B) > 0.0
                ? rounded_on_line(a, b, X_WB.rotation * contact.edge_B, n)
                : rounded_on_rounded(a, b, n);
  if (!found.found) found = rounded_on_plane(a, outermost(b, n), n, n_rate);
  return {found.n, found.n_rate, found.p, found.p_rate, found.gap};
}

}  // namespace detail

// Of contacts between shapes: points, balls, ellipsoids, planes and lines.
template <class Given>
ContactNormal normal_of_shapes(const Given& contact, const Transform<double>& X_WA,
                               const Transform<double>& X_WB, const Motion<double>& v_A,
                               const Motion<double>& v_B) {
  using Against = Contact::Against;
  if (contact.against == Against::Rounded ||
      (contact.against == Against::Plane && contact.half_axes_of_a() != nullptr))
    return detail::normal_of_rounded(contact, X_WA, X_WB, v_A, v_B);
  if (contact.against == Against::Lines)
    return contact.has_cones() ? detail::normal_between_cones(contact, X_WA, X_WB, v_A, v_B)
                               : detail::normal_between_lines(contact, X_WA, X_WB, v_A, v_B);
  const Vec3<double> c = X_WA * contact.p_A, v_c = detail::velocity_at(v_A, c);
  if (contact.against == Against::Sphere)
    return detail::normal_on_sphere(contact, c, v_c, X_WB, v_B);
  if (contact.against == Against::Line)
    return contact.has_cones() ? detail::normal_on_cone(contact, c, v_c, X_WB, v_B)
                               : detail::normal_on_line(contact, c, v_c, X_WB, v_B);
  return detail::normal_on_plane(contact, c, v_c, X_WB, v_B);
}

}  // namespace catena
