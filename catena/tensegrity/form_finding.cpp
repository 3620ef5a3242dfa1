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

// Translations that nothing holds, over free directions, as orthonormal columns.
MatrixXd free_translations(const Network& network) {
  const std::vector<Index> rows = free_directions(network);
  const auto n = static_cast<Index>(rows.size());
  MatrixXd result(n, 0);
  for (Index k = 0; k < 3; ++k) {
    VectorXd along = VectorXd::Zero(n);
    for (Index i = 0; i < n; ++i)
      if (rows[static_cast<std::size_t>(i)] % 3 == k) along[i] = 1.0;
    if (along.sum() < static_cast<double>(network.node_count())) continue;
    result.conservativeResize(Eigen::NoChange, result.cols() + 1);
    result.rightCols(1) = along.normalized();
  }
  return result;
}

void check_loads(const Network& network) {
  const VectorXd loads = free_rows(network, load_vector(network));
  const VectorXd pushed = free_translations(network).transpose() * loads;
  if (pushed.size() > 0 && pushed.cwiseAbs().maxCoeff() > 1e-9 * loads.norm())
    throw NetworkError(
        "the loads push the network away, which nothing holds in their direction; support a node, "
        "or let the loads balance");
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
  const bool loaded = network.loads.cols() != 0 && !network.loads.isZero(0.0);
  const auto neutral = [&](const Network& at) {
    return loaded ? free_translations(at) : rigid_motions(at);
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
