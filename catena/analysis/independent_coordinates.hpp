#pragma once
// Which coordinates of a mechanism with loops may be chosen as independent, and how the others
// follow (Nakamura & Yamane 2000, eqs. 13-18). Any choice that determines the motion is valid;
// with a good choice no other coordinate moves much faster than the chosen ones.

#include <span>
#include <vector>

#include "catena/constraints/loop_jacobian.hpp"

namespace catena {

struct CoordinateOptions {
  // Coordinates that should be independent if they can be, the most wanted first; may be fewer or
  // more than the mobility.
  std::vector<int> preferred;
  // A row nearer than this to a combination of others (scaled as LoopJacobian says) is redundant.
  double rank_tolerance = 1e-9;
  // A preferred or kept choice must be at least this well conditioned, in proportion to the one
  // found by pivoting.
  double least_conditioning = 0.05;
  // Coordinates that pivoting takes only where the others do not determine the motion.
  std::vector<int> avoided = {};
};

struct IndependentCoordinates {
  std::vector<int> independent;  // theta_G, ascending; as many as the mobility
  std::vector<int> dependent;    // theta_S, ascending; as many as the rank
  int rank = 0;                  // m of J_C
  Eigen::MatrixXd H;             // theta_S' = H theta_G', eqs. 16-17
  Eigen::MatrixXd all;           // all velocities from those of theta_G
  Eigen::MatrixXd from_bias;     // all accelerations: all theta_G'' - from_bias J_C' theta_J'
  // 1 / the norm of `all` (scaled): between 0, where theta_G does not determine the motion, and 1.
  // The same as the smallest singular value of J_S for orthonormal rows of J_C.
  double conditioning = 1.0;

  int mobility() const { return static_cast<int>(independent.size()); }
  // W: the rows of the first `tree_nv` coordinates, those of the tree (eq. 4).
  Eigen::MatrixXd tree_part(int tree_nv) const { return all.topRows(tree_nv); }
  // S: the rows of given coordinates (eq. 6).
  Eigen::MatrixXd rows_of(std::span<const int> coordinates) const;
};

// The rank of J_C, and coordinates chosen by pivoting, preferred ones first.
IndependentCoordinates choose_coordinates(const LoopJacobian& jacobian,
                                          const CoordinateOptions& options = {});

// The same with the coordinates of `previous`, as long as their number is right and they are
// conditioned well enough.
IndependentCoordinates keep_or_choose(const LoopJacobian& jacobian,
                                      const IndependentCoordinates& previous,
                                      const CoordinateOptions& options = {});

// Per closure, how many of its rows in J_C say something that the closures before it do not.
std::vector<int> rank_by_closure(const LoopJacobian& jacobian, double rank_tolerance = 1e-9);

}  // namespace catena
