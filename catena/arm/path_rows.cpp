#include "catena/arm/path_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

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
  // What moves by less per s stands, however fast s is.
  static constexpr double still = 1e-9;

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
      if (v > still) dry = friction.forward[k];
      if (v < -still) dry = -friction.backward[k];
      const double dry_in_moving = std::abs(v) > FeedForward::stands ? dry : 0.0;
      const auto add_row = [&](double dry_there) {
        point.rows.push_back({inertial[k], moving[k] - viscous - dry_in_moving, viscous,
                              rest[k] + dry_there, limits[k], Kind::Effort, static_cast<int>(k)});
      };
      if (std::find(point.turns.begin(), point.turns.end(), static_cast<int>(k)) ==
          point.turns.end()) {
        add_row(dry);
      } else {
        add_row(friction.forward[k]);
        add_row(-friction.backward[k]);
      }
    }
  }

 private:
  FeedForward& dynamics_;
  VectorXd zero_;
};

// Places of the grid, finer towards the ends: where the motion begins and ends at rest, the way
// grows with the square of time, and pieces shall take about the same time.
std::vector<GridPoint> even_grid(double length, int pieces) {
  std::vector<GridPoint> points(static_cast<std::size_t>(pieces) + 1);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double part = static_cast<double>(i) / pieces;
    points[i].s = length * part * part * (3.0 - 2.0 * part);
  }
  return points;
}

// Where a coordinate turns back, its dry friction jumps to the other direction: a piece of the path
// ends there.
std::vector<GridPoint> with_turns(const std::vector<GridPoint>& grid, const JointPath& path,
                                  const JointFriction& friction) {
  constexpr double too_short = 1e-3;  // parts of a piece
  std::vector<GridPoint> out{grid.front()};
  PathPlace here = path.evaluate(grid.front().s), next, middle;
  for (std::size_t i = 0; i + 1 < grid.size(); ++i, std::swap(here, next)) {
    path.evaluate(grid[i + 1].s, next);
    const double from = grid[i].s, to = grid[i + 1].s;
    std::vector<std::pair<double, int>> found;
    for (Index k = 0; k < path.size(); ++k) {
      if (!(here.first[k] * next.first[k] < 0.0)) continue;
      if (std::max(std::abs(here.first[k]), std::abs(next.first[k])) <= EffortRows::still) continue;
      if (!(friction.forward[k] + friction.backward[k] > 0.0)) continue;
      double low = from, high = to;
      for (int step = 0; step < 50; ++step) {
        const double s = 0.5 * (low + high);
        path.evaluate(s, middle);
        (middle.first[k] * here.first[k] > 0.0 ? low : high) = s;
      }
      found.emplace_back(high, static_cast<int>(k));
    }
    std::sort(found.begin(), found.end());
    GridPoint end = grid[i + 1];
    for (const auto& [s, k] : found) {
      if (s - out.back().s < too_short * (to - from)) {
        out.back().turns.push_back(k);
      } else if (to - s < too_short * (to - from)) {
        end.turns.push_back(k);
      } else {
        out.emplace_back();
        out.back().s = s;
        out.back().turns.push_back(k);
      }
    }
    out.push_back(std::move(end));
  }
  return out;
}

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
  const bool has_efforts = (effort.array() < HUGE_VAL).any();
  std::vector<GridPoint> points = even_grid(path.length(), options.grid);
  if (has_efforts) points = with_turns(points, path, dynamics.friction());
  PathPlace place;
  for (GridPoint& point : points) {
    path.evaluate(point.s, place);
    for (const int k : point.turns) place.first[k] = 0.0;  // up to rounding it is
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
    if (has_efforts) efforts.add(place, effort, point);
  }
  return points;
}

}  // namespace catena
