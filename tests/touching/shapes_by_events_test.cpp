// Contacts between shapes by events, against closed solutions: times of impacts, sliding, rolling,
// what passes beside, and what has no exact contact.

#include <gtest/gtest.h>

#include <numbers>

#include "tests/touching/event_scene.hpp"

namespace catena {
namespace {

// Of a ball that falls by a height, each impact keeps e of its speed.
void expect_bounces(const EventRun& run, double height, double e) {
  const std::vector<SimulationEvent> impacts = run.of(EventKind::Impact),
                                     rests = run.of(EventKind::Rest);
  ASSERT_GT(impacts.size(), 40U);
  const double first = std::sqrt(2.0 * height / earth);
  double t = first, flight = 2.0 * first;
  for (const SimulationEvent& impact : impacts) {
    EXPECT_NEAR(impact.t, t, 1e-10);
    flight *= e;
    t += flight;
  }
  ASSERT_EQ(rests.size(), 1U);
  EXPECT_NEAR(rests[0].bounces_end, first * (1.0 + e) / (1.0 - e), 1e-12);
  EXPECT_FALSE(run.has_stepped());
}

TEST(ShapesByEvents, ABallBouncesOnTheGround) {
  EventScene scene(0.3, 0.8);
  scene.setup.shape_contacts.ground = true;
  scene.add(sphere_shape(0.1), 1.0, {0, 0, 1.1});
  EventRun run(scene.finish());
  run.to(5.0);
  expect_bounces(run, 1.0, 0.8);
  EXPECT_NEAR(run.of(EventKind::Rest)[0].bounces_end, 4.06371276887158, 1e-11);
  EXPECT_NEAR(run.at(0).z(), 0.1, 1e-14);
  EXPECT_LT(std::abs(run.energy().balance), 1e-11);
}

TEST(ShapesByEvents, ABallBouncesOnABoxThatIsTurned) {
  EventScene scene(0.0, 0.8);
  scene.builder.add_shape(world_body,
                          box_shape({0.5, 0.4, 0.2}, Transform<double>::at({0, 0, -0.1})));
  scene.add(sphere_shape(0.1), 1.0, {0.1, 0.05, 1.1}, {0.3, 0.2, 0.1}, {1, 2, 3});
  EventRun run(scene.finish());
  run.to(5.0);
  expect_bounces(run, 1.0, 0.8);
}

TEST(ShapesByEvents, ABoxSlidesDownASlope) {
  const double slope = 35.0 * std::numbers::pi / 180.0, azimuth = 0.5, mu = 0.5;
  EventScene scene(mu);
  scene.set_slope(slope, azimuth);
  scene.setup.shape_contacts.ground = true;
  scene.add(box_shape({0.2, 0.2, 0.2}), 1.0, {0, 0, 0.1});
  EventRun run(scene.finish());
  run.to(2.0);
  const double way = 0.5 * 4.0 * earth * (std::sin(slope) - mu * std::cos(slope));
  EXPECT_NEAR(run.at(0).x(), way * std::cos(azimuth), 1e-12);
  EXPECT_NEAR(run.at(0).y(), way * std::sin(azimuth), 1e-12);
  EXPECT_NEAR(run.at(0).z(), 0.1, 1e-14);
  EXPECT_LT(run.steps, 60);
}

TEST(ShapesByEvents, ABoxRestsOnASlope) {
  EventScene scene(0.5);
  scene.set_slope(20.0 * std::numbers::pi / 180.0, 0.5);
  scene.setup.shape_contacts.ground = true;
  scene.add(box_shape({0.2, 0.2, 0.2}), 1.0, {0, 0, 0.1});
  EventRun run(scene.finish());
  run.to(10.0);
  EXPECT_LT((run.at(0) - Eigen::Vector3d(0, 0, 0.1)).norm(), 1e-13);
  EXPECT_LT(run.steps, 200);
}

TEST(ShapesByEvents, ABallRollsDownASlope) {
  EventScene scene(0.5);
  scene.set_slope(0.3);
  scene.setup.shape_contacts.ground = true;
  scene.add(sphere_shape(0.1), 1.0, {0, 0, 0.1});
  EventRun run(scene.finish());
  run.to(2.0);
  EXPECT_NEAR(run.at(0).x(), 0.5 * 4.0 * 5.0 / 7.0 * earth * std::sin(0.3), 1e-10);
}

// Where it would leave the table its centre is over the border; from then on it turns about it.
TEST(ShapesByEvents, ABallRollsOffATable) {
  EventScene scene(2.0);
  scene.builder.add_shape(world_body,
                          box_shape({1.0, 1.0, 0.1}, Transform<double>::at({0, 0, -0.05})));
  scene.add(sphere_shape(0.1), 1.0, {0, 0, 0.1}, {0, 0, 0}, {0, 4, 0}, {0.4, 0, 0});
  EventRun run(scene.finish());
  const double edge = 0.5 / 0.4;
  run.to(edge - 1e-6);
  EXPECT_NEAR(run.velocity(0).x(), 0.4, 1e-12);
  EXPECT_NEAR(run.at(0).z(), 0.1, 1e-13);
  // About the edge 7/10 v^2 + g z is constant until g cos a = v^2 / R.
  run.to(edge + 0.1);
  const Eigen::Vector3d from = run.at(0) - Eigen::Vector3d(0.5, 0, 0);
  EXPECT_NEAR(from.norm(), 0.1, 1e-9);
  EXPECT_NEAR(0.7 * run.velocity(0).squaredNorm() + earth * from.z(), 0.7 * 0.16 + earth * 0.1,
              1e-8);
  run.to(edge + 0.5);
  EXPECT_EQ(run.of(EventKind::Lift).size(), 1U);
  EXPECT_FALSE(run.has_stepped());
  EXPECT_LT(std::abs(run.energy().balance), 1e-9);
}

// Smooth and elastic: velocities along the line of the centres are exchanged.
TEST(ShapesByEvents, TwoBallsCollide) {
  EventScene scene(0.0, 1.0);
  scene.builder.set_gravity({0, 0, 0});
  scene.add(sphere_shape(0.1), 1.0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {2, 0, 0});
  scene.add(sphere_shape(0.1), 1.0, {1, 0.1, 0});
  EventRun run(scene.finish());
  run.to(1.0);
  const double across = 0.1, along = std::sqrt(0.04 - across * across);
  const std::vector<SimulationEvent> impacts = run.of(EventKind::Impact);
  ASSERT_EQ(impacts.size(), 1U);
  EXPECT_NEAR(impacts[0].t, 0.5 * (1.0 - along), 1e-13);
  const Eigen::Vector3d n(along / 0.2, across / 0.2, 0.0);
  EXPECT_LT((run.velocity(1) - 2.0 * n.x() * n).norm(), 1e-12);
  EXPECT_LT((run.velocity(0) + run.velocity(1) - Eigen::Vector3d(2, 0, 0)).norm(), 1e-12);
}

// A vertex passes the plane of a face a tenth of a millimetre beside it, and turns below it.
TEST(ShapesByEvents, WhatPassesBesideAFaceIsNotStruck) {
  for (const double beside : {1e-4, 1e-6}) {
    EventScene scene(0.5);
    scene.builder.add_shape(world_body,
                            box_shape({1.0, 1.0, 0.2}, Transform<double>::at({0, 0, -0.1})));
    scene.add(box_shape({0.2, 0.2, 0.2}), 1.0, {0.6 + beside, 0.1, 0.3});
    scene.add(sphere_shape(0.1), 1.0, {-0.6 - beside, 0.1, 0.5}, {0, 0, 0}, {1, 2, 3});
    EventRun run(scene.finish());
    run.to(0.6);
    EXPECT_TRUE(run.events.empty());
    EXPECT_NEAR(run.at(0).z(), 0.3 - 0.5 * earth * 0.36, 1e-12);
    EXPECT_NEAR(run.at(1).z(), 0.5 - 0.5 * earth * 0.36, 1e-12);
  }
}

// A capsule that comes down level has two points; a cylinder on its side too; both roll.
TEST(ShapesByEvents, CapsulesAndCylindersFallAndRoll) {
  for (const bool capsule : {true, false}) {
    EventScene scene(0.5);
    scene.set_slope(0.2);
    scene.setup.shape_contacts.ground = true;
    const BodyShape shape = capsule ? capsule_shape(0.1, 0.3) : cylinder_shape(0.1, 0.3);
    scene.add(shape, 1.0, {0, 0, 0.1}, {right_angle, 0, 0});
    EventRun run(scene.finish());
    run.to(1.0);
    const double about = solid_inertia(shape, 1.0).rotational.zz;
    EXPECT_NEAR(run.at(0).x(), 0.5 * earth * std::sin(0.2) / (1.0 + about / 0.01), 1e-9) << capsule;
    EXPECT_NEAR(run.at(0).z(), 0.1, 1e-12);
    EXPECT_FALSE(run.has_stepped());
    EXPECT_LT(std::abs(run.energy().balance), 1e-9);
  }
}

TEST(ShapesByEvents, AnEllipsoidRocksAndKeepsItsEnergy) {
  EventScene scene(0.8);
  scene.setup.shape_contacts.ground = true;
  scene.add(ellipsoid_shape({0.1, 0.15, 0.2}), 1.0, {0, 0, 0.1}, {0, right_angle, 0}, {1, 2, 0.5},
            {0.3, 0, 0});
  EventRun run(scene.finish());
  run.to(2.0);
  EXPECT_FALSE(run.has_stepped());
  EXPECT_LT(std::abs(run.energy().balance), 1e-9);
  EXPECT_LT(run.overlap(), 1e-9);
}

// What has no exact contact goes by time steps, and it is said who.
TEST(ShapesByEvents, ARimOnAnEdgeGoesByTimeSteps) {
  EventScene scene(0.5);
  scene.builder.add_shape(world_body,
                          box_shape({1.0, 1.0, 0.2}, Transform<double>::at({0, 0, -0.1})));
  scene.add(cylinder_shape(0.1, 0.1), 1.0, {0.47, 0, 0.05 + 1e-3});
  EventRun run(scene.finish());
  run.to(0.2);
  EXPECT_TRUE(run.has_stepped());
  const std::vector<SimulationEvent> changes = run.of(EventKind::Method);
  ASSERT_FALSE(changes.empty());
  EXPECT_NE(changes[0].note.find("'world b0' touch where"), std::string::npos) << changes[0].note;
  EXPECT_NEAR(run.at(0).z(), 0.05, 1e-9);
}

TEST(ShapesByEvents, MeshesAreRefused) {
  EventScene scene(0.5);
  HeightField field{.nx = 3, .ny = 3, .dx = 0.25, .dy = 0.25};
  field.heights.assign(9, 0.0);
  scene.add(box_shape({0.2, 0.2, 0.2}), 1.0, {0, 0, 1});
  scene.builder.add_shape(world_body,
                          height_field_shape(std::make_shared<const HeightField>(field)));
  try {
    Simulation simulation(scene.finish());
    FAIL() << "no exception";
  } catch (const std::exception& error) {
    EXPECT_NE(std::string(error.what()).find("'world' has a height field"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace catena
