#include "catena/tensegrity/frequencies.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "catena/solvers/dense.hpp"
#include "catena/tensegrity/stiffness.hpp"

namespace catena::tensegrity {

using Eigen::MatrixXd;
using Eigen::VectorXd;

double VibrationMode::hertz() const {
  return std::sqrt(std::max(omega_squared, 0.0)) / (2.0 * std::numbers::pi);
}

VectorXd lumped_masses(const Network& network, const FrequencyOptions& options) {
  VectorXd result = network.masses;
  if (result.size() == 0) result = VectorXd::Zero(network.node_count());
  if (options.member_masses)
    for (const Member& member : network.members)
      for (const int node : {member.from, member.to}) result[node] += 0.5 * member.mass;
  return result;
}

std::vector<VibrationMode> natural_frequencies(const Network& network, const VectorXd& densities,
                                               const FrequencyOptions& options) {
  const MatrixXd K = tangent_stiffness(network, densities);
  const std::vector<Index> rows = free_directions(network);
  if (rows.empty()) return {};
  const VectorXd masses = lumped_masses(network, options);
  VectorXd roots(K.rows());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double mass = masses[rows[i] / 3];
    if (!(mass > 0.0))
      throw NetworkError(fmt::format(
          "node {} can move but has no mass; give it one, or a mass to one of its members",
          node_name(network, rows[i] / 3)));
    roots[static_cast<Index>(i)] = 1.0 / std::sqrt(mass);
  }
  // M is diagonal: symmetric scaling keeps more digits of slow modes than a Cholesky factor would.
  const MatrixXd scaled = roots.asDiagonal() * K * roots.asDiagonal();
  const SymmetricModes modes = symmetric_modes(scaled, MatrixXd::Identity(K.rows(), K.cols()));
  std::vector<VibrationMode> result;
  for (Index i = 0; i < K.rows(); ++i)
    result.push_back({modes.values[i], spread(network, roots.cwiseProduct(modes.vectors.col(i)))});
  return result;
}

}  // namespace catena::tensegrity
