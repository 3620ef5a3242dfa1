#include "catena/tensegrity/trust_region.hpp"

#include <cmath>
#include <limits>

#include "catena/solvers/dense.hpp"

namespace catena::tensegrity {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// Eigenvalues below this part of the largest are not told from zero.
constexpr double flat = 1e-14;

// The minimum of c^T p + p^T diag(values) p / 2 over |p| <= radius; values rise.
class Subproblem {
 public:
  Subproblem(const VectorXd& values, const VectorXd& c, double negligible)
      : values_(values), c_(c), negligible_(negligible) {
    cutoff_ = flat * values.cwiseAbs().maxCoeff();
  }

  bool is_convex() const { return values_[0] >= -cutoff_; }

  VectorXd solve(double radius) const {
    if (is_convex() && !pushed_where_flat()) {
      VectorXd newton = shifted(0.0);
      if (newton.norm() <= radius) return newton;
    }
    const double least = std::max(0.0, -values_[0]);
    // |shifted(mu)| falls with mu; beyond |c| / radius it is inside.
    double high = c_.norm() / radius, low = 1e-18 * high + std::numeric_limits<double>::min();
    VectorXd p = shifted(least + low);
    if (p.norm() < radius) return is_convex() ? p : to_boundary(p, radius);
    for (int i = 0; i < 100 && high / low > 1.0 + 1e-3; ++i) {
      const double middle = std::sqrt(low * high);
      (shifted(least + middle).norm() > radius ? low : high) = middle;
    }
    return shifted(least + high);
  }

  double decrease(const VectorXd& p) const {
    return -(c_.dot(p) + 0.5 * p.dot(values_.cwiseProduct(p)));
  }

 private:
  // Whether the gradient has a part along directions without curvature.
  bool pushed_where_flat() const {
    for (Index i = 0; i < values_.size(); ++i)
      if (values_[i] <= cutoff_ && std::abs(c_[i]) > negligible_) return true;
    return false;
  }

  VectorXd shifted(double mu) const {
    VectorXd p(c_.size());
    for (Index i = 0; i < p.size(); ++i) {
      const bool still = values_[i] + mu <= cutoff_ && std::abs(c_[i]) <= negligible_;
      p[i] = still ? 0.0 : -c_[i] / std::max(values_[i] + mu, std::numeric_limits<double>::min());
    }
    return p;
  }

  // The hard case: the rest of the way goes along the lowest curvature.
  static VectorXd to_boundary(VectorXd p, double radius) {
    const double rest = radius * radius - (p.squaredNorm() - p[0] * p[0]);
    p[0] = std::copysign(std::sqrt(std::max(rest, 0.0)), p[0]);
    return p;
  }

  const VectorXd& values_;
  const VectorXd& c_;
  double negligible_, cutoff_;
};

}  // namespace

Minimum minimise(const Objective& objective, const VectorXd& start,
                 const TrustRegionOptions& options) {
  Minimum result;
  result.x = start;
  if (start.size() == 0) return result;
  double radius = options.radius, value = objective.value(start);
  VectorXd g = objective.gradient(start);
  while (true) {
    const MatrixXd H = objective.hessian(result.x);
    const SymmetricModes modes = symmetric_modes(H, MatrixXd::Identity(H.rows(), H.cols()));
    result.gradient = g.cwiseAbs().maxCoeff();
    result.smallest_curvature = modes.values[0];
    const double scale = options.gradient_scale(result.x);
    const VectorXd c = modes.vectors.transpose() * g;
    const Subproblem subproblem(modes.values, c, 100.0 * options.tolerance * scale);
    if (result.gradient <= options.tolerance * scale && subproblem.is_convex()) return result;
    bool moved = false;
    while (!moved) {
      if (result.steps++ >= options.most_steps) return result;
      const VectorXd p = subproblem.solve(radius), x = result.x + modes.vectors * p;
      const double predicted = subproblem.decrease(p), next = objective.value(x);
      const VectorXd g_next = objective.gradient(x);
      if (predicted <= 1e-13 * std::abs(value) || p.norm() <= 1e-14 * x.norm()) {
        // The value has no more digits to judge by; the gradient has.
        if (!(g_next.norm() < g.norm())) return result;
        moved = true;
      } else {
        const double ratio = (value - next) / predicted;
        if (!(ratio > 0.25))
          radius = 0.25 * p.norm();
        else if (ratio > 0.75 && p.norm() > 0.9 * radius)
          radius = std::min(2.0 * radius, options.largest_radius);
        moved = ratio > 1e-4;
      }
      if (moved) result.x = x, value = next, g = g_next;
    }
  }
}

}  // namespace catena::tensegrity
