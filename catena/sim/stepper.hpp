#pragma once
// What advances a state: a step towards a goal, with the events that happen on the way.

#include <vector>

#include "catena/elements/event.hpp"
#include "catena/elements/state.hpp"

namespace catena {

// States that are wanted inside steps.
class Samples {
 public:
  virtual ~Samples() = default;
  // The first time after t at which one is wanted, or infinity.
  virtual double next(double t) const = 0;
  // How close to such a time counts as there, s.
  virtual double close() const = 0;
  virtual void take(const State& state) = 0;
};

class Stepper {
 public:
  virtual ~Stepper() = default;

  // Advances the state by one step, to `goal` at the latest, and takes the samples inside of it,
  // not that at its end. Throws SimulationError, with the state at the last good instant.
  virtual void step(State& state, double goal, Samples& samples,
                    std::vector<SimulationEvent>& events) = 0;

  // For a state that something outside has changed. Velocities after what is hit now:
  virtual void impact(State& state, std::vector<SimulationEvent>& events) = 0;
  // The modes from here on, and velocities without what they exclude.
  virtual void settle(State& state, std::vector<SimulationEvent>& events) = 0;
};

}  // namespace catena
