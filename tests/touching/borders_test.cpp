// Bodies that leave the border of a face by time steps, beside the same by events: an edge that
// slides off a border is not struck by the plane of the face.

#include <gtest/gtest.h>

#include "tests/touching/border_scene.hpp"

namespace catena {
namespace {

void add_sliding_box(EventScene& scene, double speed, double turned = 0.0) {
  scene.add(box_shape({0.2, 0.2, 0.1}), 1.0, {0.3, 0, 0.05}, {0, 0, turned}, {0, 0, 0},
            {speed * std::cos(turned), -speed * std::sin(turned), 0});
}

// Nothing is struck, and the run comes nearer to that by events as steps become shorter.
void expect_leaves(EventScene& scene, double t, double most_q, double most_v) {
  EventRun exact(scene.finish());
  exact.to(t);
  ASSERT_FALSE(exact.has_stepped());
  ASSERT_LT(lost_at_events(exact), 1e-8);
  const Off coarse = compare(scene, exact, t, 1e-3), fine = compare(scene, exact, t, 1.25e-4);
  EXPECT_LT(coarse.q, most_q);
  EXPECT_LT(coarse.v, most_v);
  EXPECT_LT(coarse.lost, 1e-6);
  EXPECT_LT(fine.q, 0.3 * coarse.q);
  EXPECT_LT(fine.v, 0.3 * coarse.v);
  EXPECT_LT(fine.lost, 1e-6);
}

// Struck by the plane of the table, it turned with 4.27 rad/s instead of 3.06.
TEST(Borders, ABoxTipsOffATable) {
  EventScene scene(0.2);
  add_table(scene);
  add_sliding_box(scene, 1.6);
  expect_leaves(scene, 0.4, 1e-5, 1e-4);
  EventRun run(by_steps(scene, 1e-3));
  run.to(0.4);
  EXPECT_NEAR(run.v()[1], 3.055079, 1e-4);
}

// So many contacts are closed that arrivals are not located.
TEST(Borders, ABoxTipsOffATableBesideOthers) {
  EventScene scene(0.2);
  add_table(scene);
  add_sliding_box(scene, 1.6);
  for (int i = 0; i < 4; ++i)
    scene.add(box_shape({0.1, 0.1, 0.1}), 1.0, {-0.3, -0.4 + 0.2 * i, 0.05});
  expect_leaves(scene, 0.4, 1e-3, 1e-2);
}

// One corner after the other leaves the border, and others carry the box on.
TEST(Borders, ABoxThatStandsAskewTipsOffATable) {
  EventScene scene(0.2);
  add_table(scene);
  add_sliding_box(scene, 1.6, 0.3);
  EventRun exact(scene.finish());
  exact.to(0.4);
  const Off coarse = compare(scene, exact, 0.4, 1e-3), fine = compare(scene, exact, 0.4, 1.25e-4);
  EXPECT_LT(coarse.v, 0.01);
  EXPECT_LT(coarse.lost, 8e-6);  // eight times the step, eight times the error
  EXPECT_LT(fine.v, 2e-4);
  EXPECT_LT(fine.lost, 1e-6);
}

TEST(Borders, ABoxTipsSlowlyAboutAnEdge) {
  EventScene scene(0.3);
  add_table(scene);
  scene.add(box_shape({0.2, 0.2, 0.1}), 1.0, {0.501, 0, 0.05});
  expect_leaves(scene, 0.8, 5e-5, 2e-4);
}

TEST(Borders, ABoxIsPushedSlowlyOverAnEdge) {
  EventScene scene(0.3);
  scene.builder.set_gravity({0.31 * earth, 0, -earth});
  add_table(scene);
  scene.add(box_shape({0.2, 0.2, 0.1}), 1.0, {0.48, 0, 0.05});
  expect_leaves(scene, 0.7, 5e-5, 2e-4);
}

TEST(Borders, APlankTipsOverABar) {
  EventScene scene(0.4);
  scene.builder.add_shape(world_body,
                          box_shape({0.1, 1.0, 0.1}, Transform<double>::at({0, 0, -0.05})));
  scene.add(box_shape({0.6, 0.1, 0.02}), 1.0, {0.06, 0, 0.01});
  expect_leaves(scene, 0.9, 1e-5, 1e-4);
}

TEST(Borders, ABrickSlidesOffAPlateThatMoves) {
  EventScene scene(0.2);
  scene.setup.shape_contacts.ground = true;
  scene.add(box_shape({0.2, 0.2, 0.1}), 1.0, {0.3, 0, 0.15}, {0, 0, 0}, {0, 0, 0}, {1.0, 0, 0});
  scene.add(box_shape({1.0, 0.4, 0.1}), 5.0, {0, 0, 0.05}, {0, 0, 0}, {0, 0, 0}, {-0.5, 0, 0});
  EventRun exact(scene.finish());
  exact.to(0.4);
  const Off coarse = compare(scene, exact, 0.4, 1e-3), fine = compare(scene, exact, 0.4, 1.25e-4);
  EXPECT_LT(coarse.q, 2e-4);
  EXPECT_LT(fine.q, 0.5 * coarse.q);
  // It strikes the ground with a corner, whose place on the way is known to the step.
  const double lost = lost_at_events(exact);
  EXPECT_NEAR(coarse.lost, lost, 0.01 * lost);
  EXPECT_LT(std::abs(fine.lost - lost), 0.25 * std::abs(coarse.lost - lost));
}

TEST(Borders, ABallRollsOffATable) {
  EventScene scene(0.5);
  add_table(scene);
  scene.add(sphere_shape(0.05), 1.0, {0.4, 0, 0.05}, {0, 0, 0}, {0, 10, 0}, {0.5, 0, 0});
  EventRun exact(scene.finish());
  exact.to(0.5);
  const Off coarse = compare(scene, exact, 0.5, 1e-3), fine = compare(scene, exact, 0.5, 1.25e-4);
  EXPECT_LT(coarse.q, 2e-4);
  EXPECT_LT(fine.q, 0.3 * coarse.q);
  EXPECT_LT(coarse.lost, 5e-5);
  EXPECT_LT(fine.lost, 0.1 * coarse.lost);
}

// From one table to the next one, which is as high or a little lower: its front is not caught by
// the side of the second table, nor its back struck by the plane of the first. One that is higher
// stops it.
TEST(Borders, ABoxSlidesFromTableToTable) {
  for (const double gap : {1e-4, 5e-3})
    for (const double higher : {0.0, -1e-4, 1e-4}) {
      SCOPED_TRACE(testing::Message() << "gap " << gap << ", " << higher << " higher");
      EventScene scene(0.2);
      add_table(scene);
      add_table(scene, 1.0 + gap, higher);
      add_sliding_box(scene, 1.6);
      EventRun exact(scene.finish());
      exact.to(0.7);
      EXPECT_EQ(exact.at(0).x() > 0.9, higher <= 0.0);
      for (const double step : {1e-3, 5e-4, 2.5e-4, 1.25e-4}) {
        const Off off = compare(scene, exact, 0.7, step);
        EXPECT_LT(off.q, higher > 0.0 ? 1e-4 : 1e-5) << step;
        if (higher == 0.0) {
          EXPECT_LT(off.lost, 1e-6) << step;
        }
      }
    }
}

}  // namespace
}  // namespace catena
