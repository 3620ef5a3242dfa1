#pragma once
// What a group may request from its simulation.

#include "catena/elements/evaluation.hpp"
#include "catena/elements/look.hpp"
#include "catena/elements/state.hpp"

namespace catena {

class World {
 public:
  virtual ~World() = default;

  virtual const Coordinates& coordinates() const = 0;
  // An acceleration and a force that are not small: of gravity and the whole weight, or where
  // nothing weighs anything of 1 m/s^2. Rounding is told from forces by them.
  virtual double typical_acceleration() const = 0;
  virtual double typical_force() const = 0;
  // Whether a path prescribes the coordinate.
  virtual bool on_path(int dof) const = 0;

  // Takes the modes from a state; what follows speaks of these.
  virtual void begin(const State& state) = 0;
  // What elements see at a state.
  virtual Look look(const State& state) = 0;
  // Finds accelerations, efforts and reactions at a state, and all forces of groups with them.
  virtual void evaluate(const State& state, Evaluation& out) = 0;
  // Takes the errors of positions and velocities out of loops and closed contacts. Returns the
  // largest error of position that is left.
  virtual double close(State& state) = 0;
  // Puts coordinates that are beyond their stops back onto them, and holds them there in the modes
  // of the state. Returns whether there were any.
  virtual bool hold_inside(State& state) = 0;
  // The names of the coordinates that stops hold in the modes of a state.
  virtual std::string names_at_stops(const State& state) const = 0;
  // Velocities after paths or couplings have got another speed at once: impulses along them, in the
  // modes of the state. Books what drives give and what is lost; returns what is lost.
  virtual double kick(State& state) = 0;
};

}  // namespace catena
