#pragma once
// Straight lines of a frame in space, as paths of the joints that move it.

#include <optional>
#include <string>

#include "catena/arm/followed.hpp"
#include "catena/arm/joint_path.hpp"
#include "catena/math/quaternion.hpp"
#include "catena/model/model.hpp"

namespace catena {

// From one pose to another: the origin on a straight line, the rotation about one fixed axis (the
// great arc, the shorter way), both in proportion to s from 0 to 1.
class PoseLine {
 public:
  PoseLine(const Transform<double>& from, const Transform<double>& to);

  Transform<double> at(double s) const;
  // Velocity of the frame by s, in world axes, of its origin. It is the same all along the line.
  const Motion<double>& rate() const { return rate_; }
  double distance() const { return norm(rate_.linear); }  // m
  double angle() const { return norm(rate_.angular); }    // rad

 private:
  Transform<double> from_;
  Motion<double> rate_;
};

struct LineOptions {
  double tolerance = 1e-7;  // m and rad: how near the frame stays to the line, also between knots
  // The least singular value of the frame's Jacobian (m and rad alike), below which a line is
  // refused as singular. Above it the joints may still be fast: timing slows down there.
  double singular = 1e-4;
  Followed followed = {};  // position and orientation, or less
};

enum class LineEnd {
  Followed,
  Limit,     // a joint comes to its position limit
  Singular,  // the joints cannot go on along the line
  Outside,   // wherever they are, the joints of this arm cannot move the frame so
  Start,     // the joints are not at the start of the line
};

struct LineResult {
  LineEnd end = LineEnd::Followed;
  std::optional<JointPath> path = {};  // where it was followed: over s from 0 to 1
  double reached = 0.0;                // s up to which it can be followed
  int dof = -1;                        // Limit: velocity coordinate
  bool upper = false;                  // which of its limits
  double least_singular_value = 0.0;   // along the way
  // Singular, of an arm with six joints: velocity coordinates that move against each other there
  // while the frame stands still.
  std::vector<int> idle = {};
  // How many joints move the frame, and in how many directions; what is followed has so many.
  int joints = 0, directions = 0;
  Followed what = {};
  double error = 0.0;  // largest distance from the line, m or rad

  bool followed() const { return end == LineEnd::Followed; }
  std::string describe(const Model& model) const;  // in words
};

// Follows the line from a configuration at its start, continuously: the joints never jump. An arm
// with more joints than it needs moves them as little as can be, step by step. One with fewer
// follows lines that lie within what it can do: a planar arm those in its plane. Joints that do not
// move the frame stay. Throws std::invalid_argument where a joint that moves it has an orientation
// as coordinates (spherical, free).
LineResult follow_line(const Model& model, FrameId frame, const PoseLine& line,
                       const Eigen::VectorXd& start, const LineOptions& options = {});

}  // namespace catena
