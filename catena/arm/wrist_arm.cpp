#include "catena/arm/wrist_arm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "catena/arm/turns.hpp"
#include "catena/dynamics/kinematics.hpp"
#include "catena/model/configuration.hpp"

namespace catena {

using std::numbers::pi;
using turns::angle_about;
using turns::solve_cosine;
using turns::turn;
using turns::turned;

namespace {

// Beyond the border of the reach by no more than this part of the arm's length: on the border.
constexpr double border = 1e-12;
// Sine of the angle between axes 4 and 6 below which they are in line.
constexpr double in_line = 1e-12;

// The part perpendicular to a unit vector.
Vec3<double> across(const Vec3<double>& axis, const Vec3<double>& v) {
  return v - dot(axis, v) * axis;
}

// Inside the limits and there nearest to `reference`; else the angle nearest to a limit.
double best_turn(double angle, double reference, double lower, double upper, double& excess) {
  const double slack = 1e-12;
  double best = angle + 2.0 * pi * std::round((reference - angle) / (2.0 * pi));
  excess = 0.0;
  if (best >= lower - slack && best <= upper + slack) return best;
  const double above = angle + 2.0 * pi * std::ceil((lower - slack - angle) / (2.0 * pi));
  const double below = angle + 2.0 * pi * std::floor((upper + slack - angle) / (2.0 * pi));
  // `above` is the smallest that is not too small, `below` the largest that is not too large.
  if (above <= upper + slack)
    return std::abs(above - reference) <= std::abs(below - reference) ? above : below;
  best = above - upper <= lower - below ? above : below;
  excess = std::max(best - upper, lower - best);
  return best;
}

}  // namespace

std::string ArmBranch::name() const {
  return fmt::format("{} {} {}", right ? "right" : "left", elbow_up ? "up" : "down",
                     flipped ? "flip" : "no flip");
}

const char* to_string(ArmObstacle obstacle) {
  switch (obstacle) {
    case ArmObstacle::NearAxis1:
      return "the wrist would be nearer to axis 1 than the arm's offset";
    case ArmObstacle::TooFar:
      return "the wrist would be farther from the shoulder than the stretched arm";
    case ArmObstacle::TooNear:
      return "the wrist would be nearer to the shoulder than the folded arm";
    case ArmObstacle::Wrist:
      return "the wrist cannot reach this orientation";
    default:
      return "nothing";
  }
}

const ArmSolution* ArmSolutions::find(const ArmBranch& branch) const {
  for (const ArmSolution& s : *this)
    if (s.branch == branch) return &s;
  return nullptr;
}

Transform<double> WristArm::pose(const Joints& q) const {
  Transform<double> out = zero_pose_;
  for (std::size_t i = 6; i-- > 0;) {
    const Mat3<double> R = turn(axes_[i].direction, q[i]);
    const Vec3<double>& p = axes_[i].point;
    out = {R * out.rotation, p + R * (out.translation - p)};
  }
  return out;
}

ArmSolutions WristArm::solve(const Transform<double>& pose, const Joints& reference) const {
  ArmSolutions out;
  const Vec3<double>& place = pose.translation;
  const Mat3<double>& turned_to = pose.rotation;
  if (!std::isfinite(norm(place) + norm(turned_to.c0) + norm(turned_to.c1) + norm(turned_to.c2)))
    throw std::invalid_argument("WristArm: the pose is not finite");
  // Where the pose wants the centre of the wrist.
  const Vec3<double> in_frame =
      transpose_times(zero_pose_.rotation, wrist_ - zero_pose_.translation);
  const Transform<double> wanted{pose.rotation * transpose(zero_pose_.rotation), pose * in_frame};
  // Turning about axes 2 and 3 keeps the wrist's place along them: it decides about joint 1.
  const Vec3<double>&z = axes_[0].direction, &u = axes_[1].direction;
  const Vec3<double> p = wanted.translation - axes_[0].point;
  const auto first = solve_cosine(dot(u, across(z, p)), -dot(u, cross(z, p)),
                                  offset_ - dot(u, z) * dot(z, p), length_);
  if (!first.free && first.excess > border * length_) {
    out.obstacle = ArmObstacle::NearAxis1;
    out.missing = first.excess;
    return out;
  }
  for (const double side : {1.0, -1.0}) {
    Shoulder shoulder{
        first.free ? reference[0] + (side > 0.0 ? 0.0 : pi) : first.middle + side * first.half,
        true};
    const double along = dot(forward_, turned(z, -shoulder.q1, p));
    // On axis 1 both reach as far forward as backward: the two are told apart by their order.
    const double reach = first.half > 0.0 && !first.free ? along : side;
    shoulder.right = (offset_ < -1e-9 * length_ ? -reach : reach) >= 0.0;
    solve_elbow(wanted, shoulder, reference, out);
  }
  if (out.count > 0) out.obstacle = ArmObstacle::None, out.missing = 0.0;
  return out;
}

// Two links in the plane across axes 2 and 3.
void WristArm::solve_elbow(const Transform<double>& wanted, const Shoulder& shoulder,
                           const Joints& reference, ArmSolutions& out) const {
  const Vec3<double>&z = axes_[0].direction, &u = axes_[1].direction;
  const Vec3<double>&o1 = axes_[0].point, &o2 = axes_[1].point, &o3 = axes_[2].point;
  const Vec3<double> p = o1 + turned(z, -shoulder.q1, wanted.translation - o1);
  const Vec3<double> upper = across(u, o3 - o2), fore = across(u, wrist_ - o3),
                     way = across(u, p - o2);
  // |upper + R3 fore|^2 = |way|^2
  const double c = 0.5 * (dot(way, way) - dot(upper, upper) - dot(fore, fore));
  const auto third =
      solve_cosine(dot(upper, fore), dot(upper, cross(u, fore)), c, length_ * length_);
  if (third.excess > border * length_ * length_) {
    if (out.count > 0) return;
    const double l1 = norm(upper), l2 = norm(fore), r = norm(way);
    out.obstacle = c > 0.0 ? ArmObstacle::TooFar : ArmObstacle::TooNear;
    out.missing = c > 0.0 ? r - (l1 + l2) : std::abs(l1 - l2) - r;
    return;
  }
  for (const double side : {1.0, -1.0}) {
    ArmSolution s;
    s.q[0] = shoulder.q1;
    const double bend = third.free ? third_ * reference[2] : third.middle + side * third.half;
    s.q[2] = third_ * bend;
    const Vec3<double> reach = upper + turned(u, bend, fore);
    s.q[1] = norm(way) > 1e-12 * length_ ? angle_about(u, reach, way) : reference[1];
    s.branch.right = shoulder.right;
    // A positive bend about u takes the forearm off the line, the elbow to the other side; which
    // side is up depends on where the arm reaches.
    const bool reaches_forward = (offset_ < -1e-9 * length_) != shoulder.right;
    s.branch.elbow_up = (side > 0.0) != reaches_forward;
    const Mat3<double> arm = turn(z, s.q[0]) * turn(u, s.q[1] + bend);
    solve_wrist(transpose(arm) * wanted.rotation, reference, s, out);
    if (third.free) break;
  }
}

// R = R4 R5 R6.
void WristArm::solve_wrist(const Mat3<double>& R, const Joints& reference, ArmSolution s,
                           ArmSolutions& out) const {
  const Vec3<double>&a4 = axes_[3].direction, &a5 = axes_[4].direction, &a6 = axes_[5].direction;
  const Vec3<double> end = R * a6;  // axis 6 as the pose wants it
  const auto fifth = solve_cosine(dot(across(a5, a4), a6), dot(a4, cross(a5, a6)),
                                  dot(a4, end) - dot(a4, a5) * dot(a5, a6), 1.0);
  if (fifth.free || fifth.excess > 1e-12) {
    if (out.count == 0) out.obstacle = ArmObstacle::Wrist, out.missing = fifth.excess;
    return;
  }
  // Near the line of axis 4 a cosine leaves half of the digits; the sine has all.
  const bool square = std::max(std::abs(dot(a4, a5)), std::abs(dot(a5, a6))) < 1e-12;
  const double off_line = norm(cross(a4, end));
  const double half = square ? std::atan2(off_line, dot(a4, end)) : fifth.half;
  for (const double side : {1.0, -1.0}) {
    s.q[4] = fifth.middle + side * half;
    s.branch.flipped = side < 0.0;
    const Vec3<double> bent = turned(a5, s.q[4], a6);
    // Axes 4 and 6 in line, up to rounding: only their sum counts.
    const bool singular = off_line < in_line;
    s.q[3] = singular ? reference[3] + (side > 0.0 ? 0.0 : pi) : angle_about(a4, bent, end);
    // The rest of the turn is about axis 6.
    const Mat3<double> rest = transpose(turn(a4, s.q[3]) * turn(a5, s.q[4])) * R;
    const Vec3<double> mark =
        across(a6, std::abs(a6.x) < 0.6 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0});
    s.q[5] = angle_about(a6, mark, rest * mark);
    add(s, reference, out);
  }
}

void WristArm::add(ArmSolution s, const Joints& reference, ArmSolutions& out) const {
  for (std::size_t i = 0; i < 6; ++i) {
    double excess = 0.0;
    s.q[i] = best_turn(s.q[i], reference[i], lower_[i], upper_[i], excess);
    if (excess > 0.0 && s.beyond < 0) s.beyond = static_cast<int>(i), s.excess = excess;
  }
  if (out.count < 8) out.list[static_cast<std::size_t>(out.count++)] = s;
}

const ArmSolution* WristArm::nearest(const ArmSolutions& solutions, const Joints& reference,
                                     const Joints& weights) const {
  const ArmSolution* best = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (const ArmSolution& s : solutions) {
    double sum = 0.0;
    for (std::size_t i = 0; i < 6; ++i) {
      const double d = weights[i] * (s.q[i] - reference[i]);
      sum += d * d;
    }
    if (s.within_limits() && sum < least) least = sum, best = &s;
  }
  return best;
}

ArmBranch WristArm::branch_of(const Joints& q) const {
  const ArmSolutions all = solve(pose(q), q);
  const ArmSolution* best = all.begin();
  double least = std::numeric_limits<double>::infinity();
  for (const ArmSolution& s : all) {
    double sum = 0.0;
    for (std::size_t i = 0; i < 6; ++i) {
      const double d = std::remainder(s.q[i] - q[i], 2.0 * pi);
      sum += d * d;
    }
    if (sum < least) least = sum, best = &s;
  }
  return best->branch;
}

}  // namespace catena
