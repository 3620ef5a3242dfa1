// Lists under keys: modes of contacts, and the forces of the last step.

#include <gtest/gtest.h>

#include "catena/contact/contact_modes.hpp"
#include "catena/elements/reactions.hpp"

namespace catena {
namespace {

using ModeKind = ContactMode::Kind;

TEST(ContactKeys, OpenContactsWithoutMemoryAreNotInTheList) {
  const std::vector<ContactKey> keys = {{0, 0}, {1, 0}, {1, 7}, {1, 1ULL << 63}, {4, 0}};
  std::vector<ContactMode> modes(keys.size());
  modes[2].kind = ModeKind::Stick, modes[3].kind = ModeKind::Slide;
  modes[4].bounces.add(1.0, 0.5);
  const ContactModes all(5, keys, modes);
  EXPECT_EQ(all.size(), 5U);
  EXPECT_EQ(all.entries().size(), 3U);
  EXPECT_TRUE(all.any_closed());
  EXPECT_EQ((all[ContactKey{1, 7}].kind), ModeKind::Stick);
  EXPECT_EQ((all[ContactKey{1, 1ULL << 63}].kind), ModeKind::Slide);
  EXPECT_EQ(all[1].kind, ModeKind::Open);
  EXPECT_EQ(all[4].bounces.count, 1);
  // Contacts that are there now, another set than before.
  const std::vector<ContactKey> others = {{1, 7}, {2, 0}, {4, 0}};
  std::vector<ContactMode> found(others.size());
  all.spread(others, found);
  EXPECT_EQ(found[0].kind, ModeKind::Stick);
  EXPECT_EQ(found[1].kind, ModeKind::Open);
  EXPECT_EQ(found[2].bounces.count, 1);
}

StepReaction reaction(int group, int item, std::uint64_t feature, double force) {
  return {.key = {group, item, feature}, .force = {force}};
}

TEST(ContactKeys, ReactionsOfAGroupTakeThePlaceOfThoseBefore) {
  Reactions all;
  const std::vector<StepReaction> stops = {reaction(0, 2, 0, 1.0), reaction(0, 5, 0, 2.0)};
  const std::vector<StepReaction> contacts = {reaction(3, 0, 0, 3.0), reaction(3, 0, 4, 4.0),
                                              reaction(3, 9, 1, 5.0)};
  all.put(3, contacts);
  all.put(0, stops);
  EXPECT_TRUE(all.is_sorted());
  EXPECT_EQ(all.size(), 5U);
  EXPECT_EQ(all.of_group(3).size(), 3U);
  EXPECT_TRUE(all.of_group(1).empty());
  EXPECT_EQ(all.find({3, 0, 4})->force[0], 4.0);
  EXPECT_EQ(all.find({3, 0, 5}), nullptr);
  ReactionCursor cursor(all.of_group(3));
  EXPECT_EQ(cursor.find(0, 4)->force[0], 4.0);
  EXPECT_EQ(cursor.find(7, 0), nullptr);
  EXPECT_EQ(cursor.find(9, 1)->force[0], 5.0);
  all.put(3, std::vector<StepReaction>{reaction(3, 1, 0, 6.0)});
  EXPECT_EQ(all.size(), 3U);
  EXPECT_EQ(all.find({3, 1, 0})->force[0], 6.0);
  EXPECT_EQ(all.find({0, 5, 0})->force[0], 2.0);
  all.put(0, {});
  EXPECT_EQ(all.size(), 1U);
}

}  // namespace
}  // namespace catena
