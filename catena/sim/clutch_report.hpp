#pragma once
// What is told of a clutch where it lets go or grips: the moment that it transmits, and where its
// motor stands.

#include "catena/elements/event.hpp"
#include "catena/sim/changes.hpp"

namespace catena {

class MotionEquations;
struct State;

// The event `breakaway`. The equations are those of a structure that has the clutch's joint.
SimulationEvent clutch_event(const Clutch& clutch, EventHow how, MotionEquations& equations,
                             const State& state);

}  // namespace catena
