#pragma once
// A mechanism in motion. advance() integrates its State, finds the exact times of events (a stop
// is hit or released, dry friction sticks or slips, a joint is made or cut), and accounts for
// every joule.

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "catena/elements/evaluation.hpp"
#include "catena/elements/event.hpp"
#include "catena/elements/ledger.hpp"
#include "catena/elements/pull.hpp"
#include "catena/elements/simulation_error.hpp"
#include "catena/elements/state.hpp"
#include "catena/sim/setup.hpp"
#include "catena/sim/touch_sums.hpp"
#include "catena/structure/structure.hpp"

namespace catena {

class MotionEquations;

// What a run calls while it advances; each may be empty.
struct RunObserver {
  // At the start, and at every multiple of sample_interval after it. It must not change the
  // simulation: connect(), cut(), pull(), restore() throw SimulationError while it runs.
  std::function<void(const State&)> sample;
  double sample_interval = 0.0;  // s; 0: no samples
  std::function<void(const SimulationEvent&)> event;
  // After each step, for each pair of bodies that touches, begins to or ceases to, with forces
  // (touch_sums.hpp). Forces take time to find: without it none is spent.
  TouchCallback touch;
  // After each step; return false to stop there. The simulation may be changed here.
  std::function<bool(const State&)> step;
};

// Large because it is what users meet: each function is one thing that they can do or know.
class Simulation {
 public:
  // Checks the setup, brings the start into order (which coordinates are held) and throws
  // std::invalid_argument where something in it cannot be.
  explicit Simulation(const SimulationSetup& setup);
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  // What it was made with.
  const SimulationSetup& setup() const;
  // The tree as it is now, and what closes its loops; null: nothing.
  const Model& model() const;
  const Loops* loops() const;
  // As it is at any moment: the reference follows the simulation. Copy it to come back to it.
  const State& state() const;
  // Continues from a copy of a state of the same setup, whatever its structure; state() itself is
  // refused. A pull stays as it is; where
  // it or other inputs are not what they were at that state, call inputs_changed() next. Throws
  // std::invalid_argument where the state does not fit; then nothing has changed.
  void restore(const State& state);

  // Makes a joint between two bodies, now. Velocities jump by the impulse that is orthogonal to its
  // free directions (Nakamura & Yamane 2000, eqs. 25-38). Throws ModelError where the joint cannot
  // be, SimulationError where its frames do not meet; then nothing has changed.
  void connect(const Connect& what, std::vector<SimulationEvent>* events = nullptr);
  // Cuts a joint (of the tree, or one that closes a loop), a rod, a coupling or a rolling
  // constraint. Throws ModelError where nothing has that name.
  void cut(std::string_view name, std::vector<SimulationEvent>* events = nullptr);
  // Switches a motor, contact, string, cable, spring or force off, or on again. What was stored in
  // it is lost, and what is stored in it when it comes back is work. What is so already stays as it
  // is. Throws ModelError where there is none of that kind and name, SimulationError where bodies
  // are inside of each other at a contact that is switched on; then nothing has changed.
  void switch_element(const SwitchedElement& element, bool on,
                      std::vector<SimulationEvent>* events = nullptr);
  // How often the structure has become another one.
  long structure_count() const;
  // Where everything is now. Bodies keep their ids, everything named its name.
  const Structure& structure();

  // Pulls a body from now on, moves the pull to elsewhere, or ends it. It stays when the structure
  // changes. Throws std::invalid_argument where SimulationSetup::may_be_pulled is not set, where
  // the body does not exist or is the world, and where a number is not finite or a stiffness or
  // damping negative; then nothing has changed.
  void pull(const std::optional<Pull>& pull, std::vector<SimulationEvent>* events = nullptr);
  const std::optional<Pull>& pull() const;
  // To be called after what motors read from outside has been moved by hand (Motor::offsets,
  // hand_motor()): decides anew what is held, what sticks and what lets go.
  void inputs_changed(std::vector<SimulationEvent>* events = nullptr);

  // Advances to t_end, exactly. Returns false when the observer stopped it. Throws SimulationError,
  // with state() at the last good instant, and std::invalid_argument where t_end is not finite or
  // has passed.
  bool advance(double t_end, const RunObserver& observer = {});

  // At a state: accelerations, efforts and reactions; and energies.
  void evaluate(const State& state, Evaluation& out);
  // The part of a reaction that a stop exerts; sticking friction takes on what it can before it.
  double limit_effort(const State& state, const Evaluation& at, int dof) const;
  EnergyBalance energy(const State& state);
  // What State::spent counts.
  const Ledger& ledger() const;
  // For reading forces (motion_equations.hpp): the equations that evaluate() used last.
  MotionEquations& observed();

  // Events at the start: a joint outside its limits, for instance.
  const std::vector<SimulationEvent>& start_events() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace catena
