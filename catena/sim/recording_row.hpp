#pragma once
// The values of the columns of a recording of one structure at a state.

#include <optional>
#include <vector>

#include "catena/dynamics/kinematics.hpp"
#include "catena/sim/grasp_record.hpp"
#include "catena/sim/recording_columns.hpp"
#include "catena/sim/simulation.hpp"
#include "catena/sim/transmitted_forces.hpp"

namespace catena {

class RecordingRow {
 public:
  // Records the structure that the simulation has now.
  RecordingRow(Simulation& simulation, const RecordOptions& options);

  const std::vector<RecordedColumn>& columns() const { return columns_; }
  // One number per column at a state of the simulation. Does not allocate, but for what loops
  // transmit.
  const std::vector<double>& row(const State& state);
  // Adds where bodies touch or may touch at the state that row() was last called with.
  void add_touch_points(const State& state, std::vector<TouchPoint>& out);
  // At the state that row() was last called with.
  const Evaluation& evaluation() const { return evaluation_; }
  const Eigen::VectorXd& tau() const { return tau_; }
  // Energies at the state that row() was last called with.
  const EnergyBalance& energy() const { return energy_; }
  // The grasps that are recorded, as they were then.
  std::vector<GraspRecord>& grasps() { return grasps_; }

 private:
  void put(double x) { row_[next_++] = x; }
  void put(const Vec3<double>& x) { put(x.x), put(x.y), put(x.z); }
  void put(const Force<double>& f);
  void put_touch(const Look& look, const State& state);
  LoopSolver& solver() { return *simulation_.observed().loops(); }
  void put_wrenches(const Look& look);
  void put_loop_wrenches();
  void put_rods();
  void put_couplings(const Look& look);
  void put_elements(const Look& look);
  void put_poses(const Look& look);
  void put_loop_error(const State& state);
  void put_energies(const State& state);

  Simulation& simulation_;
  const Model& model_;
  const Loops* loops_;  // null: none
  RecordOptions options_;
  std::vector<RecordedColumn> columns_;
  std::vector<double> row_;
  std::vector<GraspRecord> grasps_;
  std::size_t next_ = 0;
  std::vector<int> limited_;
  Evaluation evaluation_;
  EnergyBalance energy_;
  std::optional<TransmittedForces> transmitted_;  // where some of them are recorded
  Eigen::VectorXd tau_, errors_;
  std::vector<TouchPoint> points_;
};

}  // namespace catena
