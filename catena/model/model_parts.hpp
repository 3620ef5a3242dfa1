#pragma once
// What a Model is assembled from: checked descriptions. Users describe mechanisms with
// ModelBuilder; this is for mechanisms whose joints change, where most is known to be right.

#include <string>
#include <vector>

#include "catena/model/model.hpp"

namespace catena {

// Specifications are complete (check_and_complete), names are unique, and every body but the world
// hangs on one joint and leads back to the world. What assembly works out (places in q and v,
// nodes, poses in nodes) may have any value.
struct ModelParts {
  std::vector<BodyInfo> bodies;  // the world first
  std::vector<JointInfo> joints;
  std::vector<FrameInfo> frames;
  std::vector<SpringSpec> springs;
  std::vector<std::string> warnings;
  Vec3<double> gravity{0, 0, -9.81};
  bool fuse_welds = false;
};

// A joint with the numbers of its coordinates, for ModelParts.
JointInfo describe_joint(JointSpec spec, BodyId parent, BodyId child, const Transform<double>& X_PF,
                         const Transform<double>& X_BM);

// Compiles parts into a Model. Throws ModelError where a spring does not fit its joints or where
// nothing with mass moves with a joint.
Model assemble(ModelParts parts);

}  // namespace catena
