#pragma once
// The event-driven stepper: integrates between events, finds the exact time of the first one, and
// applies the laws of impacts and modes there.

#include <memory>

#include "catena/sim/decision.hpp"
#include "catena/sim/event_search.hpp"
#include "catena/sim/impact.hpp"
#include "catena/sim/integrator.hpp"
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
  void impact(State& state, std::vector<SimulationEvent>& events) override {
    impact_.resolve(state, {}, events);
  }
  void settle(State& state, std::vector<SimulationEvent>& events) override {
    settle(state, {}, events);
  }

 private:
  double step_goal(State& state, double goal, const Samples& samples) const;
  double try_step(State& state, double goal);
  double land(const State& state, const FoundEvent& event, double h);
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
  State sampled_;
  Eigen::VectorXd y0_, y1_, y_inside_;
};

}  // namespace catena
