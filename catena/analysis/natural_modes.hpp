#pragma once
// Equilibria of a tree with loops, and its small undamped vibrations around them, in independent
// coordinates: W^T M W theta_G'' + K theta_G = 0.

#include <memory>
#include <vector>

#include "catena/analysis/linearization.hpp"

namespace catena {

struct Mode {
  double omega_squared = 0.0;  // [rad^2/s^2]; negative: it grows as exp(sqrt(-omega_squared) t)
  Eigen::VectorXd shape;       // over all coordinates; shape^T M shape = 1

  bool vibrates() const { return omega_squared > 0.0; }
  // The frequency, as an imaginary number where the direction is unstable.
  std::complex<double> omega() const { return std::sqrt(std::complex<double>(omega_squared)); }
  double hertz() const;  // zero where it does not vibrate
};

struct NaturalModes {
  IndependentCoordinates coordinates;
  Eigen::MatrixXd inertia;    // W^T M W (Nakamura & Yamane 2000, eq. 24)
  Eigen::MatrixXd stiffness;  // -d(generalized efforts)/d theta_G, its symmetric part
  // The largest entry of the other part, in proportion to the largest of K: not zero means springs
  // or a position that the modes are not valid for.
  double asymmetry = 0.0;
  double unbalance = 0.0;   // the largest generalized effort left: zero in an equilibrium
  std::vector<Mode> modes;  // by rising omega_squared
};

// At q, which must satisfy the loops, under constant efforts tau on all coordinates and the springs
// of tree and loop joints. Throws ModelError as linearize().
NaturalModes natural_modes(std::shared_ptr<const Loops> loops, In<double> q, In<double> tau,
                           const LinearizationOptions& options = {});

struct Equilibrium {
  Eigen::VectorXd q;
  double unbalance = 0.0;  // the largest generalized effort left [N m, N]
  int steps = 0;
  bool converged = false;
};

// A position near `q_guess` where tau, springs and gravity balance, stable or not: Newton's method
// on the generalized efforts of theta_G, with steps of half a radian (or link) at most. Converged
// where the next step would be shorter than 1e-10 of those.
Equilibrium find_equilibrium(std::shared_ptr<const Loops> loops, In<double> q_guess, In<double> tau,
                             const LinearizationOptions& options = {}, int most_steps = 50);

}  // namespace catena
