#pragma once
// Inverse kinematics of real arms on random poses inside their limits, beside KDL's.

#include <string>
#include <vector>

namespace catena::bench {

// How one solver did on all poses of one arm.
struct ArmTimes {
  std::string arm, solver;
  int poses = 0;
  double found = 0.0;                                    // share of poses that it reached
  double inside_limits = 0.0;                            // share that it reached inside the limits
  double median_us = 0.0, mean_us = 0.0, slow_us = 0.0;  // slow: 99 % are faster
};

std::vector<ArmTimes> measure_arms(bool quick, std::vector<std::string>& notes);

std::string arms_text(const std::vector<ArmTimes>& times);
std::string arms_csv(const std::vector<ArmTimes>& times);

// A chain of hinges as it stands at zero, for peers: axis and point of each in the world, and the
// pose of its end by columns.
struct ArmChain {
  int count = 0;
  const double* axes = nullptr;    // 3 per hinge
  const double* points = nullptr;  // 3 per hinge
  const double* end = nullptr;     // rotation by columns, then the place: 12
};

// What a peer's module exports as `solve_arm`: one pose (as `end`) from `start`; writes `q` and
// returns whether it thinks it has met it to `tolerance`. The solver is made anew for a new chain.
using SolveArm = bool (*)(const ArmChain& chain, const double* pose, const double* start,
                          double tolerance, double* q);

}  // namespace catena::bench
