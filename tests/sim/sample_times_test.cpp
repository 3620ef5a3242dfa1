// Samples come at their times, however late a run starts.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "catena/scenario/scenario.hpp"
#include "tests/sim/touching.hpp"

namespace catena::test {
namespace {

std::vector<double> sample_times(double start, double interval, double duration,
                                 IntegratorKind kind) {
  SimulationSetup setup = lone_body(prismatic("slide", {0, 0, 1}), solid_sphere(1.0, 0.1),
                                    {0, 0, -9.81}, numbers({0}), numbers({1}));
  setup.start_time = start;
  setup.integrator.kind = kind;
  setup.integrator.step = 1e-3;
  Simulation simulation(setup);
  std::vector<double> times;
  RunObserver observer;
  observer.sample_interval = interval;
  observer.sample = [&](const State& state) { times.push_back(state.t); };
  observer.step = [&](const State&) { return times.size() < 10'000; };
  simulation.advance(start + duration, observer);
  return times;
}

TEST(SampleTimes, AreAtMultiplesOfTheIntervalForAnyStart) {
  for (const IntegratorKind kind : all_integrators)
    for (const double start : {0.0, -3.7, 1e3, 1e6, -1e6, 86400.0 * 365.0, 1e9})
      for (const double interval : {0.01, 1.0 / 3.0, 1e-3}) {
        SCOPED_TRACE(testing::Message() << "from " << start << " every " << interval);
        const auto times = sample_times(start, interval, 0.1, kind);
        const auto expected = static_cast<std::size_t>(std::floor(0.1 / interval + 1e-3)) + 1;
        ASSERT_EQ(times.size(), expected);
        for (std::size_t i = 0; i < times.size(); ++i)
          EXPECT_EQ(times[i], start + static_cast<double>(i) * interval);
      }
}

// An event that is found beside a sample, by rounding or by a little more, is not its time.
TEST(SampleTimes, AreBitwiseWhereEventsFallOnThem) {
  for (const char* method : {"events", "stepping", "automatic"})
    for (const double beside : {-3e-12, -1e-13, -1e-16, 0.0, 1e-16, 1e-13, 3e-12}) {
      SCOPED_TRACE(testing::Message() << method << " " << beside);
      const std::string text = fmt::format(
          "model:\n"
          "  bodies: [{{name: ball, shapes: [{{sphere: {{radius: 0.1}}, mass: 1}}]}}]\n"
          "  joints: [{{name: slide, kind: prismatic, axis: [1, 0, 0], parent: world, child: "
          "ball}}]\n"
          "initial: {{slide: {{q: 0, v: 1}}}}\n"
          "motors: [{{joint: slide, effort: step(q.slide - {:.17g})}}]\n"
          "contact: {}\n",
          0.3 + beside, method);
      Simulation simulation(parse_scenario(text, "s.yaml", ".").setup);
      std::vector<double> times;
      RunObserver observer;
      observer.sample_interval = 0.1;
      observer.sample = [&](const State& state) { times.push_back(state.t); };
      simulation.advance(1.0, observer);
      ASSERT_EQ(times.size(), 11u);
      for (std::size_t i = 0; i < times.size(); ++i)
        EXPECT_EQ(times[i], static_cast<double>(i) * 0.1);
    }
}

// Runs in pieces that end beside samples.
TEST(SampleTimes, AreBitwiseWhereRunsArePausedBesideThem) {
  SimulationSetup setup = lone_body(prismatic("slide", {0, 0, 1}), solid_sphere(1.0, 0.1),
                                    {0, 0, -9.81}, numbers({0}), numbers({1}));
  Simulation simulation(setup);
  std::vector<double> times;
  RunObserver observer;
  observer.sample_interval = 0.1;
  observer.sample = [&](const State& state) { times.push_back(state.t); };
  for (const double end : {0.1 - 5e-17, 0.2 + 4e-17, 0.3 - 1e-12, 0.4 + 1e-12, 1.0})
    simulation.advance(end, observer);
  ASSERT_EQ(times.size(), 11u);
  for (std::size_t i = 0; i < times.size(); ++i)
    EXPECT_EQ(times[i], static_cast<double>(i) * 0.1) << i;
}

TEST(SampleTimes, TooFineForSuchLateTimesAreRefused) {
  EXPECT_THROW(sample_times(1e12, 1e-4, 0.1, IntegratorKind::DormandPrince853),
               std::invalid_argument);
}

}  // namespace
}  // namespace catena::test
