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
// The same where it is seen afterwards whether it was far enough (shape_way.hpp).
constexpr double heavier_if_checked = 4.0;

// Of shapes that overlap already: so many times as deep counts. What shorter steps do not mend does
// not ask for ever more of them.
constexpr double deeper = 1.05;
// There is room for so many features of a pair from the beginning.
constexpr std::size_t many_features = 16;
// So many pairs are not worth other threads.
constexpr std::size_t few_pairs = 7;

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

// With which a pair was looked at.
bool same_hint(const RegionHint* a, const RegionHint* b) {
  return a == b || (a != nullptr && b != nullptr && *a == *b);
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
    now.speed = 0.0;
    if (moves) {
      const Motion<double> v = look.velocity(item.body);
      const double speed = speed_of(v, item.reach);
      fastest_ = std::max(fastest_, speed);
      now.speed = speed;
      now.margin += (exact_ ? heavier_if_checked : heavier) * gravity_ * ahead * ahead;
      if (!(speed < still_)) {
        now.turning = v.angular;
        now.margin += faster * speed * ahead;
        motion = ahead * v.linear;
      }
    }
    now.stays = remembers_ && same_bits(now.X_WS, before.X_WS) && now.margin == before.margin &&
                same_bits(now.turning, before.turning);
    if (now.stays) continue;
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
void ShapeContacts::recall_pairs() {
  auto before = near_before_.begin();
  for (Near& near : near_) {
    while (before != near_before_.end() && *before < near) ++before;
    if (before == near_before_.end() || near < *before) continue;
    near.parting = before->parting;
    const auto place = before - near_before_.begin();
    if (moving_[index(near.a)].stays && moving_[index(near.b)].stays &&
        same_hint(hint_of_[index(static_cast<int>(&near - near_.data()))],
                  hint_of_before_[static_cast<std::size_t>(place)]))
      near.before = static_cast<int>(place);
  }
}

// What was found of a pair at the search before.
void ShapeContacts::recall(Near& near) {
  const Near& before = near_before_[index(near.before)];
  near.apart = before.apart;
  near.count = before.count;
  points_.insert(points_.end(), points_before_.begin() + before.first,
                 points_before_.begin() + before.first + before.count);
  if (before.found < 0) return;
  near.found = static_cast<int>(found_count_);
  std::swap(next_found(), found_before_[index(before.found)]);
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

// In memory of before, which no state has any more.
RegionHints ShapeContacts::list_of_found() {
  auto free = std::find_if(lists_.begin(), lists_.end(),
                           [](const auto& list) { return list.use_count() == 1; });
  if (free == lists_.end()) free = lists_.insert(free, std::make_shared<std::vector<RegionHint>>());
  std::vector<RegionHint>& list = **free;
  list.reserve(found_.capacity());
  for (; list.size() > found_count_; list.pop_back()) spare_.push_back(std::move(list.back()));
  for (; list.size() < found_count_ && !spare_.empty(); spare_.pop_back())
    list.push_back(std::move(spare_.back()));
  while (list.size() < found_count_) list.emplace_back().features.reserve(many_features);
  std::copy_n(found_.begin(), found_count_, list.begin());
  return *free;
}

// What was found with others asleep is not what there is now.
void ShapeContacts::set_asleep(std::span<const char> trees) {
  rests_before_.swap(rests_);
  rests_.clear();
  if (!trees.empty())
    for (const int tree : tree_of_) rests_.push_back(tree < 0 || trees[index(tree)] != 0 ? 1 : 0);
  remembers_ &= rests_ == rests_before_;
}

void ShapeContacts::set_exact(bool exact) {
  remembers_ &= exact == exact_;
  exact_ = exact;
}

const std::vector<ShapePoint>& ShapeContacts::find_points(const Look& look,
                                                          const RegionHints& hints, double ahead) {
  remembers_ &= ahead == asked_ahead_ && !filter_;
  place(look, ahead);
  if (remembers_ && hints == asked_hints_ &&
      std::all_of(moving_.begin(), moving_.end(), [](const Moving& now) { return now.stays; }))
    return points_;
  asked_hints_before_ = asked_hints_, asked_hints_ = hints, asked_ahead_ = ahead;
  hint_of_before_.swap(hint_of_);
  near_before_.swap(near_), points_before_.swap(points_), found_before_.swap(found_);
  find_near();
  find_hints(hints);
  recall_pairs();
  points_.clear();
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
        if (near_[i].before < 0) look_at(near_[i], hint_of_[i], slots_[i]);
    });
  for (std::size_t i = 0; i < near_.size(); ++i) {
    Near& near = near_[i];
    near.first = static_cast<int>(points_.size());
    if (near.before >= 0) {
      recall(near);
      continue;
    }
    Slot& slot = slots_[shared ? i : 0];
    if (!shared) look_at(near, hint_of_[i], slot);
    // What sleeps will go on with the features that it has.
    if (rests(near) && hint_of_[i] != nullptr) {
      near.found = static_cast<int>(found_count_);
      next_found() = *hint_of_[i];
    }
    if (slot.is_near) add_points(near, hint_of_[i] != nullptr, slot);
    near.count = static_cast<int>(points_.size()) - near.first;
  }
  hints_ = found_the_same(hints) ? hints : list_of_found();
  remembers_ = true;
  return points_;
}

// The axis of its friction is one of a shape, which stands on its body.
Contact ShapeContacts::contact_of(const ShapePoint& point) const {
  Contact contact = contact_at(point, laws_[index(point.law)]);
  ContactMaterial& material = contact.material;
  if (material.friction_across < 0.0) return contact;
  const auto [first, second] = shapes_of(point.key.pair);
  const Item& carrier = items_[index(material.axis_is_of_a ? first : second)];
  material.axis = carrier.X_BS.rotation * material.axis;
  material.axis_is_of_a = contact.a == carrier.body;
  return contact;
}

void ShapeContacts::find(const Look& look, const RegionHints& hints, double ahead,
                         std::vector<Contact>& contacts, std::vector<ContactKey>& keys) {
  for (const ShapePoint& point : find_points(look, hints, ahead)) {
    contacts.push_back(contact_of(point));
    keys.push_back(point.key);
  }
}

std::vector<BodyOverlap> ShapeContacts::overlaps(const Look& look, double depth) {
  remembers_ = false;
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
  if (found_.size() == found_count_) found_.emplace_back().features.reserve(many_features);
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
  out.regions.in_order = false;
  out.regions.exact = exact_;
  out.apart = add_regions(a.collider, at_a.X_WS, b.collider, at_b.X_WS, at_a.margin + at_b.margin,
                          cache, out.regions);
  near.apart = out.apart.value;
  near.parting = {0, 0, 0};
  out.is_near = !out.regions.points.empty();
  if (!out.is_near && out.apart.value > 0.0 && is_convex_solid(a.collider) &&
      is_convex_solid(b.collider))
    near.parting = transpose_times(at_a.X_WS.rotation, out.apart.n);
}

void ShapeContacts::add_points(Near& near, bool hinted, const Slot& slot) {
  if (filter_ &&
      !filter_({items_[index(near.a)].body, items_[index(near.b)].body, slot.apart, hinted})) {
    near.apart = infinity;
    return;
  }
  near.found = static_cast<int>(found_count_);
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
    add_point(near, point);
    last = point.feature, any = true;
  }
}

}  // namespace catena
