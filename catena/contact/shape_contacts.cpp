// ShapeContacts: one search.

#include "catena/contact/shape_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "catena/collision/pair_memory.hpp"
#include "catena/math/infinity.hpp"

namespace catena {

namespace {

// How far a body may come within a step, generously: this many times as far as it is fast now, and
// as it would fall.
constexpr double faster = 2.0, heavier = 100.0;

// Edges that cross at a smaller angle (its sine) have no normal that one could rely on. Where that
// is farther from the normal of the region than this, they are corners of faces on each other.
constexpr double least_crossing = 0.02, other_normal = 0.02;
// Of shapes that overlap already: so many times as deep counts. What shorter steps do not mend does
// not ask for ever more of them.
constexpr double deeper = 1.05;
// Points of an ellipsoid or a rim this near (times its size) to the outermost one are that. Faces
// may be turned by 1e-3 from the normal of their region.
constexpr double outermost = 1e-6, nearly_outermost = 3e-3;
// What turns more slowly than this, rad/s, does not roll.
constexpr double turns_not = 1e-12;

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

double speed_of(const Motion<double>& v, double reach) {
  return norm(v.linear) + norm(v.angular) * reach;
}

// How far any point of a solid of this size has moved at most.
double farthest_motion(const Transform<double>& from, const Transform<double>& to, double size) {
  const Vec3<double> x = to.rotation.c0 - from.rotation.c0, y = to.rotation.c1 - from.rotation.c1,
                     z = to.rotation.c2 - from.rotation.c2;
  const double turned = std::sqrt(dot(x, x) + dot(y, y) + dot(z, z));
  return norm(to.translation - from.translation) + (turned > 0.0 ? turned * size : 0.0);
}

}  // namespace

void ShapeContacts::place(const Look& look, double ahead) {
  fastest_ = 0.0;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    const Item& item = items_[i];
    Moving& now = moving_[i];
    now.X_WS = look.pose(item.body) * item.X_BS;
    now.margin = 0.5 * distance_;
    const bool moves = node_of_body_[index(item.body.index)] != 0;
    Vec3<double> motion{0, 0, 0};
    now.turning = {0, 0, 0};
    if (moves) {
      const Motion<double> v = look.velocity(item.body);
      now.turning = v.angular;
      const double speed = speed_of(v, item.reach);
      fastest_ = std::max(fastest_, speed);
      now.margin += faster * speed * ahead + heavier * gravity_ * ahead * ahead;
      motion = ahead * v.linear;
    }
    if (item.solid < 0 || !is_bounded(item.collider.shape.kind)) continue;
    const BoundingBox box = transformed(now.X_WS, item.collider.bounds);
    broad_.move(item.solid, fattened(box, {now.margin, now.margin, now.margin}), motion);
  }
}

// By the shapes' numbers, whatever the broad phase remembers: of its pairs, those whose boxes meet
// now.
void ShapeContacts::find_near() {
  near_.clear();
  const auto add = [&](int a, int b) {
    if (a > b) std::swap(a, b);
    if (may_touch(a, b)) near_.push_back({a, b});
  };
  for (const CandidatePair& pair : broad_.update())
    if (broad_.meet(pair)) add(item_of_solid_[index(pair.a)], item_of_solid_[index(pair.b)]);
  if (near_to_all_.empty()) return;
  for (const int one : near_to_all_)
    for (int other = 0; other < shape_count(); ++other)
      if (is_bounded(items_[index(other)].collider.shape.kind)) add(one, other);
  std::sort(near_.begin(), near_.end());
}

// Both lists are in order.
void ShapeContacts::recall_partings() {
  auto before = near_before_.begin();
  for (Near& near : near_) {
    while (before != near_before_.end() && *before < near) ++before;
    if (before != near_before_.end() && !(near < *before)) near.parting = before->parting;
  }
}

bool ShapeContacts::still_apart(Near& near) const {
  if (!(dot(near.parting, near.parting) > 0.5)) return false;
  const Moving &at_a = moving_[index(near.a)], &at_b = moving_[index(near.b)];
  const double apart = separation_along(items_[index(near.a)].collider, at_a.X_WS,
                                        items_[index(near.b)].collider, at_b.X_WS, near.parting);
  if (!(apart > at_a.margin + at_b.margin)) return false;
  near.apart = apart;
  return true;
}

bool ShapeContacts::found_the_same(const RegionHints& hints) const {
  return hints && hints->size() == found_count_ &&
         std::equal(hints->begin(), hints->end(), found_.begin());
}

void ShapeContacts::find(const Look& look, const RegionHints& hints, double ahead,
                         std::vector<Contact>& contacts, std::vector<ContactKey>& keys) {
  place(look, ahead);
  near_before_.swap(near_);
  find_near();
  recall_partings();
  found_count_ = 0;
  auto hint = hints ? hints->begin() : std::vector<RegionHint>::const_iterator{};
  for (Near& near : near_) {
    const RegionHint* before = nullptr;
    if (hints) {
      const int pair = pair_of(near.a, near.b);
      while (hint != hints->end() && hint->pair < pair) ++hint;
      if (hint != hints->end() && hint->pair == pair) before = &*hint;
    }
    if (before == nullptr && still_apart(near)) continue;
    add_contacts(near, before, contacts, keys);
  }
  hints_ = found_the_same(hints)
               ? hints
               : std::make_shared<const std::vector<RegionHint>>(
                     found_.begin(), found_.begin() + static_cast<std::ptrdiff_t>(found_count_));
}

std::vector<BodyOverlap> ShapeContacts::overlaps(const Look& look, double depth) {
  place(look, 0.0);
  find_near();
  std::vector<BodyOverlap> out;
  for (const Near& near : near_) {
    const Item &a = items_[index(near.a)], &b = items_[index(near.b)];
    if (!is_bounded(a.collider.shape.kind) || !is_bounded(b.collider.shape.kind)) continue;
    cache_.clear();
    const double value = distance(a.collider, moving_[index(near.a)].X_WS, b.collider,
                                  moving_[index(near.b)].X_WS, cache_)
                             .value;
    if (!(value < -depth)) continue;
    const auto known = std::find_if(out.begin(), out.end(), [&](const BodyOverlap& o) {
      return o.a == a.body && o.b == b.body;
    });
    if (known != out.end())
      known->depth = std::max(known->depth, -value);
    else
      out.push_back({a.body, b.body, -value});
  }
  return out;
}

double ShapeContacts::overlap_since(const Look& look, double least) {
  double deepest = 0.0;
  const auto place_now = [&](int shape, Transform<double>& X) {
    const Item& item = items_[index(shape)];
    X = look.pose(item.body) * item.X_BS;
    return farthest_motion(moving_[index(shape)].X_WS, X, item.collider.size);
  };
  Transform<double> X_WA, X_WB;
  for (const Near& near : near_) {
    const double moved = place_now(near.a, X_WA) + place_now(near.b, X_WB);
    if (!(near.apart - moved < -least) || moved < least) continue;
    cache_.clear();
    const double value =
        distance(items_[index(near.a)].collider, X_WA, items_[index(near.b)].collider, X_WB, cache_)
            .value;
    if (value < -least && value < deeper * near.apart) deepest = std::max(deepest, -value);
  }
  return deepest;
}

// The next place in found_, whose memory is kept.
RegionHint& ShapeContacts::next_found() {
  if (found_.size() == found_count_) found_.emplace_back();
  return found_[found_count_++];
}

void ShapeContacts::add_contacts(Near& near, const RegionHint* hint, std::vector<Contact>& contacts,
                                 std::vector<ContactKey>& keys) {
  const Item &a = items_[index(near.a)], &b = items_[index(near.b)];
  const Moving &at_a = moving_[index(near.a)], &at_b = moving_[index(near.b)];
  cache_.clear();
  if (hint != nullptr) {
    cache_.reference = hint->reference, cache_.face_a = hint->face_a, cache_.face_b = hint->face_b;
    cache_.features.assign(hint->features.begin(), hint->features.end());
    begin_with_features(a.collider, at_a.X_WS, b.collider, at_b.X_WS, cache_);
  }
  regions_.clear();
  const Distance apart = add_regions(a.collider, at_a.X_WS, b.collider, at_b.X_WS,
                                     at_a.margin + at_b.margin, cache_, regions_);
  near.apart = apart.value;
  near.parting = {0, 0, 0};
  if (regions_.points.empty()) {
    if (apart.value > 0.0 && is_convex_solid(a.collider) && is_convex_solid(b.collider))
      near.parting = transpose_times(at_a.X_WS.rotation, apart.n);
    return;
  }
  if (filter_ && !filter_({a.body, b.body, apart, hint != nullptr})) {
    near.apart = infinity;
    return;
  }
  RegionHint& found = next_found();
  found.pair = pair_of(near.a, near.b), found.reference = cache_.reference;
  found.face_a = cache_.face_a, found.face_b = cache_.face_b;
  found.features.assign(cache_.features.begin(), cache_.features.end());
  // Of one feature the nearest point is first.
  order_.resize(regions_.points.size());
  std::iota(order_.begin(), order_.end(), 0);
  std::sort(order_.begin(), order_.end(), [&](int i, int j) {
    const RegionPoint &p = regions_.points[index(i)], &q = regions_.points[index(j)];
    return p.feature != q.feature ? p.feature < q.feature : p.gap < q.gap;
  });
  std::uint64_t last = 0;
  bool any = false;
  for (const int i : order_) {
    const RegionPoint& point = regions_.points[index(i)];
    if (any && point.feature == last) continue;
    add_contact(near, point, contacts, keys);
    last = point.feature, any = true;
  }
}

// The direction in which the normal moves over the surface of what turns with w: (n x w) / |n x w|.
Vec3<double> ShapeContacts::rolling_direction(const Near& near, const RegionPoint& point) const {
  const Vec3<double> w = moving_[index(near.a)].turning - moving_[index(near.b)].turning;
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

  bool is_line() const { return dot(along, along) > 0.0; }
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

// What is curved and neither an ellipsoid nor a rim is a ball with the curvature that it rolls
// over. The side of a cylinder or a cone is a line, which bends across itself wherever things go.
ShapeContacts::Side ShapeContacts::side_of(int shape, const RegionPoint& point, bool is_a,
                                           const Vec3<double>& rolling) const {
  const Item& item = items_[index(shape)];
  const Bends& bends = is_a ? point.bends_a : point.bends_b;
  const Vec3<double>& along = is_a ? point.along_a : point.along_b;
  const Vec3<double>& at = is_a ? point.point_a : point.point_b;
  const Vec3<double> n = is_a ? point.n_a : -point.n_b;
  const bool is_flat = point.kind == PointKind::PointOnA || point.kind == PointKind::PointOnB;
  const bool is_line = !is_flat && dot(along, along) > 0.0;
  const double bend = bends.radius(is_line ? normalized(cross(point.n, along)) : rolling);
  Side side{&item,
            at + bend * n,
            n,
            (is_a ? point.radius_a : point.radius_b) + bend,
            transpose_times(moving_[index(shape)].X_WS.rotation, along),
            is_a ? point.vertex_a : point.vertex_b};
  side.is_bent = norm(bends.first) > 0.0 && !is_line;
  if (bends.is_round && item.half_axes && !is_line &&
      is_outermost(item, at, -n, bends.centre, is_flat ? nearly_outermost : outermost)) {
    side.half_axes = &item.half_axes;
    side.is_bent = false;
  }
  return side;
}

// Until the next search, points, balls, ellipsoids and lines are fixed to their bodies, and planes
// to the other.
void ShapeContacts::add_contact(const Near& near, const RegionPoint& point,
                                std::vector<Contact>& contacts,
                                std::vector<ContactKey>& keys) const {
  Contact& contact = contacts.emplace_back();
  keys.push_back({pair_of(near.a, near.b), point.feature});
  contact.feature = point.feature;
  contact.sided = true;

  const Vec3<double> rolling = rolling_direction(near, point);
  Side a = side_of(near.a, point, true, rolling), b = side_of(near.b, point, false, rolling);
  contact.material =
      laws_[index(a.item->material) * material_names_.size() + index(b.item->material)];
  const bool flat = point.kind == PointKind::PointOnA || point.kind == PointKind::PointOnB;
  // The plane, or the line of a ball on an edge, belongs to the second one.
  if (point.kind == PointKind::PointOnA || (!flat && a.is_line() && !b.is_line())) std::swap(a, b);
  const auto cross_well = [&] {
    const Vec3<double> m = cross(normalized(point.along_a), normalized(point.along_b));
    const double sine = norm(m);
    return sine > least_crossing && norm(cross(m, point.n)) < other_normal * sine;
  };
  using Against = Contact::Against;
  const bool round = flat
                         ? a.half_axes != nullptr
                         : (a.half_axes || b.half_axes) && !a.is_bent && !b.is_bent && !a.is_line();
  if (!flat && b.is_line() && (!a.is_line() || cross_well())) {
    contact.edge_B = b.item->X_BS.rotation * normalized(b.along);
    if (a.is_line()) contact.edge_A = a.item->X_BS.rotation * normalized(a.along);
    if (a.is_line())
      contact.against = Against::Lines;
    else if (round || a.radius + b.radius > 0.0)
      contact.against = round ? Against::Rounded : Against::Line;
  } else if (!flat && a.radius + b.radius > 0.0 && (b.radius > 0.0 || b.is_vertex)) {
    contact.against = round ? Against::Rounded : Against::Sphere;
  }
  const bool on_plane = contact.against == Against::Plane;
  // Its own point, not that of the ball, where it is an ellipsoid.
  const auto turn_round = [&](Side& side, const Bends& bends,
                              std::shared_ptr<const Mat3<double>>& half_axes) {
    half_axes = *side.half_axes;
    side.centre = bends.centre, side.radius = 0.0;
  };
  const bool swapped = a.item != &items_[index(near.a)];
  if (round && a.half_axes)
    turn_round(a, swapped ? point.bends_b : point.bends_a, contact.half_axes_A);
  if (round && b.half_axes && !on_plane)
    turn_round(b, swapped ? point.bends_a : point.bends_b, contact.half_axes_B);
  contact.a = a.item->body, contact.b = b.item->body;
  contact.p_A = a.item->X_BS * a.centre, contact.p_B = b.item->X_BS * b.centre;
  contact.normal_B = b.item->X_BS.rotation * -b.n;
  contact.radius = a.radius, contact.radius_b = b.radius;
  if (!on_plane) return;
  // A point of a rounded plane is that of its surface.
  contact.p_B += contact.radius_b * contact.normal_B;
  contact.radius_b = 0.0;
}

}  // namespace catena
