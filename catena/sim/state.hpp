#pragma once
// Where a simulation stands: everything that decides its future, and nothing derived. Restoring a
// State restores the run; the continuation is bitwise the same.

#include <Eigen/Core>
#include <vector>

namespace catena {

// Which of the two regimes of its stop and of its dry friction a velocity coordinate is in.
struct CoordinateMode {
  int limit = 0;  // -1 held at the lower limit, +1 at the upper one, 0 away from both
  int slip = 0;   // direction in which dry friction is overcome; 0: stuck (or without friction)
  friend bool operator==(const CoordinateMode&, const CoordinateMode&) = default;
};

struct State {
  double t = 0.0;
  Eigen::VectorXd q, v;
  std::vector<CoordinateMode> modes;  // nv
  Eigen::VectorXd spent;              // energy that each source has taken (ledger.hpp)
  double initial_energy = 0.0;
  double impact_loss = 0.0;  // energy lost at events so far
  double next_step = 0.0;    // what an adaptive integrator tries next; 0: it chooses
  long step_count = 0;
};

}  // namespace catena
