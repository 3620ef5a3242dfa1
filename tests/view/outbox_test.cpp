// What waits to be sent: order, replacement of frames, limits.

#include "catena/view/outbox.hpp"

#include <gtest/gtest.h>

namespace catena {
namespace {

Parcel parcel(PayloadKind kind, std::string text, bool greeting = false) {
  return {0, kind, std::make_shared<const std::string>(std::move(text)), greeting};
}
Parcel text(std::string text) {
  return parcel(PayloadKind::Text, std::move(text));
}
Parcel frame(std::string text) {
  return parcel(PayloadKind::Frame, std::move(text));
}

std::string all_of(Outbox& outbox) {
  std::string all;
  while (const auto next = outbox.take()) all += *next->payload + " ";
  return all;
}

TEST(Outbox, AFrameReplacesTheOneThatWaitsAndGoesToTheEnd) {
  Outbox outbox;
  EXPECT_TRUE(outbox.put(text("a")));
  EXPECT_TRUE(outbox.put(frame("1")));
  EXPECT_TRUE(outbox.put(text("b")));
  EXPECT_TRUE(outbox.put(frame("2")));
  EXPECT_TRUE(outbox.put(text("c")));
  EXPECT_EQ(all_of(outbox), "a b 2 c ");
}

TEST(Outbox, RefusesMoreTextsBeyondTheLimit) {
  Outbox outbox;
  EXPECT_TRUE(outbox.put(parcel(PayloadKind::Text, std::string(8 << 20, 'x'), true)));
  EXPECT_TRUE(outbox.put(text(std::string(3 << 20, 'x')))) << "greetings do not count";
  EXPECT_TRUE(outbox.put(text(std::string(8 << 20, 'x')))) << "one large text passes";
  EXPECT_FALSE(outbox.put(text("x")));
  EXPECT_TRUE(outbox.put(frame("x"))) << "frames do not pile up";
  while (outbox.take()) continue;
  EXPECT_TRUE(outbox.put(text("x")));
}

TEST(Outbox, ManyEmptyTextsCountToo) {
  Outbox outbox;
  const Parcel empty = text("");
  std::size_t count = 0;
  while (count < 10'000'000 && outbox.put(empty)) ++count;
  EXPECT_LE(count * sizeof(Parcel), Outbox::most_text + 2 * sizeof(Parcel));
}

TEST(Outbox, CountsBinaryReplies) {
  Outbox outbox;
  EXPECT_TRUE(outbox.put(parcel(PayloadKind::Binary, std::string(1000, 'x'))));
  EXPECT_GE(outbox.waiting_binary(), 1000u);
  outbox.take();
  EXPECT_EQ(outbox.waiting_binary(), 0u);
  const Parcel large = parcel(PayloadKind::Binary, std::string(8 << 20, 'x'));  // one, shared
  std::size_t count = 0;
  while (count < 100 && outbox.put(large)) ++count;
  EXPECT_EQ(count, 8u);
}

TEST(Mailbox, WakesOnce) {
  Mailbox mailbox;
  EXPECT_TRUE(mailbox.put(frame("1")));
  EXPECT_FALSE(mailbox.put(text("a")));
  EXPECT_FALSE(mailbox.put(frame("2")));
  const auto all = mailbox.take_all();
  ASSERT_TRUE(all);
  ASSERT_EQ(all->size(), 2u);
  EXPECT_EQ(*(*all)[0].payload, "a");
  EXPECT_EQ(*(*all)[1].payload, "2");
  EXPECT_TRUE(mailbox.put(frame("3")));
}

TEST(Mailbox, LosesAllRatherThanGrow) {
  Mailbox mailbox;
  const Parcel large = text(std::string(1 << 20, 'x'));  // one payload, counted each time
  EXPECT_TRUE(mailbox.put(large));
  for (int i = 0; i < 300; ++i) EXPECT_FALSE(mailbox.put(large));
  EXPECT_EQ(large.payload.use_count(), 1);
  EXPECT_FALSE(mailbox.take_all());
  EXPECT_TRUE(mailbox.put(large));
  EXPECT_TRUE(mailbox.take_all());
}

}  // namespace
}  // namespace catena
