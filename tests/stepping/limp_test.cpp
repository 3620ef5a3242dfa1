// Limp figures that fall on their feet: heights, friction, tolerances and integrators. They run to
// their end, explain their energy, and are faster than what they simulate.

#include <ctime>
#include <filesystem>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/energy_watch.hpp"
#include "tests/stepping/boxes.hpp"

namespace catena::test {
namespace {

struct Variant {
  double height;  // m, added to that of the scenario
  double friction;
  IntegratorKind integrator;
  double tolerance;
};

std::vector<Variant> variants() {
  std::vector<Variant> out;
  for (const auto& [kind, tolerance] : {std::pair{IntegratorKind::DormandPrince853, 1e-8},
                                        {IntegratorKind::DormandPrince853, 1e-10},
                                        {IntegratorKind::Radau, 1e-8},
                                        {IntegratorKind::RungeKutta4, 1e-8}})
    for (const double height : {0.0, 0.5})
      for (const double friction : {0.3, 0.8}) out.push_back({height, friction, kind, tolerance});
  return out;
}

class LimpFigures : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(HumanAndQuadruped, LimpFigures,
                         testing::Values("limp_human_two_feet", "limp_anymal"),
                         [](const auto& name) { return std::string(name.param); });

// CATENA_LIMP=60 runs all variants for 60 s and prints what they take; CATENA_LIMP=60:13-16 those
// of these numbers.
TEST_P(LimpFigures, RunToTheirEnd) {
  const std::string path = std::string(CATENA_SHARED_DIR "/cases/faults/") + GetParam() + ".yaml";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "needs " << path;
  const char* const all = std::getenv("CATENA_LIMP");
  double duration = 1.0;
  int first = 1, last = all != nullptr ? 16 : 1, number = 0;
  if (all != nullptr) {
    ASSERT_GE(std::sscanf(all, "%lf:%d-%d", &duration, &first, &last), 1);
  }
  for (const Variant& variant : variants()) {
    if (++number < first || number > last) continue;
    SCOPED_TRACE(number);
    SimulationSetup setup = load_scenario(path).setup;
    setup.q[6] += variant.height;
    for (Contact& contact : setup.contacts) contact.material.friction = variant.friction;
    setup.integrator.kind = variant.integrator;
    if (has_fixed_step(variant.integrator)) setup.integrator.step = 1e-3;
    setup.integrator.relative_tolerance = variant.tolerance;
    setup.integrator.absolute_tolerance = 1e-2 * variant.tolerance;
    Simulation simulation(setup);
    EnergyWatch watch(setup);
    long events = 0, steps = 0, changes = 0, residuals = 0;
    RunObserver observer;
    observer.sample_interval = 0.01;
    observer.sample = [&](const State& state) { watch.see(simulation, state); };
    observer.step = [&](const State&) { return ++steps > 0; };
    observer.event = [&](const SimulationEvent& e) {
      ++events;
      changes += e.kind == EventKind::Method;
      residuals += e.kind == EventKind::Residual;
    };
    const std::clock_t start = std::clock();
    EXPECT_NO_THROW(simulation.advance(duration, observer));
    const double processor = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    const double unexplained = watch.unexplained() / watch.exchanged();
    std::printf(
        "[ measured ] %s %d: %.2f s of processor for %g s, %ld steps, %ld events, %ld changes of "
        "method, %ld residuals, unexplained %.1e\n",
        GetParam(), number, processor, duration, steps, events, changes, residuals, unexplained);
    std::fflush(stdout);
    EXPECT_EQ(simulation.state().t, duration);
    EXPECT_LT(unexplained, 1e-3);
    if (all != nullptr) {
      EXPECT_LT(processor, duration);
    }
  }
}

}  // namespace
}  // namespace catena::test
