#pragma once
// Takes snapshots of a running simulation for a viewer.

#include "catena/sim/recorder.hpp"
#include "catena/view/snapshot.hpp"

namespace catena {

class Watcher {
 public:
  Watcher(Simulation& simulation, const RecordOptions& options);

  const std::vector<std::string>& columns() const { return recorder_.columns(); }
  // At a state of the simulation.
  const Snapshot& look(const State& state, std::uint32_t revision = 0);
  // Grasps that have closed, opened or begun to slip between the last two looks.
  void add_grasp_events(std::vector<SimulationEvent>& events) {
    grasps_.see(snapshot_.t, recorder_.grasps(), events);
  }
  // Poses of all bodies, the world first.
  const std::vector<Transform<double>>& poses(const State& state);

 private:
  void find_contacts(const State& state);
  void spread_contacts(const OffList& off);

  Simulation& simulation_;
  Recorder recorder_;
  GraspWatch grasps_;
  Snapshot snapshot_;
  std::vector<TouchPoint> points_;
  std::vector<std::size_t> forces_;  // per contact: the first column of its force
};

// What a viewer needs of a recording, whatever a scenario records.
RecordOptions viewer_columns(RecordOptions options);

}  // namespace catena
