#pragma once
// How much of the energy of a run is not explained.

#include <algorithm>
#include <cmath>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::test {

// The largest unexplained energy, relative to what was exchanged.
struct EnergyError {
  double worst = 0.0, exchanged = 0.0;
  double relative() const { return worst / exchanged; }
};

// Runs a scenario and calls see(state) at its samples.
template <class See>
EnergyError run_with_energy(const Scenario& scenario, double duration, See&& see) {
  Simulation simulation(scenario.setup);
  const EnergyBalance start = simulation.energy(simulation.state());
  EnergyError error;
  RunObserver observer;
  observer.sample_interval = scenario.record.interval;
  observer.sample = [&](const State& s) {
    const EnergyBalance e = simulation.energy(s);
    error.worst = std::max(error.worst, std::abs(e.balance));
    error.exchanged = std::max(error.exchanged, std::abs(e.kinetic - start.kinetic) +
                                                    std::abs(e.dissipated) + std::abs(e.work));
    see(s);
  };
  simulation.advance(scenario.setup.start_time + duration, observer);
  return error;
}

}  // namespace catena::test
