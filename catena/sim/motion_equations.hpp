#pragma once
// The ordinary differential equations of a mechanism between two events: y = (xi, v, spent), with
// xi the local coordinates of chart.hpp and `spent` the energies of ledger.hpp. Coordinates that
// are held (by a stop, by dry friction, on a given path) have given accelerations; the others
// follow from the articulated-body algorithm. What pushes and holds are groups of elements.

#include <memory>

#include "catena/dynamics/workspace.hpp"
#include "catena/elements/event.hpp"
#include "catena/elements/row_owner.hpp"
#include "catena/elements/sliding_owners.hpp"
#include "catena/elements/world.hpp"
#include "catena/sim/gap_closing.hpp"
#include "catena/sim/setup.hpp"

namespace catena {

class CableGroup;
class Kinks;
class Motors;
class ThreadTeam;

// Large because integrators, search, decision and recorder each ask it for one thing, all of which
// share one state of modes and one scratch.
class MotionEquations final : public World {
 public:
  // Of the structure that the coordinates are those of, without the elements that are off. `team`:
  // what shares the work; null: the caller does it alone. It must live as long as this.
  MotionEquations(const SimulationSetup& setup, std::shared_ptr<const Coordinates> coordinates,
                  const OffList& off, ThreadTeam* team = nullptr);
  // Of the structure of the start, with all elements.
  explicit MotionEquations(const SimulationSetup& setup);

  const SimulationSetup& setup() const { return setup_; }
  ThreadTeam* team() const { return team_; }
  const Model& model() const { return coordinates_->tree(); }
  const Chart& chart() const { return chart_; }
  const Ledger& ledger() const { return ledger_; }
  int nv() const { return coordinates_->nv(); }
  int size() const { return 2 * nv() + ledger_.count(); }
  // Null where there are neither loops nor elements that need it.
  LoopSolver* loops() const { return solver_.get(); }

  const std::vector<std::unique_ptr<Group>>& groups() const { return groups_; }
  const std::vector<RowOwner*>& row_owners() const { return row_owners_; }
  // Whether some of them are between bodies.
  bool has_contact_rows() const { return has_contact_rows_; }
  // How often accelerations were computed, and answers to forces: the work that was done.
  long evaluation_count() const { return evaluation_count_; }
  // The first group of a type, or null.
  template <class T>
  T* group() const {
    for (const auto& group : groups_)
      if (auto* found = dynamic_cast<T*>(group.get())) return found;
    return nullptr;
  }

  // World.
  const Coordinates& coordinates() const override { return *coordinates_; }
  double typical_acceleration() const override;
  double typical_force() const override { return model().total_mass() * typical_acceleration(); }
  bool on_path(int dof) const override { return on_path_[static_cast<std::size_t>(dof)] != 0; }
  void begin(const State& state) override { begin(state, true); }
  Look look(const State& state) override { return looks_.make(state.t, state.q, state.v); }
  void evaluate(const State& state, Evaluation& out) override { evaluate(look(state), out); }
  double close(State& state) override;
  bool hold_inside(State& state) override;
  std::string names_at_stops(const State& state) const override;
  double kick(State& state) override;

  // After close(): where rows of loops that depended on others when the step began do so no more
  // and the velocities break them, the mechanism locks. Stops what they stop, and reports it.
  void stop_locked(State& state, std::vector<SimulationEvent>& events);

  // Takes the modes (who is held, who slides where) and the origin of the chart from a state.
  // Without `reactions`, nothing but paths holds a coordinate, and all contacts are open.
  void begin(const State& state, bool reactions);

  // Between steps only: finds what may touch within the time `ahead`, s (Group::refresh()).
  void refresh(State& state, double ahead);
  // The same for somebody who only looks at a state.
  void observe(const State& state, double ahead = 0.0);

  // y for the state that begin() was given.
  void pack(const State& state, Eigen::VectorXd& y) const;
  // The parts of a state that y stands for at time t.
  void unpack(double t, const Eigen::VectorXd& y, State& state) const;

  // Puts prescribed coordinates where their paths are at t.
  void set_paths(double t, Eigen::VectorXd& q, Eigen::VectorXd& v) const;

  // What elements see at (t, y), without forces.
  Look look_at(double t, const Eigen::VectorXd& y);

  // dy/dt at (t, y). Does not allocate.
  void derivative(double t, const Eigen::VectorXd& y, Eigen::VectorXd& dydt);

  // d xi / dt alone, at the position of y and for a velocity v: the first nv numbers of dydt.
  void position_rate(const Eigen::VectorXd& y, const Eigen::Ref<const Eigen::VectorXd>& v,
                     Eigen::VectorXd& dydt);

  // Everything at an instant in the present modes. Does not allocate once `out` has its size.
  void evaluate(const Look& look, Evaluation& out);
  // The same at (t, y), and what elements see there.
  Look evaluate_at(double t, const Eigen::VectorXd& y, Evaluation& out);
  // Adds, per BodyId and in the body's axes about its origin, all forces of elements on bodies at
  // the last evaluation, which was that of `look`.
  void add_body_wrenches(const Look& look, std::vector<Force<double>>& external) const;

  // What forces on rows do at a state where nothing but paths is held, without rows along which
  // nothing can move. Valid until the next call of any other function.
  const Response& response(const State& state, const RowList& list);
  // Then: what forces (or impulses) x on these rows do to the accelerations (or velocities) of all
  // coordinates. Valid until the next call.
  const Eigen::VectorXd& respond(const Eigen::VectorXd& x);

  // ---- For a step in velocities and impulses (time_stepper.hpp).
  // Takes the modes from a state; reactions and dry friction are left out, rows stand for them.
  void begin_step(const State& state);
  // Accelerations at (t, q, v) without reactions, and what elements see there.
  Look free_accelerations(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                          Eigen::VectorXd& a);
  // The same, also of what sleeps (island_sleep.hpp), which is not accelerated in a step.
  const Eigen::VectorXd& all_free_accelerations() const { return a_all_; }
  // Joint poses and articulated inertias of the last free_accelerations().
  const Workspace<double>& workspace() const { return has_loops_ ? solver_->workspace() : ws_; }
  // The power of each source but reactions, for forces as they were computed last, at the velocity
  // v and with the acceleration a.
  void mean_powers(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                   const Eigen::VectorXd& a, double* power);
  // What drives the paths works against forces along rows, too, which mean_powers() does not know.
  // Per path: its account, and the motion of it alone with loops closed, in parts of v.
  std::size_t path_count() const { return paths_.size(); }
  int path_account(std::size_t p) const { return path_accounts_[p]; }
  void path_motion(std::size_t p, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                   Eigen::VectorXd& w);
  bool has_loops() const { return has_loops_; }
  // Whether rows of loops depend on others: found by begin() at the first state with closed loops.
  bool has_lasting_redundancy() const { return redundancy_ == Redundancy::Lasting; }
  Held held() const { return any_held_ ? Held(held_) : Held(); }
  // Takes errors of position out of loops and, where `contacts`, out of closed contacts; velocities
  // of contacts stay. Modes are those of begin().
  void close_positions(State& state, bool contacts);
  // These, too, stay where they are until the next begin().
  void hold_also(const HeldArray& held);

  // Linearisation at (t, y), by the analytic derivatives of inverse dynamics; elements by their own
  // slopes or by differences.
  void linearize(double t, const Eigen::VectorXd& y, MotionSlopes& out);

  // Where derivative() was last: the kinetic energy, and the weight times the size of the links.
  // What is far smaller than this may be rounding.
  double present_energy();

  // Energies at a state.
  EnergyBalance energy(const State& state);
  // Of the tree, with other velocities than those of the state.
  double kinetic_energy_with(const State& state, const Eigen::VectorXd& v);

 private:
  bool close_many(State& state);
  PathPoint point_of(const PrescribedMotion& path, double t) const;
  void begin_loops(const State& state, bool reactions);
  double close_loops(State& state);
  double close_at_stops(State& state, double error);
  bool stands_at(const LoopSolver& solver, const Eigen::VectorXd& q) const;
  bool keeps_rows(const State& state);
  void read(double t, const Eigen::VectorXd& y);
  LoopSolver& solver_of_rows();
  void efforts(const Look& look, Eigen::VectorXd& applied, Eigen::VectorXd& total);
  void plan(const Look& look, Eigen::VectorXd& applied, Eigen::VectorXd& total);
  void accelerations(const Look& look, const Eigen::VectorXd& tau, Eigen::VectorXd& a);
  // Efforts and accelerations, where laws slide along the surfaces at which they jump, too.
  void move(const Look& look, Eigen::VectorXd& applied, Eigen::VectorXd& total, Eigen::VectorXd& a);
  void slide(const Look& look, Eigen::VectorXd& applied, Eigen::VectorXd& total,
             Eigen::VectorXd& a);
  void inverse_dynamics(const Look& look, const Eigen::VectorXd& a, const Eigen::VectorXd& tau,
                        Eigen::VectorXd& total);
  void powers(const Look& look, double* power);
  void constrain(MotionSlopes& out);
  void add_slopes_by_differences(double t, Group& group, MotionSlopes& out);
  void step_along(int dof, double step, Eigen::VectorXd& q);

  SimulationSetup setup_;
  ThreadTeam* team_ = nullptr;
  std::shared_ptr<const Coordinates> coordinates_;
  Chart chart_;
  std::vector<PrescribedMotion> paths_;  // of coordinates as they are now
  std::vector<int> path_accounts_;
  Eigen::VectorXd path_motion_, response_rate_;
  HeldArray held_by_paths_;
  long free_state_ = -1;    // of solver_, after free_accelerations()
  Eigen::VectorXd q_free_;  // where that was
  std::vector<char> on_path_;
  std::vector<std::unique_ptr<Group>> groups_;
  std::vector<RowOwner*> row_owners_;
  SlidingOwner* sliding_ = nullptr;  // null: no law can
  SlidingOwners all_sliding_;        // where laws of several groups can
  const Kinks* kinks_ = nullptr;     // null: neither paths nor couplings have any
  const CableGroup* cables_ = nullptr;
  Motors* planners_ = nullptr;  // null: no motor plans
  enum class Redundancy { Unknown, None, Lasting } redundancy_ = Redundancy::Unknown;
  Eigen::VectorXd left_out_;  // per closure: |J v| of rows that are left out, after close()
  Ledger ledger_;
  Workspace<double> ws_, energy_ws_;
  std::unique_ptr<LoopSolver> solver_, row_solver_;  // row_solver_: where there is no solver_
  std::unique_ptr<Response> response_;               // of the rows of decisions and impacts
  std::unique_ptr<GapClosing> gap_closing_;          // where many positions are put back
  RowList gaps_;                                     // likewise
  bool has_contact_rows_ = false, has_loops_ = false;
  long evaluation_count_ = 0;
  LookMaker looks_;
  BodyForces body_forces_, foreseen_forces_;
  Eigen::VectorXd acting_;  // what controllers plan with
  HeldArray held_;          // at present
  HeldArray at_stops_;
  Eigen::VectorXd q_open_, q_closed_;
  bool any_held_ = false, has_reactions_ = true, clips_fractions_ = false;
  Eigen::VectorXd origin_;  // of the chart
  // What sleeps in the step that was begun: coordinates that stay where they are.
  struct Sleeping {
    int first_q, size_q, first_v, size_v;
  };
  std::vector<Sleeping> sleeping_;
  bool may_sleep_ = false;
  Eigen::VectorXd a_all_;

  // Scratch.
  std::vector<Force<double>> wrenches_;  // per body, of loops and contacts
  Eigen::VectorXd multipliers_;
  Eigen::VectorXd q_, v_, tau_, applied_, a_, inverse_;
  Eigen::VectorXd a_mixed_, departures_, departures_mixed_, fractions_;
  Eigen::MatrixXd departure_slopes_;
  std::vector<Eigen::Index> pivot_columns_;
  struct {  // of linearize()
    Eigen::MatrixXd mobility, product;
    Eigen::VectorXd column, q, v, plus, minus, zero, unit, xi, applied, total;
  } slopes_;
};

}  // namespace catena
