#include "catena/arm/path_rows.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace catena {

using Eigen::Index;
using Eigen::VectorXd;
using Kind = ActiveLimit::Kind;

double PathRow::value(double u, double x) const {
  return a * u + b * x + root * std::sqrt(x) + c;
}

PathLimits PathLimits::of(const Model& model) {
  PathLimits out;
  out.velocity.resize(model.nv());
  out.effort.resize(model.nv());
  for (int j = 0; j < model.joint_count(); ++j) {
    const JointInfo& joint = model.joint(JointId{j});
    for (int k = 0; k < joint.nv; ++k) {
      out.velocity[joint.v + k] = joint.spec.velocity_limit[k];
      out.effort[joint.v + k] = joint.spec.effort_limit[k];
    }
  }
  return out;
}

namespace {

VectorXd completed_limits(const VectorXd& given, Index size, const char* what) {
  if (given.size() == 0) return VectorXd::Constant(size, HUGE_VAL);
  if (given.size() != size || !(given.array() > 0.0).all())
    throw std::invalid_argument(
        fmt::format("time_optimal: expected {} positive limits of {}, found {} numbers", size, what,
                    given.size()));
  return given;
}

// Rows of efforts: M q' u + (M q'' + h(q, q') - g) x + damping q' sqrt(x) + g + Coulomb friction.
class EffortRows {
 public:
  explicit EffortRows(FeedForward& dynamics)
      : dynamics_(dynamics), zero_(VectorXd::Zero(dynamics.model().nv())) {}

  void add(const PathPlace& place, const VectorXd& limits, GridPoint& point) {
    const JointFriction& friction = dynamics_.friction();
    const VectorXd rest = dynamics_.efforts({place.q, zero_, zero_});
    const VectorXd inertial = dynamics_.efforts({place.q, zero_, place.first}) - rest;
    const VectorXd moving = dynamics_.efforts({place.q, place.first, place.second}) - rest;
    for (Index k = 0; k < limits.size(); ++k) {
      if (!std::isfinite(limits[k])) continue;
      const double v = place.first[k], viscous = friction.viscous[k] * v;
      double dry = 0.0;
      if (v > 0.0) dry = friction.forward[k];
      if (v < 0.0) dry = -friction.backward[k];
      point.rows.push_back({inertial[k], moving[k] - viscous - dry, viscous, rest[k] + dry,
                            limits[k], Kind::Effort, static_cast<int>(k)});
    }
  }

 private:
  FeedForward& dynamics_;
  VectorXd zero_;
};

}  // namespace

std::vector<GridPoint> path_rows(FeedForward& dynamics, const JointPath& path,
                                 const PathLimits& limits, const TimingOptions& options) {
  const Index n = path.size();
  if (n != dynamics.model().nv())
    throw std::invalid_argument(fmt::format(
        "time_optimal: the path has {} coordinates, the model has {}", n, dynamics.model().nv()));
  if (options.grid < 2 || !(options.effort_share > 0.0) || !(limits.speed > 0.0))
    throw std::invalid_argument(
        "time_optimal: expected a grid of 2 pieces or more, and a positive speed and effort_share");
  const VectorXd velocity = completed_limits(limits.velocity, n, "velocity"),
                 acceleration = completed_limits(limits.acceleration, n, "acceleration");
  const VectorXd effort = options.effort_share * completed_limits(limits.effort, n, "effort");
  EffortRows efforts(dynamics);
  std::vector<GridPoint> points(static_cast<std::size_t>(options.grid) + 1);
  PathPlace place;
  for (std::size_t i = 0; i < points.size(); ++i) {
    GridPoint& point = points[i];
    // Finer towards the ends: where the motion begins and ends at rest, the way grows with the
    // square of time, and pieces shall take about the same time.
    const double part = static_cast<double>(i) / options.grid;
    point.s = path.length() * part * part * (3.0 - 2.0 * part);
    path.evaluate(point.s, place);
    // Without any other limit the velocity of s is one that no arm has.
    const double speed = std::min(limits.speed, 1e6 * path.length());
    point.most = speed * speed;
    point.velocity = {Kind::Speed, -1, 0.0};
    for (Index k = 0; k < n; ++k) {
      const double first = std::abs(place.first[k]);
      if (first * std::sqrt(point.most) > velocity[k]) {
        point.most = velocity[k] / first * (velocity[k] / first);
        point.velocity = {Kind::Velocity, static_cast<int>(k), 0.0};
      }
      if (std::isfinite(acceleration[k]))
        point.rows.push_back({place.first[k], place.second[k], 0.0, 0.0, acceleration[k],
                              Kind::Acceleration, static_cast<int>(k)});
    }
    if ((effort.array() < HUGE_VAL).any()) efforts.add(place, effort, point);
  }
  return points;
}

}  // namespace catena
