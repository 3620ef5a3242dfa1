#pragma once
// The ordinary differential equations of a mechanism between two events: y = (xi, v, spent), with
// xi the local coordinates of chart.hpp and `spent` the energies of ledger.hpp. Coordinates that
// are held (by a stop, by dry friction, on a given path) have given accelerations; the others
// follow from the articulated-body algorithm.

#include <memory>

#include "catena/cables/cable_forces.hpp"
#include "catena/constraints/loop_solver.hpp"
#include "catena/contact/contact_forces.hpp"
#include "catena/dynamics/workspace.hpp"
#include "catena/sim/chart.hpp"
#include "catena/sim/home_layout.hpp"
#include "catena/sim/ledger.hpp"
#include "catena/sim/pull.hpp"
#include "catena/sim/setup.hpp"
#include "catena/sim/state.hpp"

namespace catena {

// What acts and what follows at one state.
struct Evaluation {
  Eigen::VectorXd a;  // accelerations
  // Springs, dampers, sliding friction, motors and cables of joints, not what pulls bodies.
  Eigen::VectorXd applied;
  Eigen::VectorXd reaction;  // what holds coordinates: stops, sticking friction, path drives
};

// The matrices of M dv/dt = ... about a state, for implicit methods.
struct MotionSlopes {
  Eigen::MatrixXd M;  // identity rows for held coordinates
  // d(applied - h) / dq for steps along velocities, zero rows and columns for held ones
  Eigen::MatrixXd K;
  Eigen::MatrixXd C;                  // d(applied - h) / dv, likewise
  std::vector<Chart::Turned> turned;  // where d xi / dt is not v
};

class MotionEquations {
 public:
  // After a change of structure, `layout` tells where the coordinates of the start are, of which
  // motors speak; null: nothing has changed.
  explicit MotionEquations(const SimulationSetup& setup,
                           std::shared_ptr<const HomeLayout> layout = nullptr);

  const SimulationSetup& setup() const { return setup_; }
  const Model& model() const { return *setup_.model; }
  const Chart& chart() const { return chart_; }
  const EnergySources& sources() const { return sources_; }
  // Velocity coordinates: of the tree, then of the loop joints.
  int nv() const { return nv_; }
  int nq() const { return static_cast<int>(origin_.size()); }
  std::string coordinate_name(int dof) const;
  // Null where there are neither loops nor contacts.
  LoopSolver* loops() const { return solver_.get(); }
  // Null where there are no contacts. Its forces are those of the last evaluation.
  ContactForces* contacts() const { return contacts_.get(); }
  // Null where there are no cables. Its tensions are those of the last evaluation.
  CableForces* cables() const { return cables_.get(); }
  int size() const { return 2 * nv_ + static_cast<int>(sources_.all.size()); }

  // Dry friction of each velocity coordinate: sliding and break-away effort.
  const Eigen::VectorXd& sliding_friction() const { return sliding_; }
  const Eigen::VectorXd& breakaway_friction() const { return breakaway_; }
  // An acceleration and a force that are not small: of gravity and the whole weight, or where
  // nothing weighs anything of 1 m/s^2. Rounding is told from forces by them.
  double typical_acceleration() const;
  double typical_force() const { return model().total_mass() * typical_acceleration(); }
  // Whether a path prescribes the coordinate.
  bool on_path(int dof) const { return on_path_[static_cast<std::size_t>(dof)] != 0; }

  // Sets or ends what pulls a body, where the setup says that one may be.
  void set_pull(const std::optional<Pull>& pull);
  // Adds, per BodyId and in the body's axes about its origin, what pulled at the last evaluation:
  // a hand, cables.
  void add_pull_wrenches(std::vector<Force<double>>& external) const;

  // Takes the modes (who is held, who slides where) and the origin of the chart from a state.
  // Without `reactions`, nothing but paths holds a coordinate, and all contacts are open.
  void begin(const State& state, bool reactions = true);

  // y for the state that begin() was given.
  void pack(const State& state, Eigen::VectorXd& y) const;
  // The parts of a state that y stands for at time t.
  void unpack(double t, const Eigen::VectorXd& y, State& state) const;

  // Takes the errors of integration out of a state's loops and closed contacts; coordinates that
  // are held stay. Returns the largest error of position that is left.
  double close_loops(State& state);
  // Finds where the contacts are at (t, y) or at a state, for contacts()->geometry().
  void locate_contacts(double t, const Eigen::VectorXd& y);
  void locate_contacts(const State& state);
  // Finds the tensions of cables at (t, y) or at a state, for cables().
  void stretch_cables(double t, const Eigen::VectorXd& y);
  void stretch_cables(const State& state);

  // dy/dt at (t, y). Does not allocate.
  void derivative(double t, const Eigen::VectorXd& y, Eigen::VectorXd& dydt);

  // d xi / dt alone, at the position of y and for a velocity v: the first nv numbers of dydt.
  void position_rate(const Eigen::VectorXd& y, const Eigen::Ref<const Eigen::VectorXd>& v,
                     Eigen::VectorXd& dydt);

  // Everything at (t, q, v) in the present modes. Does not allocate once `out` has its size.
  void evaluate(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v, Evaluation& out);
  // The same at (t, y).
  void evaluate_at(double t, const Eigen::VectorXd& y, Evaluation& out);

  // A function of the coordinates of the start, at (t, y) and at a state.
  using Condition = std::function<double(double t, In<double> q, In<double> v)>;
  double value_of(const Condition& condition, double t, const Eigen::VectorXd& y);
  double value_of(const Condition& condition, const State& state);

  // Linearisation at (t, y), by the analytic derivatives of inverse dynamics; motors by
  // differences.
  void linearize(double t, const Eigen::VectorXd& y, MotionSlopes& out);

  // Energies at a state.
  EnergyBalance energy(const State& state);

 private:
  void make_cables();
  void read(double t, const Eigen::VectorXd& y);
  void set_paths(double t, Eigen::VectorXd& q, Eigen::VectorXd& v) const;
  void applied_efforts(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                       Eigen::VectorXd& tau);
  bool is_pulled() const { return pull_ && pull_->active(); }
  void add_pulls(const Eigen::VectorXd& q, const Eigen::VectorXd& v, Eigen::VectorXd& tau);
  void add_motor_efforts(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                         Eigen::VectorXd& tau);
  void accelerations(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                     const Eigen::VectorXd& tau, Eigen::VectorXd& a);
  void inverse_dynamics(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                        const Eigen::VectorXd& a, const Eigen::VectorXd& tau,
                        Eigen::VectorXd& total);
  void powers(const Eigen::VectorXd& q, const Eigen::VectorXd& v, double* power);
  void spring_powers(const Model& part, int first_q, int first_v, const Eigen::VectorXd& q,
                     const Eigen::VectorXd& v, Workspace<double>& ws, std::size_t& spring,
                     double* power);
  void constrain(MotionSlopes& out);
  void add_motor_slopes(double t, MotionSlopes& out);
  void add_pull_slopes(MotionSlopes& out);
  void add_cable_slopes(double t, MotionSlopes& out);
  void step_along(int dof, double step, Eigen::VectorXd& q) const;

  SimulationSetup setup_;
  std::shared_ptr<const HomeLayout> layout_;
  int nv_;
  Chart chart_;
  EnergySources sources_;
  Workspace<double> ws_;
  std::unique_ptr<LoopSolver> solver_;
  std::unique_ptr<ContactForces> contacts_;
  std::unique_ptr<CableForces> cables_;
  std::unique_ptr<Workspace<double>> links_ws_;
  std::unique_ptr<PullForce> pull_;      // null: nothing may be pulled
  std::vector<Force<double>> wrenches_;  // per body, of loops and contacts
  Eigen::VectorXd sliding_, breakaway_, damping_;
  std::vector<char> on_path_;
  bool motors_are_constant_ = true;
  Eigen::Array<bool, Eigen::Dynamic, 1> held_;  // at present
  bool any_held_ = false;
  Eigen::VectorXd slip_effort_;                 // of sliding friction, at present
  Eigen::VectorXd origin_;                      // of the chart
  std::vector<Eigen::MatrixXd> antisymmetric_;  // parts of springs that are not conservative

  // Scratch.
  Eigen::VectorXd q_home_, v_home_, multipliers_;
  Eigen::VectorXd q_, v_, tau_, a_, inverse_, deflection_;
  std::vector<Eigen::VectorXd> motor_efforts_;
};

}  // namespace catena
