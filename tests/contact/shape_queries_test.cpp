// Questions about shapes at given positions, and bodies that are put down.

#include "catena/contact/shape_queries.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "catena/contact/settle.hpp"
#include "catena/model/model_builder.hpp"

namespace catena::shape_queries {
namespace {

// A table of the world, its top at z = 0.5; a ball and a box that are free.
struct Room {
  BodyId ball, box;
  std::shared_ptr<const Model> model;
  ShapeContactOptions options;

  Room() {
    ModelBuilder builder;
    builder.add_shape(world_body, box_shape({1, 1, 0.1}, Transform<double>::at({0, 0, 0.45})));
    ball = builder.add_body("ball", solid_sphere(1.0, 0.1));
    builder.add_shape(ball, sphere_shape(0.1));
    box = builder.add_body("box", solid_box(1.0, {0.2, 0.2, 0.2}));
    builder.add_shape(box, box_shape({0.2, 0.2, 0.2}));
    builder.add_joint(free_joint("move_ball"), world_body, ball);
    builder.add_joint(free_joint("move_box"), world_body, box);
    model = std::make_shared<const Model>(builder.build());
    options.enabled = options.ground = true;
  }
  // Both at the same angle about y.
  Eigen::VectorXd at(const Vec3<double>& p_ball, const Vec3<double>& p_box,
                     double angle = 0.0) const {
    Eigen::VectorXd q(14);
    const double c = std::cos(angle / 2), s = std::sin(angle / 2);
    q << c, 0, s, 0, p_ball.x, p_ball.y, p_ball.z, c, 0, s, 0, p_box.x, p_box.y, p_box.z;
    return q;
  }
};

TEST(ShapeQueries, FindsDistanceAndNearestPoints) {
  const Room room;
  ShapeQueries queries(room.model, room.options);
  queries.place(room.at({0, 0, 2}, {0.5, 0, 2}));
  const auto near = queries.nearest(room.box, room.ball);
  ASSERT_TRUE(near);
  EXPECT_NEAR(near->distance.value, 0.3, 1e-12);
  EXPECT_NEAR(near->distance.p_a.x, 0.4, 1e-12);
  EXPECT_NEAR(near->distance.p_b.x, 0.1, 1e-12);
  EXPECT_NEAR(near->distance.n.x, 1.0, 1e-12);
  const auto table = queries.nearest(room.ball, world_body);
  ASSERT_TRUE(table);
  EXPECT_NEAR(table->distance.value, 1.4, 1e-12);  // the table, not the ground below it
  queries.place(room.ball, Transform<double>::at({0.5, 0, 2.25}));
  EXPECT_NEAR(queries.nearest(room.box, room.ball)->distance.value, 0.05, 1e-12);
}

TEST(ShapeQueries, FindsContactsAtAPose) {
  const Room room;
  ShapeQueries queries(room.model, room.options);
  queries.place(room.at({0, 0, 5}, {0.2, 0, 0.6}));
  const auto all = queries.meetings(1e-4);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].points.size(), 4U);
  EXPECT_NEAR(all[0].distance.value, 0.0, 1e-12);
  queries.place(room.at({0, 0, 5}, {0.2, 0, 0.57}));
  ASSERT_EQ(queries.meetings(0.0).size(), 1U);
  EXPECT_NEAR(queries.meetings(0.0)[0].distance.value, -0.03, 1e-12);
}

TEST(ShapeQueries, RaysMeetTheFirstShape) {
  const Room room;
  ShapeQueries queries(room.model, room.options);
  queries.place(room.at({0, 0, 2}, {0, 0, 3}));
  const auto first = queries.cast_ray({0, 0, 5}, {0, 0, -2});
  ASSERT_TRUE(first);
  EXPECT_EQ(first->body, room.box);
  EXPECT_NEAR(first->hit.distance, 1.9, 1e-12);
  const auto next = queries.cast_ray({0, 0, 5}, {0, 0, -2}, 1e9, room.box);
  ASSERT_TRUE(next);
  EXPECT_EQ(next->body, room.ball);
  EXPECT_FALSE(queries.cast_ray({0, 0, 5}, {0, 0, 1}));
  EXPECT_FALSE(queries.cast_ray({0, 0, 5}, {0, 0, -1}, 1.0));
}

// An arm on a table: its base is welded to the world, a motor to its base, a pad to its link. The
// link passes what it hangs on, and so does its pad; both may touch the table.
TEST(ShapeFilters, KnowWhatIsWelded) {
  for (const bool fuse : {false, true}) {
    ModelBuilder builder;
    builder.set_fuse_welds(fuse);
    builder.add_shape(world_body, box_shape({1, 1, 0.1}, Transform<double>::at({0, 0, 0.45})));
    std::vector<BodyId> bodies;
    for (const char* name : {"base", "motor", "link", "pad"}) {
      bodies.push_back(builder.add_body(name, solid_sphere(1.0, 0.1)));
      builder.add_shape(bodies.back(), sphere_shape(0.1));
    }
    builder.add_joint(weld("stand"), world_body, bodies[0]);
    builder.add_joint(weld("mount"), bodies[0], bodies[1]);
    builder.add_joint(revolute("turn", {0, 1, 0}), bodies[0], bodies[2]);
    builder.add_joint(weld("glue"), bodies[2], bodies[3]);
    ShapeContactOptions options;
    options.enabled = true;
    ShapeQueries queries(std::make_shared<const Model>(builder.build()), options);
    const ShapeContacts& shapes = queries.shapes();
    const auto may = [&](BodyId a, BodyId b) {
      bool any = false;
      for (int i = 0; i < shapes.shape_count(); ++i)
        for (int j = 0; j < shapes.shape_count(); ++j)
          any |= shapes.body_of(i) == a && shapes.body_of(j) == b && shapes.may_touch(i, j);
      return any;
    };
    for (const BodyId moving : {bodies[2], bodies[3]}) {
      EXPECT_FALSE(may(moving, bodies[0])) << fuse;
      EXPECT_FALSE(may(moving, bodies[1])) << fuse;
      EXPECT_TRUE(may(moving, world_body)) << fuse;
    }
    EXPECT_FALSE(may(bodies[2], bodies[3])) << fuse;
    EXPECT_FALSE(may(bodies[0], bodies[1])) << fuse;
    EXPECT_FALSE(may(bodies[0], world_body)) << fuse;
    EXPECT_FALSE(may(bodies[1], world_body)) << fuse;
  }
}

TEST(Settle, PutsWhatHangsOntoWhatIsBelow) {
  const Room room;
  ShapeQueries queries(room.model, room.options);
  Eigen::VectorXd q = room.at({0, 0, 2}, {0, 0, 0.9});
  const auto trees = settle_bodies(queries, {}, q);
  ASSERT_EQ(trees.size(), 2U);
  EXPECT_EQ(trees[0].root, room.box);  // the lower one first
  EXPECT_NEAR(q[13], 0.6, 1e-12);
  EXPECT_NEAR(q[6], 0.8, 1e-12);  // onto the box
  EXPECT_NEAR(trees[0].fell, 0.3, 1e-12);
  EXPECT_TRUE(trees[1].rests);
}

TEST(Settle, LiftsWhatIsInside) {
  const Room room;
  ShapeQueries queries(room.model, room.options);
  Eigen::VectorXd q = room.at({2, 0, 0.03}, {0, 0, 0.55});
  for (const SettledTree& tree : settle_bodies(queries, {}, q)) EXPECT_LT(tree.fell, 0.0);
  EXPECT_NEAR(q[13], 0.6, 1e-12);
  EXPECT_NEAR(q[6], 0.1, 1e-12);  // beside the table, on the ground
}

// The shortest way out is across gravity: lifts by the depth alone would be too short to get there.
TEST(Settle, LiftsWhatIsBarelyInsideASteepFace) {
  const Room room;
  ShapeQueries queries(room.model, room.options);
  const double x = 0.6 - 1e-7;  // 1e-7 m inside the side of the table
  Eigen::VectorXd q = room.at({x, 0, 0.45}, {2, 0, 2});
  for (const SettledTree& tree : settle_bodies(queries, {}, q)) EXPECT_TRUE(tree.rests);
  EXPECT_NEAR(q[6], 0.5 + std::sqrt(0.01 - (x - 0.5) * (x - 0.5)), 1e-9);  // on the table's edge
}

// On an edge, and beside what it does not meet.
TEST(Settle, FindsTheFirstPointOfTiltedAndRoundThings) {
  const Room room;
  ShapeQueries queries(room.model, room.options);
  Eigen::VectorXd q = room.at({0.56, 0, 2}, {2, 0, 2}, std::numbers::pi / 4);
  settle_bodies(queries, {}, q);
  EXPECT_NEAR(q[13], 0.1 * std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(q[6], 0.5 + std::sqrt(0.01 - 0.0036), 1e-11);  // the ball on the edge of the table
  const Eigen::VectorXd once = q;
  settle_bodies(queries, {}, q);
  EXPECT_EQ((q - once).lpNorm<Eigen::Infinity>(), 0.0);  // what has settled stays
}

// The box stands on the ground, and what it is linked with stays as high above it as it was.
TEST(Settle, MovesWhatIsLinkedAsOne) {
  const Room room;
  ShapeQueries queries(room.model, room.options);
  const Eigen::VectorXd start = room.at({3, 0, 1.7}, {3, 2, 0.9});
  Eigen::VectorXd q = start;
  const auto trees = settle_bodies(queries, {}, q, {{room.ball, room.box}});
  ASSERT_EQ(trees.size(), 2U);
  for (const SettledTree& tree : trees) {
    EXPECT_NEAR(tree.fell, 0.8, 1e-12);
    EXPECT_TRUE(tree.rests);
  }
  EXPECT_NEAR(q[13], 0.1, 1e-12);
  EXPECT_NEAR(q[6], 0.9, 1e-12);
  // Links to the world hold nothing.
  q = start;
  settle_bodies(queries, {}, q, {{room.ball, world_body}});
  EXPECT_NEAR(q[6], 0.1, 1e-12);
}

TEST(Settle, LeavesWhatHasNothingBelow) {
  Room room;
  room.options.ground = false;
  ShapeQueries queries(room.model, room.options);
  Eigen::VectorXd q = room.at({2, 0, 2}, {0, 0, 2});
  const auto trees = settle_bodies(queries, {}, q);
  EXPECT_NEAR(q[6], 2.0, 0.0);
  EXPECT_NEAR(q[13], 0.6, 1e-12);
  EXPECT_EQ(std::count_if(trees.begin(), trees.end(), [](const auto& t) { return t.rests; }), 1);
}

}  // namespace
}  // namespace catena::shape_queries
