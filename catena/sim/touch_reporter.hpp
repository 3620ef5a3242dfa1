#pragma once
// Reports to a callback after each step which bodies touch.

#include <utility>
#include <vector>

#include "catena/sim/motion_equations.hpp"
#include "catena/sim/touch_sums.hpp"

namespace catena {

class TouchReporter {
 public:
  // What touches at this state lasts.
  TouchReporter(MotionEquations& equations, const State& state) { find(equations, state); }

  // Calls once for each pair that touches at the state, or did at the state before.
  void report(MotionEquations& equations, const State& state, const TouchCallback& callback);

 private:
  using Pair = std::pair<int, int>;  // bodies, the larger number first
  void find(MotionEquations& equations, const State& state);

  std::vector<Pair> before_, now_;  // in order
  std::vector<TouchPoint> points_;  // that touch, by pair
  Evaluation evaluation_;
};

}  // namespace catena
