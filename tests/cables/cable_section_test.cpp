// Sections of cable: tangents, rates and forces against differences, and against each other.

#include "catena/cables/cable_section.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "catena/math/rotation.hpp"

namespace catena {
namespace {

Vec3<double> random_vector(std::mt19937_64& random, double size) {
  std::uniform_real_distribution<double> number(-size, size);
  return {number(random), number(random), number(random)};
}

Vec3<double> unit(const Vec3<double>& a) {
  return (1.0 / norm(a)) * a;
}

struct Pair {
  SectionEnd end[2];
};

// Two stops, far enough apart; `round`: which of them are circles.
Pair random_pair(std::mt19937_64& random, bool round_a, bool round_b) {
  Pair pair;
  const bool round[2] = {round_a, round_b};
  for (int i = 0; i < 2; ++i) {
    SectionEnd& end = pair.end[i];
    end.center = Vec3<double>{i == 0 ? -1.0 : 1.0, 0.0, 0.0} + random_vector(random, 0.3);
    end.z = unit(Vec3<double>{0.0, 0.0, 1.0} + random_vector(random, 0.5));
    end.x = unit(cross(end.z, random_vector(random, 1.0)));
    end.radius = round[i] ? 0.2 + 0.1 * i : 0.0;
    end.sense = random() % 2 == 0 ? 1.0 : -1.0;
    end.origin = end.center + random_vector(random, 0.5);
    end.velocity = {random_vector(random, 1.0), random_vector(random, 1.0)};
  }
  return pair;
}

// Moved as a rigid body for a short time.
SectionEnd moved(const SectionEnd& end, double dt) {
  const double speed = norm(end.velocity.angular);
  const Mat3<double> R = rotation_about(unit(end.velocity.angular), speed * dt);
  SectionEnd result = end;
  result.origin = end.origin + dt * end.velocity.linear;
  result.center = result.origin + R * (end.center - end.origin);
  result.x = R * end.x, result.z = R * end.z;
  return result;
}

TEST(CableSection, TouchesItsCirclesAndLeavesAlongThem) {
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const Pair pair = random_pair(random, trial % 2 == 0, trial % 3 == 0);
    CableSection section;
    ASSERT_TRUE(section.compute(pair.end[0], pair.end[1]));
    for (int i = 0; i < 2; ++i) {
      const SectionEnd& end = pair.end[i];
      if (end.radius == 0.0) {
        EXPECT_EQ(norm(section.point(i) - end.center), 0.0);
        continue;
      }
      const Vec3<double> n = (1.0 / end.radius) * (section.point(i) - end.center);
      EXPECT_NEAR(norm(n), 1.0, 1e-14);
      EXPECT_NEAR(dot(n, end.z), 0.0, 1e-14);
      EXPECT_NEAR(dot(n, section.direction()), 0.0, 1e-14);
      EXPECT_GT(end.sense * dot(cross(end.z, n), section.direction()), 0.5);
    }
  }
}

TEST(CableSection, RatesAreDerivatives) {
  std::mt19937_64 random(2);
  double worst = 0.0;
  for (int trial = 0; trial < 200; ++trial) {
    const Pair pair = random_pair(random, trial % 2 == 0, trial % 3 == 0);
    CableSection section, at[4];
    ASSERT_TRUE(section.compute(pair.end[0], pair.end[1]));
    const double h = 1e-3;
    const double steps[4] = {-2.0 * h, -h, h, 2.0 * h};
    for (int i = 0; i < 4; ++i)
      ASSERT_TRUE(at[i].compute(moved(pair.end[0], steps[i]), moved(pair.end[1], steps[i])));
    const auto slope = [&](auto&& value) {  // fourth order
      return (value(at[0]) - 8.0 * value(at[1]) + 8.0 * value(at[2]) - value(at[3])) / (12.0 * h);
    };
    const auto turn = [](double angle) { return std::remainder(angle, 2.0 * M_PI); };
    worst = std::max(worst, std::abs(slope([](const CableSection& s) { return s.length(); }) -
                                     section.length_rate()));
    for (int i = 0; i < 2; ++i)
      if (pair.end[i].radius > 0.0)
        worst = std::max(worst, std::abs(slope([&](const CableSection& s) {
                                           return turn(s.angle(i) - section.angle(i));
                                         }) -
                                         section.angle_rate(i)));
    for (int k = 0; k < 3; ++k)
      worst =
          std::max(worst, std::abs(slope([&](const CableSection& s) { return s.direction()[k]; }) -
                                   section.turning()[k]));
  }
  EXPECT_LT(worst, 1e-9);
}

// A tension of 1 takes as much power from the bodies as the stretch grows.
TEST(CableSection, PullDoesTheWorkOfItsStretch) {
  std::mt19937_64 random(3);
  double worst = 0.0, largest_off_line = 0.0;
  for (int trial = 0; trial < 200; ++trial) {
    const Pair pair = random_pair(random, trial % 2 == 0, trial % 3 == 0);
    CableSection section;
    ASSERT_TRUE(section.compute(pair.end[0], pair.end[1]));
    double power = 0.0;
    for (int i = 0; i < 2; ++i) {
      const SectionEnd& end = pair.end[i];
      const Force<double> f = section.pull(i);
      const Vec3<double> v =
          end.velocity.linear + cross(end.velocity.angular, section.point(i) - end.origin);
      power += dot(f.linear, v) + dot(f.angular, end.velocity.angular);
    }
    const double rate = section.length_rate() -
                        pair.end[1].sense * pair.end[1].radius * section.angle_rate(1) +
                        pair.end[0].sense * pair.end[0].radius * section.angle_rate(0);
    worst = std::max(worst, std::abs(power + rate));
    // Action is reaction.
    const Force<double> a = section.pull(0), b = section.pull(1);
    for (int k = 0; k < 3; ++k) {
      worst = std::max(worst, std::abs(a.linear[k] + b.linear[k]));
      const Vec3<double> moment = a.angular + b.angular + cross(section.point(0), a.linear) +
                                  cross(section.point(1), b.linear);
      worst = std::max(worst, std::abs(moment[k]));
    }
    largest_off_line = std::max(largest_off_line, norm(a.linear - section.direction()));
  }
  EXPECT_LT(worst, 1e-13);
  EXPECT_GT(largest_off_line, 1e-4);  // circles out of line do pull aside
}

// In the planes of its circles the tension acts along the section.
TEST(CableSection, PullsAlongItselfInThePlaneOfItsCircles) {
  SectionEnd a, b;
  a.center = {0.0, 0.0, 0.0}, b.center = {2.0, 0.5, 0.0};
  a.x = b.x = {1.0, 0.0, 0.0}, a.z = b.z = {0.0, 0.0, 1.0};
  a.radius = 0.4, b.radius = 0.3;
  a.origin = a.center, b.origin = b.center;
  a.velocity = b.velocity = Motion<double>::zero();
  for (const double sense : {1.0, -1.0}) {
    a.sense = 1.0, b.sense = sense;
    CableSection section;
    ASSERT_TRUE(section.compute(a, b));
    const double distance = std::hypot(2.0, 0.5), difference = a.radius - sense * b.radius;
    EXPECT_NEAR(section.length(), std::sqrt(distance * distance - difference * difference), 1e-14);
    EXPECT_NEAR(norm(section.pull(0).linear - section.direction()), 0.0, 1e-14);
    EXPECT_NEAR(norm(section.pull(0).angular), 0.0, 1e-14);
  }
}

TEST(CableSection, IsImpossibleInsideACircle) {
  SectionEnd a, b;
  a.center = {0.0, 0.0, 0.0}, b.center = {0.1, 0.0, 0.5};
  a.x = {1.0, 0.0, 0.0}, a.z = {0.0, 0.0, 1.0}, a.radius = 0.2;
  a.origin = a.center, b.origin = b.center;
  a.velocity = b.velocity = Motion<double>::zero();
  CableSection section;
  EXPECT_FALSE(section.compute(a, b));
}

}  // namespace
}  // namespace catena
