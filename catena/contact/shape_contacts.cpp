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
// So many pairs are not worth other threads.
constexpr std::size_t few_pairs = 7;
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

// Both lists are in order.
void ShapeContacts::find_hints(const RegionHints& hints) {
  hint_of_.assign(near_.size(), nullptr);
  if (!hints) return;
  auto hint = hints->begin();
  for (std::size_t i = 0; i < near_.size(); ++i) {
    const int pair = pair_of(near_[i].a, near_[i].b);
    while (hint != hints->end() && hint->pair < pair) ++hint;
    if (hint != hints->end() && hint->pair == pair) hint_of_[i] = &*hint;
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

void ShapeContacts::set_asleep(std::span<const char> trees) {
  rests_.clear();
  if (trees.empty()) return;
  for (const int tree : tree_of_) rests_.push_back(tree < 0 || trees[index(tree)] != 0 ? 1 : 0);
}

void ShapeContacts::find(const Look& look, const RegionHints& hints, double ahead,
                         std::vector<Contact>& contacts, std::vector<ContactKey>& keys) {
  place(look, ahead);
  near_before_.swap(near_);
  find_near();
  recall_partings();
  find_hints(hints);
  found_count_ = 0;
  // Each pair is looked at by itself, by any thread. What was found is collected in order. One
  // thread looks and collects by turns, so that what it has found is at hand.
  const bool shared = team_ != nullptr && near_.size() > few_pairs;
  if (const std::size_t needed = shared ? near_.size() : 1; slots_.size() < needed)
    slots_.resize(needed);
  const auto count = static_cast<int>(near_.size());
  if (shared)
    run_pieces(team_, count, piece_of(team_, count, 2), [&](int begin, int end, int) {
      for (std::size_t i = index(begin); i < index(end); ++i)
        look_at(near_[i], hint_of_[i], slots_[i]);
    });
  for (std::size_t i = 0; i < near_.size(); ++i) {
    Slot& slot = slots_[shared ? i : 0];
    if (!shared) look_at(near_[i], hint_of_[i], slot);
    // What sleeps will go on with the features that it has.
    if (rests(near_[i]) && hint_of_[i] != nullptr) next_found() = *hint_of_[i];
    if (slot.is_near) add_contacts(near_[i], hint_of_[i] != nullptr, slot, contacts, keys);
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
  PairCache cache;
  for (const Near& near : near_) {
    const Item &a = items_[index(near.a)], &b = items_[index(near.b)];
    if (!is_bounded(a.collider.shape.kind) || !is_bounded(b.collider.shape.kind)) continue;
    cache.clear();
    const double value = distance(a.collider, moving_[index(near.a)].X_WS, b.collider,
                                  moving_[index(near.b)].X_WS, cache)
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

double ShapeContacts::overlap_of(const Near& near, const Look& look, double least,
                                 PairCache& cache) const {
  const auto place_now = [&](int shape, Transform<double>& X) {
    const Item& item = items_[index(shape)];
    X = look.pose(item.body) * item.X_BS;
    return farthest_motion(moving_[index(shape)].X_WS, X, item.collider.size);
  };
  Transform<double> X_WA, X_WB;
  const double moved = place_now(near.a, X_WA) + place_now(near.b, X_WB);
  if (!(near.apart - moved < -least) || moved < least) return 0.0;
  cache.clear();
  const double value =
      distance(items_[index(near.a)].collider, X_WA, items_[index(near.b)].collider, X_WB, cache)
          .value;
  return value < -least && value < deeper * near.apart ? -value : 0.0;
}

// The largest of all is the same in any order.
double ShapeContacts::overlap_since(const Look& look, double least) {
  look.bodies();  // before threads ask for them
  const auto count = static_cast<int>(near_.size());
  overlaps_.resize(index(team_ != nullptr ? team_->size() : 1));
  for (Overlap& of_thread : overlaps_) of_thread.deepest = 0.0;
  run_pieces(team_, count, piece_of(team_, count, 32), [&](int begin, int end, int thread) {
    Overlap& of_thread = overlaps_[index(thread)];
    for (int i = begin; i < end; ++i)
      of_thread.deepest =
          std::max(of_thread.deepest, overlap_of(near_[index(i)], look, least, of_thread.cache));
  });
  double deepest = 0.0;
  for (const Overlap& of_thread : overlaps_) deepest = std::max(deepest, of_thread.deepest);
  return deepest;
}

// The next place in found_, whose memory is kept.
RegionHint& ShapeContacts::next_found() {
  if (found_.size() == found_count_) found_.emplace_back();
  return found_[found_count_++];
}

// The regions of a pair. It reads what all share and writes what belongs to the pair.
void ShapeContacts::look_at(Near& near, const RegionHint* hint, Slot& out) const {
  out.is_near = false;
  if (rests(near)) return;
  if (hint == nullptr && still_apart(near)) return;
  const Item &a = items_[index(near.a)], &b = items_[index(near.b)];
  const Moving &at_a = moving_[index(near.a)], &at_b = moving_[index(near.b)];
  PairCache& cache = out.cache;
  cache.clear();
  if (hint != nullptr) {
    cache.reference = hint->reference, cache.face_a = hint->face_a, cache.face_b = hint->face_b;
    cache.features.assign(hint->features.begin(), hint->features.end());
    begin_with_features(a.collider, at_a.X_WS, b.collider, at_b.X_WS, cache);
  }
  out.regions.clear();
  out.apart = add_regions(a.collider, at_a.X_WS, b.collider, at_b.X_WS, at_a.margin + at_b.margin,
                          cache, out.regions);
  near.apart = out.apart.value;
  near.parting = {0, 0, 0};
  out.is_near = !out.regions.points.empty();
  if (!out.is_near && out.apart.value > 0.0 && is_convex_solid(a.collider) &&
      is_convex_solid(b.collider))
    near.parting = transpose_times(at_a.X_WS.rotation, out.apart.n);
}

void ShapeContacts::add_contacts(Near& near, bool hinted, const Slot& slot,
                                 std::vector<Contact>& contacts, std::vector<ContactKey>& keys) {
  if (filter_ &&
      !filter_({items_[index(near.a)].body, items_[index(near.b)].body, slot.apart, hinted})) {
    near.apart = infinity;
    return;
  }
  RegionHint& found = next_found();
  found.pair = pair_of(near.a, near.b), found.reference = slot.cache.reference;
  found.face_a = slot.cache.face_a, found.face_b = slot.cache.face_b;
  found.features.assign(slot.cache.features.begin(), slot.cache.features.end());
  // Of one feature the nearest point is first.
  const std::vector<RegionPoint>& points = slot.regions.points;
  order_.resize(points.size());
  std::iota(order_.begin(), order_.end(), 0);
  std::sort(order_.begin(), order_.end(), [&](int i, int j) {
    const RegionPoint &p = points[index(i)], &q = points[index(j)];
    return p.feature != q.feature ? p.feature < q.feature : p.gap < q.gap;
  });
  std::uint64_t last = 0;
  bool any = false;
  for (const int i : order_) {
    const RegionPoint& point = points[index(i)];
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

// Until the next search, points, balls and lines are fixed to their bodies, and planes to the
// other. What is curved otherwise is a ball with the curvature that it rolls over.
void ShapeContacts::add_contact(const Near& near, const RegionPoint& point,
                                std::vector<Contact>& contacts,
                                std::vector<ContactKey>& keys) const {
  const Item *of = &items_[index(near.a)], *on = &items_[index(near.b)];
  Contact& contact = contacts.emplace_back();
  contact.material = laws_[index(of->material) * material_names_.size() + index(on->material)];
  contact.feature = point.feature;
  keys.push_back({pair_of(near.a, near.b), point.feature});

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
  contact.sided = true;
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
