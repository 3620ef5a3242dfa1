#pragma once
// Ends a run in which energies are exchanged that nothing in it could have: a drive presses without
// end against something that cannot yield, and friction takes its work.

#include "catena/sim/motion_equations.hpp"

namespace catena {

class ExchangeWatch {
 public:
  explicit ExchangeWatch(const Model& model);

  // A run goes on, from a state that may be another one than the last.
  void restart() { begun_ = false; }
  // Looks at what is exchanged within this time [s], and within 1 ms.
  void set_interval(double interval);
  // After a step: whether more than 1e6 times the largest energy that is known was exchanged.
  bool is_exceeded(const Ledger& ledger, const State& state);
  // Then: looks at the energies that there are now, the kinetic, potential and elastic one. Throws
  // SimulationError where they are not larger, either.
  void judge(MotionEquations& equations, const State& state);

 private:
  struct Sums {
    double dissipated = 0.0, work = 0.0, lost = 0.0;  // J
  };
  static Sums sums_of(const Ledger& ledger, const State& state);
  bool is_too_much() const;

  double window_, since_ = 0.0;
  Sums then_;
  bool begun_ = false;
  double exchanged_ = 0.0, time_ = 0.0;  // J and s, since then
  double largest_;                       // J; at least the weight times the size of the links
};

}  // namespace catena
