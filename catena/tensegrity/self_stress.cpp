#include "catena/tensegrity/self_stress.hpp"

#include "catena/solvers/dense.hpp"
#include "catena/tensegrity/least_distance.hpp"

namespace catena::tensegrity {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

Index rank_of(const VectorXd& singular_values, double tolerance) {
  if (singular_values.size() == 0 || singular_values[0] == 0.0) return 0;
  return (singular_values.array() > tolerance * singular_values[0]).count();
}

// Orthonormal columns that span those of A.
MatrixXd range(const MatrixXd& A, double tolerance) {
  if (A.size() == 0) return MatrixXd(A.rows(), 0);
  const SingularDecomposition svd = singular_decomposition(A);
  return svd.U.leftCols(rank_of(svd.values, tolerance));
}

// Orthonormal columns that A sends to zero.
MatrixXd null_space(const MatrixXd& A, double tolerance) {
  if (A.rows() == 0) return MatrixXd::Identity(A.cols(), A.cols());
  const SingularDecomposition svd = singular_decomposition(A);
  return svd.V.rightCols(A.cols() - rank_of(svd.values, tolerance));
}

// Three translations and three rotations about the centre over all directions, all of about the
// same size.
MatrixXd motions_as_one_body(const Network& network) {
  const Index n = network.node_count();
  const Eigen::Vector3d centre = network.nodes.rowwise().mean();
  const Eigen::Matrix3Xd arms = network.nodes.colwise() - centre;
  const double size = std::max(arms.colwise().norm().maxCoeff(), 1e-300);
  MatrixXd result = MatrixXd::Zero(3 * n, 6);
  for (Index i = 0; i < n; ++i)
    for (Index k = 0; k < 3; ++k) {
      const Eigen::Vector3d axis = Eigen::Vector3d::Unit(k), arm = arms.col(i) / size;
      result(3 * i + k, k) = 1.0;
      // Written out: Eigen's cross product is in a header of its own.
      result(3 * i + 0, 3 + k) = axis[1] * arm[2] - axis[2] * arm[1];
      result(3 * i + 1, 3 + k) = axis[2] * arm[0] - axis[0] * arm[2];
      result(3 * i + 2, 3 + k) = axis[0] * arm[1] - axis[1] * arm[0];
    }
  return result;
}

std::vector<Index> held_directions(const Network& network) {
  const std::vector<Index> free = free_directions(network);
  std::vector<Index> result;
  std::size_t next = 0;
  for (Index i = 0; i < 3 * network.node_count(); ++i)
    if (next < free.size() && free[next] == i)
      ++next;
    else
      result.push_back(i);
  return result;
}

}  // namespace

MatrixXd equilibrium_matrix(const Network& network) {
  check(network);
  const Eigen::Matrix3Xd u = member_directions(network);
  MatrixXd all = MatrixXd::Zero(3 * network.node_count(), network.member_count());
  for (Index m = 0; m < network.member_count(); ++m) {
    const Member& member = network.members[static_cast<std::size_t>(m)];
    all.block<3, 1>(3 * Index{member.from}, m) = -u.col(m);
    all.block<3, 1>(3 * Index{member.to}, m) = u.col(m);
  }
  return free_rows(network, all);
}

MatrixXd rigid_motions(const Network& network, double rank_tolerance) {
  const MatrixXd all = motions_as_one_body(network);
  const MatrixXd held = all(held_directions(network), Eigen::all);
  const MatrixXd allowed = null_space(held, rank_tolerance);
  return range(free_rows(network, all * allowed), rank_tolerance);
}

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

StaticStructure static_structure(const Network& network, double rank_tolerance) {
  StaticStructure result;
  result.equilibrium = equilibrium_matrix(network);
  const MatrixXd& A = result.equilibrium;
  result.rigid_motions = rigid_motions(network, rank_tolerance);
  if (A.rows() == 0) {  // everything is held: any tension is one of self-stress
    result.self_stresses = MatrixXd::Identity(A.cols(), A.cols());
    result.mechanisms = MatrixXd(0, 0);
    return result;
  }
  const SingularDecomposition svd = singular_decomposition(A);
  result.singular_values = svd.values;
  result.rank = rank_of(svd.values, rank_tolerance);
  result.self_stresses = svd.V.rightCols(A.cols() - result.rank);
  const MatrixXd motions = svd.U.rightCols(A.rows() - result.rank);
  // Rigid motions are among them; what is left has singular values 0 or 1.
  const MatrixXd& R = result.rigid_motions;
  result.mechanisms = range(motions - R * (R.transpose() * motions), 0.5);
  if (R.cols() == motions.cols()) result.mechanisms = MatrixXd(A.rows(), 0);
  return result;
}

std::optional<SelfStress> feasible_self_stress(const Network& network, double rank_tolerance) {
  const MatrixXd S = static_structure(network, rank_tolerance).self_stresses;
  if (S.cols() == 0) return std::nullopt;
  const VectorXd signs = member_signs(network);
  const auto x = least_distance(signs.asDiagonal() * S, VectorXd::Ones(S.rows()));
  if (!x) return std::nullopt;
  SelfStress result;
  result.forces = S * *x;
  result.forces /= result.forces.cwiseAbs().maxCoeff();
  result.margin = signs.cwiseProduct(result.forces).minCoeff();
  if (!(result.margin > 0.0)) return std::nullopt;
  result.densities = result.forces.cwiseQuotient(member_lengths(network));
  return result;
}

}  // namespace catena::tensegrity
