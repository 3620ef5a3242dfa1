// Which rows of a time step act on each other.

#include "catena/sim/step_islands.hpp"

#include <gtest/gtest.h>

#include "catena/model/model_builder.hpp"

namespace catena::test {
namespace {

Model two_sliders() {
  ModelBuilder builder;
  for (const char* const name : {"a", "b"}) {
    const BodyId body = builder.add_body(name, solid_box(1.0, {0.1, 0.1, 0.1}));
    builder.add_joint(prismatic(name, {1.0, 0.0, 0.0}), builder.world(), body);
  }
  return builder.build();
}

RowList contact_with_world(int node) {
  RowList list;
  for (int r = 0; r < 3; ++r) list.add({.on_a = {node, Force<double>::zero()}});
  list.blocks.push_back({.law = Law::Cone, .row = 0});
  return list;
}

// A stop after a contact of the same body with the world, and the other way round: the numbers of
// blocks and nodes are the same, their kinds are not.
TEST(StepIslands, StopsAreToldFromContactsWithTheWorld) {
  const Model model = two_sliders();
  StepIslands islands(model);
  RowList stop;
  stop.add_coordinate(0, 0.0);
  stop.blocks.push_back({.law = Law::Bounded, .row = 0});
  const RowList contact = contact_with_world(1);
  for (int i = 0; i < 2; ++i) {
    islands.find(contact);
    ASSERT_EQ(islands.all().size(), 1u);
    EXPECT_EQ(islands.all()[0].contacts.size(), 1u);
    EXPECT_TRUE(islands.all()[0].coordinates.empty());
    islands.find(stop);
    ASSERT_EQ(islands.all().size(), 1u);
    EXPECT_EQ(islands.all()[0].coordinates.size(), 1u);
    EXPECT_TRUE(islands.all()[0].contacts.empty());
  }
}

TEST(StepIslands, ContactsJoinTrees) {
  const Model model = two_sliders();
  StepIslands islands(model);
  RowList list = contact_with_world(1);
  list.rows[0].on_b.node = 2;
  list.add_coordinate(1, 0.0);
  list.blocks.push_back({.law = Law::Bounded, .row = 3});
  islands.find(list);
  ASSERT_EQ(islands.all().size(), 1u);
  EXPECT_EQ(islands.all()[0].trees, (std::vector<int>{0, 1}));
  EXPECT_EQ(islands.trees_of(0), (std::array<int, 2>{0, 1}));
  EXPECT_EQ(islands.trees_of(1), (std::array<int, 2>{1, -1}));
}

}  // namespace
}  // namespace catena::test
