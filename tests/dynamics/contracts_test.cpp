// Arguments of the wrong size are refused with the call, the argument and both sizes.

#include <gtest/gtest.h>

#include "catena/dynamics/aba.hpp"
#include "catena/dynamics/derivatives.hpp"
#include "catena/dynamics/energy.hpp"
#include "catena/dynamics/jacobians.hpp"
#include "catena/dynamics/mass_matrix.hpp"
#include "catena/dynamics/passive.hpp"
#include "catena/dynamics/regressor.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

class Contracts : public testing::Test {
 protected:
  template <class F>
  void expect_refused(const char* function, const char* argument, const F& call) {
    try {
      call();
    } catch (const std::invalid_argument& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find(function), std::string::npos) << message;
      EXPECT_NE(message.find(std::string("'") + argument + "'"), std::string::npos) << message;
      return;
    }
    ADD_FAILURE() << function << " accepted a wrong '" << argument << "'";
  }

  const Model model_ = random_model(14);
  const RandomState s_ = random_state(model_, 14);
  const Eigen::Index n_ = model_.nv();
  Workspace<double> ws_{model_};
  Kinematics<double> kinematics_{model_};
  VectorXd out_{n_}, short_{n_ - 1};
  MatrixXd square_{n_, n_}, square2_{n_, n_}, square3_{n_, n_}, narrow_{n_, n_ - 1}, six_{6, n_};
  std::vector<Force<double>> few_{1, Force<double>::zero()};
};

TEST_F(Contracts, InverseAndForwardDynamics) {
  const VectorXd &q = s_.q, &v = s_.v, &a = s_.a;
  expect_refused("rnea", "q", [&] { rnea<double>(model_, short_, v, a, out_, ws_); });
  expect_refused("rnea", "v", [&] { rnea<double>(model_, q, short_, a, out_, ws_); });
  expect_refused("rnea", "a", [&] { rnea<double>(model_, q, v, short_, out_, ws_); });
  expect_refused("rnea", "tau", [&] { rnea<double>(model_, q, v, a, short_, ws_); });
  expect_refused("rnea", "external", [&] { rnea<double>(model_, q, v, a, out_, ws_, few_); });
  expect_refused("rnea_with_wrenches", "joint_wrenches",
                 [&] { rnea_with_wrenches<double>(model_, q, v, a, out_, few_, ws_); });
  expect_refused("bias_efforts", "v", [&] { bias_efforts<double>(model_, q, short_, out_, ws_); });
  expect_refused("gravity_efforts", "g", [&] { gravity_efforts<double>(model_, q, short_, ws_); });
  expect_refused("passive_efforts", "tau",
                 [&] { passive_efforts<double>(model_, q, v, short_, ws_); });
  expect_refused("aba", "q", [&] { aba<double>(model_, short_, v, a, out_, ws_); });
  expect_refused("aba", "tau", [&] { aba<double>(model_, q, v, short_, out_, ws_); });
  expect_refused("aba", "a", [&] { aba<double>(model_, q, v, a, short_, ws_); });
  expect_refused("aba", "external", [&] { aba<double>(model_, q, v, a, out_, ws_, few_); });
  const Eigen::Array<bool, 1, 1> one(true);
  expect_refused("hybrid_dynamics", "prescribed",
                 [&] { hybrid_dynamics<double>(model_, q, v, one, out_, out_, ws_); });
}

TEST_F(Contracts, Matrices) {
  const VectorXd &q = s_.q, &v = s_.v, &a = s_.a;
  expect_refused("crba", "M", [&] { crba<double>(model_, q, narrow_, ws_); });
  expect_refused("mass_matrix_inverse", "M_inverse",
                 [&] { mass_matrix_inverse<double>(model_, q, narrow_, ws_); });
  expect_refused("jacobians", "J", [&] { jacobians<double>(model_, q, square_, ws_); });
  kinematics_.compute(model_, q);
  expect_refused("frame_jacobian", "J", [&] {
    frame_jacobian<double>(model_, kinematics_, FrameId{0}, Reference::World, square_);
  });
  expect_refused("torque_regressor", "Y",
                 [&] { torque_regressor<double>(model_, q, v, a, narrow_, ws_); });
  expect_refused("centroidal_momentum_matrix", "A",
                 [&] { centroidal_momentum_matrix<double>(model_, q, square_, ws_); });
  expect_refused("rnea_derivatives", "dtau_dq", [&] {
    rnea_derivatives<double>(model_, q, v, a, narrow_, square2_, square3_, ws_);
  });
  expect_refused("aba_derivatives", "da_dv", [&] {
    aba_derivatives<double>(model_, q, v, a, square_, narrow_, square3_, ws_);
  });
  expect_refused("rnea_wrench_derivative", "dtau_df",
                 [&] { rnea_wrench_derivative<double>(model_, kinematics_, BodyId{1}, square_); });
  expect_refused("aba_wrench_derivative", "da_df", [&] {
    aba_wrench_derivative<double>(model_, kinematics_, BodyId{1}, square2_, square_);
  });
}

TEST_F(Contracts, EnergyAndKinematics) {
  expect_refused("kinetic_energy", "v",
                 [&] { (void)kinetic_energy<double>(model_, s_.q, short_, ws_); });
  expect_refused("potential_energy", "q",
                 [&] { (void)potential_energy<double>(model_, short_, ws_); });
  expect_refused("centre_of_mass", "q",
                 [&] { (void)centre_of_mass<double>(model_, short_, s_.v, ws_); });
  expect_refused("elastic_energy", "q", [&] { (void)elastic_energy<double>(model_, short_, ws_); });
  expect_refused("compute", "q", [&] { kinematics_.compute(model_, short_); });
  expect_refused("compute", "a", [&] { kinematics_.compute(model_, s_.q, s_.v, short_); });
}

TEST_F(Contracts, TheMessageTellsBothSizes) {
  try {
    rnea<double>(model_, s_.q, short_, s_.a, out_, ws_);
    FAIL();
  } catch (const std::invalid_argument& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find(std::to_string(n_)), std::string::npos) << message;
    EXPECT_NE(message.find(std::to_string(n_ - 1)), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace catena::test
