#pragma once
// One instant of a motion as a viewer shows it, and its bytes (docs/viewer.md).

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "catena/dynamics/kinematics.hpp"
#include "catena/elements/touch_point.hpp"
#include "catena/view/cable_path.hpp"
#include "catena/view/scene.hpp"
#include "catena/view/shown_grasp.hpp"

namespace catena {

struct Snapshot {
  double t = 0.0;
  std::uint32_t revision = 0;
  std::vector<Transform<double>> poses;  // per body, the world first
  std::vector<double> row;               // of the columns; NaN: unknown
  std::vector<TouchPoint> contacts;      // of given geometry, those of the scene
  std::vector<TouchPoint> touches;       // between shapes, those that touch
  std::vector<ShownGrasp> grasps;        // those of the scene
};

// Poses of all bodies, the world first, from kinematics of their model.
void find_poses(const Model& model, const Kinematics<double>& kinematics,
                std::vector<Transform<double>>& poses);

// Writes moments of one scene as frames.
class FrameWriter {
 public:
  // With `values`, as live ones are, frames end with the values of all columns.
  FrameWriter(const Scene& scene, bool values);

  // Appends a frame.
  void append(const Snapshot& snapshot, std::string& out) const;
  // Bytes of a frame with so many points between shapes, and so many numbers of grasps.
  std::size_t frame_size(std::size_t touches = 0, std::size_t of_grasps = 0) const;

 private:
  struct JointColumns {
    int wrench = -1;          // first of six columns
    std::vector<int> limits;  // of its coordinates
    int position = -1;        // NaN where the joint is cut
  };
  void append_cables(const Snapshot& snapshot, std::string& out) const;
  static void append_touches(const Snapshot& snapshot, std::string& out);
  static void append_grasp(const ShownGrasp& grasp, std::string& out);
  void append_joint(const JointColumns& joint, std::span<const double> row, std::string& out) const;

  std::vector<JointColumns> joints_;
  std::vector<Rod> rods_;
  std::vector<int> rod_forces_;
  struct ShownCable {
    CablePath path;
    int strain, tension, length;  // columns
  };
  std::vector<ShownCable> cables_;
  bool values_;
  std::size_t floats_ = 0;  // without those of points between shapes
};

}  // namespace catena
