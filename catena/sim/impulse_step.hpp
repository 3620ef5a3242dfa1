#pragma once
// One step in velocities and impulses (Miller & Christensen 2003, secs. 2 and 4, in reduced
// coordinates). Forces act in the middle of the step, at a velocity that the last step foretells;
// impulses of contacts, stops and dry friction act there, too, and make the velocities at the end
// keep to their laws. Positions move with the mean velocity. Where the velocity in the middle turns
// out to be another one, the step is found again with it: the implicit midpoint rule, exact for
// constant acceleration, of second order in flight and while modes stay as they are.

#include "catena/sim/integrator.hpp"
#include "catena/sim/step_impulses.hpp"

namespace catena {

class ImpulseStep final : public Integrator {
 public:
  explicit ImpulseStep(MotionEquations& equations) : equations_(equations), impulses_(equations) {}

  // Before step(): the state that it begins at, after MotionEquations::begin_step(). With
  // arrivals, open elements that could be reached take part; positions then move with the velocity
  // at the end, so that nothing goes further than its gap.
  void begin(const State& state, bool with_arrivals) {
    state_ = &state;
    with_arrivals_ = with_arrivals;
  }

  StepOutcome step(MotionEquations& equations, double t, double h, const Eigen::VectorXd& y0,
                   Eigen::VectorXd& y1) override;
  void inside(MotionEquations& equations, double theta, Eigen::VectorXd& y) override;
  bool has_fixed_step() const override { return true; }
  bool is_dense() const override { return true; }

  // After step(): sets modes, reactions and energies of a state at its end.
  void finish(State& state, std::vector<SimulationEvent>& events);
  const StepQuality& quality() const { return quality_; }
  bool has_rows() const { return !list_.empty(); }

 private:
  void guess_middle(double t, double h);
  void move_to_middle(double h);
  void find_impulses(const Look& middle, double h, bool again);
  double loss_of_arrivals() const;

  MotionEquations& equations_;
  StepImpulses impulses_;
  const State* state_ = nullptr;
  bool with_arrivals_ = false;
  RowList list_;
  StepQuality quality_;
  double h_ = 0.0;
  State middle_;  // q and v there
  Eigen::VectorXd xi_middle_, a_free_, a_, v_end_, b_, x_, before_, u_, mean_, v_mean_, rate_,
      power_;
};

}  // namespace catena
