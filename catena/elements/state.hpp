#pragma once
// Where a simulation stands: everything that decides its future, and nothing derived. Restoring a
// State restores the run; the continuation is bitwise the same. What is moved by hand (a pull, the
// inputs of motors) is not part of it.

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "catena/constraints/loops.hpp"
#include "catena/elements/reactions.hpp"
#include "catena/elements/switched_element.hpp"

namespace catena {

// The discrete modes of all elements of one kind. Immutable: a group that changes its modes puts
// new ones into the state, so copies of a state are cheap and share nothing that changes.
struct GroupModes {
  virtual ~GroupModes() = default;
  // How many there are, where they are a list; else 1.
  virtual std::size_t count() const { return 1; }
};
template <class T>
struct ModesOf : GroupModes {
  T value;
  explicit ModesOf(T modes) : value(std::move(modes)) {}
  std::size_t count() const override {
    if constexpr (requires { value.size(); })
      return value.size();
    else
      return 1;
  }
};

// A change of the structure since the start: a joint that was connected, or one that was cut.
struct AppliedChange {
  std::string cut;  // its name; empty: `connected` was made
  LoopJoint connected = {};
  // False where only name, bodies and frames are known, as from a file: the event that makes the
  // joint has the rest.
  bool has_spec = true;
};

// What the integrator `automatic` remembers: which method it uses, and what both have cost.
struct IntegratorMemory {
  bool implicit = false;
  // Steps since it began to use the method, or since the motion began to look stiff; steps that
  // must pass before the other method is tried, and how many that will be next time.
  long count = 0, wait = 0, patience = 0;
  double spent = 0.0, covered = 0.0;  // evaluations, and time that they covered, over `count` steps
  double explicit_rate = 0.0;         // evaluations per second of the explicit method
  friend bool operator==(const IntegratorMemory&, const IntegratorMemory&) = default;
};

struct State {
  double t = 0.0;
  Eigen::VectorXd q, v;
  // Per group of elements, in the order of the simulation's groups; null: it has no modes.
  std::vector<std::shared_ptr<const GroupModes>> modes;
  Eigen::VectorXd spent;  // energy that each source has taken (ledger.hpp)
  double initial_energy = 0.0;
  double impact_loss = 0.0;  // energy lost at events so far
  // Taken and given by sources that are there no more.
  double past_dissipated = 0.0, past_work = 0.0;
  // How the structure differs from that of the start, in order; null: not at all. Connections that
  // were cut again are not in it.
  std::shared_ptr<const std::vector<AppliedChange>> changes;
  // Elements that are switched off; null: none.
  std::shared_ptr<const OffList> off;
  const OffList& off_list() const {
    static const OffList none;
    return off ? *off : none;
  }
  // Per event of SimulationSetup::changes: how often it has happened, and, of one that may happen
  // again, on which side of zero its condition is from now on (0: as it is found).
  std::vector<long> happened;
  std::vector<int> side;
  // Of the time stepper: whether it advances this state; what elements with a law did in the last
  // step; the mean acceleration over it, empty: none yet.
  bool stepping = false;
  Reactions reactions;
  Eigen::VectorXd last_acceleration;
  double quiet_since = 0.0;  // when a mode changed last, s
  // Of a run that changes between both: since when it goes by events, and how long nothing must
  // change before it does so again, s; 0: as long as at first.
  double events_since = 0.0, quiet_needed = 0.0;
  // Of the event stepper: steps and evaluations since `counting_steps_since`, so that no run hangs.
  long recent_steps = 0, recent_evaluations = 0;
  double counting_steps_since = 0.0;
  bool has_stepped = false;  // at some time; for reports
  // How well the forces of the last decision, impact or time step keep to their laws, and the link
  // of the chain that found them (ChainLink); for reports.
  double solver_residual = 0.0;
  int solver_link = 0;
  bool is_stepping() const { return stepping; }
  // Forgets the steps before.
  void begin_stepping() {
    stepping = true, reactions.clear(), last_acceleration.resize(0), next_step = 0.0;
  }
  void end_stepping() { stepping = false, reactions.clear(), last_acceleration.resize(0); }
  double next_step = 0.0;  // what a method that chooses its steps tries next; 0: as at first
  IntegratorMemory integrator;
  long step_count = 0;
  // Events since `counting_since`, and what they have raised ContactOptions::rest_speed by, so that
  // chattering ends.
  long recent_events = 0;
  double counting_since = 0.0, rest_factor = 1.0;

  // The modes of a group, of the type that it keeps.
  template <class T>
  const T& modes_of(int group) const {
    return static_cast<const ModesOf<T>&>(*modes[static_cast<std::size_t>(group)]).value;
  }
  template <class T>
  void set_modes(int group, T value) {
    modes[static_cast<std::size_t>(group)] = std::make_shared<const ModesOf<T>>(std::move(value));
  }
};

// The modes of the only group that keeps modes of this type; an empty T where none does.
template <class T>
const T& find_modes(const State& state) {
  static const T none{};
  for (const auto& modes : state.modes)
    if (const auto* found = dynamic_cast<const ModesOf<T>*>(modes.get())) return found->value;
  return none;
}

}  // namespace catena
