#pragma once
// Events while they are few, time steps while they are many, and back again.

#include "catena/sim/event_stepper.hpp"
#include "catena/sim/time_stepper.hpp"

namespace catena {

class AutomaticStepper final : public Stepper {
 public:
  AutomaticStepper(MotionEquations& equations, GuardOwner* other, double start_time);

  void step(State& state, double goal, Samples& samples,
            std::vector<SimulationEvent>& events) override;
  void impact(State& state, std::vector<SimulationEvent>& events) override {
    events_.impact(state, events);
  }
  void settle(State& state, std::vector<SimulationEvent>& events) override;

 private:
  void step_by_events(State& state, double goal, Samples& samples,
                      std::vector<SimulationEvent>& events);
  void refuse_another_law(const State& state, const std::string& why) const;
  void begin_stepping(State& state, const std::string& why, std::vector<SimulationEvent>& events);
  void end_stepping(State& state, std::vector<SimulationEvent>& events);
  // How many contacts are closed where all is at rest and time steps cost much less; else 0.
  int crowd_at_rest(const State& state) const;

  const MotionEquations& equations_;
  double step_;  // of time steps, s
  EventStepper events_;
  TimeStepper steps_;
  // Events alone: time steps take over only where events would end the run.
  bool events_asked_for_;
  bool has_contacts_, has_rows_;  // has_rows_: stops, dry friction or contacts
  bool needs_steps_;              // something has a law that events do not keep
  bool has_shapes_;               // contacts are found between shapes
  double steps_asked_for_;        // by the options, twice, while State::recent_steps counts
  double most_evaluations_;       // likewise, by events
};

// The stepper that the options of a setup ask for.
std::unique_ptr<Stepper> make_stepper(MotionEquations& equations, GuardOwner* other,
                                      double start_time);

}  // namespace catena
