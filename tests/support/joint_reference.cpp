#include "tests/support/joint_reference.hpp"

#include <Eigen/Geometry>

#include "catena/math/rotation.hpp"
#include "catena/math/views.hpp"
#include "tests/support/custom_joints.hpp"

namespace catena::test {
namespace {

using Eigen::AngleAxisd;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

JointReference at_rest(int nv) {
  return {Matrix3d::Identity(),          Vector3d::Zero(), Eigen::Matrix3Xd::Zero(3, nv),
          Eigen::Matrix3Xd::Zero(3, nv), Vector3d::Zero(), Vector3d::Zero()};
}

// Rotations in sequence: each later axis is carried by the earlier rotations, so
// d omega/dt gains W_i x W_j v_i v_j for i < j.
void rotate_in_sequence(const std::vector<Vector3d>& axes, const VectorXd& q, const VectorXd& v,
                        JointReference& j) {
  for (std::size_t k = 0; k < axes.size(); ++k) {
    const auto column = static_cast<Eigen::Index>(k);
    j.W.col(column) = j.R * axes[k];
    for (Eigen::Index i = 0; i < column; ++i)
      j.W_bias += j.W.col(i).cross(j.W.col(column)) * v[i] * v[column];
    j.R = j.R * AngleAxisd(q[column], axes[k]).toRotationMatrix();
  }
}

JointReference along_one_axis(JointKind kind, const Vector3d& axis, double pitch,
                              const VectorXd& q) {
  JointReference j = at_rest(static_cast<int>(q.size()));
  if (kind != JointKind::Prismatic) {
    j.R = AngleAxisd(q[0], axis).toRotationMatrix();
    j.W.col(0) = axis;
  }
  if (kind == JointKind::Prismatic) j.P.col(0) = axis;
  if (kind == JointKind::Helical) j.P.col(0) = pitch * axis;
  if (kind == JointKind::Cylindrical) j.P.col(1) = axis;
  j.p = j.P * q;
  return j;
}

JointReference planar(const Vector3d& normal, const VectorXd& q) {
  JointReference j = at_rest(3);
  // The convention for x and y in the plane is the library's; nothing else could know it.
  const Mat3<double> plane = rotation_z_onto(to_vec3(normal));
  j.R = AngleAxisd(q[2], normal).toRotationMatrix();
  j.W.col(2) = normal;
  j.P.col(0) = to_eigen(plane.c0);
  j.P.col(1) = to_eigen(plane.c1);
  j.p = j.P * q;
  return j;
}

JointReference quaternion_joint(const VectorXd& q, const VectorXd& v) {
  JointReference j = at_rest(static_cast<int>(v.size()));
  j.R = Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix();
  j.W.leftCols<3>() = j.R;  // the derivative of R omega_M is R alpha_M, as omega x omega = 0
  if (v.size() == 6) {
    j.p = q.tail<3>();
    j.P.rightCols<3>() = j.R;
    const Vector3d omega = j.R * v.head<3>(), velocity = j.R * v.tail<3>();
    j.P_bias = omega.cross(velocity);
  }
  return j;
}

JointReference ellipse(double q, double v) {
  constexpr double a = EllipseJoint::a, b = EllipseJoint::b;
  const double s = std::sin(q), c = std::cos(q);
  const double speed2 = a * a * s * s + b * b * c * c;
  JointReference j = at_rest(1);
  j.R = AngleAxisd(std::atan2(b * c, -a * s), Vector3d::UnitZ()).toRotationMatrix();
  j.p = {a * c, b * s, 0};
  j.W.col(0) = Vector3d(0, 0, a * b / speed2);
  j.W_bias = Vector3d(0, 0, -a * b * 2 * (a * a - b * b) * s * c / (speed2 * speed2)) * v * v;
  j.P.col(0) = Vector3d(-a * s, b * c, 0);
  j.P_bias = Vector3d(-a * c, -b * s, 0) * v * v;
  return j;
}

JointReference involute(double q, double v) {
  constexpr double r = InvoluteJoint::radius;
  const double s = std::sin(q), c = std::cos(q);
  JointReference j = at_rest(1);
  j.R = AngleAxisd(q, Vector3d::UnitZ()).toRotationMatrix();
  j.p = r * Vector3d(c + q * s, s - q * c, 0);
  j.W.col(0) = Vector3d::UnitZ();
  j.P.col(0) = r * q * Vector3d(c, s, 0);
  j.P_bias = r * v * v * Vector3d(c - q * s, s + q * c, 0);
  return j;
}

// The end of a cable of length l, which unwinds: p = l e1 + r e2 with axes that turn by q[0].
JointReference cable_end(JointKind kind, double r, const VectorXd& q, const VectorXd& v) {
  JointReference j = at_rest(static_cast<int>(q.size()));
  rotate_in_sequence({Vector3d::UnitZ()}, q, v, j);
  const Vector3d e1(std::cos(q[0]), std::sin(q[0]), 0), e2(-e1.y(), e1.x(), 0);
  const bool strain = kind == JointKind::InvoluteEps, length = kind == JointKind::InvoluteL;
  double l = length ? 0.0 : r * q[0], by_angle = length ? 0.0 : r, by_second = 1.0, curvature = 0.0;
  if (strain)
    l *= 1.0 + q[1], by_angle *= 1.0 + q[1], by_second = r * q[0], curvature = 2 * r * v[0] * v[1];
  else if (q.size() == 2)
    l += q[1];
  const double rate = by_angle * v[0] + (q.size() == 2 ? by_second * v[1] : 0.0);
  j.p = l * e1 + r * e2;
  j.P.col(0) = (by_angle - r) * e1 + l * e2;
  if (q.size() == 2) j.P.col(1) = by_second * e1;
  j.P_bias = (curvature - l * v[0] * v[0]) * e1 + (2 * rate * v[0] - r * v[0] * v[0]) * e2;
  return j;
}

JointReference ellipsoid_pan(const VectorXd& q, const VectorXd& v) {
  using Shape = EllipsoidPanJoint;
  JointReference j = at_rest(2);
  rotate_in_sequence({Vector3d::UnitZ(), -Vector3d::UnitY()}, q, v, j);
  const Vector3d axes(Shape::a, Shape::b, Shape::c);
  const double so = std::sin(q[0]), co = std::cos(q[0]), sa = std::sin(q[1]), ca = std::cos(q[1]);
  j.p = axes.cwiseProduct(Vector3d(co * ca, so * ca, sa));
  j.P.col(0) = axes.cwiseProduct(Vector3d(-so * ca, co * ca, 0));
  j.P.col(1) = axes.cwiseProduct(Vector3d(-co * sa, -so * sa, ca));
  const Vector3d twice_o(-co * ca, -so * ca, 0), mixed(so * sa, -co * sa, 0),
      twice_a(-co * ca, -so * ca, -sa);
  j.P_bias =
      axes.cwiseProduct(twice_o * v[0] * v[0] + 2 * mixed * v[0] * v[1] + twice_a * v[1] * v[1]);
  return j;
}

JointReference custom(CustomShape shape, const VectorXd& q, const VectorXd& v) {
  const std::vector<Vector3d> zyx = {Vector3d::UnitZ(), Vector3d::UnitY(), Vector3d::UnitX()};
  switch (shape) {
    case CustomShape::Ellipse:
      return ellipse(q[0], v[0]);
    case CustomShape::Involute:
      return involute(q[0], v[0]);
    case CustomShape::EllipsoidPan:
      return ellipsoid_pan(q, v);
    case CustomShape::EulerBall:
    case CustomShape::EulerFlight:
      break;
  }
  JointReference j = at_rest(static_cast<int>(v.size()));
  rotate_in_sequence(zyx, q, v, j);
  if (shape == CustomShape::EulerFlight) {
    j.p = q.tail<3>();
    j.P.rightCols<3>() = Matrix3d::Identity();
  }
  return j;
}

}  // namespace

JointReference joint_reference(const JointSpec& spec, const VectorXd& q, const VectorXd& v) {
  const Vector3d axis = spec.axis.normalized();
  switch (spec.kind) {
    case JointKind::Weld:
      return at_rest(0);
    case JointKind::Revolute:
    case JointKind::Continuous:
    case JointKind::Prismatic:
    case JointKind::Helical:
    case JointKind::Cylindrical:
      return along_one_axis(spec.kind, axis, spec.pitch, q);
    case JointKind::Universal: {
      JointReference j = at_rest(2);
      rotate_in_sequence({axis, spec.axis2.normalized()}, q, v, j);
      return j;
    }
    case JointKind::Planar:
      return planar(axis, q);
    case JointKind::Spherical:
    case JointKind::Free:
      return quaternion_joint(q, v);
    case JointKind::InvoluteRigid:
    case JointKind::InvoluteU:
    case JointKind::InvoluteEps:
    case JointKind::InvoluteL:
      return cable_end(spec.kind, spec.radius, q, v);
    case JointKind::Custom:
      return custom(shape_of(spec.custom.get()), q, v);
  }
  throw std::logic_error("joint_reference: unknown kind");
}

}  // namespace catena::test
