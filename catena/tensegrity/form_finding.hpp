#pragma once
// Forms of networks: from force densities, from rest lengths and stiffnesses, or from lengths of
// which one group is made as short or as long as it can be.

#include <Eigen/Core>
#include <vector>

#include "catena/tensegrity/network.hpp"

namespace catena::tensegrity {

// The positions at which these force densities balance the loads (Schek 1974). Directions that are
// held keep the network's positions. NetworkError where they do not determine the form.
Eigen::Matrix3Xd force_density_form(const Network& network, const Eigen::VectorXd& densities);

struct FormOptions {
  double tolerance = 1e-12;  // of `residual`, for `converged`
  int most_steps = 1000;
};

struct ElasticForm {
  Eigen::Matrix3Xd nodes;
  Eigen::VectorXd forces;     // tensions [N]; exactly zero in slack cables
  Eigen::VectorXd densities;  // [N/m]
  double energy = 0.0;        // [J]
  double residual = 0.0;  // the largest force left at a node, in parts of the largest member force
  // The smallest stiffness against anything but motions as one body [N/m]: stable where positive.
  double smallest_stiffness = 0.0;
  int steps = 0;
  bool converged = false;
};

// The equilibrium that the network reaches from its positions, however far off: a minimum of the
// energy of its elastic members (see elastic.hpp), which need stiffnesses and rest lengths.
// NetworkError where the loads would push a floating network away.
ElasticForm elastic_form(const Network& network, const FormOptions& options = {});

struct LengthForm {
  Eigen::Matrix3Xd nodes;
  Eigen::VectorXd lengths;
  Eigen::VectorXd densities;  // 1 in the group that is shortened, -1 in one that is lengthened
  double residual = 0.0;      // as in ElasticForm
  double length_error = 0.0;  // the largest of a given length, in parts of it
  bool feasible = false;      // tension in all cables, compression in all struts
  int steps = 0;
  bool converged = false;
};

enum class LengthGoal { Shortest, Longest };

// Keeps the lengths of all members outside `group` at their rest lengths and makes the sum of
// squares of those in it as small or large as it can be nearby (Pellegrino 1986). The multipliers
// of this are force densities of a self-stress; those in the group are equal.
LengthForm length_form(const Network& network, const std::vector<int>& group, LengthGoal goal,
                       const FormOptions& options = {});

}  // namespace catena::tensegrity
