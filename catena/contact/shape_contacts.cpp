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
// What turns more slowly than this, rad/s, does not roll.
constexpr double turns_not = 1e-12;

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

double speed_of(const Motion<double>& v, double reach) {
  return norm(v.linear) + norm(v.angular) * reach;
}

bool same_bits(const Vec3<double>& a, const Vec3<double>& b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

bool same_bits(const Transform<double>& a, const Transform<double>& b) {
  return same_bits(a.translation, b.translation) && same_bits(a.rotation.c0, b.rotation.c0) &&
         same_bits(a.rotation.c1, b.rotation.c1) && same_bits(a.rotation.c2, b.rotation.c2);
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
    const Moving before = now;
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
    now.stays = same_bits(now.X_WS, before.X_WS) && now.margin == before.margin &&
                same_bits(now.turning, before.turning);
    if (now.stays && remembers_) continue;
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

// What was found of a pair at the search before, where neither of the two has moved since. Returns
// whether it was.
bool ShapeContacts::recall(const Near& before, Near& near) {
  if (!moving_[index(near.a)].stays || !moving_[index(near.b)].stays) return false;
  near = before;
  near.first = static_cast<int>(points_.size());
  points_.insert(points_.end(), points_before_.begin() + before.first,
                 points_before_.begin() + before.first + before.count);
  if (before.found < 0) return true;
  near.found = static_cast<int>(found_count_);
  std::swap(next_found(), found_before_[index(before.found)]);
  return true;
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

const std::vector<ShapePoint>& ShapeContacts::find_points(const Look& look,
                                                          const RegionHints& hints, double ahead) {
  remembers_ &= hints == asked_hints_ && ahead == asked_ahead_ && !filter_;
  place(look, ahead);
  const bool stays = remembers_ && std::all_of(moving_.begin(), moving_.end(),
                                               [](const Moving& now) { return now.stays; });
  if (stays) return points_;
  asked_hints_ = hints, asked_ahead_ = ahead;
  near_before_.swap(near_), points_before_.swap(points_), found_before_.swap(found_);
  find_near();
  points_.clear();
  found_count_ = 0;
  auto hint = hints ? hints->begin() : std::vector<RegionHint>::const_iterator{};
  auto before = near_before_.begin();
  for (Near& near : near_) {  // all these lists are in order
    while (before != near_before_.end() && *before < near) ++before;
    const bool known = before != near_before_.end() && !(near < *before);
    if (known && remembers_ && recall(*before, near)) continue;
    if (known) near.parting = before->parting;
    near.first = static_cast<int>(points_.size());
    const RegionHint* last = nullptr;
    if (hints) {
      const int pair = pair_of(near.a, near.b);
      while (hint != hints->end() && hint->pair < pair) ++hint;
      if (hint != hints->end() && hint->pair == pair) last = &*hint;
    }
    if (last == nullptr && still_apart(near)) continue;
    add_points(near, last);
    near.count = static_cast<int>(points_.size()) - near.first;
  }
  hints_ = found_the_same(hints)
               ? hints
               : std::make_shared<const std::vector<RegionHint>>(
                     found_.begin(), found_.begin() + static_cast<std::ptrdiff_t>(found_count_));
  remembers_ = true;
  return points_;
}

void ShapeContacts::find(const Look& look, const RegionHints& hints, double ahead,
                         std::vector<Contact>& contacts, std::vector<ContactKey>& keys) {
  for (const ShapePoint& point : find_points(look, hints, ahead)) {
    contacts.push_back(contact_at(point, laws_[index(point.law)]));
    keys.push_back(point.key);
  }
}

std::vector<BodyOverlap> ShapeContacts::overlaps(const Look& look, double depth) {
  remembers_ = false;
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

void ShapeContacts::add_points(Near& near, const RegionHint* hint) {
  const Item &a = items_[index(near.a)], &b = items_[index(near.b)];
  const Moving &at_a = moving_[index(near.a)], &at_b = moving_[index(near.b)];
  cache_.clear();
  if (hint != nullptr) {
    cache_.reference = hint->reference, cache_.face_a = hint->face_a, cache_.face_b = hint->face_b;
    cache_.features.assign(hint->features.begin(), hint->features.end());
    begin_with_features(a.collider, at_a.X_WS, b.collider, at_b.X_WS, cache_);
  }
  regions_.clear();
  regions_.in_order = false;
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
  near.found = static_cast<int>(found_count_);
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
    add_point(near, point);
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

// Until the next search, points, balls and lines are fixed to their bodies, and planes to the
// other. What is curved otherwise is a ball with the curvature that it rolls over.
void ShapeContacts::add_point(const Near& near, const RegionPoint& point) {
  const Item *of = &items_[index(near.a)], *on = &items_[index(near.b)];
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
    return transpose_times(moving_[index(shape)].X_WS.rotation, along);
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
  const bool turned = of != &items_[index(near.a)];
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
