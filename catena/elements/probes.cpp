#include "catena/elements/probes.hpp"

#include <algorithm>

namespace catena {

namespace {

Vec3<double> in_axes(const Probe& probe, const Mat3<double>& R_WB, const Vec3<double>& x) {
  return probe.in_own_axes ? transpose_times(probe.X_BP.rotation, transpose_times(R_WB, x)) : x;
}

bool same(const Transform<double>& a, const Transform<double>& b) {
  for (const Vec3<double>& x :
       {Vec3<double>{1, 0, 0}, Vec3<double>{0, 1, 0}, Vec3<double>{0, 0, 1}}) {
    const Vec3<double> apart = a.rotation * x - b.rotation * x;
    if (apart.x != 0.0 || apart.y != 0.0 || apart.z != 0.0) return false;
  }
  const Vec3<double> apart = a.translation - b.translation;
  return apart.x == 0.0 && apart.y == 0.0 && apart.z == 0.0;
}

}  // namespace

bool operator==(const Probe& a, const Probe& b) {
  return a.of == b.of && a.body == b.body && a.axis == b.axis && a.in_own_axes == b.in_own_axes &&
         same(a.X_BP, b.X_BP);
}

int ProbeList::add(const Probe& probe, std::vector<Probe>& all) {
  const auto found = std::find(all.begin(), all.end(), probe);
  const auto place = static_cast<int>(found - all.begin());
  if (found == all.end()) all.push_back(probe);
  return place;
}

double value(const Probe& probe, const Look& look) {
  const Transform<double> X = look.pose(probe.body);
  const Vec3<double> at = X * probe.X_BP.translation;
  switch (probe.of) {
    case Probe::Of::Position:
      return at[probe.axis];
    case Probe::Of::Velocity:
      return in_axes(probe, X.rotation, look.point_velocity(probe.body, at))[probe.axis];
    case Probe::Of::Turning:
      break;
  }
  return in_axes(probe, X.rotation, look.velocity(probe.body).angular)[probe.axis];
}

double rate(const Probe& position, const Look& look) {
  return look.point_velocity(position.body,
                             look.pose(position.body) * position.X_BP.translation)[position.axis];
}

// Axes that turn with the body: d/dt (R^T u) = R^T (du/dt - w x u).
double rate_of_rate(const Probe& probe, const Model& tree, const Kinematics<double>& motion) {
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
