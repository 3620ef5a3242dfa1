// Motions with bounded jerk: known durations, and that no random start or goal breaks them.

#include "catena/arm/jerk_limited.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace catena::test {
namespace {

using Eigen::VectorXd;

TEST(JerkLimited, HasTheDurationsFromRestToRest) {
  // All limits are reached: D/v + v/a + a/j.
  EXPECT_NEAR(AxisMotion({}, {3, 0, 0}, {1, 1, 2}).duration(), 4.5, 1e-12);
  EXPECT_NEAR(AxisMotion({5, 0, 0}, {2, 0, 0}, {1, 1, 2}).duration(), 4.5, 1e-12);
  // The velocity is not reached: a/j + sqrt((a/j)^2 + 4 D/a).
  EXPECT_NEAR(AxisMotion({}, {1, 0, 0}, {10, 1, 2}).duration(), 2.5615528128088303, 1e-12);
  // Nor the acceleration: (32 D/j)^(1/3).
  EXPECT_NEAR(AxisMotion({}, {0.01, 0, 0}, {1, 1, 2}).duration(), std::cbrt(32 * 0.01 / 2), 1e-12);
  EXPECT_EQ(AxisMotion({1, 0, 0}, {1, 0, 0}, {1, 1, 1}).duration(), 0.0);
  EXPECT_EQ(AxisMotion({}, {3, 0, 0}, {1, 1, 2}).pieces().size(), 7U);
}

// Pieces are continuous up to rounding, end at the goal, and keep the limits from where on they
// can.
void check_motion(const AxisMotion& motion, const AxisState& from, const AxisState& to,
                  const JerkLimits& limits) {
  const auto& states = motion.states();
  ASSERT_EQ(states.size(), motion.pieces().size() + 1);
  ASSERT_EQ(states.back().position, to.position);
  if (states.size() > 1) {
    ASSERT_EQ(states.front().position, from.position);
    ASSERT_EQ(states.front().velocity, from.velocity);
    ASSERT_EQ(states.front().acceleration, from.acceleration);
  }
  const bool inside = std::abs(from.acceleration) <= limits.acceleration;
  const double speed = 1 + limits.velocity + motion.top_speed();
  double scale = 1 + motion.duration() * speed;
  for (std::size_t i = 0; i < motion.pieces().size(); ++i) {
    const AxisMotion::Piece& p = motion.pieces()[i];
    AxisState s = states[i];
    ASSERT_GE(p.duration, 0.0);
    ASSERT_LE(std::abs(p.jerk), limits.jerk);
    s.position +=
        p.duration * (s.velocity + p.duration * (s.acceleration / 2 + p.duration * p.jerk / 6));
    s.velocity += p.duration * (s.acceleration + p.duration * p.jerk / 2);
    s.acceleration += p.duration * p.jerk;
    scale = std::max(scale, std::abs(s.position));
    if (inside) {
      ASSERT_LE(std::abs(s.acceleration), limits.acceleration * (1 + 1e-9));
    }
    ASSERT_NEAR(s.position, states[i + 1].position, 1e-11 * scale);
    ASSERT_NEAR(s.velocity, states[i + 1].velocity, 1e-10 * speed);
    ASSERT_NEAR(s.acceleration, states[i + 1].acceleration,
                1e-11 * (1 + limits.acceleration + limits.jerk * p.duration));
  }
  // The velocity is over its limit only where the start forces it.
  const double forced =
      std::abs(from.velocity + from.acceleration * std::abs(from.acceleration) / (2 * limits.jerk));
  ASSERT_LE(motion.top_speed(),
            std::max({limits.velocity, forced, std::abs(from.velocity)}) * (1 + 1e-9));
}

AxisState random_goal(std::mt19937_64& random, const JerkLimits& limits) {
  std::uniform_real_distribution<double> u(-1, 1);
  AxisState to{5 * u(random), limits.velocity * u(random), limits.acceleration * u(random)};
  const double before =
      to.velocity - to.acceleration * std::abs(to.acceleration) / (2 * limits.jerk);
  if (std::abs(before) > limits.velocity) to.acceleration = 0.0;
  return to;
}

JerkLimits random_limits(std::mt19937_64& random) {
  std::uniform_real_distribution<double> u(-1.5, 1.5);
  return {std::pow(10, u(random)), std::pow(10, u(random)), std::pow(10, u(random))};
}

// CATENA_LONG=1 tries 100,000.
int sample_count() {
  return std::getenv("CATENA_LONG") != nullptr ? 100000 : 10000;
}

TEST(JerkLimited, ArrivesFromAnyState) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> u(-1, 1);
  std::uniform_int_distribution<int> kind(0, 5);
  for (int i = 0; i < sample_count(); ++i) {
    const JerkLimits limits = random_limits(random);
    AxisState from{5 * u(random), 1.5 * limits.velocity * u(random),
                   1.5 * limits.acceleration * u(random)};
    AxisState to = random_goal(random, limits);
    switch (kind(random)) {  // also what is often exactly so
      case 0:
        from.velocity = from.acceleration = 0.0;
        break;
      case 1:
        to.velocity = to.acceleration = 0.0;
        break;
      case 2:
        to.position = from.position;
        break;
      case 3:
        to.velocity = limits.velocity, to.acceleration = 0.0;
        break;
      case 4:
        from.velocity = to.velocity, from.acceleration = to.acceleration = 0.0;
        break;
      default:
        break;
    }
    const AxisMotion motion(from, to, limits);
    check_motion(motion, from, to, limits);
    ASSERT_FALSE(HasFatalFailure()) << "sample " << i;
  }
}

// No motion with one more piece anywhere is faster: random motions that keep the limits and happen
// to end at rest do not take less time than the one found from the same start to the same end.
TEST(JerkLimited, IsNotSlowerThanRandomMotionsToRest) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> u(-1, 1), time(0, 1);
  const JerkLimits limits{1, 1, 2};
  int compared = 0;
  for (int i = 0; i < sample_count(); ++i) {
    const AxisState from{0, 0.9 * u(random), 0.9 * u(random)};
    AxisState s = from;
    double taken = 0.0, most_v = std::abs(s.velocity), most_a = 0.0;
    for (int k = 0; k < 4; ++k) {
      const double t = 0.7 * time(random), j = limits.jerk * (u(random) > 0 ? 1 : -1);
      for (int part = 0; part < 8; ++part) {
        const double d = t / 8;
        s.position += d * (s.velocity + d * (s.acceleration / 2 + d * j / 6));
        s.velocity += d * (s.acceleration + d * j / 2);
        s.acceleration += d * j;
        most_v = std::max(most_v, std::abs(s.velocity)),
        most_a = std::max(most_a, std::abs(s.acceleration));
      }
      taken += t;
    }
    // Then to zero acceleration, straight away.
    const double t = std::abs(s.acceleration) / limits.jerk,
                 j = s.acceleration > 0 ? -limits.jerk : limits.jerk;
    s.position += t * (s.velocity + t * (s.acceleration / 2 + t * j / 6));
    s.velocity += t * (s.acceleration + t * j / 2);
    s.acceleration = 0.0;
    taken += t;
    most_v = std::max(most_v, std::abs(s.velocity));
    if (most_v > limits.velocity || most_a > limits.acceleration) continue;
    const double natural =
        from.velocity + from.acceleration * std::abs(from.acceleration) / (2 * limits.jerk);
    if (std::abs(natural) > limits.velocity) continue;
    ++compared;
    ASSERT_LE(AxisMotion(from, s, limits).duration(), taken * (1 + 1e-9) + 1e-9) << i;
  }
  EXPECT_GT(compared, 1000);
}

TEST(JerkLimited, CoordinatesArriveTogether) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> u(-1, 1);
  for (int i = 0; i < sample_count() / 10; ++i) {
    const int n = 1 + i % 7;
    std::vector<JerkLimits> limits;
    MotionPoint from{VectorXd(n), VectorXd(n), VectorXd(n)}, to = from;
    for (int k = 0; k < n; ++k) {
      limits.push_back(random_limits(random));
      const JerkLimits& l = limits.back();
      const AxisState goal = random_goal(random, l);
      from.position[k] = 5 * u(random), from.velocity[k] = l.velocity * u(random),
      from.acceleration[k] = l.acceleration * u(random);
      to.position[k] = goal.position, to.velocity[k] = i % 2 == 0 ? goal.velocity : 0.0,
      to.acceleration[k] = i % 2 == 0 ? goal.acceleration : 0.0;
    }
    const JerkLimitedMotion motion(from, to, limits);
    double slowest = 0.0;
    for (int k = 0; k < n; ++k) {
      const AxisMotion& axis = motion.axes()[static_cast<std::size_t>(k)];
      const AxisState a{from.position[k], from.velocity[k], from.acceleration[k]},
          b{to.position[k], to.velocity[k], to.acceleration[k]};
      check_motion(axis, a, b, limits[static_cast<std::size_t>(k)]);
      ASSERT_FALSE(HasFatalFailure()) << "sample " << i << ", coordinate " << k;
      ASSERT_NEAR(axis.duration(), motion.duration(), 1e-9 * (1 + motion.duration()));
      slowest = std::max(slowest, AxisMotion(a, b, limits[static_cast<std::size_t>(k)]).duration());
    }
    ASSERT_GE(motion.duration(), slowest * (1 - 1e-12));
    const MotionPoint end = motion.evaluate(motion.duration());
    ASSERT_LT((end.position - to.position).norm(), 1e-8 * (1 + motion.duration()));
  }
}

TEST(JerkLimited, RefusesGoalsThatLimitsForbid) {
  EXPECT_THROW(AxisMotion({}, {1, 2, 0}, {1, 1, 1}), std::invalid_argument);
  EXPECT_THROW(AxisMotion({}, {1, 0.9, -1}, {1, 1, 1}), std::invalid_argument);
  EXPECT_THROW(AxisMotion({}, {1, 0, 0}, {1, 0, 1}), std::invalid_argument);
  EXPECT_THROW(AxisMotion({}, {std::nan(""), 0, 0}, {1, 1, 1}), std::invalid_argument);
}

}  // namespace
}  // namespace catena::test
