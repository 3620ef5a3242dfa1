#include "catena/arm/ik_target.hpp"

#include <cmath>

#include "catena/math/quaternion.hpp"

namespace catena {

namespace {

// log(R_wanted^T ...) of the rotation that takes the wanted axes to those that are, in the world.
Vec3<double> turn_from(const Mat3<double>& wanted, const Mat3<double>& is) {
  return logarithm(quaternion_of(is * transpose(wanted)));
}

// The inverse of the left Jacobian of rotation vectors: d/dt log(R) = L omega.
Vec3<double> left_inverse_times(const Vec3<double>& r, const Vec3<double>& w) {
  const double angle2 = dot(r, r);
  double c;  // (1 - (a/2) cot(a/2)) / a^2
  if (angle2 < 1e-4) {
    c = 1.0 / 12.0 + angle2 / 720.0;
  } else {
    const double half = 0.5 * std::sqrt(angle2);
    c = (1.0 - half / std::tan(half)) / angle2;
  }
  const Vec3<double> rw = cross(r, w);
  return w - 0.5 * rw + c * cross(r, rw);
}

void put(Eigen::Ref<Eigen::VectorXd> out, Eigen::Index row, const Vec3<double>& e) {
  out[row] = e.x, out[row + 1] = e.y, out[row + 2] = e.z;
}

}  // namespace

IkTarget IkTarget::at_pose(FrameId frame, const Transform<double>& pose) {
  IkTarget t;
  t.frame = frame, t.pose = pose;
  return t;
}
IkTarget IkTarget::at_position(FrameId frame, const Vec3<double>& position,
                               const Vec3<double>& point) {
  IkTarget t;
  t.kind = IkKind::Position, t.frame = frame, t.pose.translation = position, t.point = point;
  return t;
}
IkTarget IkTarget::oriented(FrameId frame, const Mat3<double>& rotation) {
  IkTarget t;
  t.kind = IkKind::Orientation, t.frame = frame, t.pose.rotation = rotation;
  return t;
}
IkTarget IkTarget::pointing(FrameId frame, const Vec3<double>& axis,
                            const Vec3<double>& direction) {
  IkTarget t;
  t.kind = IkKind::Direction, t.frame = frame;
  t.axis = (1.0 / norm(axis)) * axis, t.direction = (1.0 / norm(direction)) * direction;
  return t;
}
IkTarget IkTarget::on_line(FrameId frame, const Vec3<double>& through,
                           const Vec3<double>& direction, const Vec3<double>& point) {
  IkTarget t;
  t.kind = IkKind::PointOnLine, t.frame = frame, t.pose.translation = through, t.point = point;
  t.direction = (1.0 / norm(direction)) * direction;
  return t;
}

void ik_errors(const Model& model, const Kinematics<double>& kinematics,
               const std::vector<IkTarget>& targets, Eigen::Ref<Eigen::VectorXd> errors) {
  Eigen::Index row = 0;
  for (const IkTarget& t : targets) {
    const Transform<double> X = kinematics.pose(model, t.frame);
    const Vec3<double> way = X * t.point - t.pose.translation;
    switch (t.kind) {
      case IkKind::Pose:
        put(errors, row, turn_from(t.pose.rotation, X.rotation));
        put(errors, row + 3, way);
        break;
      case IkKind::Position:
        put(errors, row, way);
        break;
      case IkKind::Orientation:
        put(errors, row, turn_from(t.pose.rotation, X.rotation));
        break;
      case IkKind::Direction:
        put(errors, row, X.rotation * t.axis - t.direction);
        break;
      case IkKind::PointOnLine:
        put(errors, row, way - dot(way, t.direction) * t.direction);
        break;
    }
    row += t.rows();
  }
}

void ik_jacobian(const Model& model, const Kinematics<double>& kinematics,
                 const std::vector<IkTarget>& targets, Eigen::Ref<Eigen::MatrixXd> J) {
  J.setZero();
  const auto columns = kinematics.columns();
  Eigen::Index row = 0;
  for (const IkTarget& t : targets) {
    const Transform<double> X = kinematics.pose(model, t.frame);
    const Vec3<double> p = X * t.point, d = X.rotation * t.axis;
    const Vec3<double> turn = turn_from(t.pose.rotation, X.rotation);
    const auto write = [&](Eigen::Index at, int dof, const Vec3<double>& e) {
      J(at, dof) = e.x, J(at + 1, dof) = e.y, J(at + 2, dof) = e.z;
    };
    for (int n = model.frame(t.frame).node; n != 0;
         n = model.nodes()[static_cast<std::size_t>(n)].parent) {
      const Node& node = model.nodes()[static_cast<std::size_t>(n)];
      for (int dof = node.v; dof < node.v + node.nv; ++dof) {
        const Motion<double>& c = columns[static_cast<std::size_t>(dof)];
        const Vec3<double> linear = c.linear + cross(c.angular, p);
        switch (t.kind) {
          case IkKind::Pose:
            write(row, dof, left_inverse_times(turn, c.angular));
            write(row + 3, dof, linear);
            break;
          case IkKind::Position:
            write(row, dof, linear);
            break;
          case IkKind::Orientation:
            write(row, dof, left_inverse_times(turn, c.angular));
            break;
          case IkKind::Direction:
            write(row, dof, cross(c.angular, d));
            break;
          case IkKind::PointOnLine:
            write(row, dof, linear - dot(linear, t.direction) * t.direction);
            break;
        }
      }
    }
    row += t.rows();
  }
}

}  // namespace catena
