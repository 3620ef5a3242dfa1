#pragma once
// What closed contacts at rest cost by events and by time steps, counted from the modes of a state.
// It is not measured, so a run repeats bit for bit.

#include "catena/sim/motion_equations.hpp"

namespace catena {

struct ContactCosts {
  int closed = 0;                          // contacts
  double by_events = 0.0, by_steps = 0.0;  // processor time per simulated time, about
};

// Of contacts of given geometry in a mechanism without loops, where nothing happens; `step`: that
// of time steps, s. Nothing is closed: no costs.
ContactCosts costs_at_rest(const MotionEquations& equations, const State& state, double step);

}  // namespace catena
