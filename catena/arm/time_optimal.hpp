#pragma once
// The fastest way along a path under limits of velocities, accelerations and efforts: by reachable
// sets, two passes of problems in two unknowns (Pham & Pham 2018, TOPP-RA).

#include <string>
#include <vector>

#include "catena/arm/feed_forward.hpp"
#include "catena/arm/timed_path.hpp"

namespace catena {

// One number per velocity coordinate each; empty or infinite: no limit.
struct PathLimits {
  Eigen::VectorXd velocity = {}, acceleration = {}, effort = {};
  // Of s itself: its largest velocity. A line of L metres has the speed L ds/dt.
  double speed = HUGE_VAL;

  // What the joints of a model have: velocity and effort limits.
  static PathLimits of(const Model& model);
};

struct TimingOptions {
  int grid = 1000;                          // pieces of the path, besides those at turns of joints
  double effort_share = 1.0;                // of the limits that may be used, for instance 0.98
  double start_rate = 0.0, end_rate = 0.0;  // ds/dt at the ends
};

// Which limit is reached.
struct ActiveLimit {
  enum class Kind { None, Velocity, Acceleration, Effort, Speed, Ends };
  Kind kind = Kind::None;
  int dof = -1;
  double use = 0.0;  // part of the limit that is used, 1: all
};

// A path that limits do not allow at all.
class TimingError : public std::runtime_error {
 public:
  TimingError(const std::string& what, double s) : std::runtime_error(what), s_(s) {}
  double s() const { return s_; }  // where

 private:
  double s_;
};

struct TimeOptimal {
  TimedPath motion;
  std::vector<ActiveLimit> active;  // of each piece of the grid: the limit that is used most
  int rounds = 0;                   // until viscous friction was as fast as the motion is

  // Part of the duration during which some limit is used to all but `slack` of it.
  double active_share(double slack = 1e-3) const;
};

// The friction and inertia of `dynamics` count. Efforts are those of the model's motors, all of
// its coordinates. Throws TimingError where the limits do not allow the path (an arm that cannot
// hold itself somewhere, for instance), with the place and the limit; std::invalid_argument where
// sizes do not fit.
TimeOptimal time_optimal(FeedForward& dynamics, const JointPath& path, const PathLimits& limits,
                         const TimingOptions& options = {});

}  // namespace catena
