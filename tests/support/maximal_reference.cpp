#include "tests/support/maximal_reference.hpp"

#include "catena/math/views.hpp"

namespace catena::test {
namespace {

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

// One step of refinement keeps the reference well below the tolerance of the tests.
VectorXd solve(const Eigen::MatrixXd& A, const VectorXd& b) {
  const Eigen::PartialPivLU<Eigen::MatrixXd> lu(A);
  const VectorXd x = lu.solve(b);
  return x + lu.solve(b - A * x);
}

}  // namespace

Matrix3d hat(const Vector3d& v) {
  Matrix3d m;
  m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return m;
}

MaximalReference::MaximalReference(const Model& model, const VectorXd& q, const VectorXd& v)
    : model_(model),
      bodies_(static_cast<std::size_t>(model.body_count())),
      joints_(static_cast<std::size_t>(model.joint_count())) {
  std::vector<bool> placed(bodies_.size(), false);
  placed[0] = true;
  // Bodies may come in any order: sweep until every parent has been met.
  for (std::size_t round = 0; round < bodies_.size(); ++round)
    for (int b = 1; b < model.body_count(); ++b) {
      const auto k = static_cast<std::size_t>(b);
      const auto parent = static_cast<std::size_t>(model.body(BodyId{b}).parent.index);
      if (placed[k] || !placed[parent]) continue;
      place(BodyId{b}, q, v);
      placed[k] = true;
    }
}

MaximalReference::Joint MaximalReference::joint_on(const Body& parent,
                                                   const Transform<double>& X_PF,
                                                   const JointReference& reference) {
  const Matrix3d R_WF = parent.R * to_eigen(X_PF.rotation);
  const Vector3d p_F = parent.p + parent.R * to_eigen(X_PF.translation);
  return {R_WF,
          p_F + R_WF * reference.p,
          R_WF * reference.W,
          R_WF * reference.P,
          Vector3d::Zero(),
          Vector3d::Zero()};
}

void MaximalReference::add_bias(Joint& joint, const JointReference& reference, const Body& parent,
                                const Body& child, const VectorXd& v_joint) {
  const Vector3d omega_rel = joint.W * v_joint, velocity_rel = joint.P * v_joint;
  const Vector3d from_parent = joint.p_M - parent.p, from_child = joint.p_M - child.p;
  joint.alpha = parent.omega.cross(omega_rel) + joint.R_WF * reference.W_bias;
  joint.accel = parent.omega.cross(parent.omega.cross(from_parent)) +
                2 * parent.omega.cross(velocity_rel) + joint.R_WF * reference.P_bias -
                child.omega.cross(child.omega.cross(from_child));
}

void MaximalReference::place(BodyId id, const VectorXd& q, const VectorXd& v) {
  const JointId joint_id = model_.body(id).inboard_joint;
  const JointInfo& info = model_.joint(joint_id);
  const Body& parent = body(info.parent);
  Body& child = bodies_[static_cast<std::size_t>(id.index)];
  Joint& joint = joints_[static_cast<std::size_t>(joint_id.index)];
  child.joint = joint_id.index;

  const VectorXd v_joint = v.segment(info.v, info.nv);
  const JointReference r = joint_reference(info.spec, q.segment(info.q, info.nq), v_joint);
  joint = joint_on(parent, info.X_PF, r);
  child.R = joint.R_WF * r.R * to_eigen(info.X_BM.rotation).transpose();
  child.p = joint.p_M - child.R * to_eigen(info.X_BM.translation);
  child.omega = parent.omega + joint.W * v_joint;
  child.velocity = parent.velocity + parent.omega.cross(joint.p_M - parent.p) + joint.P * v_joint -
                   child.omega.cross(joint.p_M - child.p);
  add_bias(joint, r, parent, child, v_joint);
}

void MaximalReference::newton_euler(int b, const std::vector<Force<double>>& external,
                                    Eigen::MatrixXd& kkt, VectorXd& right) const {
  const Body& body = bodies_[static_cast<std::size_t>(b)];
  const Inertia<double>& inertia = model_.body(BodyId{b}).inertia;
  const Matrix3d I = body.R * to_eigen(inertia.rotational) * body.R.transpose();
  const Vector3d h = body.R * to_eigen(inertia.moment);
  const Vector3d g = to_eigen(model_.gravity());
  const Index row = 6 * (b - 1);
  kkt.block<3, 3>(row, row) = I;
  kkt.block<3, 3>(row, row + 3) = hat(h);
  kkt.block<3, 3>(row + 3, row) = -hat(h);
  kkt.block<3, 3>(row + 3, row + 3) = inertia.mass * Matrix3d::Identity();
  const Vector3d I_omega = I * body.omega;
  right.segment<3>(row) = h.cross(g) - body.omega.cross(I_omega);
  right.segment<3>(row + 3) = inertia.mass * g - body.omega.cross(body.omega.cross(h));
  if (external.empty()) return;
  const Force<double>& f = external[static_cast<std::size_t>(b)];
  right.segment<3>(row) += body.R * to_eigen(f.angular);
  right.segment<3>(row + 3) += body.R * to_eigen(f.linear);
}

void MaximalReference::constrain(const Joint& joint, BodyId parent, BodyId child, Index column_a,
                                 Index row, Eigen::MatrixXd& kkt, VectorXd& right) const {
  const auto attach = [&](BodyId id, double sign) {
    if (id == world_body) return;
    const Index column = 6 * (id.index - 1);
    kkt.block<3, 3>(row, column) = sign * Matrix3d::Identity();
    kkt.block<3, 3>(row + 3, column) = -sign * hat(joint.p_M - body(id).p);
    kkt.block<3, 3>(row + 3, column + 3) = sign * Matrix3d::Identity();
  };
  attach(child, 1.0);
  attach(parent, -1.0);
  kkt.block(row, column_a, 3, joint.W.cols()) = -joint.W;
  kkt.block(row + 3, column_a, 3, joint.P.cols()) = -joint.P;
  right.segment<3>(row) = joint.alpha;
  right.segment<3>(row + 3) = joint.accel;
}

void MaximalReference::assemble(const std::vector<Force<double>>& external) {
  const Index n = 6 * (model_.body_count() - 1), size = 2 * n + model_.nv();
  kkt_ = Eigen::MatrixXd::Zero(size, size);
  right_ = VectorXd::Zero(size);
  for (int b = 1; b < model_.body_count(); ++b) {
    newton_euler(b, external, kkt_, right_);
    const int joint = bodies_[static_cast<std::size_t>(b)].joint;
    const JointInfo& info = model_.joint(JointId{joint});
    constrain(joints_[static_cast<std::size_t>(joint)], info.parent, info.child, n + info.v,
              n + model_.nv() + 6 * (b - 1), kkt_, right_);
    kkt_.diagonal().segment(n + info.v, info.nv) = info.spec.armature;
  }
  // The joints' wrenches enter the equations of the bodies by minus the transposed constraints.
  const Index free = n + model_.nv();
  kkt_.topRightCorner(free, n) = -kkt_.bottomLeftCorner(n, free).transpose();
}

MaximalReference::Solution MaximalReference::unpack(const VectorXd& x, const VectorXd& tau) const {
  const Index n = 6 * (model_.body_count() - 1);
  Solution s{x.segment(n, model_.nv()), tau, {}, {}, {}};
  s.accelerations.assign(bodies_.size(), Vector6d::Zero());
  s.wrenches.assign(bodies_.size(), Vector6d::Zero());
  s.world_wrenches = s.wrenches;
  for (int b = 1; b < model_.body_count(); ++b) {
    const auto k = static_cast<std::size_t>(b);
    s.accelerations[k] = x.segment<6>(6 * (b - 1));
    const Vector6d w = x.segment<6>(n + model_.nv() + 6 * (b - 1));
    s.wrenches[k] << bodies_[k].R.transpose() * w.head<3>(), bodies_[k].R.transpose() * w.tail<3>();
    const Vector3d& p = joints_[static_cast<std::size_t>(bodies_[k].joint)].p_M;
    s.world_wrenches[k] << w.head<3>() + p.cross(Vector3d(w.tail<3>())), w.tail<3>();
  }
  return s;
}

MaximalReference::Solution MaximalReference::forward(
    const VectorXd& tau, const std::vector<Force<double>>& external) const {
  MaximalReference system = *this;
  system.assemble(external);
  // The rows of the joints' accelerations read W^T moment + P^T force + armature a = tau.
  system.right_.segment(6 * (model_.body_count() - 1), model_.nv()) = tau;
  return unpack(solve(system.kkt_, system.right_), tau);
}

MaximalReference::Solution MaximalReference::inverse(
    const VectorXd& a, const std::vector<Force<double>>& external) const {
  MaximalReference system = *this;
  system.assemble(external);
  // The joints' accelerations are known: their rows become a = given, and tau follows after.
  const Index n = 6 * (model_.body_count() - 1);
  const Eigen::MatrixXd effort_rows = system.kkt_.middleRows(n, model_.nv());
  system.kkt_.middleRows(n, model_.nv()).setZero();
  system.kkt_.block(n, n, model_.nv(), model_.nv()).setIdentity();
  system.right_.segment(n, model_.nv()) = a;
  const VectorXd x = solve(system.kkt_, system.right_);
  return unpack(x, effort_rows * x);
}

}  // namespace catena::test
