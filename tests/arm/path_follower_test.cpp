// Simulated arms that follow planned paths: efforts stay inside their limits, the tool on its path.

#include "catena/arm/path_follower.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "catena/arm/line_path.hpp"
#include "catena/arm/time_optimal.hpp"
#include "catena/dynamics/kinematics.hpp"
#include "catena/dynamics/rnea.hpp"
#include "catena/library/puma560.hpp"
#include "catena/model/configuration.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::test {
namespace {

using Eigen::VectorXd;

const VectorXd kp = (VectorXd(6) << 1e4, 1e4, 1e4, 1e3, 1e3, 1e3).finished();
const VectorXd kd = (VectorXd(6) << 400, 400, 200, 20, 20, 20).finished();

SimulationSetup with_follower(const std::shared_ptr<const Model>& model,
                              const std::shared_ptr<PathFollower>& follower,
                              const VectorXd& start) {
  SimulationSetup setup;
  setup.model = model;
  setup.q = start;
  Motor motor;
  motor.name = "follower";
  motor.dofs = follower->settings().dofs;
  motor.effort = [follower](double t, In<double> q, In<double> v, Out<double> out) {
    follower->efforts(t, q, v, nullptr, out);
  };
  setup.motors.push_back(std::move(motor));
  return setup;
}

FollowerSettings follower_settings(const Model& model, bool feed_forward) {
  return {{0, 1, 2, 3, 4, 5},          kp, kd, feed_forward, JointFriction::of(model), 0.0,
          neutral_configuration(model)};
}

// A line of the tool, planned with 98 % of the efforts, run with all of the model's inertia and
// friction: stiction, Coulomb and viscous.
TEST(PathFollower, RunsATimeOptimalLineInsideTheEffortLimits) {
  const auto model = std::make_shared<const Model>(puma560());
  const FrameId tool = model->find_frame("tool");
  VectorXd start(6);
  start << -0.6, 0.9, -2.6, 0.4, 0.9, 0.2;
  Kinematics<double> kinematics(*model);
  kinematics.compute(*model, start);
  const Transform<double> from = kinematics.pose(*model, tool);
  Transform<double> to = from;
  to.translation = to.translation + Vec3<double>{0.15, 0.5, 0.2};
  const LineResult line = follow_line(*model, tool, PoseLine(from, to), start);
  ASSERT_TRUE(line.followed()) << line.describe(*model);
  FeedForward dynamics(*model, JointFriction::of(*model), start);
  const PathLimits limits = PathLimits::of(*model);
  const TimeOptimal plan =
      time_optimal(dynamics, *line.path, limits, {.grid = 400, .effort_share = 0.98});
  EXPECT_GT(plan.active_share(), 0.98);
  const auto motion = std::make_shared<const TimedPath>(plan.motion);
  const auto follower = std::make_shared<PathFollower>(
      model, std::make_shared<const MotionSequence>(MotionSequence::of(plan.motion)),
      follower_settings(*model, true));
  SimulationSetup setup = with_follower(model, follower, start);
  setup.breaks = motion->knots();
  setup.integrator.relative_tolerance = 1e-8;
  Simulation simulation(setup);
  const PoseLine ideal(from, to);
  double most_effort = 0.0, most_error = 0.0;
  VectorXd efforts(6);
  RunObserver observer;
  observer.sample_interval = motion->duration() / 1000;
  observer.sample = [&](const State& s) {
    follower->efforts(s.t, s.q, s.v, nullptr, efforts);
    most_effort = std::max(most_effort, efforts.cwiseAbs().cwiseQuotient(limits.effort).maxCoeff());
    kinematics.compute(*model, s.q);
    const Vec3<double> wanted = ideal.at(motion->law(s.t).position).translation;
    most_error = std::max(most_error, norm(kinematics.pose(*model, tool).translation - wanted));
  };
  simulation.advance(motion->duration(), observer);
  std::printf("time-optimal line: %.4f s, effort up to %.4f of its limit, error %.3g m\n",
              motion->duration(), most_effort, most_error);
  EXPECT_LE(most_effort, 1.0);
  EXPECT_GT(most_effort, 0.97);
  EXPECT_LT(most_error, 1e-4);
}

// An arm held by proportional and derivative feedback sags by tau_g / kp; with feed-forward it does
// not.
TEST(PathFollower, FeedForwardTakesTheSagAway) {
  ModelBuilder builder = describe_puma560();
  for (int j = 0; j < builder.joint_count(); ++j)  // stiction would hide a part of the sag
    builder.joint(JointId{j}).coulomb_friction = 0.0;
  const auto model = std::make_shared<const Model>(builder.build());
  VectorXd start(6);
  start << 0, 0.3, -2.6, 0, 0.9, 0;
  VectorXd weight(6);
  Workspace<double> ws(*model);
  gravity_efforts(*model, start, weight, ws);
  for (const bool feed_forward : {false, true}) {
    const auto still = std::make_shared<const MotionSequence>(start);
    const auto follower =
        std::make_shared<PathFollower>(model, still, follower_settings(*model, feed_forward));
    Simulation simulation(with_follower(model, follower, start));
    simulation.advance(3.0);
    const VectorXd sag = start - simulation.state().q;
    for (int i = 0; i < 6; ++i)
      EXPECT_NEAR(sag[i], feed_forward ? 0.0 : weight[i] / kp[i], feed_forward ? 1e-12 : 2e-5) << i;
  }
}

}  // namespace
}  // namespace catena::test
