#pragma once
// A tree with loops near a state, as a linear system in its independent coordinates theta_G
// (Nakamura & Yamane 2000, eqs. 13-18). Open trees are those without loops.

#include <complex>
#include <memory>
#include <span>

#include "catena/analysis/independent_coordinates.hpp"
#include "catena/constraints/loops.hpp"
#include "catena/math/views.hpp"

namespace catena {

struct LinearizationOptions {
  // Preferred coordinates are independent where they can be.
  CoordinateOptions coordinates = {};
  // Of differences [rad, or lengths of a link].
  double step = 1e-3;
};

// x' = A x + B u + c.
//   x: theta_G less its value at the state (difference() for orientations), then theta_G' less its
//      value at the state
//   u: efforts on the actuated coordinates, on top of those at the state
//   c: x' at the state itself: zero in an equilibrium
struct Linearization {
  IndependentCoordinates coordinates;  // at the state
  Eigen::MatrixXd A, B;
  Eigen::VectorXd c;
};

// About (q, v), which must satisfy the loops, under efforts tau on all coordinates and the springs
// and dampers of tree and loop joints. `actuated` are among all coordinates. Throws ModelError in
// singular positions, and for rolling contacts in motion, whose theta_G do not say where they are.
Linearization linearize(std::shared_ptr<const Loops> loops, In<double> q, In<double> v,
                        In<double> tau, std::span<const int> actuated,
                        const LinearizationOptions& options = {});

// Eigenvalues of A [1/s], by falling real part, then rising imaginary part: damped vibrations are
// couples -d +- i w.
std::vector<std::complex<double>> eigenvalues(const Linearization& system);

}  // namespace catena
