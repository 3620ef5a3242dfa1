// `automatic` with integrators of fixed steps: events while the steps can follow the motion, time
// steps where they cannot.

#include "catena/sim/energy_watch.hpp"
#include "tests/stepping/boxes.hpp"

namespace catena::test {
namespace {

// A box that spins fast, thrown on the ground.
SimulationSetup spinning_box(double spin, IntegratorKind kind, ContactMethod method) {
  SimulationSetup setup =
      lone_body(free_joint("flight"), solid_box(1.0, {0.3, 0.2, 0.1}), {0, 0, -gravity},
                numbers({1, 0, 0, 0, 0, 0, 0.5}), numbers({spin, 0.5 * spin, 0.8 * spin, 1, 0, 0}));
  for (int k = 0; k < 8; ++k)
    setup.contacts.push_back(on_plane(
        "c" + std::to_string(k), only_body,
        {k % 2 ? -0.15 : 0.15, k / 2 % 2 ? -0.1 : 0.1, k / 4 ? -0.05 : 0.05}, 0.0, {0.3, 0.5}));
  setup.integrator.kind = kind;
  setup.integrator.step = 1e-3;
  setup.contact_options.method = method;
  return setup;
}

struct Shown {
  double unexplained;  // of what was exchanged
  std::size_t to_steps;
};

Shown run(const SimulationSetup& setup, double duration) {
  Simulation simulation(setup);
  EnergyWatch watch(setup);
  std::vector<SimulationEvent> events;
  RunObserver observer;
  observer.sample_interval = 0.01;
  observer.sample = [&](const State& state) { watch.see(simulation, state); };
  observer.event = [&](const SimulationEvent& e) { events.push_back(e); };
  simulation.advance(duration, observer);
  return {watch.unexplained() / watch.exchanged(), of_kind(events, EventKind::Method).size()};
}

TEST(FixedSteps, ThatAreTooLongBecomeTimeSteps) {
  for (const IntegratorKind kind : {IntegratorKind::RungeKutta4, IntegratorKind::SemiImplicitEuler})
    for (const double spin : {100.0, 400.0}) {
      const Shown automatic = run(spinning_box(spin, kind, ContactMethod::Automatic), 1.0);
      std::printf("[ measured ] %d, %g rad/s: unexplained %.1e, %zu changes\n",
                  static_cast<int>(kind), spin, automatic.unexplained, automatic.to_steps);
      EXPECT_LT(automatic.unexplained, 1e-3) << static_cast<int>(kind) << ' ' << spin;
    }
  // The steps as they are lose the energy.
  const Shown events =
      run(spinning_box(400.0, IntegratorKind::RungeKutta4, ContactMethod::Events), 0.25);
  std::printf("[ measured ] rk4 by events: unexplained %.1e\n", events.unexplained);
  EXPECT_GT(events.unexplained, 1e-3);
}

TEST(FixedSteps, ThatAreShortEnoughStayEvents) {
  const Shown slow =
      run(spinning_box(3.0, IntegratorKind::RungeKutta4, ContactMethod::Automatic), 0.5);
  EXPECT_EQ(slow.to_steps, 0U);
  EXPECT_LT(slow.unexplained, 1e-9);
}

}  // namespace
}  // namespace catena::test
