// The examples with cables explain their energy, through slack and taut, stick and slip, winding
// and damping.

#include <gtest/gtest.h>

#include "tests/support/energy_error.hpp"

namespace catena::test {
namespace {

TEST(CableExamples, ExplainTheirEnergy) {
  for (const char* name : {"single_strut", "prism", "cable_robot", "tendon_finger"}) {
    SCOPED_TRACE(name);
    const std::string folder = CATENA_SOURCE_DIR "/examples/tensegrity/";
    const Scenario scenario = load_scenario(folder + name + ".yaml");
    const EnergyError error = run_with_energy(scenario, scenario.duration, [](const State&) {});
    EXPECT_GT(error.exchanged, 0.01);
    EXPECT_LT(error.relative(), 1e-11);
  }
}

}  // namespace
}  // namespace catena::test
