#pragma once
// Small undamped vibrations of a network under pre-tension: K phi = omega^2 M phi.

#include <Eigen/Core>
#include <vector>

#include "catena/tensegrity/network.hpp"

namespace catena::tensegrity {

struct VibrationMode {
  double omega_squared =
      0.0;                 // [rad^2/s^2]; negative: unstable; rigid motions: zero but for rounding
  Eigen::Matrix3Xd shape;  // displacements of the nodes, with sum of mass times square = 1

  double hertz() const;  // zero where it does not vibrate
};

struct FrequencyOptions {
  bool member_masses = true;  // half of each member's mass at each of its ends
};

// The mass at each node [kg].
Eigen::VectorXd lumped_masses(const Network& network, const FrequencyOptions& options = {});

// All modes by rising omega_squared, with the tangent stiffness of these force densities.
// NetworkError where a node that can move has no mass.
std::vector<VibrationMode> natural_frequencies(const Network& network,
                                               const Eigen::VectorXd& densities,
                                               const FrequencyOptions& options = {});

}  // namespace catena::tensegrity
