#pragma once
// The gymnast of Nakamura & Yamane 2000 (Fig. 19) with both hands on a horizontal bar: a free base
// and 16 joint coordinates, and two loop joints that let the hands turn about the bar.

#include <vector>

#include "catena/constraints/loop_solver.hpp"

namespace catena::bench {

class FigureOnBar {
 public:
  FigureOnBar();

  int coordinates() const { return solver_.loops().nv(); }
  // One evaluation of the closed dynamics, at one of a few states: what is timed.
  void accelerate(std::size_t index);

 private:
  struct Input {
    Eigen::VectorXd q, v, tau;
  };
  LoopSolver solver_;
  std::vector<Input> inputs_;
  Eigen::VectorXd a_;
};

}  // namespace catena::bench
