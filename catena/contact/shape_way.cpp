#include "catena/contact/shape_way.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "catena/collision/pair_memory.hpp"
#include "catena/collision/time_of_contact.hpp"
#include "catena/math/index.hpp"
#include "catena/math/infinity.hpp"

namespace catena {

namespace {

// Where a step is looked at.
constexpr std::array<double, 5> parts = {0.0, 0.25, 0.5, 0.75, 1.0};
// Speeds between two of these are at most so many times the larger one.
constexpr double faster_between = 1.1;
// Overlaps of shapes count from here on, m, where no known contact explains them.
constexpr double no_overlap = 1e-9;
// Ways shorter than this, m, and parts of a span of this depth are not looked into.
constexpr double short_way = 1e-7;
constexpr int most_halvings = 6;
// A step that would end in an overlap ends at about this distance, m, or this time, s, before it.
constexpr double near_by = 1e-6, shortly = 1e-7;
// A change of features is known to this part of the time, or of a second.
constexpr double time_resolution = 1e-13;
constexpr int most_bisections = 80;

}  // namespace

void ShapeWay::begin(LookAt look, KnownGap known, double h, std::vector<ContactKey> closed) {
  look_ = std::move(look), known_ = std::move(known);
  h_ = h;
  closed_ = std::move(closed);
  samples_.resize(parts.size());
  for (std::size_t k = 0; k < parts.size(); ++k) take(look_(parts[k]), parts[k], samples_[k]);
}

void ShapeWay::take(const Look& look, double part, Sample& out) const {
  const std::size_t count = shapes_.items_.size();
  out.part = part;
  out.X_WS.resize(count), out.speed.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const ShapeContacts::Item& item = shapes_.items_[i];
    out.X_WS[i] = look.pose(item.body) * item.X_BS;
    out.speed[i] = 0.0;
    if (shapes_.node_of_body_[to_index(item.body.index)] == 0) continue;
    const Motion<double> v = look.velocity(item.body);
    const double turn = norm(v.angular);
    out.speed[i] = norm(v.linear) + (turn > 0.0 ? turn * item.reach : 0.0);
  }
}

// No point of a shape goes farther than this between two fractions of the step.
double ShapeWay::path(int shape, double from, double to) const {
  double sum = 0.0;
  for (std::size_t k = 1; k < parts.size(); ++k) {
    const double begin = std::max(from, parts[k - 1]), end = std::min(to, parts[k]);
    if (!(end > begin)) continue;
    sum += (end - begin) * h_ * faster_between *
           std::max(samples_[k - 1].speed[to_index(shape)], samples_[k].speed[to_index(shape)]);
  }
  return sum;
}

double ShapeWay::distance(int pair, const Look& look) {
  const auto [a, b] = shapes_.shapes_of(pair);
  const ShapeContacts::Item &at_a = shapes_.items_[to_index(a)],
                            &at_b = shapes_.items_[to_index(b)];
  cache_.clear();
  return catena::distance(at_a.collider, look.pose(at_a.body) * at_a.X_BS, at_b.collider,
                          look.pose(at_b.body) * at_b.X_BS, cache_)
      .value;
}

double ShapeWay::distance_after(const ShapeContacts& shapes, int pair, const Look& look,
                                double dt) {
  const auto [a, b] = shapes.shapes_of(pair);
  const auto pose = [&](int shape) {
    const ShapeContacts::Item& item = shapes.items_[to_index(shape)];
    const Motion<double> v = look.velocity(item.body);
    return UniformMotion(look.pose(item.body), v.linear, v.angular).pose(dt) * item.X_BS;
  };
  PairCache cache;
  return catena::distance(shapes.collider_of(a), pose(a), shapes.collider_of(b), pose(b), cache)
      .value;
}

bool ShapeWay::overlaps(int pair, const Look& look) {
  const double apart = distance(pair, look);
  return apart < -no_overlap && apart < std::min(0.0, known_(look, pair)) - no_overlap;
}

namespace {

void put_first(const ShapeWay::Fault& fault, std::optional<ShapeWay::Fault>& first) {
  if (!first || fault.bad < first->bad) first = fault;
}

}  // namespace

void ShapeWay::check_reach(std::optional<Fault>& first) const {
  for (int i = 0; i < shapes_.shape_count(); ++i) {
    const double reach = shapes_.moving_[to_index(i)].margin - 0.5 * shapes_.distance_;
    for (std::size_t k = 1; k < parts.size(); ++k)
      if (path(i, 0.0, parts[k]) > reach) {
        put_first({Fault::What::Far, -1, parts[k - 1], parts[k]}, first);
        break;
      }
  }
}

// Shapes that are apart by more than they move are apart in between. Returns whether all is well.
bool ShapeWay::check_span(int pair, const Span& span, int depth, std::optional<Fault>& first) {
  const auto [a, b] = shapes_.shapes_of(pair);
  const double moved = path(a, span.from, span.to) + path(b, span.from, span.to);
  if (span.apart_from + span.apart_to > moved || moved < short_way || depth == 0) return true;
  const double middle = 0.5 * (span.from + span.to);
  const Look look = look_(middle);
  const double apart = distance(pair, look);
  if (apart < -no_overlap && overlaps(pair, look)) {
    put_first({Fault::What::Overlap, pair, span.from, middle}, first);
    check_span(pair, {span.from, middle, span.apart_from, 0.0}, depth - 1, first);
    return false;
  }
  return check_span(pair, {span.from, middle, span.apart_from, apart}, depth - 1, first) &&
         check_span(pair, {middle, span.to, apart, span.apart_to}, depth - 1, first);
}

void ShapeWay::check_pair(int pair, double apart, bool touches, std::optional<Fault>& first) {
  const auto [a, b] = shapes_.shapes_of(pair);
  if (!touches && apart > path(a, 0.0, 1.0) + path(b, 0.0, 1.0)) return;
  double before = apart;
  for (std::size_t k = 1; k < parts.size(); ++k) {
    if (first && first->bad <= parts[k - 1]) return;
    const Look look = look_(parts[k]);
    const double now = distance(pair, look);
    if (now < -no_overlap && overlaps(pair, look)) {
      put_first({Fault::What::Overlap, pair, parts[k - 1], parts[k]}, first);
      if (!touches) check_span(pair, {parts[k - 1], parts[k], before, 0.0}, most_halvings, first);
      return;
    }
    if (!touches && !check_span(pair, {parts[k - 1], parts[k], before, now}, most_halvings, first))
      return;
    before = now;
  }
}

// The corners of the region at an instant, as they are found from those at the beginning.
bool ShapeWay::keeps_features(int pair, const Look& look) {
  const auto [a, b] = shapes_.shapes_of(pair);
  const ShapeContacts::Item &at_a = shapes_.items_[to_index(a)],
                            &at_b = shapes_.items_[to_index(b)];
  const Transform<double> X_WA = look.pose(at_a.body) * at_a.X_BS,
                          X_WB = look.pose(at_b.body) * at_b.X_BS;
  cache_.clear();
  if (const RegionHints& hints = shapes_.hints_)
    for (const RegionHint& hint : *hints)
      if (hint.pair == pair) {
        cache_.reference = hint.reference, cache_.face_a = hint.face_a, cache_.face_b = hint.face_b;
        cache_.features.assign(hint.features.begin(), hint.features.end());
        begin_with_features(at_a.collider, X_WA, at_b.collider, X_WB, cache_);
      }
  regions_.clear();
  regions_.in_order = false;
  regions_.exact = true;
  add_regions(at_a.collider, X_WA, at_b.collider, X_WB, shapes_.distance_, cache_, regions_);
  const auto is_there = [&](const ContactKey& key) {
    return std::any_of(regions_.points.begin(), regions_.points.end(),
                       [&](const RegionPoint& p) { return p.feature == key.feature; });
  };
  return std::all_of(closed_.begin(), closed_.end(),
                     [&](const ContactKey& key) { return key.pair != pair || is_there(key); });
}

void ShapeWay::check_features(std::optional<Fault>& first) {
  for (std::size_t c = 0; c < closed_.size(); ++c) {
    const int pair = closed_[c].pair;
    if (c > 0 && closed_[c - 1].pair == pair) continue;
    for (std::size_t k = 1; k < parts.size(); ++k) {
      if (first && first->bad <= parts[k - 1]) break;
      if (keeps_features(pair, look_(parts[k]))) continue;
      put_first({Fault::What::Feature, pair, parts[k - 1], parts[k]}, first);
      break;
    }
  }
}

std::optional<ShapeWay::Fault> ShapeWay::first_fault(bool features) {
  std::optional<Fault> first;
  check_reach(first);
  for (const ShapeContacts::Near& near : shapes_.near_) {
    if (shapes_.rests(near) || near.apart == infinity) continue;
    const int pair = shapes_.pair_of(near.a, near.b);
    const bool touches = std::any_of(closed_.begin(), closed_.end(),
                                     [&](const ContactKey& key) { return key.pair == pair; });
    check_pair(pair, near.apart, touches, first);
  }
  if (features) check_features(first);
  return first;
}

double ShapeWay::end_before(const Fault& fault) {
  double low = fault.good, high = fault.bad;
  if (fault.what == Fault::What::Far) return 0.5 * high;
  if (fault.what == Fault::What::Feature) {
    for (int i = 0; i < most_bisections && (high - low) * h_ > time_resolution; ++i) {
      const double middle = 0.5 * (low + high);
      if (!(middle > low && middle < high)) break;
      (keeps_features(fault.pair, look_(middle)) ? low : high) = middle;
    }
    return high;
  }
  const double at_low = distance(fault.pair, look_(low)), target = std::min(near_by, 0.5 * at_low);
  for (int i = 0; i < most_bisections && (high - low) * h_ > time_resolution; ++i) {
    const double middle = 0.5 * (low + high);
    if (!(middle > low && middle < high)) break;
    const Look look = look_(middle);
    const double apart = distance(fault.pair, look);
    if (apart > no_overlap && apart <= target) return middle;
    (apart > target || !overlaps(fault.pair, look) ? low : high) = middle;
  }
  return std::max(0.5 * low, low - shortly / h_);
}

}  // namespace catena
