#pragma once
// The columns of a recording and their values at a state, as docs/recordings.md lists them.

#include <string>
#include <vector>

#include "catena/dynamics/kinematics.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {

class Recorder {
 public:
  Recorder(Simulation& simulation, const RecordOptions& options);

  const std::vector<std::string>& columns() const { return columns_; }
  // One number per column at a state of the simulation. Does not allocate.
  const std::vector<double>& row(const State& state);
  // Energies at the state that row() was last called with.
  const EnergyBalance& energy() const { return energy_; }

 private:
  void add_coordinate_columns();
  void add_wrench_columns();
  void add_energy_columns();
  void put(double x) { row_[next_++] = x; }
  void put_wrenches(const State& state);
  void put_energies(const State& state);

  Simulation& simulation_;
  const Model& model_;
  RecordOptions options_;
  std::vector<std::string> columns_;
  std::vector<double> row_;
  std::size_t next_ = 0;
  std::vector<int> limited_;  // coordinates with a limit
  Evaluation evaluation_;
  EnergyBalance energy_;
  Workspace<double> ws_;
  Kinematics<double> kinematics_;
  Eigen::VectorXd tau_;
  std::vector<Force<double>> wrenches_;  // per body
};

}  // namespace catena
