#pragma once
// Allocations of a simulation between two steps without an event.

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include "catena/sim/simulation.hpp"
#include "tests/allocation/allocation_counter.hpp"

namespace catena::test {

struct StepAllocations {
  long steps = 0, worst = 0;
};

// Takes so many steps, unless ten seconds are over before, and counts after the first few of them,
// and after the first few of another method, whose workspace is new; `see` looks at the state after
// each.
inline StepAllocations allocations_in_steps(
    Simulation& simulation, long steps, const std::function<void(const State&)>& see = nullptr) {
  StepAllocations out;
  long events = 0, counted_from = 4;
  bool other_method = false;
  std::unique_ptr<AllocationGuard> guard;
  RunObserver observer;
  observer.event = [&](const SimulationEvent& event) {
    ++events;
    if (event.kind == EventKind::Method && !std::exchange(other_method, true))
      counted_from = out.steps + 4;
  };
  observer.step = [&](const State& state) {
    if (guard && events == 0 && out.steps >= counted_from)
      out.worst = std::max(out.worst, guard->count());
    guard.reset();
    ++out.steps;
    events = 0;
    if (see) see(state);
    if (out.steps >= counted_from) guard = std::make_unique<AllocationGuard>();
    return out.steps < steps;
  };
  simulation.advance(simulation.state().t + 10.0, observer);
  guard.reset();
  return out;
}

}  // namespace catena::test
