// ShapeContacts: points of regions as contacts of given geometry.

#include <cmath>

#include "catena/contact/shape_contacts.hpp"
#include "catena/math/index.hpp"

namespace catena {

namespace {

// Edges that cross at a smaller angle (its sine) have no normal that one could rely on. Where that
// is farther from the normal of the region than this, they are corners of faces on each other.
constexpr double least_crossing = 0.02, other_normal = 0.02;
// The same where faces lie on each other, and the normal is known.
constexpr double least_flat_crossing = 1e-3;
// What turns more slowly than this, rad/s, does not roll.
constexpr double turns_not = 1e-12;
// Points of an ellipsoid or a rim this near (times its size) to the outermost one are that. Faces
// may be turned by 1e-3 from the normal of their region.
constexpr double outermost_point = 1e-6, nearly_outermost = 3e-3;
// A line of a cone's side points to the apex but for an angle of this.
constexpr double on_side = 1e-6;

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

// One of the two that touch, in the frame of its shape.
struct ShapeContacts::Side {
  const Item* item;
  Vec3<double> centre, n;  // n: the normal out of the other solid
  double radius;
  Vec3<double> along;
  bool is_vertex;
  // It bends in ways that no ellipsoid has.
  bool is_bent = false;
  const std::shared_ptr<const Mat3<double>>* half_axes = nullptr;  // null: it is no ellipsoid
  // Of the side of a cone: the sine of half its opening, and the apex; 0: it is none.
  double slope = 0.0;
  Vec3<double> apex = Vec3<double>::zero();
  // As a point, a ball or a line it is what it is: nothing else bends there.
  bool is_exact = true;

  bool is_line() const { return dot(along, along) > 0.0; }
  // The axis of the cone stands for its side, whatever line of it touches; else that line does.
  void become_cone() {
    if (slope == 0.0) return;
    centre = apex, along = {0.0, 0.0, 1.0}, radius = 0.0;
  }
};

// Whether a point is the outermost one of the ellipsoid or rim around `centre` along m, all in the
// frame of the shape. Corners of regions whose normal is that of other points are not.
bool ShapeContacts::is_outermost(const Item& item, const Vec3<double>& p, const Vec3<double>& m,
                                 const Vec3<double>& centre, double near) {
  const Vec3<double> half = half_axes(item.collider.convex);
  const Vec3<double> e{half.x * m.x, half.y * m.y, half.z * m.z};
  const double h = norm(e);
  if (!(h > 0.0)) return false;
  const Vec3<double> g{half.x * e.x / h, half.y * e.y / h, half.z * e.z / h};
  return norm(p - centre - g) < near * norm(half);
}

// The lines of a cone's side go through its apex; the tangents of its rim do not.
void ShapeContacts::find_cone(const Item& item, const Vec3<double>& at, Side& side) {
  const double radius = item.collider.shape.size.x, length = item.collider.shape.size.y;
  const Vec3<double> apex{0.0, 0.0, 0.5 * length}, to_apex = apex - at;
  if (!(norm(cross(to_apex, side.along)) < on_side * norm(to_apex) * norm(side.along))) return;
  side.slope = radius / std::hypot(radius, length);
  side.apex = apex;
}

// What is curved and neither an ellipsoid nor a rim is a ball with the curvature that it rolls
// over. The side of a cylinder or a cone is a line, which bends across itself wherever things go.
ShapeContacts::Side ShapeContacts::side_of(int shape, const RegionPoint& point, bool is_a,
                                           const Vec3<double>& rolling) const {
  const Item& item = items_[to_index(shape)];
  const Bends& bends = is_a ? point.bends_a : point.bends_b;
  const bool crosses = exact_ || !point.lies_flat;
  const Vec3<double> along =
      crosses ? (is_a ? point.along_a : point.along_b) : Vec3<double>::zero();
  const Vec3<double>& at = is_a ? point.point_a : point.point_b;
  const Vec3<double> n = is_a ? point.n_a : -point.n_b;
  const bool is_flat = point.kind == PointKind::PointOnA || point.kind == PointKind::PointOnB;
  const bool is_line = !is_flat && dot(along, along) > 0.0;
  const double bend = bends.radius(is_line ? normalized(cross(point.n, along)) : rolling);
  Side side{&item,
            at + bend * n,
            n,
            (is_a ? point.radius_a : point.radius_b) + bend,
            transpose_times(moving_[to_index(shape)].X_WS.rotation, along),
            is_a ? point.vertex_a : point.vertex_b};
  side.is_bent = norm(bends.first) > 0.0 && !is_line;
  if (is_line && item.collider.shape.kind == ShapeKind::Cone) find_cone(item, at, side);
  if (bends.is_round && item.half_axes && !is_line &&
      is_outermost(item, at, -n, bends.centre, is_flat ? nearly_outermost : outermost_point)) {
    side.half_axes = &item.half_axes;
    side.is_bent = false;
  }
  const bool bends_on = norm(bends.first) > 0.0;
  side.is_exact = is_line ? !bends_on || item.collider.shape.kind == ShapeKind::Cylinder
                          : side.half_axes != nullptr || (!bends_on && !point.moves);
  return side;
}

// Whether these two touch as such a contact does, also when they have moved on.
bool ShapeContacts::is_exact(Contact::Against against, bool flat, const Side& a, const Side& b) {
  using Against = Contact::Against;
  switch (against) {
    case Against::Plane:
      return flat && a.is_exact;
    case Against::Sphere:
      return a.is_vertex && b.is_vertex;
    case Against::Line:
      return a.is_vertex && b.is_exact;
    case Against::Lines:
      return a.is_exact && b.is_exact;
    default:
      return (a.half_axes != nullptr || a.is_vertex) &&
             (b.half_axes != nullptr || b.is_vertex || (b.is_line() && b.is_exact));
  }
}

// Until the next search, points, balls, ellipsoids and lines are fixed to their bodies, and planes
// to the other.
void ShapeContacts::add_point(const Near& near, const RegionPoint& point) {
  ShapePoint& contact = points_.emplace_back();
  contact.key = {pair_of(near.a, near.b), point.feature};
  const Vec3<double> rolling = rolling_direction(near, point);
  Side a = side_of(near.a, point, true, rolling), b = side_of(near.b, point, false, rolling);
  contact.law = a.item->surface * static_cast<int>(surfaces_.size()) + b.item->surface;
  const bool flat = point.kind == PointKind::PointOnA || point.kind == PointKind::PointOnB;
  // The plane, or the line of a ball on an edge, belongs to the second one.
  const bool turned = point.kind == PointKind::PointOnA || (!flat && a.is_line() && !b.is_line());
  if (turned) std::swap(a, b);
  const auto cross_well = [&] {
    const Vec3<double> m = cross(normalized(point.along_a), normalized(point.along_b));
    const double sine = norm(m);
    const double least = exact_ && point.lies_flat ? least_flat_crossing : least_crossing;
    return sine > least && norm(cross(m, point.n)) < other_normal * sine;
  };
  using Against = Contact::Against;
  const bool round = flat
                         ? a.half_axes != nullptr
                         : (a.half_axes || b.half_axes) && !a.is_bent && !b.is_bent && !a.is_line();
  const bool on_line = !flat && b.is_line() && (!a.is_line() || cross_well());
  if (on_line && !round) a.become_cone(), b.become_cone();
  if (on_line) {
    contact.edge_B = b.item->X_BS.rotation * normalized(b.along);
    if (a.is_line()) contact.edge_A = a.item->X_BS.rotation * normalized(a.along);
    if (a.is_line())
      contact.against = Against::Lines;
    else if (round || a.radius + b.radius > 0.0 || b.slope > 0.0)
      contact.against = round ? Against::Rounded : Against::Line;
  } else if (!flat && a.radius + b.radius > 0.0 && (b.radius > 0.0 || b.is_vertex)) {
    contact.against = round ? Against::Rounded : Against::Sphere;
  }
  const bool on_plane = contact.against == Against::Plane;
  // A rim has the direction of its tangent only here.
  const bool along_rim = point.kind == PointKind::EdgeEdge && point.moves;
  contact.exact = !along_rim && is_exact(contact.against, flat, a, b);
  // Its own point, not that of the ball, where it is an ellipsoid.
  if (round && a.half_axes) {
    contact.half_axes_A = a.half_axes;
    a.centre = turned ? point.bends_b.centre : point.bends_a.centre, a.radius = 0.0;
  }
  if (round && b.half_axes && !on_plane) {
    contact.half_axes_B = b.half_axes;
    b.centre = turned ? point.bends_a.centre : point.bends_b.centre, b.radius = 0.0;
  }
  contact.a = a.item->body, contact.b = b.item->body;
  contact.belt_a = a.item->belt, contact.belt_b = b.item->belt;
  contact.p_A = a.item->X_BS * a.centre, contact.p_B = b.item->X_BS * b.centre;
  contact.normal_B = b.item->X_BS.rotation * -b.n;
  contact.radius = a.radius, contact.radius_b = b.radius;
  // The normal points from b to a.
  if (on_line && !round) contact.slope_A = -a.slope, contact.slope_B = b.slope;
  contact.n = turned ? -point.n : point.n, contact.p = turned ? point.p_b : point.p_a;
  contact.gap = point.gap, contact.inside = point.inside;
  if (!on_plane) return;
  // A point of a rounded plane is that of its surface.
  contact.p_B += contact.radius_b * contact.normal_B;
  contact.radius_b = 0.0;
}

}  // namespace catena
