// Accelerations of small mechanisms at rest: RBDL's tests/DynamicsTests.cc and
// FloatingBaseTests.cc. Gravity is 9.81 along -y; every body has 1 kg.

#include <gtest/gtest.h>

#include "catena/dynamics/aba.hpp"
#include "catena/model/configuration.hpp"
#include "catena/model/model_builder.hpp"
#include "tests/oracles/printed_digits.hpp"

namespace catena {
namespace {

using test::expect_printed;
using Vec = Vec3<double>;

const Eigen::Vector3d x = Eigen::Vector3d::UnitX(), y = Eigen::Vector3d::UnitY(),
                      z = Eigen::Vector3d::UnitZ();

Inertia<double> unit_body(const Vec& com) {
  return inertia_about_com(1.0, com, Sym3<double>::diagonal(1, 1, 1));
}

class RbdlChain : public testing::Test {
 protected:
  RbdlChain() { builder_.set_gravity({0, -9.81, 0}); }

  // The body is named as its hinge is.
  BodyId hinge(const std::string& name, const Eigen::Vector3d& axis, BodyId parent, const Vec& at,
               const Inertia<double>& inertia) {
    const BodyId body = builder_.add_body(name, inertia);
    builder_.add_joint(revolute(name, axis), parent, body, Transform<double>::at(at));
    return body;
  }

  Eigen::VectorXd accelerations(const Eigen::VectorXd& tau) const {
    const Model model = builder_.build();
    const Eigen::VectorXd v = Eigen::VectorXd::Zero(model.nv());
    Eigen::VectorXd a(model.nv());
    Workspace<double> ws(model);
    aba(model, neutral_configuration(model), v, tau, a, ws);
    return a;
  }

  ModelBuilder builder_;
};

TEST_F(RbdlChain, SingleHinge) {
  hinge("a", z, world_body, {0, 0, 0}, unit_body({1, 0, 0}));
  expect_printed(accelerations(Eigen::VectorXd::Zero(1)), Eigen::VectorXd::Constant(1, -4.905), 15);
}

TEST_F(RbdlChain, SingleHingeWithUnevenBody) {
  hinge("a", z, world_body, {0, 0, 0},
        inertia_about_com(1.0, {1.5, 1, 1}, Sym3<double>::diagonal(1, 2, 3)));
  expect_printed(accelerations(Eigen::VectorXd::Zero(1)), Eigen::VectorXd::Constant(1, -2.3544),
                 15);
}

TEST_F(RbdlChain, DoubleChain) {
  const BodyId a = hinge("a", z, world_body, {0, 0, 0}, unit_body({1, 0, 0}));
  hinge("b", z, a, {1, 0, 0}, unit_body({1, 0, 0}));
  expect_printed(accelerations(Eigen::VectorXd::Zero(2)), Eigen::Vector2d(-5.886, 3.924), 15);
}

TEST_F(RbdlChain, TripleChain) {
  const BodyId a = hinge("a", z, world_body, {0, 0, 0}, unit_body({1, 0, 0}));
  const BodyId b = hinge("b", z, a, {1, 0, 0}, unit_body({1, 0, 0}));
  hinge("c", z, b, {1, 0, 0}, unit_body({1, 0, 0}));
  expect_printed(accelerations(Eigen::VectorXd::Zero(3)),
                 Eigen::Vector3d(-6.03692307692308, 3.77307692307692, 1.50923076923077), 15);
}

TEST_F(RbdlChain, TreeWithTwoBranches) {
  const BodyId a = hinge("a", z, world_body, {0, 0, 0}, unit_body({1, 0, 0}));
  const BodyId b1 = hinge("b1", y, a, {1, 0, 0}, unit_body({0, 1, 0}));
  hinge("c1", x, b1, {0, 1, 0}, unit_body({0, 0, 1}));
  const BodyId b2 = hinge("b2", y, a, {-0.5, 0, 0}, unit_body({0, 1, 0}));
  hinge("c2", x, b2, {0, -0.5, 0}, unit_body({0, 0, 1}));
  const Eigen::Matrix<double, 5, 1> printed = {
      -1.60319066147860, -0.534396887159533, 4.10340466926070, 0.267198443579767, 5.30579766536965};
  expect_printed(accelerations(Eigen::VectorXd::Zero(5)), printed, 15);
}

TEST_F(RbdlChain, FloatingBaseWithArm) {
  const BodyId base = builder_.add_body("base", unit_body({1, 0, 0}));
  builder_.add_joint(free_joint("floating"), world_body, base);
  hinge("arm", z, base, {2, 0, 0}, unit_body({1, 0, 0}));
  Eigen::Matrix<double, 7, 1> tau = Eigen::Matrix<double, 7, 1>::Zero(), printed = tau;
  printed[4] = -9.81;
  expect_printed(accelerations(tau), printed, 15);
  // One unit of torque on the hinge.
  tau[6] = 1.0;
  printed << 0, 0, -1, 0, -8.81, 0, 2;
  expect_printed(accelerations(tau), printed, 15);
}

}  // namespace
}  // namespace catena
