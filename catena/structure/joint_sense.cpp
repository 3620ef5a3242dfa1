#include "catena/structure/joint_sense.hpp"

#include <algorithm>

#include "catena/dynamics/recursion.hpp"
#include "catena/math/rotation.hpp"

namespace catena {

namespace {

using Where = JointPlace::Where;

Vec3<double> load(const double* x) {
  return {x[0], x[1], x[2]};
}
void store(const Vec3<double>& x, double* out) {
  out[0] = x.x, out[1] = x.y, out[2] = x.z;
}
void store(const Motion<double>& m, double* out) {
  store(m.angular, out);
  store(m.linear, out + 3);
}

bool is_reversed_ball(const DeclaredJoint& joint) {
  return joint.reversed && joint.spec->kind == JointKind::Spherical;
}

bool has_coordinates(Where where) {
  return where == Where::Tree || where == Where::Loop;
}

// What `all` says of a joint whose rates are in it, in the sense in which it was declared.
void take_rate(const DeclaredJoint& joint, const Eigen::VectorXd& q, const Eigen::VectorXd& all,
               Eigen::VectorXd& out) {
  out = all.segment(joint.v, joint.nv);
  if (is_reversed_ball(joint)) reverse_ball_rate(q.data() + joint.q, out.data());
}

void require_sizes(const char* call, const Structure& structure, const Eigen::VectorXd& q,
                   const Eigen::VectorXd& v) {
  detail::require_size(call, "q", q.size(), structure.loops->nq());
  detail::require_size(call, "v", v.size(), structure.loops->nv());
}

}  // namespace

DeclaredJoint::DeclaredJoint(const Structure& structure, const JointPlace& place)
    : reversed(place.reversed) {
  const auto take = [&](const JointInfo& joint) {
    spec = &joint.spec;
    a = joint.parent, b = joint.child;
    X_AF = &joint.X_PF, X_BM = &joint.X_BM;
    q = joint.q, v = joint.v, nq = joint.nq, nv = joint.nv;
  };
  if (place.where == Where::Loop) {
    const LoopJoint& loop = structure.loops->specs().joints[static_cast<std::size_t>(place.index)];
    take(structure.loops->links().joint(JointId{place.index}));
    spec = &loop.spec;
    a = loop.a, b = loop.b;
    X_AF = &loop.X_AF, X_BM = &loop.X_BM;
    q += structure.tree->nq(), v += structure.tree->nv();
    return;
  }
  take((place.where == Where::Tree ? structure.tree : structure.home)->joint(JointId{place.index}));
  if (!reversed) return;
  std::swap(a, b);
  std::swap(X_AF, X_BM);
  axis_sign = -1.0;
}

void reverse_ball(double* q) {
  conjugate(Quaternion<double>::load(q)).store(q);
}

void reverse_ball_rate(const double* q, double* rate) {
  store(-(rotation_matrix(Quaternion<double>::load(q)) * load(rate)), rate);
}

void free_coordinates(const Model& tree, const Kinematics<double>& kinematics,
                      const DeclaredJoint& joint, double* q, double* v) {
  const FrameId frame = tree.body_frame(joint.b);
  const Transform<double> X_FM = inverse(*joint.X_AF) * kinematics.pose(tree, frame) * *joint.X_BM;
  quaternion_of(X_FM.rotation).store(q);
  store(X_FM.translation, q + 4);
  store(inverse_times(*joint.X_BM, kinematics.velocity(tree, frame, Reference::Local)), v);
}

Where joint_coordinates(const Structure& structure, const Eigen::VectorXd& q,
                        const Eigen::VectorXd& v, std::string_view name, Eigen::VectorXd& q_out,
                        Eigen::VectorXd& v_out) {
  require_sizes("joint_coordinates", structure, q, v);
  const JointPlace place = structure.find(name);
  q_out.resize(0);
  v_out.resize(0);
  if (place.where == Where::Absent) return place.where;
  const DeclaredJoint joint(structure, place);
  if (place.where == Where::Pose) {
    const Model& tree = *structure.tree;
    Kinematics<double> kinematics(tree);
    kinematics.compute(tree, In<double>(q.data(), tree.nq()), In<double>(v.data(), tree.nv()));
    q_out.resize(7);
    v_out.resize(6);
    free_coordinates(tree, kinematics, joint, q_out.data(), v_out.data());
    return place.where;
  }
  q_out = q.segment(joint.q, joint.nq);
  if (is_reversed_ball(joint)) reverse_ball(q_out.data());
  take_rate(joint, q, v, v_out);
  return place.where;
}

Where joint_accelerations(const Structure& structure, const Eigen::VectorXd& q,
                          const Eigen::VectorXd& v, const Eigen::VectorXd& a, std::string_view name,
                          Eigen::VectorXd& a_out) {
  require_sizes("joint_accelerations", structure, q, v);
  detail::require_size("joint_accelerations", "a", a.size(), structure.loops->nv());
  const JointPlace place = structure.find(name);
  a_out.resize(0);
  if (place.where == Where::Absent) return place.where;
  const DeclaredJoint joint(structure, place);
  if (has_coordinates(place.where)) {
    take_rate(joint, q, a, a_out);
    return place.where;
  }
  const Model& tree = *structure.tree;
  Kinematics<double> kinematics(tree);
  kinematics.compute(tree, In<double>(q.data(), tree.nq()), In<double>(v.data(), tree.nv()),
                     In<double>(a.data(), tree.nv()));
  a_out.resize(6);
  store(inverse_times(*joint.X_BM,
                      kinematics.acceleration(tree, tree.body_frame(joint.b), Reference::Local)),
        a_out.data());
  return place.where;
}

Where joint_efforts(const Structure& structure, const Eigen::VectorXd& q,
                    const Eigen::VectorXd& tau, std::string_view name, Eigen::VectorXd& tau_out) {
  require_sizes("joint_efforts", structure, q, tau);
  const JointPlace place = structure.find(name);
  tau_out.resize(0);
  if (has_coordinates(place.where)) take_rate(DeclaredJoint(structure, place), q, tau, tau_out);
  return place.where;
}

Where add_joint_efforts(const Structure& structure, const Eigen::VectorXd& q, std::string_view name,
                        const Eigen::VectorXd& tau_joint, Eigen::VectorXd& tau) {
  require_sizes("add_joint_efforts", structure, q, tau);
  const JointPlace place = structure.find(name);
  if (!has_coordinates(place.where)) return place.where;
  const DeclaredJoint joint(structure, place);
  detail::require_size("add_joint_efforts", "tau_joint", tau_joint.size(), joint.nv);
  Eigen::VectorXd now = tau_joint;
  if (is_reversed_ball(joint)) {
    double declared[4];  // the orientation that the given efforts belong to
    std::copy_n(q.data() + joint.q, 4, declared);
    reverse_ball(declared);
    reverse_ball_rate(declared, now.data());
  }
  tau.segment(joint.v, joint.nv) += now;
  return place.where;
}

}  // namespace catena
