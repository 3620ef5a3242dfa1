#include "catena/tensegrity/form_finding.hpp"

#include <fmt/format.h>

#include "catena/solvers/dense.hpp"
#include "catena/tensegrity/elastic.hpp"
#include "catena/tensegrity/placed.hpp"
#include "catena/tensegrity/stiffness.hpp"
#include "catena/tensegrity/trust_region.hpp"

namespace catena::tensegrity {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

void check_loads(const Network& network) {
  const VectorXd loads = free_rows(network, load_vector(network));
  const VectorXd pushed = free_translations(network).transpose() * loads;
  if (pushed.size() > 0 && pushed.cwiseAbs().maxCoeff() > 1e-9 * loads.norm())
    throw NetworkError(
        "nothing holds the network in the direction of the loads; support a node, or let the loads "
        "balance");
}

double typical_force(const Network& network, const ElasticState& state) {
  return std::max(state.forces.cwiseAbs().maxCoeff(), load_vector(network).cwiseAbs().maxCoeff());
}

}  // namespace

Eigen::Matrix3Xd force_density_form(const Network& network, const VectorXd& densities) {
  const MatrixXd K = geometric_stiffness(network, densities);
  if (K.rows() == 0) return network.nodes;
  const VectorXd values = singular_values(K);
  if (!(values[values.size() - 1] > 1e-12 * values[0]))
    throw NetworkError(
        "the force densities do not determine the form: some nodes could be anywhere; support more "
        "nodes, or change the densities");
  // Held directions keep their positions; the free ones move from where they are.
  const MatrixXd Omega = force_density_matrix(network, densities);
  const Eigen::Matrix3Xd forces = network.nodes * Omega;
  const VectorXd left = load_vector(network) - VectorXd(forces.reshaped());
  return network.nodes + spread(network, solve_square(K, free_rows(network, left)));
}

ElasticForm elastic_form(const Network& network, const FormOptions& options) {
  check(network);
  check_loads(network);
  Placed placed(network);
  const auto neutral = [&](const Network& at) {
    return is_loaded(network) ? free_translations(at) : rigid_motions(at);
  };
  Objective energy;
  energy.value = [&](const VectorXd& x) { return elastic_state(placed.at(x)).energy; };
  energy.gradient = [&](const VectorXd& x) {
    const Network& at = placed.at(x);
    return energy_gradient(at, elastic_state(at));
  };
  energy.hessian = [&](const VectorXd& x) {
    const Network& at = placed.at(x);
    return without(energy_hessian(at, elastic_state(at)), neutral(at));
  };
  TrustRegionOptions region;
  region.largest_radius = placed.size();
  region.radius = 0.1 * region.largest_radius;
  region.most_steps = options.most_steps;
  region.gradient_scale = [&](const VectorXd& x) {
    const Network& at = placed.at(x);
    return typical_force(at, elastic_state(at));
  };
  const Minimum minimum = minimise(energy, placed.start(), region);
  const Network& at = placed.at(minimum.x);
  const ElasticState state = elastic_state(at);
  const double scale = typical_force(at, state);
  ElasticForm result{at.nodes, state.forces, state.densities, state.energy};
  result.residual = scale > 0.0 ? minimum.gradient / scale : 0.0;
  result.smallest_stiffness = minimum.smallest_curvature;
  result.steps = minimum.steps;
  result.converged = result.residual <= options.tolerance;
  return result;
}

}  // namespace catena::tensegrity
