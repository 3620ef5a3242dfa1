#include "catena/grasp/resist.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/grasp/ball_search.hpp"
#include "catena/grasp/torque_limits.hpp"

namespace catena::grasp {

using Eigen::Index;
using Eigen::VectorXd;

namespace {

// Loads L = -G f - load with f in its cones, torques and normal forces within limits.
ConeSet resisted_set(const WrenchCones& cones, const TorqueRows& hand,
                     const ResistOptions& options) {
  const Index d = cones.G.rows(), n = cones.G.cols(), k = cones.contacts();
  const LimitCount limits = count_limits(hand);
  ConeSet set;
  set.d = static_cast<int>(d);
  set.A.setZero(d + limits.rows + k + cones.ties(), n + limits.slacks + k);
  set.A.topLeftCorner(d, n) = -cones.G;
  VectorXd b = VectorXd::Zero(set.A.rows());
  std::vector<int> motors;
  fill_limits(hand, cones.scale, d, n, set.A, b, motors);
  for (Index i = 0; i < k; ++i) {
    const Index row = d + limits.rows + i;
    set.A(row, cones.first[static_cast<std::size_t>(i)]) = 1.0;
    set.A(row, n + limits.slacks + i) = 1.0;
    b[row] = options.largest_normal;
  }
  cones.tie(d + limits.rows + k, set.A);
  set.limits = b.tail(b.size() - d);
  set.shift = options.load.size() > 0 ? VectorXd(-options.load) : VectorXd::Zero(d);
  set.cones = cones.blocks;
  set.cones.insert(set.cones.end(), static_cast<std::size_t>(set.A.cols() - n), 1);
  return set;
}

void check_resist(const ContactSet& set, const WrenchCones& cones, const TorqueRows& hand,
                  const ResistOptions& options) {
  if (hand.T.cols() != cones.G.cols())
    throw GraspError(fmt::format("torques of a hand with {} contact forces, expected {}",
                                 hand.T.cols(), cones.G.cols()));
  if (options.load.size() > 0 &&
      (options.load.size() != set.wrench_size() || !options.load.allFinite()))
    throw GraspError(fmt::format("a load of {} numbers for wrenches of {}, or one not finite",
                                 options.load.size(), set.wrench_size()));
  if (!(options.largest_normal > 0.0 && std::isfinite(options.largest_normal)))
    throw GraspError("the largest normal force must be a positive number");
}

// A contact that is pressed as hard as it may be.
bool at_cap(const WrenchCones& cones, const VectorXd& x, double cap) {
  return std::any_of(cones.first.begin(), cones.first.end(),
                     [&](int first) { return x[first] > cap * (1.0 - 1e-6); });
}

// max u.L by a cone program.
class LoadOracle : public SupportOracle {
 public:
  explicit LoadOracle(ConeSet set)
      : set_(std::move(set)), search_(set_, [this](const VectorXd& u) { return value(u); }) {
    problem_.A = set_.A.bottomRows(set_.A.rows() - set_.d);
    problem_.b = set_.limits;
    problem_.cones = set_.cones;
  }

  double support(const double* u, double* point, int& tag) override {
    tag = 0;
    const double most = value(Eigen::Map<const VectorXd>(u, set_.d));
    const VectorXd load = set_.A.topRows(set_.d) * solver_.result().x + set_.shift;
    std::copy_n(load.data(), set_.d, point);
    return most;
  }
  double reach(const double* u) override {
    return search_.reach(Eigen::Map<const VectorXd>(u, set_.d));
  }
  bool improve(double* u, double& value) override { return improve_by(search_, set_.d, u, value); }

  double value(const VectorXd& u) {
    problem_.c.noalias() = -set_.A.topRows(set_.d).transpose() * u;
    solver_.solve(problem_);
    return -solver_.result().objective + set_.shift.dot(u);
  }

 private:
  ConeSet set_;
  ConeProblem problem_;
  ConeSolver solver_{1e-9};
  BallSearch search_;
};

}  // namespace

ResistedLoad largest_load(const ContactSet& set, const TorqueRows& hand, const VectorXd& direction,
                          const ResistOptions& options) {
  const WrenchCones cones = wrench_cones(set);
  check_resist(set, cones, hand, options);
  if (direction.size() != set.wrench_size() || !direction.allFinite() || direction.isZero(0.0))
    throw GraspError("the direction of a load must be a wrench that is not zero");
  ResistedLoad out;
  out.forces.setZero(cones.G.cols());
  if (set.contacts.empty()) {
    out.status = ResistStatus::NotHeld;
    if (options.load.size() == 0 || options.load.isZero(0.0))
      out.status = ResistStatus::NothingMore;
    return out;
  }
  const ConeSet loads = resisted_set(cones, hand, options);
  const Index d = loads.d, n = loads.A.cols();
  ConeProblem p;
  p.A.setZero(loads.A.rows(), n + 1);
  p.A.leftCols(n) = loads.A;
  p.A.col(n).head(d) = -direction;
  p.b.resize(loads.A.rows());
  p.b << -loads.shift, loads.limits;
  p.c = -VectorXd::Unit(n + 1, n);
  p.cones = loads.cones;
  p.cones.push_back(1);
  ConeSolver solver;
  const ConeResult& result = solver.solve(p);
  if (result.status == ConeStatus::Infeasible) {
    out.status = ResistStatus::NotHeld;
    return out;
  }
  if (result.status != ConeStatus::Solved) return out;
  out.factor = result.x[n];
  out.forces = cones.scale.cwiseProduct(result.x.head(cones.G.cols()));
  out.status = at_cap(cones, result.x, options.largest_normal) ? ResistStatus::Unlimited
               : out.factor * direction.norm() > 1e-9          ? ResistStatus::Resisted
                                                               : ResistStatus::NothingMore;
  return out;
}

WeakestLoad weakest_load(const ContactSet& set, const TorqueRows& hand,
                         const ResistOptions& options) {
  const WrenchCones cones = wrench_cones(set);
  check_resist(set, cones, hand, options);
  WeakestLoad out;
  const int d = set.wrench_size();
  out.direction.setZero(d);
  out.status = ResistStatus::NothingMore;
  if (set.contacts.empty()) return out;
  const GraspMap map = grasp_map(set, cones);
  if (map.rank < d) {
    out.direction = map.lost.col(0);
    out.proven = true;
    return out;
  }
  LoadOracle oracle(resisted_set(cones, hand, options));
  std::vector<double> radii;
  BallBounds start;
  start.upper = 1e300;
  for (int i = 0; i <= d; ++i) {  // the least of the corners is the first bound
    const GrownHull::Point corner = GrownHull::corner(d, i);
    const ResistedLoad one =
        largest_load(set, hand, Eigen::Map<const VectorXd>(corner.data(), d), options);
    if (one.status == ResistStatus::NotHeld || one.status == ResistStatus::NothingMore ||
        one.status == ResistStatus::Inaccurate) {
      out.status = one.status;
      out.direction = Eigen::Map<const VectorXd>(corner.data(), d);
      return out;
    }
    radii.push_back(one.factor * (1.0 - 1e-6));
    if (one.factor < start.upper) start.upper = one.factor, start.weakest = corner;
  }
  double value = start.upper;
  if (oracle.improve(start.weakest.data(), value)) start.upper = value;
  GrownHull hull(d, radii);
  const BallBounds bounds =
      grow(hull, oracle, {options.gap * start.upper, options.most_facets}, start);
  out.direction = Eigen::Map<const VectorXd>(bounds.weakest.data(), d);
  out.size = bounds.upper;
  out.lower = std::min(bounds.lower, bounds.upper);
  out.proven = bounds.status == BoundStatus::Closed;
  const ResistedLoad there = largest_load(set, hand, out.direction, options);
  out.status =
      there.status == ResistStatus::Unlimited ? ResistStatus::Unlimited : ResistStatus::Resisted;
  return out;
}

}  // namespace catena::grasp
