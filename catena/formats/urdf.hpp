#pragma once
// Reads robots from URDF files (the XML format of ROS). Links become bodies and joints keep their
// names; q follows the joints depth first, children in the order of the file.

#include <Eigen/Core>
#include <string>
#include <string_view>
#include <vector>

#include "catena/model/model_builder.hpp"

namespace catena {

struct UrdfOptions {
  bool fuse_fixed_joints = false;  // welded links become part of their parent: faster
  bool floating_base = false;      // root link on a free joint "floating_base", else welded
  std::vector<std::string> lock_joints = {};  // held at q = 0: these become welds
  Eigen::Vector3d gravity{0.0, 0.0, -9.81};
};

// What was understood in a special way or not read: nothing is dropped silently.
struct UrdfReport {
  std::vector<std::string> notes;  // "FILE:LINE: what"
};

// The builder may be changed before build(). Inertias that no body can have are kept and become
// warnings of the model. All of these throw ModelError with file, line, what was found, what was
// expected and what to try.
ModelBuilder read_urdf(const std::string& path, const UrdfOptions& options = {},
                       UrdfReport* report = nullptr);
// The same from text; errors call it `source_name`.
ModelBuilder read_urdf_text(std::string_view text, const std::string& source_name,
                            const UrdfOptions& options = {}, UrdfReport* report = nullptr);
Model load_urdf(const std::string& path, const UrdfOptions& options = {},
                UrdfReport* report = nullptr);

}  // namespace catena
