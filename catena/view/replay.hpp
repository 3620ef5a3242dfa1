#pragma once
// A recording as a viewer shows it.

#include <algorithm>
#include <string>
#include <vector>

#include "catena/contact/contact_geometry.hpp"
#include "catena/dynamics/kinematics.hpp"
#include "catena/record/event_file.hpp"
#include "catena/record/recording_file.hpp"
#include "catena/view/snapshot.hpp"

namespace catena {

class Replay {
 public:
  // A recording of a scenario, with its events. Poses come from its columns x.BODY, or from
  // q.JOINT. Throws RecordingError where it has neither.
  // `points`: where shapes touched, as far as it is recorded.
  Replay(const Scenario& scenario, const std::string& source, RecordedTable table,
         std::vector<Event> events, RecordedPoints points = {});

  const Scene& scene() const { return scene_; }
  // Frames are every so many rows, so that there are about a hundred per second at most.
  std::size_t frame_count() const { return (row_count() + stride_ - 1) / stride_; }
  // On average.
  std::size_t frame_size() const { return frame_size_; }
  std::size_t row_count() const { return table_.row_count(); }
  // Fewer frames and rows: every so many of those that there are.
  void thin_out(std::size_t frames, std::size_t rows);

  // The message `recording`.
  std::string recording_text() const;
  // Appends frame i.
  void append_frame(std::size_t i, std::string& out);
  // Appends a column's values as f32; its place is that in scene().columns.
  void append_column(std::size_t column, std::string& out) const;

  // At a row.
  const Snapshot& snapshot(std::size_t row);

 private:
  void find_pose_columns();
  void find_poses(std::size_t row);
  void find_contacts(std::size_t row);
  void find_touches();
  void find_grasps();
  std::size_t average_frame_size();

  RecordedTable table_;
  std::vector<Event> events_;
  RecordedPoints points_;  // by time
  std::shared_ptr<const Model> model_;
  bool has_poses_ = false;
  std::vector<std::size_t> pose_columns_;  // seven per body but the world; or per number of q
  std::vector<GraspRecord> grasps_;
  std::vector<TouchPoint> touching_;  // all that a grasp may have
  ContactGeometry geometry_;
  std::vector<const std::vector<double>*> contact_forces_;  // three per contact, or null
  Kinematics<double> kinematics_;
  Eigen::VectorXd q_;
  std::vector<Transform<double>> node_poses_;
  std::vector<Motion<double>> at_rest_;
  Snapshot snapshot_;
  std::size_t time_column_ = 0, stride_ = 1, row_stride_ = 1, frame_size_ = 0;
  Scene scene_;
  FrameWriter writer_;
};

// Simulates a scenario to its end. `progress` is told the time now and then.
struct Simulated {
  RecordedTable table;
  RecordedPoints points;
  std::vector<Event> events;
  std::string failure;  // why it ended early; empty: it did not
};
Simulated simulate_for_viewer(const Scenario& scenario,
                              const std::function<void(double t)>& progress);

}  // namespace catena
