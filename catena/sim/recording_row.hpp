#pragma once
// The columns of a recording of one structure and their values at a state, as docs/recordings.md
// lists them.

#include <string>
#include <vector>

#include "catena/dynamics/kinematics.hpp"
#include "catena/sim/motion_equations.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {

// Velocity coordinates with a limit, of the tree and of loop joints (null: no loops).
std::vector<int> limited_coordinates(const Model& model, const Loops* loops);

// The names of all columns, in the order of their values. `equations` give those of elements and of
// the ledger.
std::vector<std::string> recording_columns(const Model& model, const Loops* loops,
                                           const MotionEquations& equations,
                                           const RecordOptions& options);

class RecordingRow {
 public:
  // Records the structure that the simulation has now.
  RecordingRow(Simulation& simulation, const RecordOptions& options);

  const std::vector<std::string>& columns() const { return columns_; }
  // One number per column at a state of the simulation. Does not allocate, but for what loops
  // transmit.
  const std::vector<double>& row(const State& state);
  // At the state that row() was last called with.
  const Evaluation& evaluation() const { return evaluation_; }
  const Eigen::VectorXd& tau() const { return tau_; }
  // Energies at the state that row() was last called with.
  const EnergyBalance& energy() const { return energy_; }

 private:
  void put(double x) { row_[next_++] = x; }
  void put(const Force<double>& f);
  LoopSolver& solver() { return *simulation_.observed().loops(); }
  void find_reactions();
  void put_wrenches(const State& state);
  void put_loop_wrenches();
  void put_rods();
  void put_elements(const State& state);
  void put_poses();
  void put_loop_error(const State& state);
  void put_energies(const State& state);

  Simulation& simulation_;
  const Model& model_;
  const Loops* loops_;  // null: none
  RecordOptions options_;
  std::vector<std::string> columns_;
  std::vector<double> row_;
  std::size_t next_ = 0;
  std::vector<int> limited_;
  Evaluation evaluation_;
  EnergyBalance energy_;
  Workspace<double> ws_;
  Kinematics<double> kinematics_;
  Eigen::VectorXd tau_, tree_tau_, multipliers_, errors_;
  std::vector<Force<double>> wrenches_, external_;  // per body
};

}  // namespace catena
