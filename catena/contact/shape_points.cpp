// ShapeContacts: points of regions as contacts of given geometry.

#include <cmath>

#include "catena/contact/shape_contacts.hpp"
#include "catena/math/index.hpp"

namespace catena {

namespace {

// Edges that cross at a smaller angle (its sine) have no normal that one could rely on. Where that
// is farther from the normal of the region than this, they are corners of faces on each other.
constexpr double least_crossing = 0.02, other_normal = 0.02;
// What turns more slowly than this, rad/s, does not roll.
constexpr double turns_not = 1e-12;

}  // namespace

// The direction in which the normal moves over the surface of what turns with w: (n x w) / |n x w|.
Vec3<double> ShapeContacts::rolling_direction(const Near& near, const RegionPoint& point) const {
  const Vec3<double> w = moving_[to_index(near.a)].turning - moving_[to_index(near.b)].turning;
  Vec3<double> t = cross(point.n, w);
  if (!(norm(t) > turns_not))
    t = norm(point.bends_a.first) > 0.0 ? point.bends_a.first : point.bends_b.first;
  const double length = norm(t);
  return length > 0.0 ? (1.0 / length) * t : t;
}

// Until the next search, points, balls and lines are fixed to their bodies, and planes to the
// other. What is curved otherwise is a ball with the curvature that it rolls over.
void ShapeContacts::add_point(const Near& near, const RegionPoint& point) {
  const Item *of = &items_[to_index(near.a)], *on = &items_[to_index(near.b)];
  ShapePoint& contact = points_.emplace_back();
  contact.law = of->material * static_cast<int>(material_names_.size()) + on->material;
  contact.key = {pair_of(near.a, near.b), point.feature};

  const Vec3<double> t = rolling_direction(near, point);
  const bool flat = point.kind == PointKind::PointOnA || point.kind == PointKind::PointOnB;
  // The side of a cylinder or a cone is a line here, which bends across itself wherever things go.
  const auto bend = [&](const Bends& bends, const Vec3<double>& along) {
    return bends.radius(!flat && dot(along, along) > 0.0 ? normalized(cross(point.n, along)) : t);
  };
  const double bend_a = bend(point.bends_a, point.along_a),
               bend_b = bend(point.bends_b, point.along_b);
  struct Side {
    Vec3<double> centre, n;  // the normal out of the other solid, in the frame of this one
    double radius;
    Vec3<double> along;
    bool is_vertex;
  };
  const auto local = [&](int shape, const Vec3<double>& along) {
    return transpose_times(moving_[to_index(shape)].X_WS.rotation, along);
  };
  Side a{point.point_a + bend_a * point.n_a, point.n_a, point.radius_a + bend_a,
         local(near.a, point.along_a), point.vertex_a};
  Side b{point.point_b - bend_b * point.n_b, -point.n_b, point.radius_b + bend_b,
         local(near.b, point.along_b), point.vertex_b};
  const auto is_line = [](const Side& side) { return dot(side.along, side.along) > 0.0; };
  // The plane, or the line of a ball on an edge, belongs to the second one.
  if (point.kind == PointKind::PointOnA || (!flat && is_line(a) && !is_line(b)))
    std::swap(a, b), std::swap(of, on);
  contact.a = of->body, contact.b = on->body;
  contact.p_A = of->X_BS * a.centre, contact.p_B = on->X_BS * b.centre;
  contact.normal_B = on->X_BS.rotation * -b.n;
  contact.radius = a.radius, contact.radius_b = b.radius;
  const bool turned = of != &items_[to_index(near.a)];
  contact.n = turned ? -point.n : point.n, contact.p = turned ? point.p_b : point.p_a;
  contact.gap = point.gap;
  const auto cross_well = [&] {
    const Vec3<double> m = cross(normalized(point.along_a), normalized(point.along_b));
    const double sine = norm(m);
    return sine > least_crossing && norm(cross(m, point.n)) < other_normal * sine;
  };
  if (!flat && is_line(b) && (!is_line(a) || cross_well())) {
    contact.edge_B = on->X_BS.rotation * normalized(b.along);
    if (is_line(a)) contact.edge_A = of->X_BS.rotation * normalized(a.along);
    if (is_line(a) || contact.radius + contact.radius_b > 0.0)
      contact.against = is_line(a) ? Contact::Against::Lines : Contact::Against::Line;
  } else if (!flat && contact.radius + contact.radius_b > 0.0 &&
             (contact.radius_b > 0.0 || b.is_vertex)) {
    contact.against = Contact::Against::Sphere;
  }
  if (contact.against != Contact::Against::Plane) return;
  // A point of a rounded plane is that of its surface.
  contact.p_B += contact.radius_b * contact.normal_B;
  contact.radius_b = 0.0;
}

}  // namespace catena
