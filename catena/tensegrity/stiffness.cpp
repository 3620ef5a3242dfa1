#include "catena/tensegrity/stiffness.hpp"

#include <fmt/format.h>

#include "catena/solvers/dense.hpp"

namespace catena::tensegrity {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

void check_size(const Network& network, const VectorXd& densities) {
  if (densities.size() != network.member_count())
    throw NetworkError(
        fmt::format("there are {} force densities for {} members, expected one for each",
                    densities.size(), network.member_count()));
}

VectorXd eigenvalues(const MatrixXd& A) {
  if (A.rows() == 0) return VectorXd(0);
  return symmetric_modes(A, MatrixXd::Identity(A.rows(), A.cols())).values;
}

// An orthonormal basis of the space that the nodes span around their centre.
MatrixXd span_of_nodes(const Network& network, double tolerance) {
  const Eigen::Vector3d centre = network.nodes.rowwise().mean();
  const SingularDecomposition svd =
      singular_decomposition((network.nodes.colwise() - centre).eval());
  return svd.U.leftCols((svd.values.array() > tolerance * svd.values[0]).count());
}

// Whether a symmetric matrix C, not zero, has u^T C u = 0 for the directions of all members.
bool on_a_conic(const Network& network, const MatrixXd& span, double tolerance) {
  const MatrixXd u = span.transpose() * member_directions(network);
  const Index d = u.rows(), unknowns = d * (d + 1) / 2;
  MatrixXd products(u.cols(), unknowns);
  for (Index i = 0, k = 0; i < d; ++i)
    for (Index j = i; j < d; ++j, ++k)
      products.col(k) = u.row(i).cwiseProduct(u.row(j)).transpose();
  const VectorXd values = singular_values(products);
  return (values.array() > tolerance * values[0]).count() < unknowns;
}

// Whether supports hold the network in the space of its nodes: planar networks are often held in
// their plane.
bool held_in(const Network& network, const MatrixXd& span) {
  for (const Support& support : network.supports)
    for (Index k = 0; k < 3; ++k)
      if (support.fixed[static_cast<std::size_t>(k)] && span.row(k).norm() > 1e-9) return true;
  return false;
}

// The mechanisms; under loads also what turns the whole.
MatrixXd motions_to_hold(const Network& network, const StaticStructure& structure) {
  if (!is_loaded(network) || structure.rigid_motions.cols() == 0) return structure.mechanisms;
  const MatrixXd &M = structure.mechanisms, T = free_translations(network);
  const MatrixXd R = structure.rigid_motions - T * (T.transpose() * structure.rigid_motions);
  const SingularDecomposition svd = singular_decomposition(R);
  const Index turns = (svd.values.array() > 0.5).count();
  MatrixXd result(M.rows(), M.cols() + turns);
  result << M, svd.U.leftCols(turns);
  return result;
}

void decide_super_stability(const Network& network, const MatrixXd& geometric, double tolerance,
                            Stability& result) {
  const MatrixXd span = span_of_nodes(network, tolerance);
  result.dimension = static_cast<int>(span.cols());
  result.conic = on_a_conic(network, span, tolerance);
  if (held_in(network, span)) {
    const VectorXd values = eigenvalues(geometric);
    result.super_stable =
        values.size() == 0 || values[0] > tolerance * values.cwiseAbs().maxCoeff();
    return;
  }
  const VectorXd& values = result.density_eigenvalues;
  const double zero = tolerance * values.cwiseAbs().maxCoeff();
  result.super_stable =
      values[0] >= -zero && result.density_deficiency == result.dimension + 1 && !result.conic;
}

}  // namespace

MatrixXd force_density_matrix(const Network& network, const VectorXd& densities) {
  check_size(network, densities);
  MatrixXd result = MatrixXd::Zero(network.node_count(), network.node_count());
  for (Index m = 0; m < network.member_count(); ++m) {
    const Member& member = network.members[static_cast<std::size_t>(m)];
    result(member.from, member.from) += densities[m];
    result(member.to, member.to) += densities[m];
    result(member.from, member.to) -= densities[m];
    result(member.to, member.from) -= densities[m];
  }
  return result;
}

MatrixXd assembled_stiffness(const Network& network, const VectorXd& axial,
                             const VectorXd& densities) {
  check_size(network, densities);
  const Eigen::Matrix3Xd u = member_directions(network);
  MatrixXd all = MatrixXd::Zero(3 * network.node_count(), 3 * network.node_count());
  for (Index m = 0; m < network.member_count(); ++m) {
    const Member& member = network.members[static_cast<std::size_t>(m)];
    const Eigen::Matrix3d k =
        axial[m] * u.col(m) * u.col(m).transpose() + densities[m] * Eigen::Matrix3d::Identity();
    const Index i = 3 * Index{member.from}, j = 3 * Index{member.to};
    all.block<3, 3>(i, i) += k;
    all.block<3, 3>(j, j) += k;
    all.block<3, 3>(i, j) -= k;
    all.block<3, 3>(j, i) -= k;
  }
  const std::vector<Index> rows = free_directions(network);
  return all(rows, rows);
}

MatrixXd material_stiffness(const Network& network) {
  return tangent_stiffness(network, VectorXd::Zero(network.member_count()));
}

MatrixXd geometric_stiffness(const Network& network, const VectorXd& densities) {
  return assembled_stiffness(network, VectorXd::Zero(network.member_count()), densities);
}

MatrixXd tangent_stiffness(const Network& network, const VectorXd& densities) {
  check(network);
  VectorXd axial = member_lengths(network).cwiseInverse();
  for (Index m = 0; m < axial.size(); ++m) {
    const Member& member = network.members[static_cast<std::size_t>(m)];
    if (!(member.stiffness > 0.0))
      throw NetworkError(fmt::format(
          "member '{}' has no stiffness; give it an EA [N] greater than 0", member.name));
    axial[m] *= member.stiffness;
  }
  return assembled_stiffness(network, axial, densities);
}

MatrixXd product_forces(const Network& network, const VectorXd& densities,
                        const MatrixXd& mechanisms) {
  return geometric_stiffness(network, densities) * mechanisms;
}

double unbalance(const Network& network, const VectorXd& densities) {
  check_size(network, densities);
  const VectorXd forces = densities.cwiseProduct(member_lengths(network));
  const VectorXd left =
      equilibrium_matrix(network) * forces - free_rows(network, load_vector(network)).col(0);
  if (left.size() == 0) return 0.0;
  const double scale = forces.cwiseAbs().maxCoeff();
  return left.cwiseAbs().maxCoeff() / (scale > 0.0 ? scale : 1.0);
}

Stability stability(const Network& network, const VectorXd& densities, double tolerance) {
  if (const double left = unbalance(network, densities); !(left < 1e-6))
    throw NetworkError(fmt::format(
        "the forces do not balance: {:.2g} of the largest is left at a node; find the form first, "
        "or a self-stress of this one",
        left));
  Stability result;
  const StaticStructure structure = static_structure(network, tolerance);
  const MatrixXd geometric = geometric_stiffness(network, densities);
  const MatrixXd M = motions_to_hold(network, structure);
  const double largest = geometric.size() ? geometric.cwiseAbs().maxCoeff() : 0.0;
  result.mechanism_stiffness = eigenvalues(M.transpose() * product_forces(network, densities, M));
  result.prestress_stable =
      result.mechanism_stiffness.size() == 0 || result.mechanism_stiffness[0] > tolerance * largest;
  result.density_eigenvalues = eigenvalues(force_density_matrix(network, densities));
  const VectorXd sizes = result.density_eigenvalues.cwiseAbs();
  result.density_deficiency = (sizes.array() <= tolerance * sizes.maxCoeff()).count();
  decide_super_stability(network, geometric, tolerance, result);
  return result;
}

}  // namespace catena::tensegrity
