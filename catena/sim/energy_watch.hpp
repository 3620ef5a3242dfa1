#pragma once
// Whether a run explains its energies as well as its method promises, and keeps its loops closed.

#include <string>

#include "catena/sim/setup.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {

// What is unexplained counts against what was exchanged: the largest changes of the stored
// energies, and all that was dissipated, put in and lost. Of a mechanism at rest nothing is
// exchanged; it counts as 1e-9 of the energies that it has, and of the weight times the size of the
// scene; what moves evenly, as 1e-3 of its kinetic energy. Rounding explains itself: what is below
// 1e-12 of the largest of these energies, or below the kinetic energy at `rest_speed`.
class EnergyWatch {
 public:
  enum class Verdict { Explained, Doubtful, Wrong };

  explicit EnergyWatch(const SimulationSetup& setup);

  // A run that begins with the energies of a saved state: what was unexplained before is not its
  // own, unless these energies are beyond all proportion.
  void continue_from(const EnergyBalance& energy);
  // Energies of a state, and by how much its loops are open [rad or m].
  void see(const EnergyBalance& energy, double loop_error = 0.0);
  // A step was taken.
  void count_step() { ++steps_; }
  // Those of a simulation at one of its states.
  void see(Simulation& simulation, const State& state);

  Verdict verdict() const;
  // The energies at the end and what is unexplained, in three lines.
  std::string summary() const;
  // What is wrong, in plain words; empty: nothing.
  std::string complaint() const;

  double unexplained() const { return worst_; }  // J, the largest; NaN: energies are not finite
  double exchanged() const { return exchanged_; }
  const EnergyBalance& last() const { return last_; }

 private:
  std::string share_of_exchanged() const;
  double possible() const;
  double rounding() const;
  double limit() const;  // J that the method may leave unexplained
  bool is_open(double loop_error) const;
  bool loops_are_open() const { return is_open(loop_error_); }
  // Whether steps have a given size because the scenario asks for it. A run by events that time
  // steps had to continue is judged like any other run by events.
  bool is_fixed() const;
  Verdict of_energies() const;

  IntegratorOptions method_;
  bool asks_for_steps_;
  double links_, size_;  // m: of links; how far from the origin bodies were
  double weight_;        // N
  double at_rest_;       // J, the kinetic energy at rest_speed
  long steps_ = 0;
  bool seen_ = false, has_stepped_ = false;
  EnergyBalance first_, last_;
  double before_ = 0.0;   // J that were unexplained where the run began
  double fastest_ = 0.0;  // J, the largest kinetic energy
  double exchanged_ = 0.0, present_ = 0.0, worst_ = 0.0, loop_error_ = 0.0;
  std::string cause_;  // of open loops, where it is known
  Eigen::VectorXd errors_;
};

}  // namespace catena
