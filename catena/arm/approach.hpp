#pragma once
// Paths around obstacles: two trees that grow towards each other from start and goal (Kuffner &
// LaValle 2000), and shortcuts.

#include <string>
#include <vector>

#include "catena/arm/clearance.hpp"
#include "catena/arm/joint_path.hpp"

namespace catena {

struct ApproachOptions {
  std::vector<int> dofs = {};  // velocity coordinates that may move; empty: all with a position
  double margin = 0.005;       // m that all pairs stay apart
  double step = 0.3;           // rad or m: longest branch of a tree
  int nodes = 20000;           // of both trees, before it gives up
  int shortcuts = 300;         // that are tried
  unsigned seed = 1;
};

struct Approach {
  bool found = false;
  std::vector<Eigen::VectorXd> points = {};  // positions of all velocity coordinates, start to goal
  int nodes = 0;                             // of both trees
  std::string reason = {};                   // where none was found
};

// From one configuration to another; joints stay inside their limits, and all pairs of `clearance`
// the margin apart, on each straight way between two points. The same seed gives the same way.
// Throws std::invalid_argument where sizes do not fit or numbers are not finite.
Approach plan_approach(Clearance& clearance, const Eigen::VectorXd& from, const Eigen::VectorXd& to,
                       const ApproachOptions& options = {});

}  // namespace catena
