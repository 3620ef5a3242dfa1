#include "catena/tensegrity/prestress_search.hpp"

#include "catena/solvers/dense.hpp"
#include "catena/tensegrity/least_distance.hpp"
#include "catena/tensegrity/stiffness.hpp"

namespace catena::tensegrity {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// For each self-stress, the work of its product forces along the mechanisms, all in one scale.
std::vector<MatrixXd> products(const Network& network, const StaticStructure& structure) {
  const VectorXd lengths = member_lengths(network);
  const MatrixXd& M = structure.mechanisms;
  std::vector<MatrixXd> result;
  double largest = 0.0;
  for (const auto& state : structure.self_stresses.colwise()) {
    const VectorXd densities = state.cwiseQuotient(lengths);
    result.emplace_back(M.transpose() * product_forces(network, densities, M));
    if (M.cols() > 0) largest = std::max(largest, result.back().cwiseAbs().maxCoeff());
  }
  if (largest > 0.0)
    for (MatrixXd& product : result) product /= largest;
  return result;
}

SelfStress scaled(const Network& network, const VectorXd& forces) {
  SelfStress result;
  result.forces = forces / forces.cwiseAbs().maxCoeff();
  result.margin = member_signs(network).cwiseProduct(result.forces).minCoeff();
  result.densities = result.forces.cwiseQuotient(member_lengths(network));
  return result;
}

void append_row(MatrixXd& G, const VectorXd& row) {
  G.conservativeResize(G.rows() + 1, Eigen::NoChange);
  G.bottomRows(1) = row.transpose();
}

}  // namespace

std::optional<SelfStress> stabilising_self_stress(const Network& network, Signs signs,
                                                  double rank_tolerance) {
  constexpr int most_planes = 500;
  const StaticStructure structure = static_structure(network, rank_tolerance);
  const MatrixXd& S = structure.self_stresses;
  if (S.cols() == 0) return std::nullopt;
  const std::vector<MatrixXd> B = products(network, structure);
  const Index mechanisms = structure.mechanisms.cols();
  // Rows G x >= 1; x weights the self-stresses.
  MatrixXd G(0, S.cols());
  if (signs == Signs::AsMembers)
    G = member_signs(network).asDiagonal() * S;
  else if (mechanisms == 0)
    return scaled(network, S.col(0));
  const auto resistance = [&](const VectorXd& motion) {
    VectorXd row(S.cols());
    for (Index i = 0; i < S.cols(); ++i)
      row[i] = motion.dot(B[static_cast<std::size_t>(i)] * motion);
    return row;
  };
  for (Index k = 0; k < mechanisms; ++k) append_row(G, resistance(VectorXd::Unit(mechanisms, k)));
  for (int plane = 0; plane < most_planes; ++plane) {
    const auto x = least_distance(G, VectorXd::Ones(G.rows()));
    if (!x) return std::nullopt;
    if (mechanisms == 0) return scaled(network, S * *x);
    MatrixXd sum = MatrixXd::Zero(mechanisms, mechanisms);
    for (Index i = 0; i < S.cols(); ++i) sum += (*x)[i] * B[static_cast<std::size_t>(i)];
    const SymmetricModes modes = symmetric_modes(sum, MatrixXd::Identity(mechanisms, mechanisms));
    // Motions need a resistance of 1 each; a half of it is stiff as well.
    if (modes.values[0] > 0.5) return scaled(network, S * *x);
    append_row(G, resistance(modes.vectors.col(0)));
  }
  throw NetworkError(
      "whether a self-stress makes the mechanisms stiff was not decided: the answer is close to "
      "the "
      "limit; change the form a little");
}

}  // namespace catena::tensegrity
