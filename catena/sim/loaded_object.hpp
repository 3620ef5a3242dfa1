#pragma once
// A copy of a run in which one body carries a load that grows slowly: how far the body moves says
// whether it is held.

#include <functional>

#include "catena/dynamics/kinematics.hpp"
#include "catena/elements/applied_force.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {

// A wrench at the centre of mass of the body. It counts in newtons: `force` and `torque` belong to
// 1 N.
struct UnitLoad {
  Vec3<double> force = Vec3<double>::zero(), torque = Vec3<double>::zero();
  AppliedForce::Axes axes = AppliedForce::Axes::World;
};

class LoadedObject {
 public:
  // An instant of the copy, and the load then, N.
  struct Moment {
    State state;
    double load = 0.0;
  };

  // Continues from a state of `of`, without a load. `size` turns angles into distances, m.
  LoadedObject(const Simulation& of, const State& state, BodyId object, double size);

  Simulation& simulation() { return simulation_; }
  const Moment& start() const { return start_; }
  Moment now() const { return {simulation_.state(), load_at(simulation_.state().t)}; }

  // Which load acts from now on; back to the start, without a load.
  void choose(const UnitLoad& load);
  void restore(const Moment& moment);

  // Changes the load at `rate` [N/s] to `to`, then leaves it there, for `duration` [s] in all.
  // Calls `step` after each step with the load; it returns false to end.
  void run(double to, double rate, double duration, const std::function<bool(double load)>& step);
  // Whether bodies touch the object after the last step, and no contact sticks. Known only where
  // watch_contacts() was called.
  void watch_contacts(std::vector<BodyId> bodies) { watched_ = std::move(bodies); }
  bool slides() const { return points_ > 0 && sticks_ == 0; }

  // Where the object is at the state of the copy, and how far from each other two places are.
  Transform<double> place();
  double distance(const Transform<double>& a, const Transform<double>& b) const;

 private:
  struct Course {  // of the load over time
    UnitLoad unit;
    double t = 0.0, from = 0.0, to = 0.0, rate = 0.0;
  };
  static SimulationSetup with_load(const Simulation& of, BodyId object,
                                   const std::shared_ptr<const Course>& course);
  static double load_of(const Course& course, double t);
  double load_at(double t) const { return load_of(*course_, t); }

  BodyId object_;
  Vec3<double> centre_;  // of mass, in the axes of the object
  double size_;
  std::shared_ptr<Course> course_;
  Simulation simulation_;
  Moment start_;
  std::vector<BodyId> watched_;
  int points_ = 0, sticks_ = 0;  // of contacts of the object with them
  long structure_ = -1;          // that the kinematics are made for
  std::unique_ptr<Kinematics<double>> kinematics_;
};

}  // namespace catena
