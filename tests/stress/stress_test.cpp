// Random scenarios of all that descriptions know, in which nothing that must hold is violated.
// ./dev stress runs thousands of them.

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "tests/stress/check_scenario.hpp"
#include "tests/stress/random_scenario.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/trials.hpp"

namespace catena::stress {
namespace {

class Stress : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Hundreds, Stress, testing::Range(0, 4));

TEST_P(Stress, NothingThatMustHoldIsViolated) {
  const ScratchFolder folder;
  const int count = test::trials(40);
  std::map<Outcome::Kind, int> kinds;
  for (int i = 1; i <= count; ++i) {
    const int number = 1000 * GetParam() + i;
    const Outcome outcome = check_scenario(
        RandomScenario(static_cast<std::uint64_t>(number)).text(), folder.path(""), 20.0);
    EXPECT_NE(outcome.kind, Outcome::Kind::Broken)
        << outcome.message << "\ntry: build/release/bin/catena_stress --from " << number;
    ++kinds[outcome.kind];
  }
  // They are sensible: nearly all of them run.
  EXPECT_GE(kinds[Outcome::Kind::Ran] + kinds[Outcome::Kind::Doubtful], count * 8 / 10);
}

// A path drives a loop into a place where it locks: the run took for ever.
TEST(LockedLoops, RunsThatGetNowhereStop) {
  const ScratchFolder folder;
  const Outcome outcome = check_scenario(RandomScenario(9816).text(), folder.path(""), 20.0);
  EXPECT_EQ(outcome.kind, Outcome::Kind::Stopped) << outcome.message;
}

// One number is one scenario, on every machine.
TEST(RandomScenarios, AreTheSameAgain) {
  EXPECT_EQ(RandomScenario(7).text(), RandomScenario(7).text());
  EXPECT_NE(RandomScenario(7).text(), RandomScenario(8).text());
}

TEST(Classes, LeaveOutNumbersAndNames) {
  EXPECT_EQ(class_of({Outcome::Kind::Stopped, "t = 1.5e-3 s: 'j1' stops"}),
            "stopped: t = # s:  stops");
}

}  // namespace
}  // namespace catena::stress
