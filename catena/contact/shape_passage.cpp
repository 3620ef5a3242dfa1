#include "catena/contact/shape_passage.hpp"

#include <algorithm>

#include "catena/collision/pair_memory.hpp"
#include "catena/math/index.hpp"
#include "catena/math/infinity.hpp"

namespace catena {

namespace {

// In parts of the thickness of a pair: what moves by less within a step passes nothing; the way is
// looked at in parts shorter than the second; an overlap of more than the third is a passage.
constexpr double short_of_passing = 0.5, part_of_way = 0.2, notable = 0.05;
// Speeds within a step are at most so many times the larger one of its ends.
constexpr double faster_inside = 1.1;
// Solids that turn by less than this within a step, rad, stay on their side of a plane if they are
// there at its ends.
constexpr double small_turn = 0.2;

// How far one must go to be through it, m. An open surface has no thickness of its own: what goes
// through it has.
double thickness_of(const Collider& c) {
  if (c.shape.kind == ShapeKind::HeightField || (c.surface && !c.surface->closed()))
    return infinity;
  const Vec3<double> half = c.bounds.half();
  return 2.0 * std::min({half.x, half.y, half.z});
}

double thickness_of(const Collider& a, const Collider& b) {
  const double least = std::min(thickness_of(a), thickness_of(b));
  return least < infinity ? least : std::min(a.size, b.size);
}

}  // namespace

// No point of the shape goes farther within the step, m.
double ShapePassage::way_of(int shape) const {
  const ShapeContacts::Item& item = shapes_.items_[to_index(shape)];
  if (shapes_.node_of_body_[to_index(item.body.index)] == 0) return 0.0;
  const Motion<double> v = end_.velocity(item.body);
  const double turn = norm(v.angular);
  const double speed = norm(v.linear) + (turn > 0.0 ? turn * item.reach : 0.0);
  return faster_inside * h_ * std::max(speed, shapes_.moving_[to_index(shape)].speed);
}

// How far it turns, rad.
double ShapePassage::turn_of(int shape) const {
  const ShapeContacts::Item& item = shapes_.items_[to_index(shape)];
  if (shapes_.node_of_body_[to_index(item.body.index)] == 0) return 0.0;
  return faster_inside * h_ *
         std::max(norm(end_.velocity(item.body).angular),
                  norm(shapes_.moving_[to_index(shape)].turning));
}

Transform<double> ShapePassage::pose(int shape, const Look& look) const {
  const ShapeContacts::Item& item = shapes_.items_[to_index(shape)];
  return look.pose(item.body) * item.X_BS;
}

Distance ShapePassage::distance(const ShapeContacts::Near& near, const Transform<double>& X_WA,
                                const Transform<double>& X_WB) {
  cache_.clear();
  return catena::distance(shapes_.collider_of(near.a), X_WA, shapes_.collider_of(near.b), X_WB,
                          cache_);
}

bool ShapePassage::passes(const ShapeContacts::Near& near) {
  const Collider &a = shapes_.collider_of(near.a), &b = shapes_.collider_of(near.b);
  // A half-space has no other side.
  if (a.shape.kind == ShapeKind::HalfSpace || b.shape.kind == ShapeKind::HalfSpace) return false;
  way_ = way_of(near.a) + way_of(near.b);
  thickness_ = thickness_of(a, b);
  const Transform<double>&X_WA = shapes_.moving_[to_index(near.a)].X_WS,
        &X_WB = shapes_.moving_[to_index(near.b)].X_WS;
  const Transform<double> to_a = pose(near.a, end_), to_b = pose(near.b, end_);
  const double moved =
      norm(to_a.translation - X_WA.translation) + norm(to_b.translation - X_WB.translation);
  const double farthest = std::max(way_, moved);
  if (farthest < short_of_passing * thickness_ || near.apart > farthest) return false;
  // Positions were put back by more than the step itself moves: to anywhere.
  if (moved > way_) return true;
  const Distance at_begin = distance(near, X_WA, X_WB);
  // Of convex solids, the plane between them shows on which side they are in the end.
  if (is_convex_solid(a) && is_convex_solid(b) && turn_of(near.a) + turn_of(near.b) < small_turn &&
      separation_along(a, to_a, b, to_b, transpose_times(X_WA.rotation, at_begin.n)) >
          -notable * thickness_)
    return false;
  return passes(near, {0.0, 1.0, at_begin.value, distance(near, to_a, to_b).value});
}

// Shapes that are apart by more than they move are apart in between.
bool ShapePassage::passes(const ShapeContacts::Near& near, const Span& span) {
  const double way = way_ * (span.to - span.from);
  if (span.apart_from + span.apart_to > way || way < part_of_way * thickness_) return false;
  const double middle = 0.5 * (span.from + span.to);
  const Look look = inside_(middle);
  const double apart = distance(near, pose(near.a, look), pose(near.b, look)).value;
  return apart < -notable * thickness_ ||
         passes(near, {span.from, middle, span.apart_from, apart}) ||
         passes(near, {middle, span.to, apart, span.apart_to});
}

bool ShapePassage::any() {
  return std::any_of(shapes_.near_.begin(), shapes_.near_.end(), [&](const auto& near) {
    return !shapes_.rests(near) && near.apart < infinity && passes(near);
  });
}

}  // namespace catena
