// The Puma 560 against published efforts (Corke & Armstrong-Helouvry 1994).

#include "catena/library/puma560.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "catena/dynamics/kinematics.hpp"
#include "catena/dynamics/mass_matrix.hpp"
#include "catena/dynamics/passive.hpp"
#include "catena/dynamics/rnea.hpp"
#include "catena/library/builtin_models.hpp"

namespace catena::test {
namespace {

using Eigen::VectorXd;
using std::numbers::pi;

class Puma560 : public testing::Test {
 protected:
  VectorXd efforts(double v, double a) {
    VectorXd tau(6);
    const VectorXd velocity = VectorXd::Constant(6, v), acceleration = VectorXd::Constant(6, a);
    rnea(model, nominal, velocity, acceleration, tau, ws);
    return tau;
  }
  void expect(const VectorXd& found, const VectorXd& published) {
    for (int i = 0; i < 6; ++i) EXPECT_NEAR(found[i], published[i], 1e-6) << i;
  }

  const Model model = puma560({.shoulder_height = 0.0});
  const VectorXd nominal = (VectorXd(6) << 0, pi / 4, pi, 0, pi / 4, 0).finished();
  Workspace<double> ws{model};
};

VectorXd six(double a, double b, double c, double d, double e, double f) {
  return (VectorXd(6) << a, b, c, d, e, f).finished();
}

TEST_F(Puma560, StandsWherePublished) {
  Kinematics<double> kinematics(model);
  kinematics.compute(model, nominal);
  const Vec3<double> p = kinematics.pose(model, model.find_frame("flange")).translation;
  EXPECT_NEAR(p.x, .596303, 5e-7);
  EXPECT_NEAR(p.y, -.15005, 5e-7);
  EXPECT_NEAR(p.z, -.014354, 5e-7);
}

TEST_F(Puma560, HasThePublishedEffortsWithoutFriction) {
  expect(efforts(0, 0), six(0, 31.63988, 6.035138, 0, .028253, 0));
  expect(efforts(0, 1), six(3.353111, 36.002511, 7.425964, .190043, .203441, .194133));
  expect(efforts(1, 1), six(1.962036, 37.78543, 6.673937, .191266, .20582, .194281));
}

// Friction of the table, with its two directions.
TEST_F(Puma560, HasThePublishedEffortsWithFriction) {
  VectorXd tau = efforts(1, 1);
  for (int i = 0; i < 6; ++i) {
    const PumaMotor& motor = puma560_motors()[static_cast<std::size_t>(i)];
    tau[i] +=
        motor.viscous * motor.gear * motor.gear + std::abs(motor.gear) * motor.coulomb_forward;
  }
  expect(tau, six(32.495243, 60.866988, 17.743595, 1.454519, 1.29911, .713781));
}

// The model's own friction is that of the table but for a constant effort.
TEST_F(Puma560, CarriesTheMeanOfBothFrictions) {
  const VectorXd velocity = VectorXd::Ones(6);
  VectorXd passive(6);
  passive_efforts(model, nominal, velocity, passive, ws);
  for (int i = 0; i < 6; ++i) {
    const PumaMotor& motor = puma560_motors()[static_cast<std::size_t>(i)];
    EXPECT_NEAR(-passive[i], motor.viscous * motor.gear * motor.gear, 1e-12);
    EXPECT_NEAR(model.joint(JointId{i}).spec.coulomb_friction[0],
                std::abs(motor.gear) * (motor.coulomb_forward + motor.coulomb_backward) / 2, 1e-12);
  }
}

TEST_F(Puma560, HasThePublishedMassMatrix) {
  Eigen::MatrixXd M(6, 6);
  crba(model, nominal, M, ws);
  expect(M.diagonal(), six(3.659375, 4.413742, .937842, .192532, .171348, .194105));
}

TEST(Puma560Model, IsBuiltInAndStandsOnItsPedestal) {
  const Model model = builtin_builder("puma560").build();
  Kinematics<double> kinematics(model);
  const VectorXd zero = VectorXd::Zero(6);
  kinematics.compute(model, zero);
  EXPECT_NEAR(kinematics.pose(model, model.find_frame("trunk")).translation.z, 0.6718, 1e-12);
  for (int b = 0; b < model.body_count(); ++b) EXPECT_FALSE(model.shapes(BodyId{b}).empty()) << b;
  ASSERT_EQ(model.warnings().size(), 1U);
  EXPECT_NE(model.warnings()[0].find("forearm"), std::string::npos);
}

}  // namespace
}  // namespace catena::test
