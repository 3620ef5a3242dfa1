#pragma once
// Coordinates of free joints: Catena's (angular, linear; both in the body's axes) and those of
// engines that keep some of them in world axes. Used while states and results are converted, never
// while a kernel is timed.

#include <Eigen/Geometry>
#include <vector>

#include "../contender.hpp"

namespace catena::bench {

// How an engine orders and expresses the velocity of a free joint.
struct FreeConvention {
  bool angular_first = true;
  bool angular_in_world = false;
  bool linear_in_world = false;
};

using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

inline Eigen::Quaterniond base_quaternion(const NeutralBody& body, const BenchState& state) {
  const double* q = state.q.data() + body.q;
  return {q[0], q[1], q[2], q[3]};
}
inline Eigen::Vector3d base_position(const NeutralBody& body, const BenchState& state) {
  return Eigen::Map<const Eigen::Vector3d>(state.q.data() + body.q + 4);
}

// Translates the vectors of one state between Catena's order and convention and an engine's, whose
// velocity coordinates of body i begin at first_v[i].
class Translator {
 public:
  Translator(const NeutralModel& model, const BenchState& state, FreeConvention convention,
             std::vector<int> first_v);

  Eigen::VectorXd velocity() const { return T_ * map(state_->v); }
  // Coordinates that stay in world axes see the turning of the body: d(R w)/dt = R (dw/dt + v x w).
  Eigen::VectorXd acceleration() const { return T_ * map(state_->a) + drift_; }
  Eigen::VectorXd effort() const { return T_inverse_.transpose() * map(state_->tau); }

  std::vector<double> acceleration_back(const Eigen::VectorXd& a) const;
  std::vector<double> effort_back(const Eigen::VectorXd& tau) const;
  std::vector<double> mass_matrix_back(const Eigen::MatrixXd& M) const;
  std::vector<double> jacobian_back(const Eigen::MatrixXd& J) const;

 private:
  static Eigen::VectorXd map(const std::vector<double>& x);

  const BenchState* state_;
  Eigen::MatrixXd T_, T_inverse_;  // engine velocity = T * Catena's velocity
  Eigen::VectorXd drift_;          // dT/dt * v
};

// A column (angular, linear) about the point p, moved to the world's origin.
inline Vector6 about_world_origin(const Vector6& column, const Eigen::Vector3d& p) {
  Vector6 moved = column;
  moved.tail<3>() += p.cross(column.head<3>());
  return moved;
}

}  // namespace catena::bench
