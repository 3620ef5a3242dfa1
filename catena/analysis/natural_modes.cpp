#include "catena/analysis/natural_modes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "catena/analysis/closed_neighbourhood.hpp"
#include "catena/dynamics/recursion.hpp"
#include "catena/solvers/dense.hpp"

namespace catena {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

double largest(const MatrixXd& x) {
  return x.size() == 0 ? 0.0 : x.cwiseAbs().maxCoeff();
}

// What theta_G feels at rest of tau, springs and gravity (Nakamura & Yamane 2000, eqs. 7-8).
struct Balance {
  VectorXd efforts;
  MatrixXd gradient;  // d efforts / d theta_G
  double size = 0.0;  // the largest of what is to balance
};

Balance balance_at(ClosedNeighbourhood& near, In<double> tau) {
  const VectorXd given = Eigen::Map<const VectorXd>(tau.data(), tau.size());
  const VectorXd rest = VectorXd::Zero(near.loops().nv());
  const auto efforts = [&](const VectorXd& q) -> VectorXd {
    return near.coordinates_at(q).all.transpose() *
           (given + near.passive(q, rest) - near.gravity(q));
  };
  const double size = std::max({largest(given), largest(near.passive(near.centre(), rest)),
                                largest(near.gravity(near.centre()))});
  return {efforts(near.centre()), near.derivative(efforts), size};
}

}  // namespace

double Mode::hertz() const {
  return vibrates() ? std::sqrt(omega_squared) / (2.0 * std::numbers::pi) : 0.0;
}

NaturalModes natural_modes(std::shared_ptr<const Loops> loops, In<double> q, In<double> tau,
                           const LinearizationOptions& options) {
  detail::require_size("natural_modes", "tau", tau.size(), loops->nv());
  ClosedNeighbourhood near(std::move(loops), q, options.coordinates, options.step);
  const Balance balance = balance_at(near, tau);
  NaturalModes out;
  out.coordinates = near.coordinates();
  out.inertia = near.inertia();
  out.stiffness = -0.5 * (balance.gradient + balance.gradient.transpose());
  out.unbalance = largest(balance.efforts);
  const double size = largest(balance.gradient);
  if (size > 0.0)
    out.asymmetry = 0.5 * largest(balance.gradient - balance.gradient.transpose()) / size;
  if (out.coordinates.mobility() == 0) return out;
  const SymmetricModes found = symmetric_modes(out.stiffness, out.inertia);
  for (Index k = 0; k < out.inertia.rows(); ++k)
    out.modes.push_back({found.values[k], out.coordinates.all * found.vectors.col(k)});
  return out;
}

Equilibrium find_equilibrium(std::shared_ptr<const Loops> loops, In<double> q_guess, In<double> tau,
                             const LinearizationOptions& options, int most_steps) {
  detail::require_size("find_equilibrium", "tau", tau.size(), loops->nv());
  Equilibrium out;
  out.q = Eigen::Map<const VectorXd>(q_guess.data(), q_guess.size());
  LoopSolver(loops).close_position(out.q);
  constexpr double longest = 0.5, epsilon = std::numeric_limits<double>::epsilon();
  for (;; ++out.steps) {
    ClosedNeighbourhood near(loops, out.q, options.coordinates, options.step);
    const Balance balance = balance_at(near, tau);
    out.unbalance = largest(balance.efforts);
    const double rounding = epsilon * static_cast<double>(balance.efforts.size());
    VectorXd step = -least_norm_solution(balance.gradient, balance.efforts, rounding).x;
    double length = 0.0;  // in the measure of options.step
    for (Index k = 0; k < step.size(); ++k)
      length += std::abs(step[k]) * options.step / near.step(static_cast<int>(k));
    // Where a direction resists nothing, no step helps against an effort along it.
    const double helpless = largest(balance.efforts + balance.gradient * step);
    out.converged = length < 1e-10 * longest && helpless <= 1e-9 * balance.size;
    if (out.converged || out.steps == most_steps || !std::isfinite(length)) return out;
    if (length > longest) step *= longest / length;
    out.q = near.position(step);
  }
}

}  // namespace catena
