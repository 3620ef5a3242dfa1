#pragma once
// The time stepper: steps of given size in velocities and impulses, in which any number of contacts
// and stops may stick, slide, close and open. New contacts are located and resolved by the laws of
// impact, a few of them in each step; what arrives after that comes to rest.

#include "catena/sim/event_search.hpp"
#include "catena/sim/impact.hpp"
#include "catena/sim/impulse_step.hpp"
#include "catena/sim/island_sleep.hpp"
#include "catena/sim/pile_step.hpp"
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
  // What steps of piles have done; null where there are none.
  const PileWork* pile_work() const { return pile_ ? &pile_->work() : nullptr; }

 private:
  // A step is too long if putting positions back takes more than this part of the kinetic energy.
  static constexpr double rough = 1e-4;
  // Less than the whole weight does over this height does not count: so much of positions solvers
  // leave open, whatever the size of a step, m.
  static constexpr double open_height = 1e-10;

  double step_goal(State& state, double goal) const;
  static double first_try(const State& state, double goal);
  bool step_as_pile(State& state, double goal, Samples& samples,
                    std::vector<SimulationEvent>& events);
  bool advance(State& state, double goal, double h, Samples& samples,
               std::vector<SimulationEvent>& events);
  double try_step(double h, bool with_arrivals);
  double finish(double t_new, State& state, std::vector<SimulationEvent>& events);
  double energy_excess(const State& state);
  bool overlaps(const State& state, double tried, double taken, bool arrives);
  bool passes(const Look& end, double taken);
  double tolerated_work() const;
  double given_by_contacts() const;
  void set_next_step(double asked, double taken, State& state) const;
  bool rest(double h, State& state);
  bool sleeps(const State& state) const;
  void sleep_on(State& state, double goal, Samples& samples);
  void report_quality(State& state, std::vector<SimulationEvent>& events) const;
  bool must_watch(const State& state) const;
  bool is_crowded(const State& state, double h);
  void refuse_pressed_rows(const State& state);
  void refuse_standstill(const State& state);
  bool rebounds(const std::vector<SimulationEvent>& events, std::size_t since) const;
  double land(const State& state, const FoundEvent& event, double h);
  bool stays_away(const FoundEvent& event, double t);
  double land_on_first(const State& state, FoundEvent& event, double h);
  void take_samples(const State& after, double h, Samples& samples);
  void take_samples_at_rest(const State& state, Samples& samples);
  void apply(State& state, const FoundEvent& event, std::vector<SimulationEvent>& events);
  double close_gaps(State& state);
  void close_around(const Eigen::VectorXd& q_landed, State& state);
  void leave_gain_unexplained(State& state) const;
  void put_back_rows(State& state, const HeldArray* kept);
  void close_inside(State& state);
  bool any_off() const;
  double close_loops(State& state);
  void report_lock(const State& state, std::vector<SimulationEvent>& events) const;

  MotionEquations& equations_;
  double start_time_, step_;
  ImpulseStep method_;
  std::unique_ptr<PileStep> pile_;  // null: the mechanism is none
  EventSearch search_;
  Impact impact_;
  IslandSleep sleep_;
  bool others_watch_;           // elements without rows, or conditions of changes
  bool is_autonomous_ = true;   // nothing changes with time but what moves
  bool works_at_rest_ = false;  // winches or belts exchange energy with what does not move
  State sampled_, before_, asleep_;
  Eigen::VectorXd y0_, y1_, y_inside_, q_landed_;
  // See refuse_standstill().
  struct Progress {
    long steps = 0, unexplained = 0;
    double since = 0.0;
  } progress_;
  double last_excess_ = 0.0;  // of a step that was too long, see energy_excess()
  double last_moved_ = 0.0;   // likewise, see close_gaps()
  double unexplained_ = 0.0;  // of what arrivals have lost in a step, J
  double retry_ = 0.0;        // how long the next try is, s
  int pressed_steps_ = 0;     // see refuse_pressed_rows()
  bool strikes_all_ = false;  // whether the shortest step was tried so, see overlaps()
  bool has_met_ = false;      // whether one was too long because of what arrives, see overlaps()
  bool was_off_ = false;      // whether positions had to be put back in the last step
  double put_back_ = 0.0;     // energy that this took, J
  // Of the last close_loops(): velocities before it, whether it has stopped the motion, and what
  // that took, J.
  Eigen::VectorXd v_open_;
  bool locks_ = false;
  double locked_energy_ = 0.0;
};

}  // namespace catena
