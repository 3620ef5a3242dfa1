#include "tests/support/closed_reference.hpp"

#include <Eigen/Geometry>
#include <stdexcept>

#include "catena/math/views.hpp"
#include "catena/solvers/dense.hpp"
#include "tests/support/least_solution.hpp"

namespace catena::test {
namespace {

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

// The 6 x (6 - nv) orthonormal basis of what the joint's motions (W; P) leave.
MatrixXd constraint_space(const MaximalReference::Joint& joint) {
  const Index nv = joint.W.cols();
  if (nv == 0) return MatrixXd::Identity(6, 6);
  MatrixXd motions(6, nv);
  motions << joint.W, joint.P;
  return pivoted_qr(motions).Q.rightCols(6 - nv);
}

}  // namespace

double coordinate(const Loops& loops, const VectorXd& q, int dof) {
  const bool in_tree = dof < loops.tree().nv();
  const Model& model = in_tree ? loops.tree() : loops.links();
  const int local = in_tree ? dof : dof - loops.tree().nv();
  for (int j = 0; j < model.joint_count(); ++j) {
    const JointInfo& info = model.joint(JointId{j});
    if (local < info.v || local >= info.v + info.nv) continue;
    if (info.nq != info.nv) break;
    return q[(in_tree ? 0 : loops.tree().nq()) + info.q + local - info.v];
  }
  throw std::logic_error("coordinate: a coupling of coordinates that are no derivatives");
}

ClosedReference::ClosedReference(const Loops& loops, const VectorXd& q, const VectorXd& v)
    : loops_(loops),
      q_(q),
      v_(v),
      tree_(loops.tree(), q.head(loops.tree().nq()), v.head(loops.tree().nv())) {}

ClosedReference::Point ClosedReference::point(BodyId id, const Vector3d& position) const {
  const MaximalReference::Body& body = tree_.body(id);
  const Vector3d lever = position - body.p, swing = body.omega.cross(lever);
  return {id, position, lever, body.velocity + swing, body.omega.cross(swing)};
}

ClosedReference::Point ClosedReference::point(BodyId id, const Vec3<double>& p_B) const {
  const MaximalReference::Body& body = tree_.body(id);
  return point(id, Vector3d(body.p + body.R * to_eigen(p_B)));
}

ClosedReference::LoopJointState ClosedReference::joint_state(std::size_t i) const {
  const LoopJoint& spec = loops_.specs().joints[i];
  const JointInfo& info = loops_.links().joint(JointId{static_cast<int>(i)});
  const VectorXd v = v_.segment(loops_.tree().nv() + info.v, info.nv);
  const JointReference r =
      joint_reference(spec.spec, q_.segment(loops_.tree().nq() + info.q, info.nq), v);
  MaximalReference::Joint joint = MaximalReference::joint_on(tree_.body(spec.a), spec.X_AF, r);
  MaximalReference::add_bias(joint, r, tree_.body(spec.a), tree_.body(spec.b), v);
  return {r, joint, v};
}

ClosedReference::RollingState ClosedReference::rolling_state(const Rolling& rolling) const {
  const MaximalReference::Body &a = tree_.body(rolling.a), &b = tree_.body(rolling.b);
  const Point centre = point(rolling.a, rolling.X_AC.translation);
  const Point origin = point(rolling.b, rolling.X_BP.translation);
  const Vector3d normal = b.R * to_eigen(rolling.X_BP.rotation.c2);
  const Vector3d normal_rate = b.omega.cross(normal);
  // From the point of contact to the centre, and how that direction turns.
  Vector3d up = normal, up_rate = normal_rate;
  if (rolling.is_wheel) {
    const Vector3d axle = a.R * to_eigen(rolling.X_AC.rotation.c2), axle_rate = a.omega.cross(axle);
    const double along = normal.dot(axle);
    const Vector3d across = normal - along * axle;
    const Vector3d across_rate =
        normal_rate - (normal_rate.dot(axle) + normal.dot(axle_rate)) * axle - along * axle_rate;
    up = across.normalized();
    up_rate = (across_rate - up.dot(across_rate) * up) / across.norm();
  }
  const Vector3d contact = centre.position - rolling.radius * up;
  const Vector3d contact_rate = centre.velocity - rolling.radius * up_rate;
  const Point on_a = point(rolling.a, contact), on_b = point(rolling.b, contact);
  return {
      on_a, on_b, normal.dot(contact - origin.position),
      a.omega.cross(contact_rate - on_a.velocity) - b.omega.cross(contact_rate - on_b.velocity)};
}

ClosedReference::CouplingState ClosedReference::coupling_state(const Coupling& coupling) const {
  const auto size = static_cast<Index>(coupling.dofs.size());
  CouplingState state{{}, VectorXd::Zero(size), VectorXd::Zero(size)};
  VectorXd x(size);
  for (Index k = 0; k < size; ++k) {
    const int dof = coupling.dofs[static_cast<std::size_t>(k)];
    x[k] = coordinate(loops_, q_, dof);
    state.rate[k] = v_[dof];
  }
  state.value = coupling.evaluate(x.data(), state.rate.data(), state.gradient.data());
  return state;
}

VectorXd ClosedReference::position_residual() const {
  std::vector<double> rows;
  for (std::size_t i = 0; i < loops_.specs().joints.size(); ++i) {
    const LoopJoint& spec = loops_.specs().joints[i];
    const LoopJointState s = joint_state(i);
    const Matrix3d R_WM = tree_.body(spec.b).R * to_eigen(spec.X_BM.rotation);
    const Matrix3d turn = R_WM * (s.joint.R_WF * s.reference.R).transpose();
    const Vector3d apart = point(spec.b, spec.X_BM.translation).position - s.joint.p_M;
    const Eigen::AngleAxisd angle(turn);
    for (int k = 0; k < 3; ++k) rows.push_back(angle.angle() * angle.axis()[k]);
    rows.insert(rows.end(), apart.begin(), apart.end());
  }
  for (const Rod& rod : loops_.specs().rods)
    rows.push_back((point(rod.b, rod.p_B).position - point(rod.a, rod.p_A).position).norm() -
                   rod.length);
  for (const Coupling& coupling : loops_.specs().couplings)
    rows.push_back(coupling_state(coupling).value.phi);
  for (const Rolling& rolling : loops_.specs().rollings)
    rows.push_back(rolling_state(rolling).height);
  return Eigen::Map<VectorXd>(rows.data(), static_cast<Index>(rows.size()));
}

VectorXd ClosedReference::velocity_residual() const {
  std::vector<double> rows;
  const auto append = [&](const Vector3d& u) { rows.insert(rows.end(), u.begin(), u.end()); };
  for (std::size_t i = 0; i < loops_.specs().joints.size(); ++i) {
    const LoopJoint& spec = loops_.specs().joints[i];
    const LoopJointState s = joint_state(i);
    append(tree_.body(spec.b).omega - tree_.body(spec.a).omega - s.joint.W * s.v);
    append(point(spec.b, s.joint.p_M).velocity - point(spec.a, s.joint.p_M).velocity -
           s.joint.P * s.v);
  }
  for (const Rod& rod : loops_.specs().rods) {
    const Point A = point(rod.a, rod.p_A), B = point(rod.b, rod.p_B);
    rows.push_back((B.position - A.position).normalized().dot(B.velocity - A.velocity));
  }
  for (const Coupling& coupling : loops_.specs().couplings) {
    const CouplingState s = coupling_state(coupling);
    rows.push_back(s.gradient.dot(s.rate));
  }
  for (const Rolling& rolling : loops_.specs().rollings) {
    const RollingState s = rolling_state(rolling);
    append(s.on_a.velocity - s.on_b.velocity);
  }
  return Eigen::Map<VectorXd>(rows.data(), static_cast<Index>(rows.size()));
}

MatrixXd ClosedReference::velocity_jacobian(const Loops& loops, const VectorXd& q) {
  const auto column = [&](const VectorXd& v) {
    return ClosedReference(loops, q, v).velocity_residual();
  };
  MatrixXd J(column(VectorXd::Zero(loops.nv())).size(), loops.nv());
  for (int k = 0; k < loops.nv(); ++k) J.col(k) = column(VectorXd::Unit(loops.nv(), k));
  return J;
}

ClosedReference::Layout ClosedReference::layout() const {
  const LoopSpecs& specs = loops_.specs();
  const auto count = [](const auto& list) { return static_cast<Index>(list.size()); };
  Layout at{};
  at.a = 6 * (loops_.tree().body_count() - 1);
  at.tree = at.a + loops_.nv();
  at.joints = at.tree + at.a;
  at.rods = at.joints + 6 * count(specs.joints);
  at.couplings = at.rods + count(specs.rods);
  at.rollings = at.couplings + count(specs.couplings);
  at.size = at.rollings + 3 * count(specs.rollings);
  return at;
}

void ClosedReference::add_point(const MatrixXd& rows, const Point& p, Index row, MatrixXd& kkt,
                                VectorXd& right) const {
  right.segment(row, rows.rows()) -= rows * p.centripetal;
  if (p.body == world_body) return;
  const Index column = 6 * (p.body.index - 1);
  kkt.block(row, column, rows.rows(), 3) -= rows * hat(p.lever);
  kkt.block(row, column + 3, rows.rows(), 3) += rows;
}

void ClosedReference::constrain_joints(const Layout& at, MatrixXd& kkt, VectorXd& right) const {
  const Model& tree = loops_.tree();
  for (int b = 1; b < tree.body_count(); ++b) {
    const JointId id = tree.body(BodyId{b}).inboard_joint;
    const JointInfo& info = tree.joint(id);
    tree_.constrain(tree_.joint(id), info.parent, info.child, at.a + info.v, at.tree + 6 * (b - 1),
                    kkt, right);
    kkt.diagonal().segment(at.a + info.v, info.nv) = info.spec.armature;
  }
  for (std::size_t i = 0; i < loops_.specs().joints.size(); ++i) {
    const LoopJoint& spec = loops_.specs().joints[i];
    const JointInfo& info = loops_.links().joint(JointId{static_cast<int>(i)});
    tree_.constrain(joint_state(i).joint, spec.a, spec.b, at.a + tree.nv() + info.v,
                    at.joints + 6 * static_cast<Index>(i), kkt, right);
  }
}

// Second derivatives of the rods', couplings' and rolling constraints' equations.
void ClosedReference::constrain_others(const Layout& at, MatrixXd& kkt, VectorXd& right) const {
  Index row = at.rods;
  for (const Rod& rod : loops_.specs().rods) {
    const Point A = point(rod.a, rod.p_A), B = point(rod.b, rod.p_B);
    const Vector3d d = B.position - A.position;
    add_point(d.normalized().transpose(), B, row, kkt, right);
    add_point(-d.normalized().transpose(), A, row, kkt, right);
    right[row++] -= (B.velocity - A.velocity).squaredNorm() / d.norm();
  }
  for (const Coupling& coupling : loops_.specs().couplings) {
    const CouplingState s = coupling_state(coupling);
    for (std::size_t k = 0; k < coupling.dofs.size(); ++k)
      kkt(row, at.a + coupling.dofs[k]) += s.gradient[static_cast<Index>(k)];
    right[row++] = -s.value.curvature;
  }
  for (const Rolling& rolling : loops_.specs().rollings) {
    const RollingState s = rolling_state(rolling);
    add_point(Matrix3d::Identity(), s.on_a, row, kkt, right);
    add_point(-Matrix3d::Identity(), s.on_b, row, kkt, right);
    right.segment<3>(row) -= s.extra;
    row += 3;
  }
}

MatrixXd ClosedReference::measured(const Layout& at) const {
  const Index joints = at.rods - at.joints, others = at.size - at.rods;
  MatrixXd rows = MatrixXd::Zero(joints + others, at.size);
  for (std::size_t i = 0; i < loops_.specs().joints.size(); ++i) {
    const Index k = 6 * static_cast<Index>(i);
    const MatrixXd T = constraint_space(joint_state(i).joint);
    rows.block(k, at.joints + k, T.cols(), 6) = T.transpose();
  }
  rows.bottomRightCorner(others, others).setIdentity();
  return rows;
}

ClosedReference::Solution ClosedReference::unpack(const Layout& at, const VectorXd& x) const {
  Solution s;
  s.a = x.segment(at.a, loops_.nv());
  s.accelerations.assign(1, Vector6d::Zero());
  s.tree_wrenches = s.accelerations;
  for (Index k = 0; k < at.a; k += 6) {
    s.accelerations.push_back(x.segment<6>(k));
    s.tree_wrenches.push_back(x.segment<6>(at.tree + k));
  }
  for (Index k = at.joints; k < at.rods; k += 6) s.loop_wrenches.push_back(x.segment<6>(k));
  s.rod_tensions = -x.segment(at.rods, at.couplings - at.rods);
  s.couplings = x.segment(at.couplings, at.rollings - at.couplings);
  for (Index k = at.rollings; k < at.size; k += 3) s.rolling_forces.push_back(x.segment<3>(k));
  return s;
}

ClosedReference::Solution ClosedReference::forward(
    const VectorXd& tau, const Held& held, const std::vector<Force<double>>& external) const {
  const Layout at = layout();
  MatrixXd kkt = MatrixXd::Zero(at.size, at.size);
  VectorXd right = VectorXd::Zero(at.size);
  for (int b = 1; b < loops_.tree().body_count(); ++b) tree_.newton_euler(b, external, kkt, right);
  constrain_joints(at, kkt, right);
  constrain_others(at, kkt, right);
  // Multipliers enter the equations of motion by minus the transposed constraints.
  kkt.topRightCorner(at.tree, at.size - at.tree) =
      -kkt.bottomLeftCorner(at.size - at.tree, at.tree).transpose();
  const MatrixXd efforts = kkt.middleRows(at.a, loops_.nv());
  right.segment(at.a, loops_.nv()) = tau;
  for (std::size_t i = 0; i < held.mask.size(); ++i) {
    if (!held.mask[i]) continue;
    const Index row = at.a + static_cast<Index>(i);
    kkt.row(row).setZero();
    kkt(row, row) = 1.0;
    right[row] = held.a[static_cast<Index>(i)];
  }
  // With a positive mass matrix, what is idle moves nothing: it is multipliers alone. Found in
  // their own columns, where no inertia spoils the condition.
  const MatrixXd idle = null_space(kkt.topRightCorner(at.tree, at.size - at.tree));
  MatrixXd null = MatrixXd::Zero(at.size, idle.cols());
  null.bottomRows(idle.rows()) = idle;
  const MatrixXd picked = measured(at);
  const VectorXd x = least_solution(kkt, right, null, picked);
  Solution s = unpack(at, x);
  s.tau = tau;
  for (std::size_t i = 0; i < held.mask.size(); ++i)
    if (const auto k = static_cast<Index>(i); held.mask[i]) s.tau[k] = efforts.row(k) * x;
  s.redundant_rows = static_cast<int>(idle.cols());
  s.multiplier_norm = (picked * x).norm();
  return s;
}

}  // namespace catena::test
