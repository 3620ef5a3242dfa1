#pragma once
// Functions of the motion that stay positive as long as the modes are valid, and their owners.

#include <limits>
#include <string>
#include <vector>

#include "catena/elements/look.hpp"
#include "catena/elements/state.hpp"
#include "catena/elements/triggers.hpp"

namespace catena {

struct Evaluation;
struct SimulationEvent;
class World;

struct Guard {
  int owner = 0;  // among the owners of a simulation
  int item = 0;   // of the owner: a coordinate, a contact, a part of a cable ...
  int kind = 0;   // what is watched, in the owner's own numbers
  int side = 0;   // a direction or a sign, where the kind has one
  double offset = 0.0;
  bool needs_forces = false;  // of contacts, stops and sticking friction
  // Whether steps of fixed size, too, end where it is zero to the last digit.
  bool exact = false;
  bool arrives = false;  // at a stop or a surface: an impact follows
};

// A guard that has run out.
struct FoundGuard {
  Guard guard;
  bool at_once = false;        // where the step began
  bool is_chattering = false;  // events come so thick that nothing may rebound
};

// What has to follow.
struct Consequence {
  bool impact = false, decide = false;
  Triggers triggers = {};
};

// Owns guards: a group of elements, or the changes of structure that have a condition.
class GuardOwner {
 public:
  virtual ~GuardOwner() = default;

  // Adds the guards of the present modes, with `owner` as it is told.
  virtual void watch(const Look& look, const State& state, int owner, std::vector<Guard>& out) = 0;
  // The most guards that there can be.
  virtual std::size_t most_guards() const = 0;
  // What value() needs besides forces, at an instant at which these were not computed.
  virtual void prepare_guards(const Look& look) = 0;
  // The value at an instant; `forces` are those of that instant where the guard needs them.
  virtual double value(const Guard& guard, const Look& look, const Evaluation& forces) const = 0;
  // How fast it changes, from positions and velocities alone; 0: not known.
  virtual double rate(const Guard& guard, const Look& look) const = 0;
  // No step may be longer, s: guards could change their sign twice unseen.
  virtual double longest_step(const Look&) const { return std::numeric_limits<double>::infinity(); }
  // Before the first instant of a step is looked at again: sets what values are scaled by.
  virtual void set_scale(double) {}

  // The direction in which something that is let go will move, or 0.
  virtual int push_direction(const Guard&, const Evaluation&) const { return 0; }
  // Changes modes, positions and velocities as the guard says.
  virtual Consequence apply(const FoundGuard& found, int pushed, World& world, State& state,
                            std::vector<SimulationEvent>& events) = 0;
  // What the guard is about, for people.
  virtual std::string name_of(const Guard& guard) const = 0;
};

}  // namespace catena
