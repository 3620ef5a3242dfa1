#include "catena/arm/numeric_ik.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "catena/model/configuration.hpp"

namespace catena {

using Eigen::Index;
using Eigen::VectorXd;
using std::numbers::pi;

namespace {

// Candidates for each start; the one with the smallest errors is taken.
constexpr int candidates = 4;

// Steps of an additive sequence that fills a cube of `count` dimensions evenly (Roberts 2018).
std::vector<double> even_steps(std::size_t count) {
  double root = 1.5;  // x^(count+1) = x + 1
  for (int i = 0; i < 60; ++i)
    root = std::pow(1.0 + root, 1.0 / (static_cast<double>(count) + 1.0));
  std::vector<double> steps(count);
  double power = 1.0;
  for (double& s : steps) s = power /= root;
  return steps;
}

}  // namespace

const char* to_string(IkStatus status) {
  switch (status) {
    case IkStatus::Converged:
      return "converged";
    case IkStatus::AtLimit:
      return "at limit";
    default:
      return "unreachable";
  }
}

NumericIk::NumericIk(const Model& model, std::vector<IkTarget> targets, IkOptions options,
                     IkGoals goals)
    : descent_(model, std::move(targets)), options_(options), goals_(std::move(goals)) {
  if (descent_.targets().empty()) throw std::invalid_argument("NumericIk: there are no targets");
  if (descent_.moving().empty())
    throw std::invalid_argument("NumericIk: no joint moves the frames of the targets");
  if (!(options_.tolerance > 0.0) || options_.starts < 1 || options_.iterations < 1)
    throw std::invalid_argument("NumericIk: tolerance, starts and iterations must be positive");
  if (goals_.posture != 0.0 && goals_.wanted.size() != model.nq())
    throw std::invalid_argument(
        fmt::format("NumericIk: the wanted posture has {} numbers, the model's have {}",
                    goals_.wanted.size(), model.nq()));
  for (VectorXd* v : {&q_, &best_, &candidate_, &result_.q}) *v = VectorXd::Zero(model.nq());
  step_ = VectorXd::Zero(static_cast<Index>(descent_.moving().size()));
  irrational_ = even_steps(descent_.moving().size());
  result_.limits.reserve(descent_.moving().size());
}

bool NumericIk::descend(VectorXd& q, bool limits, bool patient) {
  const IkEnd end = descent_.run(q, {.tolerance = options_.tolerance,
                                     .iterations = patient ? 200 : options_.iterations,
                                     .limits = limits,
                                     .patient = patient});
  result_.iterations += descent_.iterations();
  return end == IkEnd::Met;
}

// Place `number` of the sequence, in candidate_: angles inside their limits and one turn, other
// places up to a metre away, orientations all around.
void NumericIk::spread_start(int number, const VectorXd& start) {
  const Model& model = descent_.model();
  for (std::size_t j = 0; j < irrational_.size(); ++j) {
    double part = 0.5 + irrational_[j] * number;
    part -= std::floor(part);
    const int place = descent_.places()[j];
    const auto& node = model.nodes()[static_cast<std::size_t>(
        model.dof_node()[static_cast<std::size_t>(descent_.moving()[j])])];
    const bool angle = node.kind == NodeKind::Revolute || node.kind == NodeKind::Helical;
    const double half = angle || place < 0 ? pi : 1.0;
    if (place < 0) {
      step_[static_cast<Index>(j)] = half * (2.0 * part - 1.0);
      continue;
    }
    const double at = start[place];
    double low = descent_.lower()[j], high = descent_.upper()[j];
    if (!options_.limits) low = -HUGE_VAL, high = HUGE_VAL;
    if (high - low > 2.0 * half) {  // a window of it, around zero where that is inside
      const double centre = std::clamp(0.0, std::min(low + half, high), std::max(high - half, low));
      low = std::max(low, centre - half), high = std::min(high, centre + half);
    }
    step_[static_cast<Index>(j)] = low + part * (high - low) - at;
  }
  descent_.move(start, step_, options_.limits, candidate_);
}

// The best of some candidates, in q_.
void NumericIk::choose_start(int number, const VectorXd& start) {
  double least = HUGE_VAL;
  for (int c = 0; c < candidates; ++c) {
    spread_start(number * candidates + c, start);
    descent_.look(candidate_, false);
    if (descent_.cost() < least || c == 0) least = descent_.cost(), q_ = candidate_;
  }
}

const IkResult& NumericIk::solve(const VectorXd& start) {
  if (start.size() != descent_.model().nq())
    throw std::invalid_argument(fmt::format("NumericIk: the start has {} numbers, expected {}",
                                            start.size(), descent_.model().nq()));
  result_.limits.clear();
  result_.iterations = 0;
  result_.goals = 0.0;
  step_.setZero();
  descent_.move(start, step_, options_.limits, q_);
  const VectorXd& first = start;
  double least = HUGE_VAL;
  for (tried_ = 0; tried_ < options_.starts; ++tried_) {
    if (tried_ > 0) choose_start(tried_, first);
    const bool met = descend(q_, options_.limits, false);
    if (descent_.cost() < least || tried_ == 0) least = descent_.cost(), best_ = q_;
    if (met) {
      best_ = q_;
      result_.status = IkStatus::Converged;
      break;
    }
    result_.status = IkStatus::Unreachable;
  }
  result_.starts = std::min(tried_ + 1, options_.starts);
  if (result_.status != IkStatus::Converged)
    explain();
  else if (!goals_.empty())
    pursue_goals();
  result_.q = best_;
  descent_.look(best_, false);
  result_.residual = descent_.residual();
  return result_;
}

// No descent met the targets: the best one goes to its very minimum, and the limits that hold it
// there are named, if without limits there is a solution.
void NumericIk::explain() {
  if (descend(best_, options_.limits, true)) {
    result_.status = IkStatus::Converged;
    return;
  }
  if (!options_.limits) return;
  for (std::size_t j = 0; j < descent_.moving().size(); ++j)
    if (descent_.hold(static_cast<int>(j)) != IkHold::Free)
      result_.limits.push_back(
          {descent_.moving()[j], descent_.hold(static_cast<int>(j)) == IkHold::Upper});
  q_ = best_;
  bool free = descend(q_, false, true);
  for (int i = 1; i < 8 && !free; ++i) {
    choose_start(i, best_);
    free = descend(q_, false, false);
  }
  if (!free) return;
  result_.status = IkStatus::AtLimit;
  for (std::size_t j = 0; j < descent_.moving().size() && result_.limits.empty(); ++j) {
    const int place = descent_.places()[j];
    if (place < 0) continue;
    if (q_[place] < descent_.lower()[j]) result_.limits.push_back({descent_.moving()[j], false});
    if (q_[place] > descent_.upper()[j]) result_.limits.push_back({descent_.moving()[j], true});
  }
}

std::string NumericIk::describe(const IkResult& result) const {
  std::string text =
      fmt::format("{}, largest error {:.3g} (m or rad), {} starts, {} iterations",
                  to_string(result.status), result.residual, result.starts, result.iterations);
  for (const IkResult::Limit& limit : result.limits)
    text += fmt::format("; {} is at its {} limit", descent_.model().coordinate_name(limit.dof),
                        limit.upper ? "upper" : "lower");
  return text;
}

}  // namespace catena
