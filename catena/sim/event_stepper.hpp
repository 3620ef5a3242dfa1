#pragma once
// The event-driven stepper: integrates between events, finds the exact time of the first one, and
// applies the laws of impacts and modes there.

#include <memory>

#include "catena/sim/decision.hpp"
#include "catena/sim/event_search.hpp"
#include "catena/sim/impact.hpp"
#include "catena/sim/integrator.hpp"
#include "catena/sim/shape_watch.hpp"
#include "catena/sim/stepper.hpp"

namespace catena {

class EventStepper final : public Stepper {
 public:
  static constexpr double counting_time = 0.02;  // s, over which State::recent_steps counts

  // `other` watches besides the groups of the equations; it may be null. Steps of fixed size count
  // from `start_time`.
  EventStepper(MotionEquations& equations, GuardOwner* other, double start_time);

  void step(State& state, double goal, Samples& samples,
            std::vector<SimulationEvent>& events) override;
  // The same, unless steps have a fixed size that is too long for the motion: then the state stays
  // where it is. Returns which part of the kinetic energy would have been left unexplained; 0: the
  // step was taken.
  double step_if_sound(State& state, double goal, Samples& samples,
                       std::vector<SimulationEvent>& events);
  void impact(State& state, std::vector<SimulationEvent>& events) override {
    shapes_.refresh(state, 0.0);
    impact_.resolve(state, {}, events);
  }
  void settle(State& state, std::vector<SimulationEvent>& events) override {
    shapes_.refresh(state, 0.0);
    settle(state, {}, events);
  }

 private:
  double step_goal(State& state, double goal, const Samples& samples) const;
  double wanted_step(const State& state) const;
  double try_step(State& state, double goal);
  double land(const State& state, const FoundEvent& event, double h);
  // A step of the integrator from y0_ to y1_, and the event at its end.
  struct Tried {
    double h, t_new;
    std::optional<FoundEvent> event;
  };
  Tried find_step(State& state, double goal, const Samples& samples,
                  std::vector<SimulationEvent>& events);
  Tried find_step_to(State& state, double goal);
  Tried find_step_among_shapes(State& state, double goal);
  void find_shapes(State& state, double goal, std::vector<SimulationEvent>& events);
  bool gives_energy(const State& state) const;
  void take_step(const Tried& tried, State& state, Samples& samples,
                 std::vector<SimulationEvent>& events);
  double unexplained(const State& state, const Tried& tried);
  void take_samples(const State& state, double t_new, double h, Samples& samples);
  void apply(State& state, const FoundEvent& event, std::vector<SimulationEvent>& events);
  void settle(State& state, const Triggers& triggers, std::vector<SimulationEvent>& events);
  void count_event(State& state, const Guard& guard, std::vector<SimulationEvent>& events);
  void count_step(State& state, double h) const;
  std::string fastest(const State& state) const;
  std::string diagnosis(const State& state, double h) const;

  MotionEquations& equations_;
  IntegratorOptions options_;
  double start_time_;
  std::unique_ptr<Integrator> integrator_;
  EventSearch search_;
  Decision decision_;
  Impact impact_;
  ShapeWatch shapes_;
  bool friction_takes_;  // in every law that there is, and steps can be found again
  State sampled_;
  Eigen::VectorXd y0_, y1_, y_inside_;
};

}  // namespace catena
