#include "catena/constraints/constraint_basis.hpp"

#include <Eigen/QR>
#include <cmath>

namespace catena {

namespace {

// The k-th unit force and motion of a frame N at X_PN, seen from P.
Force<double> unit_force(const Transform<double>& X_PN, int k) {
  const Vec3<double>& e = X_PN.rotation.column(k % 3);
  if (k < 3) return {e, Vec3<double>::zero()};
  return {cross(X_PN.translation, e), e};
}

Motion<double> unit_motion(const Transform<double>& X_PN, int k) {
  const Vec3<double>& e = X_PN.rotation.column(k % 3);
  if (k < 3) return {e, cross(X_PN.translation, e)};
  return {Vec3<double>::zero(), e};
}

// The components along which a joint of one node moves freely; null for those that mix them.
const std::array<bool, 6>* free_components(NodeKind kind) {
  static constexpr std::array<bool, 6> revolute = {false, false, true, false, false, false},
                                       prismatic = {false, false, false, false, false, true},
                                       spherical = {true, true, true, false, false, false},
                                       all = {true, true, true, true, true, true}, none = {};
  switch (kind) {
    case NodeKind::Revolute:
      return &revolute;
    case NodeKind::Prismatic:
      return &prismatic;
    case NodeKind::Spherical:
      return &spherical;
    case NodeKind::Free:
      return &all;
    case NodeKind::Weld:
      return &none;
    case NodeKind::Helical:
    case NodeKind::Custom:
      break;
  }
  return nullptr;
}

}  // namespace

void constraint_basis(const Model& links, const JointInfo& joint,
                      std::span<const Motion<double>> columns, const Transform<double>& X_PF,
                      const Transform<double>& X_FN, LoopJointState& out) {
  const Transform<double> X_PN = X_PF * X_FN;
  out.constraints = 6 - joint.nv;
  const Node& node = links.nodes()[static_cast<std::size_t>(joint.last_node)];
  const auto* is_free = joint.first_node == joint.last_node ? free_components(node.kind) : nullptr;
  if (is_free != nullptr) {
    std::size_t active = 0, constraint = 0;
    for (int k = 0; k < 6; ++k) {
      if ((*is_free)[static_cast<std::size_t>(k)]) {
        out.S[active] = unit_motion(X_PN, k);
        out.active[active++] = unit_force(X_PN, k);
      } else {
        out.constraint[constraint++] = unit_force(X_PN, k);
      }
    }
    return;
  }
  // Q R = S: the last columns of Q are the complement; S (S^T S)^-1 = Q R^-T.
  using Columns = Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6>;
  Columns S(6, joint.nv);
  for (int k = 0; k < joint.nv; ++k) {
    const auto i = static_cast<std::size_t>(k);
    out.S[i] = inverse_times(X_FN, columns[static_cast<std::size_t>(joint.v + k)]);
    for (int c = 0; c < 6; ++c) S(c, k) = out.S[i][c];
  }
  const Eigen::HouseholderQR<Columns> qr(S);
  Eigen::Matrix<double, 6, 6> Q = Eigen::Matrix<double, 6, 6>::Identity();
  Q = qr.householderQ() * Q;
  Columns active = Q.leftCols(joint.nv);
  const Columns R = qr.matrixQR();
  // active R^T = Q, column by column from the last.
  for (int k = joint.nv - 1; k >= 0; --k) {
    for (int j = k + 1; j < joint.nv; ++j) active.col(k) -= R(k, j) * active.col(j);
    active.col(k) /= R(k, k);
  }
  for (int c = 0; c < 6; ++c) {
    for (int k = 0; k < joint.nv; ++k) out.active[static_cast<std::size_t>(k)][c] = active(c, k);
    for (int k = joint.nv; k < 6; ++k)
      out.constraint[static_cast<std::size_t>(k - joint.nv)][c] = Q(c, k);
  }
  for (std::size_t k = 0; k < static_cast<std::size_t>(joint.nv); ++k) {
    out.S[k] = X_PN * out.S[k];
    out.active[k] = X_PN * out.active[k];
  }
  for (std::size_t k = 0; k < static_cast<std::size_t>(out.constraints); ++k)
    out.constraint[k] = X_PN * out.constraint[k];
}

}  // namespace catena
