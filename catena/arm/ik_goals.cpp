// What inverse kinematics does with the freedom that its targets leave: a descent of the goals
// along the null space of the targets, brought back onto the targets after each step.

#include <Eigen/Dense>
#include <cmath>

#include "catena/arm/numeric_ik.hpp"
#include "catena/model/configuration.hpp"

namespace catena {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

double NumericIk::goal_value(const VectorXd& q) {
  const Model& model = descent_.model();
  const auto& moving = descent_.moving();
  double sum = 0.0;
  if (goals_.posture != 0.0) {
    const VectorXd away = difference(model, goals_.wanted, q);
    for (const int dof : moving) sum += 0.5 * goals_.posture * away[dof] * away[dof];
  }
  for (std::size_t j = 0; j < moving.size() && goals_.middle != 0.0; ++j) {
    const double half = 0.5 * (descent_.upper()[j] - descent_.lower()[j]);
    if (!std::isfinite(half) || half <= 0.0) continue;
    const double part = (q[descent_.places()[j]] - descent_.lower()[j]) / half - 1.0;
    sum += 0.5 * goals_.middle * part * part;
  }
  if (goals_.manipulability != 0.0) {
    descent_.look(q, true);
    // Targets of a direction or a line have rows that say nothing; singular values of zero that
    // are so everywhere are left out by their number.
    const Eigen::JacobiSVD<MatrixXd> svd(descent_.jacobian());
    Index rows = 0;
    for (const IkTarget& t : descent_.targets())
      rows += t.kind == IkKind::Direction || t.kind == IkKind::PointOnLine ? 2 : t.rows();
    rows = std::min(rows, svd.singularValues().size());
    for (Index i = 0; i < rows; ++i)
      sum -= goals_.manipulability * std::log(std::max(svd.singularValues()[i], 1e-150));
  }
  return sum;
}

// By central differences: goals are looked at a few dozen times, never in the search itself.
void NumericIk::goal_gradient(const VectorXd& q, VectorXd& gradient) {
  const auto m = static_cast<Index>(descent_.moving().size());
  gradient.resize(m);
  VectorXd step = VectorXd::Zero(m), at = q;
  const double h = 1e-6;
  for (Index j = 0; j < m; ++j) {
    step[j] = h;
    descent_.move(q, step, false, at);
    const double above = goal_value(at);
    step[j] = -h;
    descent_.move(q, step, false, at);
    gradient[j] = (above - goal_value(at)) / (2.0 * h);
    step[j] = 0.0;
  }
}

// Back onto the targets, which are near.
bool NumericIk::restore(VectorXd& q) {
  const IkEnd end = descent_.run(
      q, {.tolerance = options_.tolerance, .iterations = 12, .limits = options_.limits});
  result_.iterations += descent_.iterations();
  return end == IkEnd::Met;
}

void NumericIk::pursue_goals() {
  const auto m = static_cast<Index>(descent_.moving().size());
  double value = goal_value(best_), size = 1.0;
  VectorXd gradient, step, trial = best_;
  for (int i = 0; i < goals_.iterations; ++i) {
    goal_gradient(best_, gradient);
    descent_.look(best_, true);
    MatrixXd J = descent_.jacobian();
    // Coordinates at a limit that the step would push over it stay there.
    for (Index round = 0; round <= m; ++round) {
      step = -gradient;
      for (Index j = 0; j < m; ++j)
        if (J.col(j).isZero(0.0) && descent_.places()[static_cast<std::size_t>(j)] >= 0 &&
            round > 0)
          step[j] = 0.0;
      const auto svd = J.completeOrthogonalDecomposition();
      step -= svd.solve(J * step);
      bool again = false;
      for (Index j = 0; j < m && options_.limits; ++j) {
        const auto k = static_cast<std::size_t>(j);
        if (descent_.places()[k] < 0 || J.col(j).isZero(0.0)) continue;
        const double at = best_[descent_.places()[k]];
        if ((at <= descent_.lower()[k] && step[j] < -1e-12) ||
            (at >= descent_.upper()[k] && step[j] > 1e-12))
          J.col(j).setZero(), again = true;
      }
      if (!again) break;
    }
    if (step.norm() * size < 1e-9) break;
    bool gained = false;
    for (int attempt = 0; attempt < 12 && !gained; ++attempt) {
      const double length = std::min(size, 0.5 / step.norm());  // half a radian at most
      descent_.move(best_, length * step, options_.limits, trial);
      if (restore(trial)) {
        const double now = goal_value(trial);
        if (now < value - 1e-14 * std::abs(value)) gained = true, value = now, best_ = trial;
      }
      size = gained ? std::min(size * 2.0, 1e3) : length / 4.0;
    }
    if (!gained) break;
  }
  result_.goals = value;
}

}  // namespace catena
