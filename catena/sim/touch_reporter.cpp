#include "catena/sim/touch_reporter.hpp"

#include <algorithm>

namespace catena {

namespace {

std::pair<int, int> pair_of(const TouchPoint& point) {
  return {std::max(point.a.index, point.b.index), std::min(point.a.index, point.b.index)};
}

}  // namespace

void TouchReporter::find(MotionEquations& equations, const State& state) {
  equations.observe(state);
  equations.begin(state);
  equations.evaluate(state, evaluation_);
  points_.clear();
  const Look look = equations.look(state);
  for (const auto& group : equations.groups()) group->add_touch_points(look, state, points_);
  std::erase_if(points_, [](const TouchPoint& p) { return p.is == TouchPoint::Is::Open; });
  std::stable_sort(points_.begin(), points_.end(), [](const TouchPoint& p, const TouchPoint& q) {
    return pair_of(p) < pair_of(q);
  });
  now_.clear();
  for (const TouchPoint& point : points_)
    if (now_.empty() || now_.back() != pair_of(point)) now_.push_back(pair_of(point));
}

void TouchReporter::report(MotionEquations& equations, const State& state,
                           const TouchCallback& callback) {
  std::swap(before_, now_);
  find(equations, state);
  for (const Pair& pair : before_)
    if (!std::binary_search(now_.begin(), now_.end(), pair))
      callback({state.t, BodyId{pair.first}, BodyId{pair.second}, TouchReport::Change::Ends});
  auto first = points_.begin();
  for (const Pair& pair : now_) {
    const auto last =
        std::find_if(first, points_.end(), [&](const TouchPoint& p) { return pair_of(p) != pair; });
    const std::span<const TouchPoint> points(first, last);
    const BodyId a{pair.first}, b{pair.second};
    const bool lasts = std::binary_search(before_.begin(), before_.end(), pair);
    callback({state.t, a, b, lasts ? TouchReport::Change::Lasts : TouchReport::Change::Begins,
              sum_of(points, a, b), points});
    first = last;
  }
}

}  // namespace catena
