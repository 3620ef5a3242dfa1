#pragma once
// Inverse kinematics in closed form for arms of six hinges whose last three axes meet in one point
// (a spherical wrist) and whose axes 2 and 3 are parallel: most industrial arms, with any offsets.

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "catena/math/views.hpp"
#include "catena/model/model.hpp"

namespace catena {

// Which of the eight solutions: two by two by two. Along a path that meets no singularity they stay
// apart, so a path keeps its branch.
struct ArmBranch {
  // The arm stands on the right of the line from axis 1 to the wrist, seen from behind with axis 1
  // up. Without an offset of the arm from axis 1: it reaches along axis 1 x axis 2.
  bool right = true;
  bool elbow_up = true;  // the elbow is on the upper side of the line from shoulder to wrist
  bool flipped = false;  // the wrist's second angle is the smaller one of the two

  std::string name() const;  // "right up no flip"
  friend bool operator==(const ArmBranch&, const ArmBranch&) = default;
};

struct ArmSolution {
  ArmBranch branch;
  std::array<double, 6> q{};
  // The first joint (0 to 5) that no turn of 360 degrees brings inside its limits; -1: all are.
  int beyond = -1;
  double excess = 0.0;  // of that joint over its nearer limit, rad

  bool within_limits() const { return beyond < 0; }
};

// What keeps the wrist from a pose that no branch reaches.
enum class ArmObstacle { None, NearAxis1, TooFar, TooNear, Wrist };
const char* to_string(ArmObstacle obstacle);  // in words

// All solutions of a pose.
struct ArmSolutions {
  std::array<ArmSolution, 8> list{};
  int count = 0;
  ArmObstacle obstacle = ArmObstacle::None;  // where count is 0
  double missing = 0.0;                      // by how much, m (rad: Wrist)

  const ArmSolution* begin() const { return list.data(); }
  const ArmSolution* end() const { return list.data() + count; }
  const ArmSolution* find(const ArmBranch& branch) const;  // null where there is none
};

// A place that is measured about axes of the arm as it stands at zero.
struct ArmAxis {
  Vec3<double> direction, point;
};

class WristArm {
 public:
  using Joints = std::array<double, 6>;

  // The six hinges that move `frame`. Throws ModelError where these are not six hinges on fixed
  // ground, or where the axes do not lie as said above: with the axes and the distance or angle.
  WristArm(const Model& model, FrameId frame);

  // All solutions for the frame's pose in the world: as many as eight. Each angle is taken, among
  // those that differ by whole turns, inside its limits and there nearest to `reference`. Where the
  // wrist is singular (axes 4 and 6 in line), joint 4 stays where `reference` has it; likewise
  // joint 1 where the wrist stands on axis 1. A pose that rounding puts beyond the reach (1e-12 of
  // the arm's length) is taken as on its border. Throws std::invalid_argument where the pose is not
  // finite.
  ArmSolutions solve(const Transform<double>& pose, const Joints& reference = {}) const;

  // The solution inside the limits that is nearest to `reference`, by the sum of squares of
  // weighted differences; null where none is inside.
  const ArmSolution* nearest(const ArmSolutions& solutions, const Joints& reference,
                             const Joints& weights = {1, 1, 1, 1, 1, 1}) const;

  // The branch on which a configuration is.
  ArmBranch branch_of(const Joints& q) const;
  // The pose of the frame, from the same geometry.
  Transform<double> pose(const Joints& q) const;

  // Where the six angles stand in v of the model.
  const std::array<int, 6>& dofs() const { return dofs_; }
  double length() const { return length_; }  // of upper arm and forearm together, m

 private:
  struct Shoulder {
    double q1;
    bool right;
  };
  void solve_elbow(const Transform<double>& pose, const Shoulder& shoulder, const Joints& reference,
                   ArmSolutions& out) const;
  void solve_wrist(const Mat3<double>& rotation, const Joints& reference, ArmSolution solution,
                   ArmSolutions& out) const;
  void add(ArmSolution solution, const Joints& reference, ArmSolutions& out) const;
  void check_geometry() const;

  std::array<int, 6> dofs_{};
  std::array<ArmAxis, 6> axes_{};  // at zero, in the world
  std::array<std::string, 6> names_;
  Joints lower_{}, upper_{};
  Transform<double> zero_pose_;       // of the frame
  Vec3<double> wrist_{}, forward_{};  // centre of the wrist; axis 1 x axis 2
  double length_ = 0.0, offset_ = 0.0;
  double third_ = 1.0;  // -1 where axis 3 points against axis 2
};

}  // namespace catena
