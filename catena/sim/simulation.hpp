#pragma once
// A mechanism in motion. advance() integrates its State, finds the exact times of events (a stop is
// hit or let go, dry friction sticks or slips, a joint is made or cut), and books every joule.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "catena/sim/event_search.hpp"
#include "catena/sim/integrator.hpp"
#include "catena/sim/mode_rules.hpp"
#include "catena/sim/motion_equations.hpp"
#include "catena/sim/pull.hpp"
#include "catena/sim/setup.hpp"
#include "catena/sim/simulation_error.hpp"
#include "catena/sim/state.hpp"

namespace catena {

// What a run calls while it advances; each may be empty.
struct RunObserver {
  // At every multiple of sample_interval after the start.
  std::function<void(const State&)> sample;
  double sample_interval = 0.0;
  std::function<void(const SimulationEvent&)> event;
  // After each step; return false to stop there.
  std::function<bool(const State&)> step;
};

class Simulation {
 public:
  // Checks the setup, brings the start into order (which coordinates are held) and throws
  // std::invalid_argument where sizes do not fit.
  explicit Simulation(const SimulationSetup& setup);

  // What it was made with.
  const SimulationSetup& setup() const { return setup_; }
  // The tree as it is now, and what closes its loops; null: nothing.
  const Model& model() const { return m_->equations.model(); }
  const Loops* loops() const { return m_->equations.setup().loops.get(); }
  const State& state() const { return state_; }
  // Continues from a state of the same setup, whatever its structure. A pull stays as it is; where
  // it or other inputs are not what they were at that state, call inputs_changed() next.
  void restore(const State& state);

  // Makes a joint between two bodies, now. Velocities jump by the impulse that is orthogonal to its
  // free directions (Nakamura & Yamane 2000, eqs. 25-38). Throws ModelError where the joint cannot
  // be, SimulationError where its frames do not meet; then nothing has changed.
  void connect(const Connect& what, std::vector<SimulationEvent>* happened = nullptr);
  // Cuts a joint (of the tree, or one that closes a loop), a rod, a coupling or a rolling
  // constraint. Throws ModelError where nothing has that name.
  void cut(std::string_view name, std::vector<SimulationEvent>* happened = nullptr);
  // How often the structure has become another one.
  long structure_count() const { return structure_count_; }
  // Where everything is now. Bodies keep their ids, everything named its name.
  const Structure& structure();

  // Pulls a body from now on, moves the pull to elsewhere, or ends it. It stays when the structure
  // changes. Throws std::invalid_argument where SimulationSetup::may_be_pulled is not set, where
  // the body does not exist or is the world, and where a number is not finite or a stiffness or
  // damping negative; then nothing has changed.
  void pull(const std::optional<Pull>& pull, std::vector<SimulationEvent>* happened = nullptr);
  const std::optional<Pull>& pull() const { return pull_; }
  // To be called after what motors read from outside has been moved by hand (Motor::offsets,
  // hand_motor()): decides anew what is held, what sticks and what lets go.
  void inputs_changed(std::vector<SimulationEvent>* happened = nullptr);

  // Advances to t_end, exactly. Returns false when the observer stopped it. Throws SimulationError,
  // with state() at the last good step.
  bool advance(double t_end, const RunObserver& observer = {});

  // At a state: accelerations, efforts and reactions; and energies.
  void evaluate(const State& state, Evaluation& out);
  // The part of a reaction that a stop exerts; sticking friction takes on what it can before it.
  double limit_effort(const State& state, const Evaluation& at, int dof) const;
  EnergyBalance energy(const State& state) { return observed().energy(state); }
  const EnergySources& sources() const { return m_->equations.sources(); }
  // For reading reactions: the equations that evaluate() used last.
  MotionEquations& observed();

  // Events at the start: a joint outside its limits, for instance.
  const std::vector<SimulationEvent>& start_events() const { return start_events_; }

 private:
  void assemble(const std::vector<bool>& given);
  std::string open_loops(double gap);
  void step(double t_end, const RunObserver& observer);
  double next_sample(double t, const RunObserver& observer) const;
  double step_goal(double t_end, const RunObserver& observer);
  double try_step(double goal);
  double land(const FoundEvent& event, double h);
  bool is_back(const FoundEvent& event);
  std::string name_of(const Guard& guard) const;
  bool only_turns(int contact);
  void change_cable(const Guard& guard, std::vector<SimulationEvent>& happened);
  void apply(const FoundEvent& event, std::vector<SimulationEvent>& happened);
  void count_event(const FoundEvent& event, std::vector<SimulationEvent>& happened);
  void settle(std::vector<SimulationEvent>& happened, const Occasion& occasion = {});
  std::string diagnosis(double h) const;

  // All that depends on the structure.
  struct Mechanics {
    Mechanics(const SimulationSetup& setup, const std::vector<StructureEvent>& changes,
              std::shared_ptr<const HomeLayout> layout_of_start)
        : equations(setup, layout_of_start),
          rules(equations),
          search(equations, rules, changes),
          layout(std::move(layout_of_start)) {}
    MotionEquations equations;
    ModeRules rules;
    EventSearch search;
    std::shared_ptr<const HomeLayout> layout;
    std::unique_ptr<MotionEquations> observed;  // for evaluate() while a step is looked at
  };
  void need_structure();
  void rebuild(const Structure& to);
  void make_mechanics(const SimulationSetup& setup, std::shared_ptr<const HomeLayout> layout);
  void move_modes_and_energies(const Structure& from, const Structure& to,
                               const EnergySources& sources_before);
  void record_change(AppliedChange change);
  LoopJoint described(const AppliedChange& change) const;
  double next_change() const;
  void run_due_changes(const RunObserver& observer);
  void change(std::size_t event, std::vector<SimulationEvent>& happened);

  SimulationSetup setup_;                      // of the start
  std::unique_ptr<VaryingStructure> varying_;  // once something changes
  Structure home_;
  long structure_count_ = 0;
  std::unique_ptr<Mechanics> m_;
  std::optional<Pull> pull_;
  std::unique_ptr<Integrator> integrator_;
  IntegratorOptions options_;
  double start_time_;
  State state_, sampled_;
  std::vector<SimulationEvent> start_events_;
  Eigen::VectorXd y0_, y1_, y_inside_;
};

}  // namespace catena
