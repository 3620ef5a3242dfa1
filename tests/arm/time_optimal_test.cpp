// Timing along paths: known optima, one active limit at almost every moment, convergence.

#include "catena/arm/time_optimal.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "catena/arm/line_path.hpp"
#include "catena/dynamics/kinematics.hpp"
#include "catena/library/builtin_models.hpp"
#include "catena/library/puma560.hpp"
#include "catena/model/configuration.hpp"

namespace catena::test {
namespace {

using Eigen::VectorXd;

VectorXd all(int n, double x) {
  return VectorXd::Constant(n, x);
}

FeedForward friction_of(const Model& model) {
  return {model, JointFriction::of(model), neutral_configuration(model)};
}

TEST(Timing, QuinticHasItsPeaks) {
  const TimedPath motion(JointPath::straight(all(1, 0), all(1, 3)), QuinticLaw{1.0, 2.0});
  double v = 0.0, a = 0.0;
  for (int i = 0; i <= 20000; ++i) {
    const MotionPoint p = motion.evaluate(2.0 * i / 20000);
    v = std::max(v, p.velocity[0]), a = std::max(a, p.acceleration[0]);
  }
  EXPECT_NEAR(v, 15.0 / 8 * 3 / 2, 1e-7);
  EXPECT_NEAR(a, 10 / std::numbers::sqrt3 * 3 / 4, 1e-7);
  EXPECT_EQ(motion.evaluate(2.0).position[0], 3.0);
}

TEST(Timing, QuinticAndJerkLimitedAreAsFastAsTheyMay) {
  const VectorXd from = all(2, 0), to = (VectorXd(2) << 1, -2).finished();
  const TimedPath quintic =
      fastest_quintic(JointPath::straight(from, to), all(2, 1.5), all(2, 1e9));
  EXPECT_NEAR(quintic.duration(), 15.0 / 8 * 2 / 1.5, 1e-6);
  const TimedPath jerk =
      fastest_jerk_limited(JointPath::straight(from, 1.5 * to), all(2, 1), all(2, 1), all(2, 2));
  EXPECT_NEAR(jerk.duration(), 3.0 + 1.0 + 0.5, 1e-9);
}

// Known: sqrt(4 D / a), and with a velocity limit D/v + v/a.
TEST(TimeOptimal, HasTheKnownTimesOfAccelerationLimits) {
  const Model model = planar_chain(1);
  FeedForward dynamics = friction_of(model);
  const JointPath path = JointPath::straight(all(1, 0), all(1, 2));
  PathLimits limits;
  limits.acceleration = all(1, 3);
  EXPECT_NEAR(time_optimal(dynamics, path, limits).motion.duration(), std::sqrt(4 * 2.0 / 3), 1e-5);
  limits.velocity = all(1, 1.5);
  EXPECT_NEAR(time_optimal(dynamics, path, limits).motion.duration(), 2 / 1.5 + 1.5 / 3, 1e-3);
}

// One rod about a vertical axis: constant inertia, so bang-bang with effort / inertia; with
// viscous friction v' = (tau - c v) / J, known in closed form.
TEST(TimeOptimal, HasTheKnownTimeWithViscousAndCoulombFriction) {
  ModelBuilder builder;
  const BodyId rod = builder.add_body("rod", solid_box(1.0, {1, 0.1, 0.1}));
  JointSpec joint = revolute("hinge", {0, 0, 1});
  joint.damping = 0.8;
  joint.coulomb_friction = 0.5;
  builder.add_joint(joint, world_body, rod);
  const Model model = builder.build();
  FeedForward dynamics = friction_of(model);
  const double J = (1 + 0.01) / 12, c = 0.8, tau = 2.0, dry = 0.5, D = 2.0;
  // Up: v = (tau - dry)/c (1 - e^{-ct/J}); down, backwards in time from rest: (tau + dry)/c
  // (e^{ct/J} - 1). They meet where velocities agree and ways add up to D.
  const double up = (tau - dry) / c, down = (tau + dry) / c, T = J / c;
  const auto way_up = [&](double t) { return up * (t - T * (1 - std::exp(-t / T))); };
  const auto way_down = [&](double t) { return down * (T * (std::exp(t / T) - 1) - t); };
  double low = 0, high = 100;
  double t1 = 0, t2 = 0;
  for (int i = 0; i < 200; ++i) {
    t1 = 0.5 * (low + high);
    t2 = T * std::log(1 + up * (1 - std::exp(-t1 / T)) / down);
    (way_up(t1) + way_down(t2) < D ? low : high) = t1;
  }
  PathLimits limits;
  limits.effort = all(1, tau);
  const TimeOptimal found =
      time_optimal(dynamics, JointPath::straight(all(1, 0), all(1, D)), limits, {.grid = 2000});
  EXPECT_NEAR(found.motion.duration(), t1 + t2, 1e-3 * (t1 + t2));
  EXPECT_GT(found.active_share(), 0.99);
}

class PumaTiming : public testing::Test {
 protected:
  JointPath wave() const {
    std::mt19937_64 random(11);
    std::vector<VectorXd> points;
    for (int i = 0; i < 5; ++i) points.push_back(0.6 * random_configuration(model, random));
    return JointPath::through(points);
  }
  const Model model = puma560();
  FeedForward dynamics = friction_of(model);
};

TEST_F(PumaTiming, OneLimitIsActiveAtAlmostEveryMoment) {
  PathLimits limits = PathLimits::of(model);
  limits.velocity = all(6, 2.0);
  const TimeOptimal found = time_optimal(dynamics, wave(), limits);
  EXPECT_GT(found.active_share(1e-3), 0.98);
  // And none is exceeded, anywhere between the grid's points.
  const TimedPath& motion = found.motion;
  double most_effort = 0.0, most_velocity = 0.0;
  for (int i = 0; i <= 5000; ++i) {
    const MotionPoint at = motion.evaluate(motion.duration() * (i + 0.5) / 5001);
    most_velocity = std::max(most_velocity, at.velocity.cwiseAbs().maxCoeff() / 2.0);
    most_effort = std::max(most_effort,
                           dynamics.efforts(at).cwiseAbs().cwiseQuotient(limits.effort).maxCoeff());
  }
  EXPECT_LT(most_velocity, 1.001);
  EXPECT_LT(most_effort, 1.01);
}

TEST_F(PumaTiming, AFinerGridGivesTheSameTime) {
  PathLimits limits = PathLimits::of(model);
  for (const double velocity : {2.0, 50.0}) {
    limits.velocity = all(6, velocity);
    const double coarse = time_optimal(dynamics, wave(), limits, {.grid = 1000}).motion.duration();
    const double fine = time_optimal(dynamics, wave(), limits, {.grid = 2000}).motion.duration();
    EXPECT_LT(std::abs(fine - coarse), 1e-3 * fine) << velocity;
  }
}

// A line that passes the wrist's singularity closely: the tool slows down, no joint is too fast.
TEST_F(PumaTiming, SlowsDownNearASingularity) {
  VectorXd q(6);
  q << 0, 0.3, -2.2, 0.0, 0.08, 0.0;  // axes 4 and 6 nearly in line
  Kinematics<double> kinematics(model);
  const FrameId tool = model.find_frame("flange");
  kinematics.compute(model, q);
  Transform<double> at = kinematics.pose(model, tool), from = at, to = at;
  from.translation.y -= 0.1, to.translation.y += 0.1;
  LineResult back = follow_line(model, tool, PoseLine(at, from), q);
  ASSERT_TRUE(back.followed()) << back.describe(model);
  const LineResult line = follow_line(model, tool, PoseLine(from, to), back.path->evaluate(1.0).q);
  ASSERT_TRUE(line.followed()) << line.describe(model);
  PathLimits limits = PathLimits::of(model);
  limits.velocity = all(6, 2.0);
  limits.speed = 1.0;  // 0.2 m/s on 0.2 m
  const TimedPath motion = time_optimal(dynamics, *line.path, limits).motion;
  double slowest = 10.0, fastest_joint = 0.0, fastest = 0.0;
  for (int i = 1; i < 2000; ++i) {
    const double t = motion.duration() * i / 2000;
    const AxisState s = motion.law(t);
    if (s.position > 0.2 && s.position < 0.8) slowest = std::min(slowest, s.velocity);
    fastest = std::max(fastest, s.velocity);
    fastest_joint = std::max(fastest_joint, motion.evaluate(t).velocity.cwiseAbs().maxCoeff());
  }
  EXPECT_LT(fastest_joint, 2.001);
  EXPECT_NEAR(fastest, 1.0, 1e-3);
  EXPECT_LT(slowest, 0.5);
  EXPECT_GT(slowest, 0.01);
}

// The friction of joint 1 takes a quarter of its effort, and jumps to the other side where the
// joint turns back: within a piece of the grid, efforts were up to 30 % too large.
TEST_F(PumaTiming, KeepsEffortsWhereJointsTurnBack) {
  std::mt19937_64 random(3);
  const PathLimits limits = PathLimits::of(model);
  double most = 0.0;
  for (int i = 0; i < 20; ++i) {
    std::vector<VectorXd> points;
    for (int k = 0; k < 5; ++k) points.push_back(0.8 * random_configuration(model, random));
    const TimedPath motion = time_optimal(dynamics, JointPath::through(points), limits).motion;
    for (int k = 1; k < 2000; ++k) {
      const VectorXd efforts = dynamics.efforts(motion.evaluate(motion.duration() * k / 2000));
      most = std::max(most, (efforts.cwiseAbs().cwiseQuotient(limits.effort)).maxCoeff());
    }
  }
  EXPECT_LT(most, 1.01);
}

// What rounding leaves of a joint's motion changes nothing.
TEST_F(PumaTiming, JointsThatHardlyMoveDoNotCount) {
  const auto duration = [&](double d) {
    const JointPath path = JointPath::straight((VectorXd(6) << 0, .3, -1.2, 0, .9, 0).finished(),
                                               (VectorXd(6) << d, .9, -.3, .5, .2, 1).finished());
    return time_optimal(dynamics, path, PathLimits::of(model)).motion.duration();
  };
  const double still = duration(0.0);
  for (const double d : {-1e-6, 1e-12, 1e-7, 9e-6, 1.1e-5})
    EXPECT_NEAR(duration(d), still, 1e-5) << d;
}

TEST_F(PumaTiming, SaysWhereTheArmCannotHoldItself) {
  PathLimits limits = PathLimits::of(model);
  limits.effort[1] = 20.0;
  const JointPath path = JointPath::straight((VectorXd(6) << 0, 1.57, -1.57, 0, 0, 0).finished(),
                                             (VectorXd(6) << 0, 0, -1.57, 0, 0, 0).finished());
  try {
    time_optimal(dynamics, path, limits);
    FAIL() << "expected a TimingError";
  } catch (const TimingError& error) {
    EXPECT_NE(std::string(error.what()).find("joint2"), std::string::npos) << error.what();
    EXPECT_GT(error.s(), 0.0);
  }
}

}  // namespace
}  // namespace catena::test
