#pragma once
// Networks of elastic members with rest lengths: cables pull or do nothing, struts resist both
// ways.

#include <Eigen/Core>

#include "catena/tensegrity/network.hpp"

namespace catena::tensegrity {

struct ElasticState {
  Eigen::VectorXd forces;     // tensions [N]; exactly zero in slack cables
  Eigen::VectorXd densities;  // forces over lengths [N/m]
  std::vector<bool> slack;
  double energy = 0.0;  // elastic, minus the work of the loads [J]
};

// At the positions of the network; NetworkError where a member lacks stiffness or rest length.
ElasticState elastic_state(const Network& network);

// The derivative of the energy by the free directions: what is out of balance [N].
Eigen::VectorXd energy_gradient(const Network& network, const ElasticState& state);

// The second derivative; slack cables contribute nothing.
Eigen::MatrixXd energy_hessian(const Network& network, const ElasticState& state);

struct TautPart {
  Network network;
  Eigen::VectorXd densities;  // of its members
};

// The network without cables of no force density, which hold nothing to first order.
TautPart taut_part(const Network& network, const Eigen::VectorXd& densities);

// The rest length with which a member of this E A has this tension at this length.
double rest_length_for(double stiffness, double length, double tension);

}  // namespace catena::tensegrity
