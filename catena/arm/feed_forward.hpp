#pragma once
// The efforts of motors that a motion needs: inverse dynamics with friction and springs.

#include "catena/control/profiles.hpp"
#include "catena/dynamics/workspace.hpp"
#include "catena/model/model.hpp"

namespace catena {

// Friction of all velocity coordinates. Coulomb friction may depend on the direction.
struct JointFriction {
  Eigen::VectorXd viscous, forward, backward;  // forward: of positive velocity; not negative

  static JointFriction of(const Model& model);  // what its joints have
  static JointFriction none(const Model& model);
};

// M a + h(q, v), less the efforts of springs, plus friction: what motors have to give. Friction of
// Coulomb is that of the direction of v; there is none at rest, where anything up to it may act.
class FeedForward {
 public:
  // A coordinate that is to move more slowly than this, rad/s or m/s, stands: its friction holds
  // it. What rounding leaves of a path would push it with all of its friction, to one side or the
  // other.
  static constexpr double stands = 1e-5;

  // Orientations stay as `q` has them. The model must live as long.
  FeedForward(const Model& model, JointFriction friction, Eigen::VectorXd q);

  // Positions, velocities and accelerations in the order of velocity coordinates. Allocates
  // nothing; the result is valid until the next call.
  const Eigen::VectorXd& efforts(const MotionPoint& motion);
  const JointFriction& friction() const { return friction_; }
  const Model& model() const { return *model_; }

 private:
  const Model* model_;
  JointFriction friction_;
  Eigen::VectorXd q_, passive_, efforts_;
  Workspace<double> ws_;
};

}  // namespace catena
