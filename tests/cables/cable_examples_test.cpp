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
    Scenario scenario = load_scenario(folder + name + ".yaml");
    const auto error_with = [&](IntegratorKind kind) {
      scenario.setup.integrator.kind = kind;
      return run_with_energy(scenario, scenario.duration, [](const State&) {});
    };
    const EnergyError error = error_with(IntegratorKind::DormandPrince853);
    EXPECT_GT(error.exchanged, 0.01);
    EXPECT_LT(error.relative(), 1e-11);
    // Implicit steps are as accurate as the tolerance asks for; explicit ones are shorter than it
    // asks for where they are stiff.
    EXPECT_LT(error_with(IntegratorKind::Automatic).relative(),
              scenario.setup.integrator.relative_tolerance * 10);
  }
}

}  // namespace
}  // namespace catena::test
