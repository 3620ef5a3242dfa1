#pragma once
// One step in velocities and impulses (Miller & Christensen 2003, secs. 2 and 4, in reduced
// coordinates). Forces act in the middle of the step, at a velocity that the last step foretells;
// impulses of contacts, stops and dry friction act there, too, and make the velocities at the end
// keep to their laws. Positions move with the mean velocity. Where the velocity in the middle turns
// out to be another one, the step is found again with it: the implicit midpoint rule, exact for
// constant acceleration, of second order in flight and while modes stay as they are.

#include <optional>

#include "catena/sim/centre_flight.hpp"
#include "catena/sim/integrator.hpp"
#include "catena/sim/step_friction.hpp"
#include "catena/sim/step_impulses.hpp"

namespace catena {

// Large because a step is asked for what it has found: velocities, residuals, folds, arrivals.
class ImpulseStep final : public Integrator {
 public:
  // `whole_step`: the size of steps that nothing cuts short, s.
  ImpulseStep(MotionEquations& equations, double whole_step)
      : equations_(equations),
        whole_step_(whole_step),
        impulses_(equations),
        flight_(equations.model(), equations.has_loops()) {}

  // Before step(): the state that it begins at, after MotionEquations::begin_step(). With
  // arrivals, open elements that could be reached take part, so that nothing goes further than its
  // gap.
  void begin(const State& state, bool with_arrivals) {
    state_ = &state;
    with_arrivals_ = with_arrivals;
    has_tried_ = false;
    left_out_.clear();
  }
  // After step(): whether closed contacts pass a fold in it. A chain whose tip passes its own base
  // moves the tip to no side there, and on the other side a force on the tip moves it the other
  // way: what keeps the contact closed before the fold opens it behind, and would turn the motion
  // back. They are left out when the step is tried again.
  bool finds_folds();

  // Before step(): how hard its impulses are looked for. Where they are not found with less than
  // everything, the step is not accepted: a shorter one costs less than the slowest links.
  void set_care(StepImpulses::Care care) { care_ = care; }
  StepOutcome step(MotionEquations& equations, double t, double h, const Eigen::VectorXd& y0,
                   Eigen::VectorXd& y1) override;
  void inside(MotionEquations& equations, double theta, Eigen::VectorXd& y) override;
  bool has_fixed_step() const override { return true; }
  bool is_dense() const override { return true; }

  // After step(): sets modes, reactions and energies of a state at its end. Returns whether
  // something had to be moved back that went further than was foreseen.
  bool finish(State& state, std::vector<SimulationEvent>& events);
  const StepQuality& quality() const { return quality_; }
  // What has arrived within a step ends it with the velocity that brought it there. Whether
  // anything has; then stop_arrivals() takes that away at its end, without rebound. The answer of
  // the step is lost; quality() is that of the impulses that stop.
  bool has_arrivals() const;
  double lost_to_arrivals() const;  // J
  void stop_arrivals(State& state);
  // How much the velocity in the middle changed when it was found last, in parts of the largest.
  double change() const { return change_; }
  bool has_settled() const;
  double size() const { return h_; }
  bool with_arrivals() const { return with_arrivals_; }
  // The energy that contacts, stops and dry friction have given instead of taken, J.
  double given() const;
  // Where nothing but free bodies moves: the energy that contacts have taken along their normals,
  // J. Energies are then exact but for what is booked.
  std::optional<double> pressed_in() const;
  // The sum of the normal forces of contacts, N.
  double pressing_force() const;
  // The rows of the step, and their velocities at its end.
  const RowList& rows() const { return list_; }
  const Eigen::VectorXd& rates() const { return u_; }
  // Of the coordinates, rad/s or m/s.
  double fastest() const { return fastest_; }

 private:
  void guess_middle(double t, double h);
  void move_to_middle(double h);
  void write_velocity(double theta, double* v);
  void look_in_middle(double h);
  bool must_strike(double h);
  void offer_contacts(const Look& look, double since_start, RowList& out) const;
  void forget_contact_forces();
  void find_impulses(double h, bool again, StepImpulses::Care care);
  void offer(const Look& look, const State& state, const Eigen::VectorXd& v_begin,
             StepRequest request);
  void solve_with_frictions(double h, bool again, StepImpulses::Care care);
  // Marks the blocks for which `arrives` holds. Returns whether there are any.
  template <class Arrives>
  bool find_arriving(Arrives arrives);
  void strike(double t, double h);
  void add_work_of_paths(double h);
  double change_of_middle() const;
  StepOutcome refuse(double h, const Eigen::VectorXd& y0, Eigen::VectorXd& y1);

  MotionEquations& equations_;
  double whole_step_;
  StepImpulses impulses_;
  CentreFlight flight_;
  const State* state_ = nullptr;
  bool with_arrivals_ = false;
  StepImpulses::Care care_ = StepImpulses::Care::Everything;
  bool has_tried_ = false;  // since begin(); then a_ is what was found
  RowList list_;
  std::vector<char> arriving_;  // per block
  std::vector<StepRequest::Element> left_out_;
  StepFriction friction_;
  CarriedRows::Rates rates_;
  StepQuality quality_, struck_;
  double lost_ = 0.0;           // J, by what was struck at the beginning
  bool has_struck_ = false;     // whether anything was
  Eigen::VectorXd drive_work_;  // J, per source, that surfaces gave it
  double h_ = 0.0, h_before_ = 0.0, change_ = 0.0, fastest_ = 0.0;
  double small_change_ = 0.0;  // of velocities, that the tolerance of contacts lets pass
  State middle_;               // q and v there
  // At the beginning, along the axes there, and, as at the end, along those in the middle.
  Eigen::VectorXd v_start_, v_begin_;
  Eigen::VectorXd turning_;  // see CentreFlight
  Eigen::VectorXd turns_;    // the velocity with which axes turn from the middle to the end
  Eigen::VectorXd guess_;    // of accelerations
  Eigen::VectorXd xi_middle_, a_free_, a_, v_end_, v_stopped_, b_, x_, before_, u_, u_begin_, mean_,
      v_mean_, rate_, power_, path_motion_, path_rates_;
};

}  // namespace catena
