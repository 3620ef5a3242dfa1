#pragma once
// Stiffness of a network under pre-tension, and the stability that pre-tension gives.

#include <Eigen/Core>

#include "catena/tensegrity/network.hpp"
#include "catena/tensegrity/self_stress.hpp"

namespace catena::tensegrity {

// The n x n matrix Omega of force densities q (Schek 1974): Omega X = F for each coordinate.
Eigen::MatrixXd force_density_matrix(const Network& network, const Eigen::VectorXd& densities);

// A diag(E A / length) A^T, over free directions. With the length under load, not at rest, it is
// exact for tension = E A (length / rest length - 1) together with the geometric part.
Eigen::MatrixXd material_stiffness(const Network& network);

// Omega (x) I_3, over free directions.
Eigen::MatrixXd geometric_stiffness(const Network& network, const Eigen::VectorXd& densities);

// The sum of both: how loads change with displacements. All members count as
// taut: see taut_part() for slack cables.
Eigen::MatrixXd tangent_stiffness(const Network& network, const Eigen::VectorXd& densities);

// As tangent_stiffness, for axial stiffnesses E A / length given for each member.
Eigen::MatrixXd assembled_stiffness(const Network& network, const Eigen::VectorXd& axial,
                                    const Eigen::VectorXd& densities);

// The forces that each mechanism asks for at the nodes when it moves the self-stressed members:
// one column for each mechanism, over free directions (Calladine & Pellegrino 1991).
Eigen::MatrixXd product_forces(const Network& network, const Eigen::VectorXd& densities,
                               const Eigen::MatrixXd& mechanisms);

struct Stability {
  // Work of the product forces along the mechanisms: eigenvalues of M^T K_G M [N/m], rising. Under
  // loads, motions as one body count as mechanisms, but for translations that nothing holds.
  Eigen::VectorXd mechanism_stiffness;
  bool prestress_stable = false;        // all of them positive, or no mechanisms
  Eigen::VectorXd density_eigenvalues;  // of Omega [N/m], rising
  Index density_deficiency = 0;         // how many of them are zero
  int dimension = 0;                    // of the space that the nodes span
  bool conic = false;  // directions lie on a conic: an affine motion keeps all lengths
  // Stable whatever the stiffness and the level of pre-tension. A network that floats: Omega has no
  // negative eigenvalue, dimension + 1 that are zero, and directions not on a conic (Connelly &
  // Back 1998). One that supports hold: the geometric part alone is positive.
  bool super_stable = false;
};

// Of a network under self-stress, or under the forces that bear its loads. Eigenvalues below
// `tolerance` of the largest count as zero. NetworkError where the densities are not in equilibrium
// with the loads.
Stability stability(const Network& network, const Eigen::VectorXd& densities,
                    double tolerance = default_rank_tolerance);

// The largest force out of balance at a free direction, in parts of the largest member force.
double unbalance(const Network& network, const Eigen::VectorXd& densities);

}  // namespace catena::tensegrity
