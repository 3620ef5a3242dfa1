#include "catena/grasp/quality.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "catena/grasp/grasp_map.hpp"
#include "catena/grasp/wrench_oracle.hpp"
#include "catena/math/index.hpp"
#include "catena/solvers/dense.hpp"

namespace catena::grasp {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// Of value().
constexpr double value_gap = 1e-6;
constexpr int facets_of_value = 4000;

// Unit vectors, the same ones for every grasp.
MatrixXd sample_directions(int d, int count) {
  std::mt19937 engine(7);
  std::normal_distribution<double> normal;
  MatrixXd U(d, count);
  for (Index j = 0; j < count; ++j) {
    for (Index i = 0; i < d; ++i) U(i, j) = normal(engine);
    U.col(j).normalize();
  }
  return U;
}

}  // namespace

struct QualityEvaluator::Work : WrenchOracle {
  explicit Work(QualityOptions given) : options(std::move(given)) {}

  bool begin(const ContactSet& contacts);
  bool origin_inside();
  void search_all();
  void search_flat();
  void try_from(const VectorXd& start);
  const VectorXd& wrench_of(const VectorXd& u);

  QualityOptions options;
  WrenchCones cones;
  ConeProblem inner;
  ConeSolver inner_solver{1e-9};
  MatrixXd transform, samples;
  VectorXd last, best;  // unit vectors in the set's own coordinates
  double best_value = 0.0;
  std::vector<std::pair<double, int>> order;
  Quality result;
};

QualityEvaluator::QualityEvaluator(QualityOptions options)
    : work_(std::make_unique<Work>(std::move(options))) {}
QualityEvaluator::~QualityEvaluator() = default;
QualityEvaluator::QualityEvaluator(QualityEvaluator&&) noexcept = default;
QualityEvaluator& QualityEvaluator::operator=(QualityEvaluator&&) noexcept = default;

void QualityEvaluator::forget() {
  work_->last.resize(0);
}

// False where the wrenches do not span their space, or the origin is not inside.
bool QualityEvaluator::Work::begin(const ContactSet& contacts) {
  result = {};
  wrench_cones(contacts, cones);
  const Index d = contacts.wrench_size();
  if (options.shift.size() > 0 && (options.shift.size() != d || !options.shift.allFinite()))
    throw GraspError(
        fmt::format("a shift of {} numbers for wrenches of {}", options.shift.size(), d));
  if (options.edges != 0 && options.edges < 3)
    throw GraspError(fmt::format(
        "cones with {} edges, expected 3 or more, or 0 for the cones themselves", options.edges));
  if (contacts.contacts.empty()) return false;
  result.rank = wrench_rank(contacts, cones);
  if (result.rank < d) return false;
  transform.resize(0, 0);
  if (options.ellipsoid.size() > 0) {
    if (options.ellipsoid.rows() != d || options.ellipsoid.cols() != d)
      throw GraspError(fmt::format("an ellipsoid of {} x {} numbers for wrenches of {}",
                                   options.ellipsoid.rows(), options.ellipsoid.cols(), d));
    const VectorXd values = singular_values(options.ellipsoid);
    if (!(values[d - 1] > 1e-12 * values[0]))
      throw GraspError("the ellipsoid of a task is flat", {},
                       "give small semi-axes where it is, or its corners to reached()");
    transform = solve_square(options.ellipsoid, MatrixXd::Identity(d, d));
  }
  set.set(cones, options, transform);
  if (samples.rows() != d) samples = sample_directions(static_cast<int>(d), 256);
  return origin_inside();
}

// max t with x in its cones by t: positive where the origin is inside. (Rays from an origin outside
// may well pass the set.)
bool QualityEvaluator::Work::origin_inside() {
  const ConeSet& s = set.cone_set();
  const Index m = s.A.rows(), n = s.A.cols();
  inner.A.resize(m, n + 1);
  inner.A.leftCols(n) = s.A;
  inner.A.col(n).setZero();
  Index at = 0;
  for (const int size : s.cones) {
    inner.A.col(n) += s.A.col(at);
    at += size;
  }
  inner.b.resize(m);
  inner.b << -s.shift, s.limits;
  inner.c.setZero(n + 1);
  inner.c[n] = -1.0;
  inner.cones.assign(s.cones.begin(), s.cones.end());
  inner.cones.push_back(1);
  const ConeResult& answer = inner_solver.solve(inner);
  if (answer.status != ConeStatus::Solved && !(answer.residual < 1e-7)) return false;
  return answer.status != ConeStatus::Infeasible && answer.x[n] > inside_tolerance;
}

void QualityEvaluator::Work::try_from(const VectorXd& start) {
  VectorXd u = start;
  double value = 0.0;
  if (!search.descend(u, value) || !(value < best_value)) return;
  best_value = value;
  best = u;
}

// From the last minimum, and from the samples with the smallest support.
void QualityEvaluator::Work::search_all() {
  const Index d = set.dimension();
  best.resize(0);
  best_value = 1e300;
  if (last.size() == d) try_from(last);
  order.clear();
  for (Index j = 0; j < samples.cols(); ++j) {
    int tag = 0;
    const double value = set.support(samples.col(j).data(), nullptr, tag);
    order.emplace_back(value, static_cast<int>(j));
    if (!(value > 0.0)) {  // the origin is outside, or on the surface
      best.resize(0);
      return;
    }
  }
  const std::size_t starts = std::min<std::size_t>(last.size() == d ? 5 : 6, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(starts),
                    order.end());
  for (std::size_t i = 0; i < starts; ++i) try_from(samples.col(order[i].second));
  last = best;
}

// Of a set that is so flat that rays find no way out: along the axes of its wrenches.
void QualityEvaluator::Work::search_flat() {
  const Index d = set.dimension();
  const MatrixXd axes = singular_decomposition(set.cone_set().A.topRows(d)).U;
  best_value = 1e300;
  for (Index j = 0; j < d; ++j)
    for (const double side : {-1.0, 1.0}) {
      const VectorXd u = side * axes.col(j);
      const double value = set.support(u);
      if (value < best_value) best_value = value, best = u;
    }
  best_value = std::max(0.0, best_value);
}

const VectorXd& QualityEvaluator::Work::wrench_of(const VectorXd& u) {
  // u.T w <= value becomes a unit wrench in the contacts' own coordinates.
  result.weakest = transform.size() > 0 ? VectorXd(transform.transpose() * u) : u;
  result.weakest.normalize();
  return result.weakest;
}

const Quality& QualityEvaluator::value(const ContactSet& contacts) {
  return certified(contacts, value_gap, facets_of_value);
}

// The smallest support that searches find.
const Quality& QualityEvaluator::search(const ContactSet& contacts) {
  Work& w = *work_;
  if (!w.begin(contacts)) return w.result;
  w.search_all();
  if (w.best.size() == 0 || !(w.best_value > 1e-12)) w.search_flat();
  w.result.closed = true;
  w.result.eps = w.result.upper = w.best_value;
  w.wrench_of(w.best);
  return w.result;
}

const Quality& QualityEvaluator::certified(const ContactSet& contacts, double gap,
                                           int most_facets) {
  Work& w = *work_;
  search(contacts);
  if (!w.result.closed) {
    w.result.proven = true;
    return w.result;
  }
  if (!(w.best_value > 1e-12)) return w.result;  // rounding decides
  const int d = w.set.dimension();
  BallBounds start;
  start.upper = w.best_value;
  std::copy_n(w.best.data(), d, start.weakest.begin());
  std::vector<double> radii;
  if (!begin_hull(w, d, radii)) return w.result;
  GrownHull hull(d, radii);
  const BallBounds bounds = grow(hull, w, {gap * std::min(1.0, w.best_value), most_facets}, start);
  w.result.eps = w.result.upper = bounds.upper;
  w.result.lower = std::min(bounds.lower, bounds.upper);
  w.result.proven = bounds.status == BoundStatus::Closed;
  w.result.facets = bounds.facets;
  w.best = Eigen::Map<const VectorXd>(bounds.weakest.data(), d);
  w.last = w.best;
  w.wrench_of(w.best);
  return w.result;
}

double QualityEvaluator::reached(const ContactSet& contacts, const MatrixXd& loads) {
  Work& w = *work_;
  if (loads.rows() != contacts.wrench_size())
    throw GraspError(fmt::format("loads of {} numbers for wrenches of {}", loads.rows(),
                                 contacts.wrench_size()));
  if (!loads.allFinite()) throw GraspError("loads of a task that are not finite");
  double least = 1e300;
  if (!w.begin(contacts)) return 0.0;
  for (Index j = 0; j < loads.cols(); ++j) {
    const double length = loads.col(j).norm();
    if (length == 0.0) continue;
    const VectorXd direction = w.transform.size() > 0
                                   ? VectorXd(w.transform * loads.col(j) / length)
                                   : VectorXd(loads.col(j) / length);
    least = std::min(least, w.search.reach(direction) / length);
  }
  return least;
}

}  // namespace catena::grasp
