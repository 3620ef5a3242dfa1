// The mass matrix by four ways, and its inverse.

#include "catena/dynamics/mass_matrix.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>

#include "catena/dynamics/jacobians.hpp"
#include "catena/solvers/dense.hpp"
#include "tests/support/dynamics_calls.hpp"
#include "tests/support/sweep.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// The 6x6 matrix of a rigid body's inertia about its own origin.
Matrix6d dense(const Inertia<double>& inertia) {
  Matrix6d I;
  const Eigen::Matrix3d h = to_eigen(skew(inertia.moment));
  I << to_eigen(inertia.rotational), h, -h, inertia.mass * Eigen::Matrix3d::Identity();
  return I;
}

TEST(MassMatrix, EqualsTheColumnsOfRnea) {
  WorstError worst("crba = rnea columns", 1e-10);
  for_random_models(default_sweep, [&](const Model& model, const RandomState& s, auto) {
    DynamicsCalls calls(model);
    const VectorXd h = calls.bias(s.q, s.v);
    MatrixXd columns(model.nv(), model.nv());
    for (int k = 0; k < model.nv(); ++k)
      columns.col(k) = calls.rnea(s.q, s.v, VectorXd::Unit(model.nv(), k)) - h;
    worst.expect(calls.mass_matrix(s.q), columns);
  });
}

TEST(MassMatrix, EqualsTheSumOverBodiesFromJacobians) {
  WorstError worst("crba = sum of J^T I J + armature", 1e-10);
  for_random_models(default_sweep, [&](const Model& model, const RandomState& s, auto) {
    Kinematics<double> kinematics(model);
    kinematics.compute(model, s.q);
    MatrixXd sum = MatrixXd::Zero(model.nv(), model.nv()), J(6, model.nv());
    for (int b = 1; b < model.body_count(); ++b) {
      frame_jacobian<double>(model, kinematics, model.body_frame(BodyId{b}), Reference::Local, J);
      sum += J.transpose() * dense(model.body(BodyId{b}).inertia) * J;
    }
    for (int j = 0; j < model.joint_count(); ++j) {
      const JointInfo& joint = model.joint(JointId{j});
      sum.diagonal().segment(joint.v, joint.nv) += joint.spec.armature;
    }
    worst.expect(DynamicsCalls(model).mass_matrix(s.q), sum);
  });
}

TEST(MassMatrix, IsSymmetricAndPositive) {
  for_random_models(200, [&](const Model& model, const RandomState& s, auto) {
    if (model.nv() == 0) return;
    const MatrixXd M = DynamicsCalls(model).mass_matrix(s.q);
    EXPECT_EQ(M, M.transpose()) << "both triangles must be written, and alike";
    const MatrixXd one = MatrixXd::Identity(M.rows(), M.rows());
    EXPECT_GT(symmetric_modes(M, one).values[0], 0.0);
  });
}

TEST(MassMatrix, InverseTimesItselfIsOne) {
  WorstError worst("M M^-1 = 1", 1e-10), symmetric("M^-1 symmetric", 1e-10);
  for_random_models(default_sweep, [&](const Model& model, const RandomState& s, auto) {
    DynamicsCalls calls(model);
    const MatrixXd M = calls.mass_matrix(s.q), inverse = calls.mass_matrix_inverse(s.q);
    worst.expect(M * inverse, MatrixXd::Identity(model.nv(), model.nv()));
    symmetric.expect(inverse, inverse.transpose());
  });
}

TEST(MassMatrix, InverseColumnsAreUnitEffortsThroughAba) {
  WorstError worst("M^-1 = aba columns", 1e-10);
  for_random_models(200, [&](const Model& model, const RandomState& s, auto) {
    DynamicsCalls calls(model);
    const VectorXd zero = VectorXd::Zero(model.nv());
    const VectorXd rest = calls.aba(s.q, zero, zero);
    MatrixXd columns(model.nv(), model.nv());
    for (int k = 0; k < model.nv(); ++k)
      columns.col(k) = calls.aba(s.q, zero, VectorXd::Unit(model.nv(), k)) - rest;
    worst.expect(calls.mass_matrix_inverse(s.q), columns);
  });
}

}  // namespace
}  // namespace catena::test
