// The viewer's server under clients that are slow, stall or vanish: whoever publishes must not
// notice, and what waits for them must stay bounded.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <ctime>

#include "tests/view/server_support.hpp"

namespace catena::test {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t frame_size = 17 * 1024;

std::string numbered(int number, std::size_t size = frame_size) {
  std::string bytes = std::to_string(number) + " ";
  bytes.resize(size, '.');
  return bytes;
}

// Processor time of this thread, in microseconds: what a call itself costs on a busy machine.
double processor_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

double part_of(std::vector<double> all, double part) {
  std::sort(all.begin(), all.end());
  return all[static_cast<std::size_t>(part * static_cast<double>(all.size() - 1))];
}

// How long calls took, in microseconds.
struct Durations {
  std::vector<double> wall, processor;

  template <class Call>
  void measure(Call call) {
    const auto start = Clock::now();
    const double start_processor = processor_time();
    call();
    processor.push_back(processor_time() - start_processor);
    wall.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
  }
  void print(const char* what) const {
    std::printf("%s: %zu calls, median %.1f us, 99 %% %.1f us, longest %.1f us; ", what,
                wall.size(), part_of(wall, 0.5), part_of(wall, 0.99), part_of(wall, 1.0));
    std::printf("processor time: median %.1f us, 99 %% %.1f us, longest %.1f us\n",
                part_of(processor, 0.5), part_of(processor, 0.99), part_of(processor, 1.0));
  }
};

TEST(ServerLoad, ASlowClientMissesFramesAndAFastOneGetsAll) {
  TestServer server;
  CountedPayloads payloads;
  TestClient slow = server.viewer(4096), fast = server.viewer();
  Durations durations;
  const int count = 1000;
  for (int i = 0; i < count; ++i) {
    const Payload frame = payloads.make(numbered(i));
    durations.measure([&] { server->send_frame(frame); });
    const auto got = fast.receive();
    ASSERT_TRUE(got);
    ASSERT_EQ(std::stoi(got->data), i);
    ASSERT_EQ(got->opcode, binary);
  }
  server->send_text(payload("end"));
  EXPECT_EQ(fast.receive()->data, "end");
  int received = 0, last = -1;
  for (auto got = slow.receive(); got && got->opcode == binary; got = slow.receive()) {
    EXPECT_EQ(got->data.size(), frame_size);
    EXPECT_GT(std::stoi(got->data), last);
    last = std::stoi(got->data);
    ++received;
  }
  EXPECT_EQ(last, count - 1) << "the newest one comes in the end";
  EXPECT_LT(received, count);
  EXPECT_LE(payloads.most_alive(), 6 * frame_size);
  durations.print("send_frame, one client stalls");
  std::printf("the slow client got %d of %d frames; at most %zu were alive\n", received, count,
              payloads.most_alive() / frame_size);
  EXPECT_LT(part_of(durations.wall, 0.5), 200.0);
}

TEST(ServerLoad, AClientWhoseTextsPileUpIsDropped) {
  TestServer server;
  CountedPayloads payloads;
  TestClient stalled = server.viewer(4096), good = server.viewer();
  for (int i = 0; i < 400; ++i) {
    server->send_text(payloads.make(numbered(i, 64 * 1024)));
    const auto got = good.receive();
    ASSERT_TRUE(got);
    ASSERT_EQ(std::stoi(got->data), i);
  }
  EXPECT_EQ(server->client_count(), 1u);
  EXPECT_LT(payloads.most_alive(), 6u << 20);
  EXPECT_TRUE(soon([&] { return payloads.alive() == 0; }));
  EXPECT_TRUE(stalled.gone_within(5s));
}

TEST(ServerLoad, LargeRepliesWaitForWhoAskedForThem) {
  CountedPayloads payloads;
  Server* to = nullptr;
  TestServer server({}, {{}, [&](ClientId client, const ClientMessage& message) {
                           const auto id = static_cast<int>(std::get<FramesMessage>(message).id);
                           to->reply_binary(client, payloads.make(numbered(id, 2 << 20)));
                         }});
  to = server.operator->();
  TestClient client = server.viewer(1 << 16);
  for (int i = 0; i < 40; ++i)
    client.send_text(R"({"do": "frames", "first": 0, "count": 1, "stride": 1, "id": )" +
                     std::to_string(i) + "}");
  std::this_thread::sleep_for(100ms);
  for (int i = 0; i < 40; ++i) {
    const auto got = client.receive();
    ASSERT_TRUE(got);
    EXPECT_EQ(std::stoi(got->data), i);
    EXPECT_EQ(got->data.size(), 2u << 20);
  }
  EXPECT_LE(payloads.most_alive(), 4u * (2 << 20));
  client.send_text(R"({"do": "frames", "first": 0, "count": 1, "stride": 1, "id": 99})");
  EXPECT_EQ(std::stoi(client.receive()->data), 99) << "it is listened to again";
}

TEST(ServerLoad, EndsThoseWhoAreSilent) {
  ServerOptions options;
  options.idle_timeout = 0.6;
  TestServer server(options);
  TestClient silent = server.viewer(), mute = server.connect(), dripping = server.connect();
  TestClient fragments = server.viewer(), alive = server.viewer();
  const auto start = Clock::now();
  bool drips = true, sends = true;
  for (int i = 0; Clock::now() - start < 1600ms; ++i) {
    drips = drips && dripping.send("G");
    sends = sends && fragments.send_frame(i ? continuation : text, "", false);
    alive.receive(10ms);  // answers pings
  }
  EXPECT_FALSE(drips) << "a request that comes letter by letter";
  EXPECT_FALSE(sends) << "a message that never ends";
  EXPECT_TRUE(silent.gone_within(0ms, false));
  EXPECT_TRUE(mute.gone_within(0ms, false));
  EXPECT_EQ(server->client_count(), 1u);
  alive.send_text(R"({"do": "play"})");
  EXPECT_TRUE(soon([&] { return server.messages().size() == 1; }));
}

// Clients that connect, then stall, vanish, leave, or read for a while, over and over.
void come_and_go(TestServer& server, int turns, int seed) {
  std::vector<TestClient> kept;
  for (int i = 0; i < turns; ++i) {
    TestClient client = server.connect(i % 2 == 0 ? 4096 : 0);
    const int what = (i + seed) % 5;
    if (what == 0) {
      client.vanish();
      continue;
    }
    client.upgrade();
    if (what == 1) client.vanish();
    if (what == 2) kept.push_back(std::move(client));  // never reads
    if (what == 3)
      for (int k = 0; k < 5; ++k) client.receive(100ms);
    if (what == 4) client.send_text("nonsense");
    std::this_thread::sleep_for(2ms);
  }
  for (std::size_t i = 0; i < kept.size(); i += 2) kept[i].vanish();
}

TEST(ServerLoad, AStormOfClientsDoesNotStallThePublisher) {
  TestServer server;
  CountedPayloads payloads;
  Durations durations;
  std::atomic<bool> stop = false;
  std::thread publisher([&] {
    for (int i = 0; !stop; ++i) {
      const Payload frame = payloads.make(numbered(i));
      const auto start = Clock::now();
      durations.measure([&] { server->send_frame(frame); });
      if (i % 100 == 0) server->send_text(payload(R"({"is": "status"})"));
      std::this_thread::sleep_until(start + 1ms);
    }
  });
  std::vector<TestClient> stalled;
  for (int i = 0; i < 60; ++i) stalled.push_back(server.viewer(4096));
  std::vector<std::thread> crowd;
  for (int i = 0; i < 4; ++i) crowd.emplace_back([&, i] { come_and_go(server, 60, i); });
  for (std::thread& thread : crowd) thread.join();
  std::this_thread::sleep_for(1s);
  TestClient late = server.viewer();
  EXPECT_TRUE(late.receive()) << "frames still come";
  EXPECT_GE(server->client_count(), 61u);
  for (TestClient& client : stalled) client.vanish();
  late.vanish();
  EXPECT_TRUE(soon([&] { return server->client_count() == 0; }));
  stop = true;
  publisher.join();

  durations.print("send_frame, storm of clients");
  std::printf("at most %zu frames were alive\n", payloads.most_alive() / frame_size);
  // Longer ones are those in which the system let others run; the calls themselves are short.
  EXPECT_LT(part_of(durations.wall, 0.5), 500.0);
  EXPECT_LT(part_of(durations.processor, 0.99), 500.0);
  // One in the mailbox, and per client one that is being sent and one that waits.
  EXPECT_LE(payloads.most_alive(), 2 * 300 * frame_size);
  EXPECT_TRUE(soon([&] { return payloads.alive() == 0; }));
  EXPECT_TRUE(server.connect().request(get("/", server.port())).starts_with("HTTP/1.1 200 "));
}

}  // namespace
}  // namespace catena::test
