#include "catena/control/posture_planner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <stdexcept>

#include "catena/analysis/independent_coordinates.hpp"
#include "catena/dynamics/recursion.hpp"
#include "catena/solvers/dense.hpp"

namespace catena {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int most_steps = 200;
constexpr double longest_step = 0.1;  // rad or m
constexpr double shortest_step = 1e-6;

bool contains(const std::vector<int>& list, int k) {
  return std::find(list.begin(), list.end(), k) != list.end();
}

}  // namespace

PosturePlanner::PosturePlanner(std::shared_ptr<const Loops> loops, const std::vector<Cable>& cables,
                               PostureSettings settings)
    : settings_(std::move(settings)),
      mechanism_(loops, cables, settings_.actuated),
      loops_(std::move(loops)),
      rest_(VectorXd::Zero(loops_->nv())) {
  if (mechanism_.cable_count() != static_cast<int>(mechanism_.strains().size()))
    throw std::invalid_argument(
        "postures are planned with cables of joints of kind involute_eps alone");
  if (mechanism_.strains().empty())
    throw std::invalid_argument("postures need a mechanism held by cables, and there are none");
}

std::vector<int> PosturePlanner::fixing() const {
  std::vector<int> all = settings_.desired;
  all.insert(all.end(), mechanism_.strains().begin(), mechanism_.strains().end());
  all.insert(all.end(), free_.begin(), free_.end());
  return all;
}

// Coordinates of the tree that are neither wound on nor driven, where these suffice; those of the
// last posture as long as they are good.
void PosturePlanner::choose_free(const VectorXd& q) {
  LoopJacobian jacobian(loops_);
  jacobian.compute(q, rest_);
  CoordinateOptions options;
  options.preferred = fixing();
  options.least_conditioning = 1e-4;  // winders turn much faster than what they move
  for (int k = 0; k < loops_->nv(); ++k)
    if (k >= loops_->tree().nv() || loops_->place(k) < 0 || contains(settings_.actuated, k) ||
        contains(mechanism_.strains(), k + 1))
      options.avoided.push_back(k);
  const IndependentCoordinates chosen = choose_coordinates(jacobian, options);
  free_.clear();
  const std::vector<int> taken = fixing();
  for (const int k : chosen.independent)
    if (!contains(taken, k)) free_.push_back(k);
  for (const int k : taken)
    if (!contains(chosen.independent, k))
      throw std::runtime_error(
          fmt::format("no posture was found: '{}' does not determine the motion together with the "
                      "other desired coordinates and strains",
                      loops_->coordinate_name(k)));
  for (const int k : free_)
    if (k >= loops_->tree().nv() || loops_->place(k) < 0)
      throw std::runtime_error("no posture was found: only orientations determine it");
}

void PosturePlanner::close(VectorXd& q) {
  HeldArray held = HeldArray::Constant(loops_->nv(), false);
  for (const int k : fixing()) held[k] = true;
  const double error = mechanism_.solver().close_position(q, held);
  if (!(error < LoopSolver::assembled))
    throw std::runtime_error(fmt::format(
        "no posture was found: loops stay open by {:.3g} m or rad; is the path within reach?",
        error));
}

// Accelerations of the coordinates that fix the posture, zero in equilibrium, near a position: one
// column per input, strain and free coordinate, and what is needed as the last one. Rows are scaled
// by the inertia that they see.
MatrixXd PosturePlanner::linearize(const VectorXd& q, const VectorXd& u) {
  const std::vector<int> rows = fixing();
  const Index given = u.size() + static_cast<Index>(mechanism_.strains().size()),
              n = given + static_cast<Index>(free_.size());
  MatrixXd equations(static_cast<Index>(rows.size()), n + 1);
  mechanism_.place(0.0, q, rest_);
  const MatrixXd mobility = mechanism_.mobility(rows);
  equations.leftCols(given) = mechanism_.responses(mobility);
  equations.col(n) = -select_rows(mechanism_.acceleration(), rows);
  const VectorXd here = equations.leftCols(u.size()) * u - equations.col(n);
  constexpr double h = 1e-6;
  for (Index j = 0; j < n - given; ++j) {
    VectorXd moved = q;
    moved[loops_->place(free_[static_cast<std::size_t>(j)])] += h;
    close(moved);
    mechanism_.place(0.0, moved, rest_, u);
    equations.col(given + j) = (select_rows(mechanism_.acceleration(), rows) - here) / h;
  }
  if (!divide_by_root(select_rows(mobility, rows), equations))
    throw std::runtime_error("no posture was found: the inertia is singular");
  return equations;
}

// The objective of find() and its bounds, over (u, change of strains, change of q_f), with steps
// damped and not too long.
QpProblem PosturePlanner::step_problem(const MatrixXd& equations, const VectorXd& q,
                                       const VectorXd& near, double stay, double damping) const {
  const Index m = equations.rows(), n = equations.cols() - 1,
              strains = static_cast<Index>(mechanism_.strains().size()),
              free = static_cast<Index>(free_.size()), inputs = n - strains - free;
  const double infinity = std::numeric_limits<double>::infinity();
  QpProblem problem{MatrixXd::Zero(n, n), VectorXd::Zero(n), MatrixXd::Zero(m + n, n),
                    VectorXd::Constant(m + n, -infinity), VectorXd::Constant(m + n, infinity)};
  problem.A.topRows(m) = equations.leftCols(n);
  problem.A.bottomRows(n).diagonal().setOnes();
  problem.lower.head(m) = problem.upper.head(m) = equations.col(n);
  const VectorXd strain = mechanism_.strains_at(q),
                 wanted = mechanism_.strains_under(settings_.stress);
  for (Index i = 0; i < strains; ++i) {
    problem.P(inputs + i, inputs + i) = 1.0 / (wanted[i] * wanted[i]);
    problem.q[inputs + i] = (strain[i] / wanted[i] - 1.0) / wanted[i];
  }
  problem.lower.segment(m + inputs, strains) =
      mechanism_.strains_under(settings_.least_stress) - strain;
  problem.upper.segment(m + inputs, strains) =
      mechanism_.strains_under(settings_.most_stress) - strain;
  for (Index j = 0; j < free; ++j) {
    const Index k = n - free + j, place = loops_->place(free_[static_cast<std::size_t>(j)]);
    problem.P(k, k) = stay + damping;
    problem.q[k] = stay * (q[place] - near[place]);
    problem.lower[m + k] = -longest_step, problem.upper[m + k] = longest_step;
  }
  return problem;
}

// One step of sequential quadratic programming.
PosturePlanner::Step PosturePlanner::improve(const VectorXd& q, const VectorXd& u,
                                             const VectorXd& near, double stay, double damping) {
  const QpProblem problem = step_problem(linearize(q, u), q, near, stay, damping);
  const Index n = problem.q.size(), free = static_cast<Index>(free_.size());
  VectorXd soft = VectorXd::Ones(problem.A.rows());
  soft.tail(n).setZero();
  solver_.forget();
  const QpResult& result = solver_.solve_closest(problem, soft);
  if (result.status != QpStatus::Solved)
    throw std::runtime_error(
        fmt::format("no posture was found: the step is {}", to_string(result.status)));
  return {result.x.head(u.size()), result.x.segment(u.size(), n - u.size() - free),
          result.x.tail(free), !result.relaxed};
}

Posture PosturePlanner::find(const VectorXd& desired, const VectorXd& near, double stay) {
  detail::require_size("PosturePlanner::find", "near", near.size(), loops_->nq());
  Posture posture{near, VectorXd::Zero(static_cast<Index>(settings_.actuated.size())), {}};
  VectorXd& q = posture.q;
  mechanism_.solver().follow(q);
  choose_free(q);
  for (Index k = 0; k < desired.size(); ++k)
    q[loops_->place(settings_.desired[static_cast<std::size_t>(k)])] = desired[k];
  close(q);
  VectorXd last = VectorXd::Zero(static_cast<Index>(free_.size()));
  double damping = 1e-3;
  for (int i = 0; i < most_steps; ++i) {
    const Step step = improve(q, posture.u, near, stay, damping);
    // Steps that turn back were too long.
    damping = step.free.dot(last) < 0.0 ? 4.0 * damping : std::max(0.5 * damping, 1e-6);
    last = step.free;
    posture.u = step.u;
    for (Index j = 0; j < last.size(); ++j)
      q[loops_->place(free_[static_cast<std::size_t>(j)])] += last[j];
    for (Index c = 0; c < step.strains.size(); ++c)
      q[loops_->place(mechanism_.strains()[static_cast<std::size_t>(c)])] += step.strains[c];
    close(q);
    if (last.lpNorm<Eigen::Infinity>() < shortest_step && step.balanced) {
      posture.free = free_;
      return posture;
    }
  }
  throw std::runtime_error(
      fmt::format("no posture was found in {} steps in which the mechanism rests and all cables "
                  "keep {:g} to {:g} Pa; try other stresses, or a shorter path",
                  most_steps, settings_.least_stress, settings_.most_stress));
}

}  // namespace catena
