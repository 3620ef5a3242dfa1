// The implicit method Radau IIA of order 5 with error control, for stiff springs and dampers
// (Hairer & Wanner 1996, "Solving Ordinary Differential Equations II", sec. IV.8). Newton's
// iterations use the analytic derivatives of the dynamics; eliminating positions leaves linear
// systems of nv unknowns, one real and one complex.

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>

#include "catena/sim/integrator.hpp"

namespace catena {

namespace {

using Complex = std::complex<double>;

constexpr int max_iterations = 8;
const double s6 = std::sqrt(6.0);
const std::array<double, 3> c = {(4 - s6) / 10, (4 + s6) / 10, 1.0};
const std::array<double, 3> b = {(16 - s6) / 36, (16 + s6) / 36, 1.0 / 9};
const std::array<double, 3> e = {(-13 - 7 * s6) / 3, (-13 + 7 * s6) / 3, -1.0 / 3};
// The eigenvalues of the inverse of the method's matrix, and its transformation to them.
const double mu_real = 3 + std::cbrt(9.0) - std::cbrt(3.0);
const Complex mu_complex(3 + 0.5 * (std::cbrt(3.0) - std::cbrt(9.0)),
                         -0.5 * (std::pow(3.0, 5.0 / 6) + std::pow(3.0, 7.0 / 6)));
constexpr double T[3][3] = {{0.09443876248897524, -0.14125529502095421, 0.03002919410514742},
                            {0.25021312296533332, 0.20412935229379994, -0.38294211275726192},
                            {1.0, 1.0, 0.0}};
constexpr double TI[3][3] = {{4.17871859155190428, 0.32768282076106237, 0.52337644549944951},
                             {-4.17871859155190428, -0.32768282076106237, 0.47662355450055044},
                             {0.50287263494578682, -2.57192694985560522, 0.59603920482822492}};

// Solves (gamma - J) x = r for the Jacobian J = [0 1; M^-1 K, M^-1 C] of (xi, v), with xi along the
// axes of v.
template <class Number>
class ShiftedJacobian {
 public:
  using Vector = Eigen::Matrix<Number, Eigen::Dynamic, 1>;
  using Matrix = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic>;

  void factorize(const MotionSlopes& at, const Number& gamma) {
    gamma_ = gamma;
    mass_ = at.M.cast<Number>();
    damping_ = gamma * mass_ - at.C.cast<Number>();
    lu_.compute(gamma * damping_ - at.K.cast<Number>());
  }
  void solve(const MotionSlopes& at, const Vector& r, Vector& x) {
    const Eigen::Index n = at.M.rows();
    along_ = r.head(n);
    for (const Chart::Turned& t : at.turned)
      along_.template segment<3>(t.v) = t.R.transpose().cast<Number>() * r.template segment<3>(t.v);
    right_.noalias() = damping_ * along_;
    right_.noalias() += mass_ * r.tail(n);
    x.resize(2 * n);
    x.head(n) = lu_.solve(right_);
    x.tail(n) = gamma_ * x.head(n) - along_;
    for (const Chart::Turned& t : at.turned)
      x.template segment<3>(t.v) = (t.R.cast<Number>() * x.template segment<3>(t.v)).eval();
  }

 private:
  Number gamma_{};
  Matrix mass_, damping_;
  Eigen::PartialPivLU<Matrix> lu_;
  Vector right_, along_;
};

class Radau final : public Integrator {
 public:
  explicit Radau(const IntegratorOptions& options)
      : options_(options),
        newton_tolerance_(
            std::max(10.0 * std::numeric_limits<double>::epsilon() / options.relative_tolerance,
                     std::min(0.03, std::sqrt(options.relative_tolerance)))) {}

  StepOutcome step(MotionEquations& equations, double t, double h, const Eigen::VectorXd& y0,
                   Eigen::VectorXd& y1) override {
    n_ = 2 * equations.nv();
    y0_ = y0;
    for (Eigen::VectorXd& f : f_) f.resize(y0.size());
    f0_.resize(y0.size());
    equations.linearize(t, y0, at_);
    real_.factorize(at_, mu_real / h);
    complex_.factorize(at_, mu_complex / h);
    equations.derivative(t, y0, f0_);
    int iterations = 0;
    if (!f0_.allFinite() || !solve_stages(equations, t, h, iterations)) return {false, 0.5 * h};
    y1 = y0;
    y1.head(n_) += z_[2];
    for (std::size_t i = 0; i < 3; ++i)
      y1.tail(y0.size() - n_) += (h * b[i]) * f_[i].tail(y0.size() - n_);
    return judge(equations, t, h, y1, iterations);
  }

  // The polynomial through the stages, of order 3.
  void inside(MotionEquations&, double theta, Eigen::VectorXd& y) override {
    y = y0_;
    const std::array<double, 3> weights = lagrange(theta);
    for (std::size_t i = 0; i < 3; ++i) y.head(n_) += weights[i] * z_[i];
  }
  bool has_fixed_step() const override { return false; }
  bool is_dense() const override { return false; }

 private:
  // Basis polynomials through 0 and the three stages.
  static std::array<double, 3> lagrange(double x) {
    std::array<double, 3> l{};
    for (std::size_t i = 0; i < 3; ++i) {
      l[i] = x / c[i];
      for (std::size_t j = 0; j < 3; ++j)
        if (j != i) l[i] *= (x - c[j]) / (c[i] - c[j]);
    }
    return l;
  }

  // Simplified Newton iterations for z_i = y(t + c_i h) - y(t).
  bool solve_stages(MotionEquations& equations, double t, double h, int& iterations) {
    for (std::size_t i = 0; i < 3; ++i) z_[i].setZero(n_), w_[i].setZero(n_);
    double last_norm = 0.0;
    for (iterations = 1; iterations <= max_iterations; ++iterations) {
      for (std::size_t i = 0; i < 3; ++i) {
        stage_ = y0_;
        stage_.head(n_) += z_[i];
        equations.derivative(t + c[i] * h, stage_, f_[i]);
        if (!f_[i].allFinite()) return false;
      }
      newton_step(h);
      double norm = 0.0;
      for (const Eigen::VectorXd& d : dw_) norm += std::pow(scaled(d), 2);
      norm = std::sqrt(norm / 3.0);
      const double rate = iterations > 1 ? norm / last_norm : 0.0;
      if (iterations > 1 && rate >= 1.0 && norm > newton_tolerance_) return false;
      for (std::size_t i = 0; i < 3; ++i) w_[i] += dw_[i];
      for (std::size_t i = 0; i < 3; ++i)
        z_[i] = T[i][0] * w_[0] + T[i][1] * w_[1] + T[i][2] * w_[2];
      if (norm == 0.0 ||
          (iterations > 1 && rate / (1.0 - std::min(rate, 0.99)) * norm < newton_tolerance_)) {
        // Energies are sums over the stages: take them where the stages ended.
        for (std::size_t i = 0; i < 3; ++i) {
          stage_ = y0_;
          stage_.head(n_) += z_[i];
          equations.derivative(t + c[i] * h, stage_, f_[i]);
        }
        return true;
      }
      last_norm = norm;
    }
    return false;
  }

  void newton_step(double h) {
    const auto transformed = [&](std::size_t r) {
      return TI[r][0] * f_[0].head(n_) + TI[r][1] * f_[1].head(n_) + TI[r][2] * f_[2].head(n_);
    };
    right_ = transformed(0) - (mu_real / h) * w_[0];
    real_.solve(at_, right_, dw_[0]);
    right_complex_.resize(n_);
    right_complex_.real() = transformed(1);
    right_complex_.imag() = transformed(2);
    const Complex gamma = mu_complex / h;
    for (Eigen::Index i = 0; i < n_; ++i) right_complex_[i] -= gamma * Complex(w_[1][i], w_[2][i]);
    complex_.solve(at_, right_complex_, dw_complex_);
    dw_[1] = dw_complex_.real(), dw_[2] = dw_complex_.imag();
  }

  double scaled(const Eigen::VectorXd& error) const {
    return error_norm(options_, static_cast<int>(n_ / 2), y0_, y0_, error);
  }

  StepOutcome judge(MotionEquations& equations, double t, double h, const Eigen::VectorXd& y1,
                    int iterations) {
    const int nv = equations.nv();
    ze_ = (e[0] * z_[0] + e[1] * z_[1] + e[2] * z_[2]) / h;
    right_ = f0_.head(n_) + ze_;
    real_.solve(at_, right_, error_);
    double size = error_norm(options_, nv, y0_, y1, error_);
    if (size > 1.0) {
      // Filters the error once more, which does not punish stiff components that die out.
      stage_ = y0_;
      stage_.head(n_) += error_;
      equations.derivative(t, stage_, f_[0]);
      right_ = f_[0].head(n_) + ze_;
      real_.solve(at_, right_, error_);
      size = error_norm(options_, nv, y0_, y1, error_);
    }
    if (!std::isfinite(size)) return {false, 0.1 * h};
    const double safety = 0.9 * (2.0 * max_iterations + 1) / (2.0 * max_iterations + iterations);
    const double factor = size == 0.0 ? 8.0 : std::clamp(safety * std::pow(size, -0.25), 0.2, 8.0);
    return {size <= 1.0,
            std::min(h * (size <= 1.0 ? factor : std::min(factor, 0.9)), options_.max_step)};
  }

  IntegratorOptions options_;
  double newton_tolerance_;
  Eigen::Index n_ = 0;
  MotionSlopes at_;
  ShiftedJacobian<double> real_;
  ShiftedJacobian<Complex> complex_;
  Eigen::VectorXd y0_, f0_, stage_, right_, ze_, error_;
  Eigen::VectorXcd right_complex_, dw_complex_;
  std::array<Eigen::VectorXd, 3> z_, w_, dw_, f_;
};

}  // namespace

std::unique_ptr<Integrator> make_radau(const IntegratorOptions& options) {
  return std::make_unique<Radau>(options);
}

}  // namespace catena
