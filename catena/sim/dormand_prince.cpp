// The explicit method of order 8 with error control and a dense output of order 7.

#include <algorithm>
#include <array>
#include <cmath>

#include "catena/sim/acceleration_noise.hpp"
#include "catena/sim/dormand_prince_tableau.hpp"
#include "catena/sim/integrator.hpp"

namespace catena {

namespace {

namespace dp = dormand_prince;

constexpr double stability_limit = 6.1;  // of a step times an eigenvalue
// Steps whose error is smaller than this, in parts of what is allowed, are not in the way.
constexpr double near_limit = 0.05;
// Changes of positions and velocities, in parts of themselves: large enough that all that is
// computed from them is rounded differently, small enough that their squares do not count.
constexpr double shaken = 1e-8;
constexpr int noise_samples = 3;
constexpr double surely_noise = 32.0;      // times what was measured
constexpr double share_of_drives = 100.0;  // of what a drive exchanges in a step, in tolerances

class DormandPrince final : public Integrator {
 public:
  explicit DormandPrince(const IntegratorOptions& options) : options_(options) {}

  StepOutcome step(MotionEquations& equations, double t, double h, const Eigen::VectorXd& y0,
                   Eigen::VectorXd& y1) override {
    t_ = t, h_ = h, y0_ = y0;
    dense_ready_ = false;
    know(equations, y0.size());
    for (Eigen::VectorXd& k : k_) k.resize(y0.size());
    equations.derivative(t, y0, k_[0]);
    for (int i = 1; i <= dp::stages; ++i) {
      compute_stage(equations, i);
      if (i == dp::stages - 1) before_last_ = stage_;
    }
    y1 = y1_ = stage_;  // the last stage stands at the step's end
    n_ = 2 * equations.nv();
    double error = estimated_error(equations.nv(), 0.0);
    if (error > near_limit && may_be_noise())
      error = std::min(error, estimated_error(equations.nv(), noise(equations)));
    error = std::max(error, error_of_drives(equations));
    if (!std::isfinite(error)) return {false, 0.1 * h};
    // The error of the estimate goes with h^8.
    const double factor =
        error == 0.0 ? 10.0 : std::clamp(0.9 * std::pow(error, -1.0 / 8.0), 0.2, 10.0);
    return {error <= 1.0,
            std::min(h * (error <= 1.0 ? factor : std::min(factor, 1.0)), options_.max_step)};
  }

  void inside(MotionEquations& equations, double theta, Eigen::VectorXd& y) override {
    if (!dense_ready_) prepare_dense(equations);
    // Hairer, Norsett & Wanner 1993, eq. II.6.27.
    y = dense_[6];
    for (int i = 5; i >= 0; --i) {
      y *= i % 2 == 1 ? theta : 1.0 - theta;
      y += dense_[static_cast<std::size_t>(i)];
    }
    y *= theta;
    y += y0_;
  }

  bool has_fixed_step() const override { return false; }
  bool is_dense() const override { return true; }

  // The last two stages stand at the step's end: what their difference becomes is an estimate of
  // the largest eigenvalue (Hairer & Wanner 1996, eq. IV.2.3).
  double stiffness() const override {
    const double moved = (y1_ - before_last_).head(n_).norm();
    const double change = (k_[dp::stages] - k_[dp::stages - 1]).head(n_).norm();
    return moved > 0.0 ? h_ * change / moved / stability_limit : 0.0;
  }

 private:
  void compute_stage(MotionEquations& equations, int i) {
    stage_ = y0_;
    for (int j = 0; j < i; ++j)
      if (dp::a[i][j] != 0.0) stage_ += (h_ * dp::a[i][j]) * k_[static_cast<std::size_t>(j)];
    equations.derivative(t_ + dp::c[i] * h_, stage_, k_[static_cast<std::size_t>(i)]);
  }

  // What independent errors of the stages become in an estimate.
  static double size_of(const double (&weights)[dp::stages]) {
    double sum = 0.0;
    for (const double weight : weights) sum += weight * weight;
    return std::sqrt(sum);
  }

  // Combines the estimates of orders 5 and 3 (Hairer, Norsett & Wanner 1993, eq. II.10.17).
  double estimated_error(int nv, double floor) {
    error3_.setZero(y0_.size()), error5_.setZero(y0_.size());
    for (int i = 0; i < dp::stages; ++i) {
      error3_ += dp::e3[i] * k_[static_cast<std::size_t>(i)];
      error5_ += dp::e5[i] * k_[static_cast<std::size_t>(i)];
    }
    const double e3 = error_norm(options_, nv, y0_, y1_, error3_, h_ * floor * size_of(dp::e5));
    const double e5 = error_norm(options_, nv, y0_, y1_, error5_, h_ * floor * size_of(dp::e5));
    const double denominator = e5 * e5 + 0.01 * e3 * e3;
    return denominator == 0.0 ? 0.0 : h_ * e5 * e5 / std::sqrt(denominator);
  }

  // Of the work of drives of paths. A drive that turns at constant speed leaves no error in the
  // motion, however long the step, but its torque may go to and fro many times within one.
  double error_of_drives(MotionEquations& equations) {
    if (equations.path_count() == 0) return 0.0;
    const double present = equations.present_energy();
    double worst = 0.0;
    for (std::size_t p = 0; p < equations.path_count(); ++p) {
      const Eigen::Index i = n_ + equations.path_account(p);
      double most = 0.0;
      for (int k = 0; k < dp::stages; ++k)
        most = std::max(most, std::abs(k_[static_cast<std::size_t>(k)][i]));
      const double e3 = error3_[i], e5 = error5_[i];
      const double denominator = e5 * e5 + 0.01 * e3 * e3;
      if (denominator == 0.0) continue;
      const double error = h_ * e5 * e5 / std::sqrt(denominator);
      worst = std::max(
          worst, error / (options_.relative_tolerance * (present + share_of_drives * h_ * most)));
    }
    return worst;
  }

  // Whether rounding could be seen in the estimate at all; where mechanisms are small and well
  // conditioned it cannot.
  bool may_be_noise() const { return h_ * model_noise_ > options_.relative_tolerance; }

  // Once, before the first step: nothing is allocated later.
  void know(const MotionEquations& equations, Eigen::Index size) {
    if (model_ == &equations.model() && noisy_.size() == size) return;
    model_ = &equations.model();
    model_noise_ = acceleration_noise(*model_);
    noisy_.resize(size), second_.resize(size);
  }

  // What rounding makes of the derivatives of this step, measured: the root mean square of their
  // second differences, in which what is linear in the change is not seen. Changes by a few
  // roundings would not do: a straight chain at rest rounds as before. One joint may have nearly
  // all of it, so that a single difference may be small by chance.
  double noise(MotionEquations& equations) {
    double most = 0.0;
    for (int pattern = 0; pattern < noise_samples; ++pattern) {
      second_ = -2.0 * k_[dp::stages];
      for (const double sign : {-1.0, 1.0}) {
        stage_ = y1_;
        for (Eigen::Index i = 0; i < n_; ++i)
          stage_[i] += (i % 3 == pattern ? -sign : sign) * shaken * std::max(1.0, std::abs(y1_[i]));
        equations.derivative(t_ + h_, stage_, noisy_);
        second_ += noisy_;
      }
      most = std::max(most, second_.head(n_).norm());
    }
    // Three independent roundings, one of them twice.
    return surely_noise * most / std::sqrt(6.0 * static_cast<double>(n_));
  }

  void prepare_dense(MotionEquations& equations) {
    for (int i = dp::stages + 1; i < dp::dense_stages; ++i) compute_stage(equations, i);
    const Eigen::VectorXd &first = k_[0], &last = k_[dp::stages];
    dense_[0] = y1_ - y0_;
    dense_[1] = h_ * first - dense_[0];
    dense_[2] = 2.0 * dense_[0] - h_ * (first + last);
    for (std::size_t r = 0; r < 4; ++r) {
      dense_[3 + r].setZero(y0_.size());
      for (int i = 0; i < dp::dense_stages; ++i)
        if (dp::d[r][i] != 0.0)
          dense_[3 + r] += (h_ * dp::d[r][i]) * k_[static_cast<std::size_t>(i)];
    }
    dense_ready_ = true;
  }

  IntegratorOptions options_;
  double t_ = 0.0, h_ = 0.0;
  bool dense_ready_ = false;
  std::array<Eigen::VectorXd, dp::dense_stages> k_;
  std::array<Eigen::VectorXd, 7> dense_;
  Eigen::VectorXd y0_, y1_, stage_, error3_, error5_, before_last_, noisy_, second_;
  Eigen::Index n_ = 0;
  // Of the model whose coordinates are integrated; it follows from the model alone.
  const Model* model_ = nullptr;
  double model_noise_ = 0.0;
};

}  // namespace

std::unique_ptr<Integrator> make_dormand_prince(const IntegratorOptions& options) {
  return std::make_unique<DormandPrince>(options);
}

}  // namespace catena
