#include "conventions.hpp"

#include <stdexcept>

namespace catena::bench {
namespace {

std::vector<double> to_vector(const Eigen::MatrixXd& m) {
  return {m.data(), m.data() + m.size()};
}

}  // namespace

Translator::Translator(const NeutralModel& model, const BenchState& state,
                       FreeConvention convention, std::vector<int> first_v)
    : state_(&state),
      T_(Eigen::MatrixXd::Zero(model.nv, model.nv)),
      T_inverse_(Eigen::MatrixXd::Zero(model.nv, model.nv)),
      drift_(Eigen::VectorXd::Zero(model.nv)) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const NeutralBody& body = model.bodies[i];
    const int to = first_v[i];
    if (body.joint == NeutralJoint::RevoluteZ) {
      T_(to, body.v) = T_inverse_(body.v, to) = 1.0;
      continue;
    }
    if (body.parent != -1 || !body.R.isIdentity(1e-14) || !body.p.isZero(1e-14))
      throw std::runtime_error("the free joint is not at the world's origin");
    const Eigen::Matrix3d R = base_quaternion(body, state).toRotationMatrix();
    const Eigen::Matrix3d I = Eigen::Matrix3d::Identity();
    const Eigen::Map<const Vector6> v(state.v.data() + body.v);
    const Eigen::Vector3d w = v.head<3>(), linear = v.tail<3>();
    const int angular_to = to + (convention.angular_first ? 0 : 3);
    const int linear_to = to + (convention.angular_first ? 3 : 0);
    const Eigen::Matrix3d A = convention.angular_in_world ? R : I;
    const Eigen::Matrix3d L = convention.linear_in_world ? R : I;
    T_.block<3, 3>(angular_to, body.v) = A;
    T_.block<3, 3>(linear_to, body.v + 3) = L;
    T_inverse_.block<3, 3>(body.v, angular_to) = A.transpose();
    T_inverse_.block<3, 3>(body.v + 3, linear_to) = L.transpose();
    if (convention.linear_in_world) drift_.segment<3>(linear_to) = R * w.cross(linear);
  }
}

std::vector<double> Translator::acceleration_back(const Eigen::VectorXd& a) const {
  return to_vector(T_inverse_ * (a - drift_));
}

std::vector<double> Translator::effort_back(const Eigen::VectorXd& tau) const {
  return to_vector(T_.transpose() * tau);
}

std::vector<double> Translator::mass_matrix_back(const Eigen::MatrixXd& M) const {
  return to_vector(T_.transpose() * M * T_);
}

std::vector<double> Translator::jacobian_back(const Eigen::MatrixXd& J) const {
  return to_vector(J * T_);
}

Eigen::VectorXd Translator::map(const std::vector<double>& x) {
  return Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
}

}  // namespace catena::bench
