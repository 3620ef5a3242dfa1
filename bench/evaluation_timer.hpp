#pragma once
// Times calls of a function: many short batches, of which the fastest counts.

#include <algorithm>
#include <functional>
#include <limits>

#include "measure.hpp"

namespace catena::bench {

// The function gets 0, 1, 2 ...
class EvaluationTimer {
 public:
  explicit EvaluationTimer(std::function<void(std::size_t)> evaluate)
      : evaluate_(std::move(evaluate)) {
    while (batch() < 0.005) calls_ = 2 * calls_ + 1;
  }

  bool is_done() const { return total_ >= 0.1 && batches_ >= 3; }
  void go_on() {
    const double seconds = batch();
    total_ += seconds;
    least_ = std::min(least_, seconds / calls_);
    ++batches_;
  }
  // Goes on until it is done; nanoseconds per call.
  double finish() {
    while (!is_done()) go_on();
    return ns();
  }
  double ns() const { return 1e9 * least_; }

 private:
  double batch() {
    const double start = thread_seconds();
    for (int i = 0; i < calls_; ++i) evaluate_(next_++);
    return thread_seconds() - start;
  }

  std::function<void(std::size_t)> evaluate_;
  std::size_t next_ = 0;
  int calls_ = 1, batches_ = 0;
  double total_ = 0.0, least_ = std::numeric_limits<double>::infinity();
};

}  // namespace catena::bench
