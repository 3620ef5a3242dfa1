#pragma once
// What acts on a mechanism from outside, besides what its model brings (springs, dampers, friction,
// limits): motors, servos, callbacks, and joints that are moved on a given path.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "catena/constraints/loops.hpp"
#include "catena/elements/probes.hpp"
#include "catena/elements/switched_law.hpp"
#include "catena/math/views.hpp"

namespace catena {

// Writes one effort per coordinate of a motor.
using EffortFunction =
    std::function<void(double t, In<double> q, In<double> v, Out<double> effort)>;

// Of a servo: effort = stiffness (target(t) - q) + damping (target'(t) - v), each coordinate alone.
struct ServoGain {
  double stiffness = 0.0, damping = 0.0;
};

// Efforts on some velocity coordinates, as a function of time and state. Its work is booked under
// its name. It must depend on nothing else: the integrator calls it at trial states, in any order.
struct Motor {
  std::string name;
  std::vector<int> dofs;  // velocity coordinates it acts on, among all
  // Writes one effort per entry of `dofs`.
  EffortFunction effort;
  // Efforts are cut off at +-effort_limit (one per dof; empty: not at all).
  std::vector<double> effort_limit;
  // Of a servo: what is added to the target of each dof; null: not a servo. May be moved by hand
  // between two advances, see Simulation::inputs_changed().
  std::shared_ptr<std::vector<double>> offsets = nullptr;
  // Of a servo whose effort is as ServoGain says, one per dof: time steps treat it implicitly,
  // which is stable at any gain. Empty: efforts are those in the middle of a step.
  std::vector<ServoGain> gains = {};
  bool constant = false;  // it depends on neither t, q nor v
  // Makes the effort function of one Simulation, which then has offsets of its own, a copy of
  // these: for all that has state. Empty: `effort` is used as it is.
  std::function<EffortFunction(const std::shared_ptr<const std::vector<double>>& offsets)>
      make_effort = nullptr;
  // Of efforts that jump or have kinks: the same on branches, made likewise; empty: they do not.
  std::function<std::shared_ptr<const SwitchedLaw>(
      const std::shared_ptr<const std::vector<double>>& offsets)>
      make_law = nullptr;
  // What efforts by formula see behind the coordinates of the start, in q and v; null: nothing. One
  // list for all motors of a simulation.
  std::shared_ptr<const ProbeList> probes = nullptr;
};

// Gives motors set points that they share with no other simulation.
inline void own_offsets(std::vector<Motor>& motors) {
  for (Motor& motor : motors)
    if (motor.make_effort && motor.offsets)
      motor.offsets = std::make_shared<std::vector<double>>(*motor.offsets);
}

// A motor whose efforts, one per velocity coordinate in `dofs`, are moved by hand, see
// Simulation::inputs_changed(). Throws std::invalid_argument unless there is one effort for each;
// so does the motor where their number has changed since.
Motor hand_motor(std::string name, std::vector<int> dofs,
                 std::shared_ptr<const std::vector<double>> efforts);

// A one-coordinate position as a function of time, with its exact derivatives.
struct PathPoint {
  double position, velocity, acceleration;
};
struct PrescribedMotion {
  std::string name;
  int dof = 0;  // velocity coordinate of a joint with dq/dt = v
  std::function<PathPoint(double t)> path;
  // The same as a formula of t, where it has kinks; else null.
  std::shared_ptr<const Expression> kinked = nullptr;
};

}  // namespace catena
