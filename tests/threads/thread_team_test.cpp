// Threads that share a loop: each item once, exceptions reach the caller, nobody is busy for
// nothing.

#include "catena/threads/thread_team.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <ctime>
#include <numeric>
#include <stdexcept>
#include <string>

namespace catena::test {
namespace {

double processor_time() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

TEST(ThreadTeam, EachItemIsDoneOnce) {
  for (const int threads : {1, 2, 3, 5}) {
    ThreadTeam team(threads);
    EXPECT_EQ(team.size(), threads);
    for (const int count : {0, 1, 2, 7, 100, 1000})
      for (const int piece : {0, 1, 3, 2000}) {
        std::vector<int> times(static_cast<std::size_t>(count), 0);
        team.run(count, piece, [&](int begin, int end, int thread) {
          EXPECT_GE(thread, 0);
          EXPECT_LT(thread, threads);
          for (int i = begin; i < end; ++i) ++times[static_cast<std::size_t>(i)];
        });
        EXPECT_EQ(times, std::vector<int>(static_cast<std::size_t>(count), 1));
      }
  }
}

// Loops that follow each other at once, and after times in which workers have gone to sleep.
TEST(ThreadTeam, ManyShortLoops) {
  ThreadTeam team(3);
  long sum = 0;
  for (int round = 0; round < 2000; ++round) {
    std::vector<long> of_item(16, 0);
    team.run(16, 1, [&](int begin, int, int) {
      of_item[static_cast<std::size_t>(begin)] = round + begin;
    });
    sum += std::accumulate(of_item.begin(), of_item.end(), 0L);
    if (round % 500 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(3));
  }
  EXPECT_EQ(sum, 16L * (1999L * 2000L / 2) + 2000L * 120L);
}

TEST(ThreadTeam, TheFirstExceptionReachesTheCaller) {
  ThreadTeam team(3);
  for (int round = 0; round < 50; ++round) {
    std::vector<int> done(40, 0);
    const auto fail_at = [&](int begin, int end, int) {
      for (int i = begin; i < end; ++i) {
        if (i == 11 || i == 12 || i == 33) throw std::runtime_error("item " + std::to_string(i));
        done[static_cast<std::size_t>(i)] = 1;
      }
    };
    try {
      team.run(40, 1, fail_at);
      FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "item 11");
    }
    EXPECT_EQ(std::accumulate(done.begin(), done.end(), 0), 37);
    team.run(40, 4, [](int, int, int) {});  // it goes on
  }
}

TEST(ThreadTeam, WorkersThatWaitTakeNoTime) {
  ThreadTeam team(4);
  team.run(100, 1, [](int, int, int) {});
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const double before = processor_time();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_LT(processor_time() - before, 0.05);
}

TEST(ThreadTeam, PiecesWithoutATeam) {
  int calls = 0, items = 0;
  run_pieces(nullptr, 9, 2, [&](int begin, int end, int thread) {
    EXPECT_EQ(thread, 0);
    ++calls, items += end - begin;
  });
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(items, 9);
  run_pieces(nullptr, 0, 2, [&](int, int, int) { ++calls; });
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace catena::test
