#pragma once
// A controller that leads joints along timed paths: feed-forward by inverse dynamics and feedback
// of position and velocity.

#include <memory>
#include <vector>

#include "catena/arm/feed_forward.hpp"
#include "catena/arm/motion_sequence.hpp"
#include "catena/elements/drives.hpp"

namespace catena {

struct FollowerSettings {
  std::vector<int> dofs;   // velocity coordinates that it drives
  Eigen::VectorXd kp, kd;  // of each: N m/rad, N m s/rad
  bool feed_forward = true;
  JointFriction friction;                         // that feed-forward makes up for
  double start = 0.0;                             // time at which the path begins, s
  Eigen::VectorXd q;                              // a configuration of the model, for orientations
  Eigen::VectorXd most_effort = {};               // of each driven coordinate; empty: unlimited
  std::vector<PrescribedMotion> prescribed = {};  // coordinates that move on paths of time
};

class PathFollower final : public Planner {
 public:
  PathFollower(std::shared_ptr<const Model> model, std::shared_ptr<const MotionSequence> path,
               FollowerSettings settings);

  // One effort per driven coordinate, which may be beyond its limit. Before and after the path:
  // holds its ends. Feed-forward balances what acts, too. Allocates nothing after the first call.
  void efforts(double t, In<double> q, In<double> v, const Acting* acting,
               Out<double> out) override;
  // The same where nobody knows what else acts.
  void efforts(double t, In<double> q, In<double> v, Out<double> out) {
    efforts(t, q, v, nullptr, out);
  }
  double shortfall() const override;
  const std::vector<double>& used() const override { return used_; }
  std::string obstacles() const override;
  bool is_bounded() const override { return settings_.most_effort.size() > 0; }
  // Where the path wants to be; efforts of feed-forward there, over all coordinates.
  const MotionPoint& wanted(double t);
  const FollowerSettings& settings() const { return settings_; }

 private:
  std::shared_ptr<const Model> model_;
  std::shared_ptr<const MotionSequence> path_;
  FollowerSettings settings_;
  FeedForward dynamics_;
  std::vector<int> places_;
  Eigen::VectorXd asked_;  // efforts, before limits
  std::vector<double> used_;
  PathPlace place_;
  MotionPoint wanted_;
};

}  // namespace catena
