#include "catena/contact/impact_laws.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "catena/solvers/dense.hpp"
#include "catena/solvers/friction_problem.hpp"

namespace catena {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Kind = ImpactPoint::Kind;

struct Impulse {
  VectorXd p;
  bool solved = false;
  double residual = 0.0;
  ChainLink link = ChainLink::Start;
};

Index rows_of(const ImpactPoint& point) {
  return point.kind == Kind::Stop ? 1 : 3;
}

double restitution_of(const ImpactPoint& point, double factor) {
  return point.stays || point.kind == Kind::TwoSidedContact ? 0.0 : factor * point.restitution;
}

// Likewise of Newton's law, by which a point that comes with the velocity u rebounds with -e u.
double restitution_at(const ImpactPoint& point, double factor, double u) {
  const double e = restitution_of(point, 1.0);
  return -e * u < point.rest_speed ? 0.0 : factor * e;
}

FrictionBlock block_of(const ImpactPoint& point) {
  FrictionBlock block;
  block.first = point.first;
  block.friction = point.friction;
  if (point.kind == Kind::Contact) block.kind = FrictionBlock::Kind::Cone;
  if (point.kind == Kind::TwoSidedContact) block.kind = FrictionBlock::Kind::TwoSidedCone;
  if (point.kind == Kind::Stop && point.stays) block.lower = -block.upper;
  return block;
}

std::vector<FrictionBlock> blocks_of(const std::vector<ImpactPoint>& points) {
  std::vector<FrictionBlock> blocks;
  for (const ImpactPoint& point : points) blocks.push_back(block_of(point));
  return blocks;
}

// Moreau (1988): u_n + e u_n before is complementary to p_n, for points that approach.
Impulse newton_impulse(const MatrixXd& W, const VectorXd& u, const std::vector<ImpactPoint>& points,
                       double factor) {
  VectorXd b = u;
  for (const ImpactPoint& point : points)
    b[point.first] += restitution_at(point, factor, u[point.first]) * std::min(u[point.first], 0.0);
  // Between no restitution and all of it there are many to try, and some have no solution.
  const bool thorough = factor == 0.0 || factor == 1.0;
  const FrictionResult result = solve_friction_problem(W, b, blocks_of(points), {}, thorough);
  return {result.x, result.solved, result.residual, result.link};
}

// Restitution after Glocker & Pfeiffer (1995): p_n = c + y with c = e times the impulse of
// compression and y >= 0 complementary to u_n; friction within mu (c + y). The part of c is a cone
// of its own whose normal row knows nothing but x_n = c, so that its tangents fill a disc.
Impulse restitution_impulse(const MatrixXd& W, const VectorXd& u,
                            const std::vector<ImpactPoint>& points, const VectorXd& compression,
                            double factor) {
  VectorXd given = VectorXd::Zero(u.size());
  std::vector<FrictionBlock> blocks = blocks_of(points);
  std::vector<Index> tangents;  // of W, two for each disc
  std::vector<double> normals;
  for (const ImpactPoint& point : points) {
    const Index i = point.first;
    given[i] = restitution_of(point, factor) * compression[i];
    if (point.kind != Kind::Contact || point.friction == 0.0 || !(given[i] > 0.0)) continue;
    FrictionBlock disc = block_of(point);
    disc.first = u.size() + static_cast<Index>(3 * normals.size());
    blocks.push_back(disc);
    tangents.insert(tangents.end(), {i + 1, i + 2});
    normals.push_back(given[i]);
  }
  const Index n = u.size(), discs = static_cast<Index>(normals.size());
  // u = W given + W S x for the x of points and discs.
  MatrixXd S = MatrixXd::Zero(n, n + 3 * discs);
  S.leftCols(n).setIdentity();
  for (Index k = 0; k < discs; ++k)
    for (Index t = 0; t < 2; ++t)
      S(tangents[static_cast<std::size_t>(2 * k + t)], n + 3 * k + 1 + t) = 1.0;
  MatrixXd A = S.transpose() * W * S;
  VectorXd b = S.transpose() * (u + W * given);
  for (Index k = 0; k < discs; ++k) {
    const Index i = n + 3 * k;
    const double unit = std::max(A(i + 1, i + 1), A(i + 2, i + 2));
    A(i, i) = unit > 0.0 ? unit : 1.0;
    b[i] = -A(i, i) * normals[static_cast<std::size_t>(k)];
  }
  const FrictionResult result = solve_friction_problem(A, b, blocks);
  return {given + S * result.x, result.solved, result.residual, result.link};
}

// Whether points that were thrown off would leave more slowly than what counts as a rebound. They
// lose their restitution.
bool bring_slow_to_rest(const VectorXd& u, const VectorXd& compression,
                        std::vector<ImpactPoint>& points) {
  bool any = false;
  for (ImpactPoint& point : points) {
    const bool is_thrown = restitution_of(point, 1.0) * compression[point.first] > 0.0;
    if (!is_thrown || point.rest_speed == 0.0 || u[point.first] >= point.rest_speed) continue;
    point.restitution = 0.0;
    any = true;
  }
  return any;
}

Impulse poisson_impulse(const MatrixXd& W, const VectorXd& u, std::vector<ImpactPoint> points,
                        double factor) {
  const Impulse compression = newton_impulse(W, u, points, 0.0);
  const bool ends = std::all_of(points.begin(), points.end(), [&](const ImpactPoint& point) {
    return restitution_of(point, factor) * compression.p[point.first] == 0.0;
  });
  if (ends || !compression.solved) return compression;
  const VectorXd compressed = u + W * compression.p;
  Impulse restitution = restitution_impulse(W, compressed, points, compression.p, factor);
  while (restitution.solved &&
         bring_slow_to_rest(compressed + W * restitution.p, compression.p, points))
    restitution = restitution_impulse(W, compressed, points, compression.p, factor);
  return {compression.p + restitution.p, restitution.solved,
          std::max(compression.residual, restitution.residual),
          std::max(compression.link, restitution.link)};
}

// One smooth point, without rounding that could be avoided: both laws agree.
Impulse smooth_impulse(double W, double u, const ImpactPoint& point) {
  const double e = restitution_at(point, 1.0, u);
  if (u == 0.0 || (u > 0.0 && !is_held(point))) return {VectorXd::Zero(1), true};
  if (!(W > 0.0)) return {VectorXd::Zero(1), false, 1.0, ChainLink::None};
  return {VectorXd::Constant(1, -(1.0 + e) * u / W), true};
}

struct Outcome {
  Impulse impulse;
  VectorXd u;
  double energy = 0.0;
  bool allowed = false;  // solved, and no energy but rounding is created
};

Outcome outcome_of(const MatrixXd& W, const VectorXd& u_before, Impulse impulse) {
  Outcome outcome{std::move(impulse), {}, 0.0, false};
  const VectorXd& p = outcome.impulse.p;
  outcome.u = u_before + W * p;
  outcome.energy = 0.5 * p.dot(u_before + outcome.u);
  // Where points can move along one line only, W is singular, and impulses across that line can
  // grow until its rounding moves them. Then u is noise.
  const double terms = (W.cwiseAbs() * p.cwiseAbs()).maxCoeff();
  if (terms > 1e6 * u_before.cwiseAbs().maxCoeff()) outcome.impulse.solved = false;
  const double size = 0.5 * p.cwiseAbs().dot(u_before.cwiseAbs() + outcome.u.cwiseAbs());
  outcome.allowed = outcome.impulse.solved && outcome.energy <= 1e-14 * size;
  return outcome;
}

ImpactResult result_of(const Outcome& outcome, double factor) {
  const Impulse& impulse = outcome.impulse;
  return {impulse.p,      outcome.u,        outcome.energy, factor,
          impulse.solved, impulse.residual, impulse.link,   1};
}

// Without friction and restitution: the last resort, a quadratic program. `missed` is what was
// found with friction.
ImpactResult smooth_and_plastic(const MatrixXd& W, const VectorXd& u,
                                std::vector<ImpactPoint> points, const Impulse& missed) {
  for (ImpactPoint& point : points) point.friction = 0.0;
  ImpactResult result = result_of(outcome_of(W, u, newton_impulse(W, u, points, 0.0)), 0.0);
  result.solved = false;
  result.residual = std::max(result.residual, missed.residual), result.link = ChainLink::None;
  return result;
}

// All points at once, with the largest factor on the restitutions that creates no energy: a root of
// the energy by false position (Illinois), from the side that is allowed. Points between jaws may
// have no way to rebound at all: then a factor with which they have one, by halving.
ImpactResult simultaneous(const MatrixXd& W, const VectorXd& u,
                          const std::vector<ImpactPoint>& points, ImpactLaw law) {
  const auto impact = [&](double factor) {
    return outcome_of(W, u,
                      law == ImpactLaw::Newton ? newton_impulse(W, u, points, factor)
                                               : poisson_impulse(W, u, points, factor));
  };
  const Outcome full = impact(1.0);
  if (full.allowed) return result_of(full, 1.0);
  Outcome best = impact(0.0);
  if (!best.allowed) return smooth_and_plastic(W, u, points, best.impulse);
  double low = 0.0, high = 1.0, at_low = best.energy, at_high = full.energy;
  int unsolved = full.impulse.solved ? 0 : 1;
  for (int i = 0; i < 80 && unsolved < 5 && high - low > 1e-15; ++i) {
    double middle = low + (high - low) * at_low / (at_low - at_high);
    if (unsolved > 0 || i % 4 == 3 || !(middle > low && middle < high)) middle = 0.5 * (low + high);
    Outcome tried = impact(middle);
    if (tried.impulse.solved && tried.energy <= 0.0) {
      low = middle, at_low = tried.energy, at_high *= 0.5;
      best = std::move(tried);
      if (at_low >= -1e-15 * std::abs(full.energy)) break;
    } else {
      high = middle, at_high = tried.energy, at_low *= 0.5;
      if (!tried.impulse.solved) ++unsolved;
    }
  }
  return result_of(best, low);
}

// How fast a point approaches, or leaves what holds it.
double approach_of(const ImpactPoint& point, const VectorXd& u) {
  return is_held(point) ? std::abs(u[point.first]) : -u[point.first];
}

ImpactResult one_impact(const MatrixXd& W, const VectorXd& u, ImpactPoint point, ImpactLaw law) {
  const Index i = point.first, m = rows_of(point);
  point.first = 0;
  if (m == 3 && point.friction > 0.0)
    return simultaneous(W.block(i, i, 3, 3), u.segment(i, 3), {point}, law);
  const Impulse normal = smooth_impulse(W(i, i), u[i], point);
  ImpactResult result;
  result.impulse = VectorXd::Zero(m);
  result.impulse[0] = normal.p[0];
  result.solved = normal.solved;
  result.residual = normal.residual, result.link = normal.link;
  return result;
}

void note_worse(const ImpactResult& part, ImpactResult& all) {
  all.residual = std::max(all.residual, part.residual);
  all.link = std::max(all.link, part.link);
}

using Points = std::vector<ImpactPoint>;

Points::const_iterator fastest_of(const Points& points, const VectorXd& u) {
  return std::max_element(points.begin(), points.end(),
                          [&](const ImpactPoint& a, const ImpactPoint& b) {
                            return approach_of(a, u) < approach_of(b, u);
                          });
}

// What a long sequence has left comes to rest at once. So little may be left that its rounding is
// no velocity of the bodies and could not be brought to rest: u = J v is in the range of W.
void finish(const MatrixXd& W, Points points, ImpactResult& result) {
  for (ImpactPoint& point : points) point.restitution = 0.0;
  const VectorXd possible = W * least_norm_solution(W, result.u).x;
  const ImpactResult remainder = simultaneous(W, possible, points, ImpactLaw::Newton);
  result.impulse += remainder.impulse;
  result.solved = remainder.solved;
  note_worse(remainder, result);
  ++result.impacts;
}

ImpactResult sequential(const MatrixXd& W, const VectorXd& u_before, const Points& points,
                        ImpactLaw law) {
  ImpactResult result;
  result.impulse = VectorXd::Zero(u_before.size());
  result.u = u_before;
  result.solved = true;
  if (points.empty()) return result;
  const double rest = 1e-13 * u_before.cwiseAbs().maxCoeff();
  const int most = 200 * static_cast<int>(points.size());
  while (true) {
    const ImpactPoint& fastest = *fastest_of(points, result.u);
    if (!(approach_of(fastest, result.u) > rest)) break;
    const ImpactResult one = one_impact(W, result.u, fastest, law);
    if (result.impacts == most || !one.solved) {
      finish(W, points, result);
      break;
    }
    const Index i = fastest.first, m = rows_of(fastest);
    result.impulse.segment(i, m) += one.impulse;
    result.u += W.middleCols(i, m) * one.impulse;
    result.restitution_factor = std::min(result.restitution_factor, one.restitution_factor);
    note_worse(one, result);
    ++result.impacts;
  }
  result.u = u_before + W * result.impulse;
  result.energy_change = 0.5 * result.impulse.dot(u_before + result.u);
  return result;
}

}  // namespace

ImpactResult resolve_impact(const MatrixXd& W, const VectorXd& u_before,
                            const std::vector<ImpactPoint>& points, ImpactLaw law,
                            ImpactOrder order) {
  return order == ImpactOrder::Simultaneous ? simultaneous(W, u_before, points, law)
                                            : sequential(W, u_before, points, law);
}

}  // namespace catena
