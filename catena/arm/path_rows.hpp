#pragma once
// Limits along a path as rows in u = s'' and x = s'^2: low <= a u + b x + r sqrt(x) + c <= high.

#include <vector>

#include "catena/arm/time_optimal.hpp"

namespace catena {

struct PathRow {
  double a = 0.0, b = 0.0, root = 0.0, c = 0.0, limit = 0.0;  // -limit <= ... <= limit
  ActiveLimit::Kind kind = ActiveLimit::Kind::None;
  int dof = 0;

  double value(double u, double x) const;
};

// All limits at one place of a path.
struct GridPoint {
  double s = 0.0;
  double most = HUGE_VAL;  // x that velocities allow
  ActiveLimit velocity;    // which velocity that is
  std::vector<int> turns;  // coordinates that turn back here: friction has both directions
  std::vector<PathRow> rows;
};

std::vector<GridPoint> path_rows(FeedForward& dynamics, const JointPath& path,
                                 const PathLimits& limits, const TimingOptions& options);

}  // namespace catena
