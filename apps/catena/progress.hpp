#pragma once
// How far a run is, on one line of a terminal; nothing in a pipe.

#include <chrono>

namespace catena::app {

class Progress {
 public:
  Progress(double t_start, double t_end);
  ~Progress();  // clears the line

  // Shows simulated time, how much faster than real time it passes, and when it will be done; ten
  // times a second at most.
  void show(double t);
  double wall_seconds() const;

 private:
  using Clock = std::chrono::steady_clock;
  double t_start_, t_end_;
  bool visible_;
  Clock::time_point start_ = Clock::now(), shown_ = start_;
};

}  // namespace catena::app
