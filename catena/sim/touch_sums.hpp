#pragma once
// Sums over the contact points of two bodies, or of one, for recordings and callbacks.

#include <functional>
#include <limits>
#include <span>

#include "catena/elements/column.hpp"
#include "catena/elements/record_options.hpp"
#include "catena/elements/touch_point.hpp"

namespace catena {

// All contacts of two bodies, in world axes; what acts on a.
struct PairTouch {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();
  Vec3<double> force = Vec3<double>::zero();
  double normal = 0.0, tangential = 0.0;                 // sums of normal parts, and of the others
  Vec3<double> moment = Vec3<double>::zero();            // about the centre
  Vec3<double> centre{none, none, none};                 // the mean of the points that touch
  double gap = std::numeric_limits<double>::infinity();  // the least of those that are known
  int points = 0, sticks = 0;
  bool is_near = false;  // shapes of the two are within the contact distance
};
PairTouch sum_of(std::span<const TouchPoint> points, BodyId a, BodyId b);

// All contacts of a body.
struct BodyTouch {
  Vec3<double> force = Vec3<double>::zero();
  Vec3<double> centre{PairTouch::none, PairTouch::none, PairTouch::none};  // of pressure
  int points = 0;
};
BodyTouch sum_of(std::span<const TouchPoint> points, BodyId body);

// Two bodies that touch, or have ceased to.
struct TouchReport {
  enum class Change { Begins, Lasts, Ends };
  double t = 0.0;
  BodyId a{0}, b{0};  // a has the larger number, so that the world is always b
  Change change = Change::Begins;
  PairTouch touch = {};                     // what acts on a
  std::span<const TouchPoint> points = {};  // those that touch; as long as the call lasts
};
using TouchCallback = std::function<void(const TouchReport&)>;

// The columns of the pairs and bodies that a recording names.
void name_touch_columns(const Model& model, const RecordOptions& options,
                        std::vector<RecordedColumn>& out);

}  // namespace catena
