// Round bodies that leave the border of a face, by time steps: capsules, cylinders and cones, along
// the border and across it, beside an integration of their own or the same by events.

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "tests/touching/border_scene.hpp"

namespace catena {
namespace {

// A wheel of radius r, 1 kg and inertia k r^2 that comes to the border at x = 0.5: it turns about
// the edge, sticks or slides on it, and leaves it where nothing presses it any more.
struct Wheel {
  double r, k, friction;
  double x = 0.5, z = 0.0, vx = 0.0, vz = 0.0, turning = 0.0;

  double pressed(double angle, double rate) const {
    return earth * std::cos(angle) - r * rate * rate;
  }

  // From the border on, for a time t.
  void go(double speed, double t) {
    constexpr double dt = 1e-5;
    double angle = 0.0, rate = speed / r;
    while (pressed(angle, rate) > 0.0 && t > 0.0) {
      const double slip = rate - turning;
      const bool sticks = std::abs(slip) < 1e-7 && earth * std::sin(angle) * k / (1.0 + k) <=
                                                       friction * pressed(angle, rate);
      const auto acceleration = [&](double a, double w) {
        return sticks ? earth * std::sin(a) / (r * (1.0 + k))
                      : (earth * std::sin(a) - friction * pressed(a, w)) / r;
      };
      const double half = rate + 0.5 * dt * acceleration(angle, rate),
                   middle = angle + 0.5 * dt * rate;
      turning +=
          dt * (sticks ? acceleration(middle, half) : friction * pressed(middle, half) / (k * r));
      rate += dt * acceleration(middle, half);
      angle += dt * half;
      t -= dt;
    }
    x += r * std::sin(angle), z = r * std::cos(angle);
    vx = r * rate * std::cos(angle), vz = -r * rate * std::sin(angle);
    x += vx * t, z += vz * t - 0.5 * earth * t * t, vz -= earth * t;
  }
};

constexpr double radius = 0.05, start = 0.45;

// Along the border: how far the centre is from that of the wheel after 0.3 s beyond it.
double off_along(const BodyShape& shape, double friction, double speed, double step,
                 double tolerance = 0.0) {
  EventScene scene(friction);
  add_table(scene);
  const double turning = friction > 0.0 ? speed / radius : 0.0;
  scene.add(shape, 1.0, {start, 0.03, radius}, {right_angle, 0, 0}, {0, 0, -turning},
            {speed, 0, 0});
  if (tolerance > 0.0)  // a pile
    for (int i = 0; i < 4; ++i)
      scene.add(box_shape({0.1, 0.1, 0.1}), 1.0, {-0.3, -0.4 + 0.2 * i, 0.05});
  scene.finish();
  SimulationSetup setup = by_steps(scene, step);
  setup.contact_options.tolerance = tolerance;
  EventRun run(setup);
  const double to_border = (0.5 - start) / speed;
  run.to(to_border + 0.3);
  Wheel wheel{radius, solid_inertia(shape, 1.0).rotational.zz / (radius * radius), friction};
  wheel.turning = turning;
  wheel.go(speed, 0.3);
  EXPECT_LT(std::abs(run.energy().balance), 3e-6);
  return std::hypot(run.at(0).x() - wheel.x, run.at(0).z() - wheel.z);
}

// Held by the plane of the face until its normal was off by 17 degrees, they were 20 to 170 mm off.
TEST(RollingOff, CapsulesAndCylindersLeaveTheBorderAlongWhichTheyLie) {
  for (const BodyShape& shape : {capsule_shape(radius, 0.2), cylinder_shape(radius, 0.2)})
    for (const double friction : {0.0, 0.3})
      for (const double speed : {0.1, 0.5, 2.0}) {
        SCOPED_TRACE(testing::Message() << "friction " << friction << ", " << speed << " m/s");
        // What leaves at once does so up to a step too late.
        const double most = speed > 1.0 ? 1.1 * earth * 0.3 * 1e-3 : 5e-5;
        EXPECT_LT(off_along(shape, friction, speed, 1e-3), most);
        EXPECT_LT(off_along(shape, friction, speed, 2.5e-4), std::max(0.3 * most, 2e-5));
      }
}

// Where its ends stick out beyond both other borders, the places where it crosses them carry it.
TEST(RollingOff, ALongCapsuleAcrossATableIsNotStruck) {
  EventScene scene(0.0);
  add_table(scene);
  scene.add(capsule_shape(radius, 1.4), 1.0, {0.3, 0.03, radius}, {right_angle, 0, 0}, {0, 0, 0},
            {2.0, 0, 0});
  scene.finish();
  EventRun run(by_steps(scene, 1e-3));
  run.to(0.09);
  EXPECT_TRUE(run.of(EventKind::Impact).empty());
  EXPECT_NEAR(run.at(0).z(), radius, 1e-12);
  EXPECT_LT(off_along(capsule_shape(radius, 1.4), 0.0, 2.0, 1e-3), 1.1 * earth * 0.3 * 1e-3);
}

void add_across(EventScene& scene, const BodyShape& shape, double turn, double speed) {
  const double c = std::cos(turn), s = std::sin(turn);
  scene.add(shape, 1.0, {0.3, 0.03, radius}, {0, turn, 0}, {0, 0, 0}, {speed * c, 0, speed * s});
}

// Their ends are not struck by the plane of the table where they slide off it: they turned slower
// by up to 1.3 rad/s.
TEST(RollingOff, CapsulesAndCylindersSlideOffEndFirst) {
  for (const BodyShape& shape : {capsule_shape(radius, 0.2), cylinder_shape(radius, 0.2)})
    for (const double friction : {0.0, 0.3}) {
      SCOPED_TRACE(friction);
      EventScene scene(friction);
      add_table(scene);
      add_across(scene, shape, right_angle, 2.0);
      EventRun exact(scene.finish());
      exact.to(0.5);
      ASSERT_FALSE(exact.has_stepped());
      ASSERT_LT(lost_at_events(exact), 1e-8);
      const Off coarse = compare(scene, exact, 0.5, 1e-3),
                fine = compare(scene, exact, 0.5, 1.25e-4);
      EXPECT_LT(coarse.q, 4e-3);
      EXPECT_LT(coarse.v, 0.02);
      EXPECT_LT(fine.q, 4e-4);
      EXPECT_LT(fine.v, 3e-3);
    }
}

// There is no exact contact of a rim and an edge. Without friction, nothing takes energy.
TEST(RollingOff, WhatStandsOnADiscLosesNothing) {
  for (const BodyShape& shape : {cylinder_shape(radius, 0.1), cone_shape(radius, 0.1)})
    for (const double speed : {0.5, 2.0}) {
      SCOPED_TRACE(speed);
      EventScene scene(0.0);
      add_table(scene);
      scene.add(shape, 1.0, {0.5 - 0.1 * speed, 0.03, 0.05}, {0, 0, 0}, {0, 0, 0}, {speed, 0, 0});
      scene.finish();
      EventRun fine(by_steps(scene, 1.25e-4));
      fine.to(0.5);
      EXPECT_LT(lost_at_events(fine), 1e-9);
      const Off coarse = compare(scene, fine, 0.5, 1e-3);
      EXPECT_LT(coarse.q, 5e-3);
      EXPECT_LT(coarse.v, 0.04);
      EXPECT_LT(coarse.lost, 1e-4);
    }
}

// Steps for piles, too: a cylinder was caught by the border and stayed 0.7 m behind.
TEST(RollingOff, BodiesLeaveABorderBesideAPile) {
  EXPECT_LT(off_along(capsule_shape(radius, 0.2), 0.3, 0.5, 1e-3, 1e-6), 1e-4);
  EXPECT_LT(off_along(cylinder_shape(radius, 0.2), 0.3, 0.5, 1e-3, 1e-6), 1e-4);
  const std::array shapes{box_shape({0.1, 0.2, 0.2}), capsule_shape(radius, 0.2),
                          cylinder_shape(radius, 0.2)};
  for (const BodyShape& shape : shapes) {
    EventScene scene(0.3);
    add_table(scene);
    add_across(scene, shape, right_angle, 2.0);
    EventRun exact(scene.finish());
    exact.to(0.5);
    ASSERT_FALSE(exact.has_stepped());
    for (int i = 0; i < 4; ++i)
      scene.add(box_shape({0.1, 0.1, 0.1}), 1.0, {-0.3, -0.4 + 0.2 * i, 0.05});
    scene.finish();
    for (const double step : {1e-3, 2.5e-4}) {
      SimulationSetup setup = by_steps(scene, step);
      setup.contact_options.tolerance = 1e-6;
      EventRun run(setup);
      run.to(0.5);
      EXPECT_LT((run.at(0) - exact.at(0)).norm(), step);
      EXPECT_LT((run.v().head<3>() - exact.v().head<3>()).norm(), 20.0 * step);
    }
  }
}

// Twenty dominoes side by side are pushed over the border: each does as one by itself.
TEST(RollingOff, TwentyDominoesFallOffATable) {
  const auto add = [](EventScene& scene, double y) {
    scene.add(box_shape({0.01, 0.024, 0.05}), 0.01, {0.48, y, 0.025}, {0, 0, 0}, {0, 0, 0},
              {0.4, 0, 0});
  };
  EventScene one(0.1);
  add_table(one);
  add(one, -0.38);
  EventRun exact(one.finish());
  exact.to(0.25);
  EventScene many(0.1);
  add_table(many);
  for (int i = 0; i < 20; ++i) add(many, -0.38 + 0.04 * i);
  many.finish();
  for (const double tolerance : {0.0, 1e-6}) {
    SimulationSetup setup = by_steps(many, 5e-4);
    setup.contact_options.tolerance = tolerance;
    EventRun run(setup);
    run.to(0.25);
    EXPECT_LT(run.overlap(), 2e-6);
    for (int i = 0; i < 20; ++i) {
      EXPECT_NEAR(run.at(i).x(), exact.at(0).x(), 1e-3) << i;
      EXPECT_NEAR(run.at(i).z(), exact.at(0).z(), 1e-3) << i;
      EXPECT_NEAR(run.v()[6 * i + 1], exact.v()[1], 0.3) << i;
    }
  }
}

}  // namespace
}  // namespace catena
