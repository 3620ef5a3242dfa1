#pragma once
// What the drives of paths do where velocities jump.

#include <vector>

#include "catena/constraints/loop_solver.hpp"
#include "catena/dynamics/workspace.hpp"

namespace catena {

// Impulses that coordinates get from outside the mechanism where velocities jump by `jump` at q, in
// no time: M jump, less what the loops give, over all coordinates; those of loop joints get none.
// `loops` is the solver whose close_velocity() made the jump, null where there are none. On a
// coordinate that follows a path this is the impulse of its drive, on others zero.
class DrivingImpulses {
 public:
  explicit DrivingImpulses(const Model& tree);
  const Eigen::VectorXd& find(const Eigen::VectorXd& q, const Eigen::VectorXd& jump,
                              const LoopSolver* loops);

 private:
  const Model& tree_;
  Workspace<double> ws_;
  std::vector<Force<double>> wrenches_;  // per body, of loops
  Eigen::VectorXd impulse_, weight_;
};

}  // namespace catena
