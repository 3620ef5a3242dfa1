// Starts that cannot be are refused where they were said.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "catena/scenario/scenario.hpp"

namespace catena {
namespace {

std::string refusal(const std::string& text) {
  try {
    parse_scenario(text, "s.yaml", CATENA_SOURCE_DIR);
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "";
}

// A state that knows no work of the joint on a path.
TEST(ScenarioStart, AStateOfAnotherMechanismIsRefused) {
  const std::string state = R"(state: |
  catena state 3
  t 10
  q -0.2
  v 0.1
  limits 0
  slips 0
  spent
  initial_energy 5
  impact_loss 0
  next_step 0.1
  step_count 0
  past_dissipated 0
  past_work 0
  chatter 0 0 1
  happened
)";
  EXPECT_EQ(refusal("include: examples/pendulum.yaml\n" + state), "");
  EXPECT_THAT(refusal("include: examples/pendulum.yaml\n"
                      "prescribed: [{joint: joint1, position: 0.2*sin(3*t)}]\n" +
                      state),
              testing::StartsWith("s.yaml:3:8: state: restore: the state has nq = 1"));
}

// Of the faults that other scenarios had, where they are at hand.
TEST(ScenarioStart, AControllerWithoutAnAnswerIsNamed) {
  const std::filesystem::path file =
      std::filesystem::path(CATENA_SHARED_DIR) / "cases/faults/reader_leaks_simulation_error.yaml";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << file << " is not there";
  try {
    load_scenario(file);
    FAIL() << "it was read";
  } catch (const ScenarioError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(".yaml:53:5: controllers[0]: t = 0 s: the "
                                                 "coordinates that follow the path"));
  }
}

}  // namespace
}  // namespace catena
