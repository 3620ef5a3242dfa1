#include "catena/elements/probes.hpp"

#include <algorithm>

#include "catena/elements/point_line.hpp"

namespace catena {

namespace {

Vec3<double> in_axes(const Probe& probe, const Mat3<double>& R_WB, const Vec3<double>& x) {
  return probe.in_own_axes ? transpose_times(probe.X_BP.rotation, transpose_times(R_WB, x)) : x;
}

bool same(const Vec3<double>& a, const Vec3<double>& b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

bool same(const Transform<double>& a, const Transform<double>& b) {
  for (const Vec3<double>& x :
       {Vec3<double>{1, 0, 0}, Vec3<double>{0, 1, 0}, Vec3<double>{0, 0, 1}}) {
    if (!same(a.rotation * x, b.rotation * x)) return false;
  }
  return same(a.translation, b.translation);
}

PointLine line_of(const Probe& probe, const Look& look) {
  return point_line(look, probe.body, probe.X_BP.translation, probe.other, probe.p_O);
}

// Where a point of a body is, and how it moves.
struct MovedPoint {
  Vec3<double> at, velocity, acceleration;
};
MovedPoint moved(const Model& tree, const Kinematics<double>& motion, BodyId body,
                 const Vec3<double>& p) {
  const FrameId frame = tree.body_frame(body);
  const Transform<double> X = motion.pose(tree, frame);
  const Motion<double> V = motion.velocity(tree, frame, Reference::WorldAligned),
                       A = motion.acceleration(tree, frame, Reference::WorldAligned);
  const Vec3<double> arm = X.rotation * p, swing = cross(V.angular, arm);
  return {X.translation + arm, V.linear + swing,
          A.linear + cross(A.angular, arm) + cross(V.angular, swing)};
}

// d'' = u . a + (|w|^2 - (u . w)^2)/d for w and a, the velocity and acceleration of one point seen
// from the other.
double bend_of_distance(const Probe& probe, const Model& tree, const Kinematics<double>& motion) {
  const MovedPoint a = moved(tree, motion, probe.body, probe.X_BP.translation),
                   b = moved(tree, motion, probe.other, probe.p_O);
  const Vec3<double> velocity = b.velocity - a.velocity;
  const PointLine line = point_line(a.at, b.at, velocity);
  const double across = std::max(0.0, dot(velocity, velocity) - line.rate * line.rate);
  return dot(line.direction, b.acceleration - a.acceleration) +
         (line.length > 0.0 ? across / line.length : 0.0);
}

}  // namespace

bool operator==(const Probe& a, const Probe& b) {
  return a.of == b.of && a.body == b.body && a.axis == b.axis && a.in_own_axes == b.in_own_axes &&
         same(a.X_BP, b.X_BP) && a.other == b.other && same(a.p_O, b.p_O);
}

int ProbeList::add(const Probe& probe, std::vector<Probe>& all) {
  const auto found = std::find(all.begin(), all.end(), probe);
  const auto place = static_cast<int>(found - all.begin());
  if (found == all.end()) all.push_back(probe);
  return place;
}

double value(const Probe& probe, const Look& look) {
  if (probe.of == Probe::Of::Distance) return line_of(probe, look).length;
  if (probe.of == Probe::Of::Parting) return line_of(probe, look).rate;
  const Transform<double> X = look.pose(probe.body);
  const Vec3<double> at = X * probe.X_BP.translation;
  switch (probe.of) {
    case Probe::Of::Position:
      return at[probe.axis];
    case Probe::Of::Velocity:
      return in_axes(probe, X.rotation, look.point_velocity(probe.body, at))[probe.axis];
    default:  // Turning
      break;
  }
  return in_axes(probe, X.rotation, look.velocity(probe.body).angular)[probe.axis];
}

double rate(const Probe& position, const Look& look) {
  if (position.of == Probe::Of::Distance) return line_of(position, look).rate;
  return look.point_velocity(position.body,
                             look.pose(position.body) * position.X_BP.translation)[position.axis];
}

// Axes that turn with the body: d/dt (R^T u) = R^T (du/dt - w x u).
double rate_of_rate(const Probe& probe, const Model& tree, const Kinematics<double>& motion) {
  if (probe.of == Probe::Of::Distance || probe.of == Probe::Of::Parting)
    return bend_of_distance(probe, tree, motion);
  const FrameId frame = tree.body_frame(probe.body);
  const Transform<double> X = motion.pose(tree, frame);
  const Motion<double> V = motion.velocity(tree, frame, Reference::WorldAligned),
                       A = motion.acceleration(tree, frame, Reference::WorldAligned);
  if (probe.of == Probe::Of::Turning) return in_axes(probe, X.rotation, A.angular)[probe.axis];
  const Vec3<double> arm = X.rotation * probe.X_BP.translation, swing = cross(V.angular, arm);
  Vec3<double> change = A.linear + cross(A.angular, arm) + cross(V.angular, swing);
  if (probe.in_own_axes) change = change - cross(V.angular, V.linear + swing);
  return in_axes(probe, X.rotation, change)[probe.axis];
}

void append_probes(const ProbeList& probes, const Look& look, const Eigen::VectorXd& q,
                   const Eigen::VectorXd& v, Eigen::VectorXd& q_all, Eigen::VectorXd& v_all) {
  const auto append = [&](const std::vector<Probe>& list, const Eigen::VectorXd& from,
                          Eigen::VectorXd& all) {
    all.resize(from.size() + static_cast<Eigen::Index>(list.size()));
    all.head(from.size()) = from;
    Eigen::Index next = from.size();
    for (const Probe& probe : list) all[next++] = value(probe, look);
  };
  append(probes.positions, q, q_all);
  append(probes.velocities, v, v_all);
}

}  // namespace catena
