#include "catena/grasp/closure.hpp"

#include <Eigen/Geometry>
#include <cmath>

#include "catena/grasp/grasp_map.hpp"
#include "catena/grasp/quality.hpp"
#include "catena/grasp/wrench_cone.hpp"
#include "catena/solvers/cone_program.hpp"

namespace catena::grasp {

using Eigen::Index;
using Eigen::VectorXd;

const char* to_string(ClosureReason reason) {
  switch (reason) {
    case ClosureReason::Closed:
      return "closed";
    case ClosureReason::NoContacts:
      return "no contacts";
    case ClosureReason::RankDeficient:
      return "rank deficient";
    case ClosureReason::OneSided:
      return "one-sided";
    case ClosureReason::Boundary:
      return "on the boundary";
    case ClosureReason::Undecided:
      break;
  }
  return "undecided";
}

namespace {

// Distances below this part of the wrenches count as zero.
constexpr double closure_tolerance = 1e-9;

// min |w| with w = G x, sum of normal forces 1. Rows of wrenches and of the sum.
const ConeResult& nearest_wrench(const WrenchCones& cones, ConeSolver& solver) {
  const Index d = cones.G.rows(), n = cones.G.cols();
  ConeProblem p;
  p.A.setZero(d + 1 + cones.ties(), n + d + 1);
  p.A.topLeftCorner(d, n) = cones.G;
  for (const int first : cones.first) p.A(d, first) = 1.0;
  p.A.block(0, n + 1, d, d) = -Eigen::MatrixXd::Identity(d, d);
  cones.tie(d + 1, p.A);
  p.b = VectorXd::Unit(p.A.rows(), d);
  p.c = VectorXd::Unit(n + d + 1, n);
  p.cones = cones.blocks;
  p.cones.push_back(static_cast<int>(d) + 1);
  return solver.solve(p);
}

// max t with forces without a wrench that are t inside of their cones.
const ConeResult& inner_forces(const WrenchCones& cones, ConeSolver& solver) {
  const Index d = cones.G.rows(), n = cones.G.cols();
  ConeProblem p;
  p.A.setZero(d + 1 + cones.ties(), n + 1);
  p.A.topLeftCorner(d, n) = cones.G;
  for (const int first : cones.first) {
    p.A(d, first) = 1.0;
    p.A.col(n).head(d) += cones.G.col(first);
  }
  p.A(d, n) = cones.contacts();
  cones.tie(d + 1, p.A);
  p.b = VectorXd::Unit(p.A.rows(), d);
  p.c = -VectorXd::Unit(n + 1, n);
  p.cones = cones.blocks;
  p.cones.push_back(1);
  return solver.solve(p);
}

bool is_usable(const ConeResult& result) {
  return result.status == ConeStatus::Solved ||
         (result.status == ConeStatus::Inaccurate && result.residual < 1e-7);
}

double largest_wrench(const WrenchCones& cones) {
  double size = 0.0;
  for (Index j = 0; j < cones.G.cols(); ++j) size = std::max(size, cones.G.col(j).norm());
  return size;
}

// Whether the origin is inside; otherwise a wrench to whose side all contacts push, or nearly so.
bool is_inside(const WrenchCones& cones, Closure& closure) {
  ConeSolver solver;
  const ConeResult& inner = inner_forces(cones, solver);
  const Index n = cones.G.cols();
  const double t = is_usable(inner) ? inner.x[n] : 0.0;
  if (!(t > inside_tolerance)) {
    closure.separating = -inner.y.head(cones.G.rows());
    if (closure.separating.norm() > 0.0) closure.separating.normalize();
    return false;
  }
  VectorXd x = inner.x.head(n);
  Index head = 0;
  for (const int size : cones.blocks) {
    x[head] += t;
    head += size;
  }
  closure.internal = cones.scale.cwiseProduct(x);
  closure.inside = t;
  return true;
}

}  // namespace

Closure force_closure(const ContactSet& set) {
  const WrenchCones cones = wrench_cones(set);
  Closure closure;
  closure.wrench_size = set.wrench_size();
  if (set.contacts.empty()) {
    closure.reason = ClosureReason::NoContacts;
    return closure;
  }
  const GraspMap map = grasp_map(set, cones);
  closure.rank = map.rank;
  const bool spans = closure.rank == closure.wrench_size;
  if (spans && is_inside(cones, closure)) {
    closure.closed = true;
    closure.reason = ClosureReason::Closed;
    QualityEvaluator evaluator;
    const Quality& quality = evaluator.value(set);
    closure.margin = quality.eps, closure.lower = quality.lower;
    return closure;
  }
  ConeSolver solver;
  const ConeResult& nearest = nearest_wrench(cones, solver);
  if (!is_usable(nearest)) return closure;
  const bool apart = nearest.objective > closure_tolerance * largest_wrench(cones);
  closure.margin = apart ? -nearest.objective : 0.0;
  closure.reason = apart ? ClosureReason::OneSided : ClosureReason::Boundary;
  if (apart) closure.separating = nearest.x.tail(cones.G.rows()).normalized();
  if (spans) return closure;
  closure.reason = ClosureReason::RankDeficient;
  closure.lost = map.lost;
  if (!apart) closure.separating = map.lost.col(0);
  return closure;
}

Closure form_closure(const ContactSet& set) {
  ContactSet smooth = set;
  for (GraspContact& contact : smooth.contacts) {
    contact.friction = contact.rolling = 0.0;
    contact.friction_2 = -1.0;
  }
  return force_closure(smooth);
}

}  // namespace catena::grasp
