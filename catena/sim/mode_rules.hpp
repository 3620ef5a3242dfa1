#pragma once
// The laws of stops and of dry friction: what happens to velocities when a stop is hit, and which
// coordinates are held from then on (Carvalho 2007, sec. 3.3, extended to several stops at once).
//
// Both are complementarity problems in the efforts on the coordinates concerned. In joint
// coordinates their matrix is a block of M^-1, so that they are quadratic programs with bounds.

#include <string>
#include <vector>

#include "catena/sim/motion_equations.hpp"

namespace catena {

// Something that happened at one moment.
struct SimulationEvent {
  double t = 0.0;
  std::string kind;  // limit, hold, release, stick, slip, outside
  std::string name;  // of the coordinate
  double v_before = 0.0, v_after = 0.0;
  double energy_lost = 0.0;
  std::string note = {};
};

class ModeRules {
 public:
  explicit ModeRules(MotionEquations& equations);

  // Moves coordinates that start outside their limits onto them, and reports it.
  void start(State& state, std::vector<SimulationEvent>& events) const;

  // Puts coordinates onto their stops that closing the loops has moved beyond them, by as little as
  // errors of integration are.
  void return_to_stops(State& state) const;

  // Coordinates at a stop that move against it get the velocity that restitution demands, all of
  // them at once: v+ = v + M^-1 p with p >= 0 and v+ >= -e v at each stop, and one of the two an
  // equality. Dry friction is finite and does not take part. Where all arrive very slowly (1e-3 per
  // second) and without rebound, all come to rest. `captured` does in any case.
  void impact(State& state, std::vector<SimulationEvent>& events, int captured = -1);

  // Decides which coordinates at rest are held, by a stop or by friction, so that no stop pulls, no
  // friction exceeds its break-away effort, and nothing moves into a stop. `leaving` is not held:
  // its reaction has just run out, in the direction `leaving_to`.
  void decide(State& state, std::vector<SimulationEvent>& events, int leaving = -1,
              int leaving_to = 0);

  // The stops of each velocity coordinate; infinite where there is none.
  const Eigen::VectorXd& lower() const { return lower_; }
  const Eigen::VectorXd& upper() const { return upper_; }

 private:
  double position(const State& state, int dof) const;
  bool at_lower(const State& state, int dof) const;
  bool at_upper(const State& state, int dof) const;
  // Columns of the inverse of M, with all loops closed, for coordinates that no path prescribes:
  // what unit efforts on them do to all.
  Eigen::MatrixXd mobility(const State& state, const std::vector<Eigen::Index>& columns);
  void read_limits(const Model& part, int first_v);
  void book_impact(State& state, const Eigen::VectorXd& before,
                   const std::vector<Eigen::Index>& at_stop, std::vector<SimulationEvent>& events);
  void report(const State& state, const std::vector<CoordinateMode>& before,
              std::vector<SimulationEvent>& events) const;

  MotionEquations& equations_;
  Eigen::VectorXd lower_, upper_, restitution_;
  Workspace<double> ws_;
};

}  // namespace catena
