#include "catena/grasp/grasp_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "catena/math/index.hpp"
#include "catena/solvers/dense.hpp"

namespace catena::grasp {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double rank_tolerance = 1e-9;

int rank_of(const VectorXd& values) {
  int rank = 0;
  for (const double value : values)
    rank += value > rank_tolerance * values[0] && value > 0.0 ? 1 : 0;
  return rank;
}

// Torques in units of the grasp's own size instead of rho.
VectorXd natural_rows(const ContactSet& set) {
  double size = 0.0;
  for (const GraspContact& c : set.contacts)
    size = std::max(
        {size, (c.point - set.reference).norm(), c.friction > 0.0 ? c.torsion : 0.0, c.rolling});
  VectorXd scale = VectorXd::Ones(set.wrench_size());
  if (size > 0.0)
    for (int r = 0; r < set.wrench_size(); ++r)
      if (dimension(set, r) > 2) scale[r] = set.rho / size;
  return scale;
}

}  // namespace

GraspMap grasp_map(const ContactSet& set) {
  return grasp_map(set, wrench_cones(set));
}

GraspMap grasp_map(const ContactSet& set, const WrenchCones& cones) {
  GraspMap map;
  const Index d = set.wrench_size(), n = cones.G.cols();
  map.G = cones.G * cones.scale.cwiseInverse().asDiagonal();
  if (n == 0) {
    map.lost = MatrixXd::Identity(d, d);
    map.internal.resize(0, 0);
    return map;
  }
  const VectorXd scale = natural_rows(set);
  // Ties are rows of their own, independent of the others.
  MatrixXd rows = MatrixXd::Zero(d + cones.ties(), n);
  rows.topRows(d) = scale.asDiagonal() * map.G;
  cones.tie(d, rows);
  const SingularDecomposition svd = singular_decomposition(rows);
  map.rank = rank_of(svd.values) - cones.ties();
  map.internal = svd.V.rightCols(n - map.rank - cones.ties());
  map.lost.resize(d, d - map.rank);
  if (map.lost.cols() == 0) return map;
  const MatrixXd lost = scale.asDiagonal() * svd.U.topRows(d).rightCols(d - map.rank);
  map.lost = pivoted_qr(lost).Q.leftCols(d - map.rank);
  for (Index j = 0; j < map.lost.cols(); ++j) {  // of the two signs, the one that reads better
    Index largest = 0;
    map.lost.col(j).cwiseAbs().maxCoeff(&largest);
    if (map.lost(largest, j) < 0.0) map.lost.col(j) *= -1.0;
  }
  return map;
}

int wrench_rank(const ContactSet& set, const WrenchCones& cones) {
  using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, 6, 1>;
  const Vector rows = natural_rows(set);
  std::array<Vector, 6> basis;
  int rank = 0;
  double first = 0.0;
  for (; rank < set.wrench_size(); ++rank) {
    // The column of which those before leave most.
    Vector best;
    double most = 0.0;
    for (Index j = 0; j < cones.G.cols(); ++j) {
      Vector v = rows.cwiseProduct(cones.G.col(j)) / cones.scale[j];
      for (int round = 0; round < 2; ++round)
        for (int k = 0; k < rank; ++k) v -= basis[to_index(k)].dot(v) * basis[to_index(k)];
      const double length = v.norm();
      if (length > most) most = length, best = v / length;
    }
    if (rank == 0) first = most;
    if (!(most > rank_tolerance * first)) break;
    basis[to_index(rank)] = best;
  }
  return rank;
}

MatrixXd contact_jacobian(const ContactSet& set, const std::vector<MatrixXd>& links) {
  const WrenchCones cones = wrench_cones(set);
  if (links.size() != set.contacts.size())
    throw GraspError(
        fmt::format("{} Jacobians of links for {} contacts", links.size(), set.size()));
  const Index joints = links.empty() ? 0 : links[0].cols();
  MatrixXd J(cones.G.cols(), joints);
  Index row = 0;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const GraspContact& c = set.contacts[i];
    if (links[i].rows() != 6 || links[i].cols() != joints)
      throw GraspError(fmt::format("the Jacobian of contact {} is {} x {}, expected 6 x {}", i,
                                   links[i].rows(), links[i].cols(), joints));
    const Tangents t = tangents(c, set.planar);
    const Eigen::Vector3d n = c.normal.normalized();
    const MatrixXd linear = links[i].topRows<3>(), angular = links[i].bottomRows<3>();
    const Eigen::Vector3d arm = c.friction_point() - c.point;
    MatrixXd rubbed = linear;
    for (Index k = 0; k < joints; ++k) rubbed.col(k) += Eigen::Vector3d(angular.col(k)).cross(arm);
    J.row(row++) = n.transpose() * linear;
    if (c.friction > 0.0) J.row(row++) = t.t1.transpose() * rubbed;
    if (!set.planar && c.second_friction() > 0.0) J.row(row++) = t.t2.transpose() * rubbed;
    if (!set.planar && c.friction * c.torsion > 0.0) J.row(row++) = n.transpose() * angular;
    if (c.rolling == 0.0) continue;
    J.row(row++).setZero();
    if (!set.planar) J.row(row++) = t.t1.transpose() * angular;
    J.row(row++) = t.t2.transpose() * angular;
  }
  return J;
}

VectorXd in_contact_frames(const ContactSet& set, std::span<const ContactForce> forces) {
  std::vector<double> out;
  for (std::size_t i = 0; i < forces.size(); ++i) {
    const GraspContact& c = set.contacts[i];
    const ContactForce& f = forces[i];
    const Tangents t = tangents(c, set.planar);
    const Eigen::Vector3d n = c.normal.normalized();
    out.push_back(n.dot(f.force));
    if (c.friction > 0.0) out.push_back(t.t1.dot(f.force));
    if (!set.planar && c.second_friction() > 0.0) out.push_back(t.t2.dot(f.force));
    if (!set.planar && c.friction * c.torsion > 0.0) out.push_back(n.dot(f.torque));
    if (c.rolling == 0.0) continue;
    out.push_back(n.dot(f.force));
    if (!set.planar) out.push_back(t.t1.dot(f.torque));
    out.push_back(t.t2.dot(f.torque));
  }
  return Eigen::Map<const VectorXd>(out.data(), static_cast<Index>(out.size()));
}

TorqueRows torque_rows(const WrenchCones& cones, const Hand& hand) {
  const Index forces = cones.G.cols();
  if (hand.J.rows() != forces)
    throw GraspError(fmt::format("the hand's Jacobian has {} rows for {} contact forces",
                                 hand.J.rows(), forces));
  MatrixXd T = hand.J.transpose();
  if (hand.coupling.size() > 0) {
    if (hand.coupling.rows() != hand.J.cols())
      throw GraspError(
          fmt::format("couplings have {} rows for {} joints", hand.coupling.rows(), hand.J.cols()));
    T = hand.coupling.transpose() * T;
  }
  const Index motors = T.rows();
  if (hand.lower.size() != motors || hand.upper.size() != motors ||
      (!hand.locked.empty() && static_cast<Index>(hand.locked.size()) != motors))
    throw GraspError(fmt::format("limits of {} and {} torques and {} locks for {} motors",
                                 hand.lower.size(), hand.upper.size(), hand.locked.size(), motors));
  if (!T.allFinite()) throw GraspError("the hand's Jacobian is not finite");
  TorqueRows rows;
  for (int i = 0; i < static_cast<int>(motors); ++i) {
    if (!(hand.lower[i] <= hand.upper[i]))
      throw GraspError(
          fmt::format("motor {} has torques from {} to {}", i, hand.lower[i], hand.upper[i]));
    if (hand.locked.empty() || !hand.locked[to_index(i)]) rows.motors.push_back(i);
  }
  rows.T = select_rows(T, rows.motors);
  rows.lower.resize(rows.T.rows()), rows.upper.resize(rows.T.rows());
  for (std::size_t i = 0; i < rows.motors.size(); ++i) {
    rows.lower[static_cast<Index>(i)] = hand.lower[rows.motors[i]];
    rows.upper[static_cast<Index>(i)] = hand.upper[rows.motors[i]];
  }
  return rows;
}

InternalControl internal_control(const GraspMap& map, const TorqueRows& rows) {
  InternalControl control;
  if (map.internal.cols() == 0) return control;
  if (rows.T.rows() > 0) control.controlled = rank_of(singular_values(rows.T * map.internal));
  control.structural = map.internal_forces() - control.controlled;
  return control;
}

}  // namespace catena::grasp
