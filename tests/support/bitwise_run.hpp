#pragma once
// Two runs that must be the same, bit for bit.

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "catena/mechanism/compile.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::test {

// t, q, v of a run, at its samples. A run that cannot go on ends where it is, and says why in
// `failure`, or throws.
inline std::vector<double> numbers_of_run(const Scenario& scenario, double duration,
                                          double interval, std::string* failure = nullptr) {
  std::vector<double> all;
  const auto note = [&](const State& state) {
    all.push_back(state.t);
    all.insert(all.end(), state.q.begin(), state.q.end());
    all.insert(all.end(), state.v.begin(), state.v.end());
  };
  Simulation simulation(scenario.setup);
  if (scenario.state) simulation.restore(state_of(*scenario.state, scenario.setup));
  note(simulation.state());
  RunObserver observer;
  observer.sample = note;
  observer.sample_interval = interval;
  try {
    simulation.advance(simulation.state().t + duration, observer);
  } catch (const SimulationError& error) {
    if (failure == nullptr) throw;
    *failure = error.what();
  }
  note(simulation.state());
  return all;
}

inline bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

inline void expect_same_run(const Scenario& a, const Scenario& b, double duration,
                            double interval = 0.01) {
  std::string failure_a, failure_b;
  EXPECT_TRUE(same_bits(numbers_of_run(a, duration, interval, &failure_a),
                        numbers_of_run(b, duration, interval, &failure_b)));
  EXPECT_EQ(failure_a, failure_b);
}

}  // namespace catena::test
