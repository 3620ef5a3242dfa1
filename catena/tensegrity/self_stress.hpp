#pragma once
// What a pin-jointed network can carry and how it can move, to first order (Pellegrino 1993).

#include <Eigen/Core>
#include <optional>

#include "catena/tensegrity/network.hpp"

namespace catena::tensegrity {

// Singular values below this part of the largest count as zero. Columns of the equilibrium matrix
// are unit vectors, so that it does not depend on units.
inline constexpr double default_rank_tolerance = 1e-9;

// A of A t = f, the tensions t against the loads f: a row for each free direction, a column for
// each member, of unit vectors. Its transpose gives the elongations of small displacements.
Eigen::MatrixXd equilibrium_matrix(const Network& network);

struct StaticStructure {
  Eigen::MatrixXd equilibrium;      // A
  Eigen::VectorXd singular_values;  // of A, falling
  Index rank = 0;
  Eigen::MatrixXd self_stresses;  // tensions as orthonormal columns: A t = 0
  Eigen::MatrixXd rigid_motions;  // of the whole, over free directions, as orthonormal columns
  Eigen::MatrixXd mechanisms;     // A^T d = 0, orthonormal and orthogonal to rigid_motions

  Index directions() const { return equilibrium.rows(); }
  Index members() const { return equilibrium.cols(); }
  // Maxwell's count, with the sign of the degrees of freedom that it predicts: directions minus
  // rigid motions minus members. Calladine 1978: it is mechanisms minus self-stresses.
  Index maxwell() const { return directions() - rigid_motions.cols() - members(); }
};

// Decomposes the equilibrium matrix by its singular values.
StaticStructure static_structure(const Network& network,
                                 double rank_tolerance = default_rank_tolerance);

// The motions of the network as one body that the supports allow, over free directions, as
// orthonormal columns.
Eigen::MatrixXd rigid_motions(const Network& network,
                              double rank_tolerance = default_rank_tolerance);

// Translations that nothing holds, over free directions, as orthonormal columns.
Eigen::MatrixXd free_translations(const Network& network);

struct SelfStress {
  Eigen::VectorXd forces;     // tensions, scaled so that the largest magnitude is 1
  Eigen::VectorXd densities;  // forces over lengths, of the same scale
  double margin = 0.0;        // the smallest magnitude of the forces
};

// A self-stress with tension in all cables and compression in all struts, or nothing where there is
// none. Of several it is the one with the smallest sum of squares for its smallest force, which is
// unique; so it has every symmetry that the network has.
std::optional<SelfStress> feasible_self_stress(const Network& network,
                                               double rank_tolerance = default_rank_tolerance);

}  // namespace catena::tensegrity
