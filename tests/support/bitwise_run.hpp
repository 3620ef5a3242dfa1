#pragma once
// Two runs that must be the same, bit for bit.

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "catena/mechanism/compile.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::test {

// t, q, v of a run, at its samples.
inline std::vector<double> numbers_of_run(const Scenario& scenario, double duration,
                                          double interval) {
  std::vector<double> all;
  const auto note = [&](const State& state) {
    all.push_back(state.t);
    all.insert(all.end(), state.q.begin(), state.q.end());
    all.insert(all.end(), state.v.begin(), state.v.end());
  };
  Simulation simulation(scenario.setup);
  if (scenario.state) simulation.restore(*scenario.state);
  note(simulation.state());
  RunObserver observer;
  observer.sample = note;
  observer.sample_interval = interval;
  simulation.advance(simulation.state().t + duration, observer);
  note(simulation.state());
  return all;
}

inline bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

inline void expect_same_run(const Scenario& a, const Scenario& b, double duration,
                            double interval = 0.01) {
  EXPECT_TRUE(
      same_bits(numbers_of_run(a, duration, interval), numbers_of_run(b, duration, interval)));
}

}  // namespace catena::test
