#pragma once
// The time stepper: steps of given size in velocities and impulses, in which any number of contacts
// and stops may stick, slide, close and open. New contacts are located and resolved by the laws of
// impact, a few of them in each step; what arrives after that comes to rest.

#include "catena/sim/event_search.hpp"
#include "catena/sim/impact.hpp"
#include "catena/sim/impulse_step.hpp"
#include "catena/sim/stepper.hpp"

namespace catena {

class TimeStepper final : public Stepper {
 public:
  // As EventStepper. Steps have the size `step`, and count from `start_time`.
  TimeStepper(MotionEquations& equations, GuardOwner* other, double start_time, double step);

  void step(State& state, double goal, Samples& samples,
            std::vector<SimulationEvent>& events) override;
  void impact(State& state, std::vector<SimulationEvent>& events) override {
    impact_.resolve(state, {}, events);
  }
  void settle(State& state, std::vector<SimulationEvent>& events) override;

 private:
  double step_goal(State& state, double goal) const;
  void report_residual(const State& state, std::vector<SimulationEvent>& events) const;
  bool must_watch(const State& state) const;
  double land(const State& state, const FoundEvent& event, double h);
  void take_samples(const State& state, double t_new, double h, Samples& samples);
  void apply(State& state, const FoundEvent& event, std::vector<SimulationEvent>& events);
  void close_gaps(State& state);

  MotionEquations& equations_;
  double start_time_, step_;
  ImpulseStep method_;
  EventSearch search_;
  Impact impact_;
  bool others_watch_;  // elements without rows, or conditions of changes
  State sampled_, before_;
  Eigen::VectorXd y0_, y1_, y_inside_;
};

}  // namespace catena
