// The examples with cables explain their energy, through slack and taut, stick and slip, winding
// and damping.

#include <gtest/gtest.h>

#include <cmath>

#include "catena/io/scenario.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {
namespace {

TEST(CableExamples, ExplainTheirEnergy) {
  for (const char* name : {"single_strut", "prism", "cable_robot", "tendon_finger"}) {
    SCOPED_TRACE(name);
    const std::string folder = CATENA_SOURCE_DIR "/examples/tensegrity/";
    const Scenario scenario = load_scenario(folder + name + ".yaml");
    Simulation simulation(scenario.setup);
    const double start = simulation.energy(simulation.state()).kinetic;
    double worst = 0.0, exchanged = 0.0;
    RunObserver observer;
    observer.sample_interval = scenario.record.interval;
    observer.sample = [&](const State& state) {
      const EnergyBalance e = simulation.energy(state);
      worst = std::max(worst, std::abs(e.balance));
      exchanged = std::max(exchanged,
                           std::abs(e.kinetic - start) + std::abs(e.dissipated) + std::abs(e.work));
    };
    simulation.advance(scenario.setup.start_time + scenario.duration, observer);
    EXPECT_GT(exchanged, 0.01);
    EXPECT_LT(worst, 1e-11 * exchanged);
  }
}

}  // namespace
}  // namespace catena
