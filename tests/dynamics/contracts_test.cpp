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

// Every kernel refuses a workspace of another tree, smaller or larger or of the same size.
TEST_F(Contracts, AWorkspaceOfAnotherModel) {
  const auto chain = [](int links, bool branched) {
    ModelBuilder builder;
    BodyId last = builder.world();
    for (int i = 0; i < links; ++i) {
      const BodyId body = builder.add_body("b" + std::to_string(i), solid_sphere(1.0, 0.1));
      builder.add_joint(revolute("j" + std::to_string(i), {1, 0, 0}), last, body,
                        Transform<double>::at({0, 0, 1}));
      if (!branched || i % 2 == 0) last = body;
    }
    return builder.build();
  };
  const Model model = chain(6, false);
  const int n = model.nv();
  const VectorXd zero = VectorXd::Zero(n);
  VectorXd out(n);
  Eigen::MatrixXd A(n, n), B(n, n), C(n, n), J(6, n), Y(n, 10 * (model.body_count() - 1));
  const Eigen::Array<bool, Eigen::Dynamic, 1> none =
      Eigen::Array<bool, Eigen::Dynamic, 1>::Constant(n, false);
  for (const Model& other : {chain(2, false), chain(20, false), chain(6, true)}) {
    Workspace<double> ws(other);
    const auto refused = [&](const char* function, auto&& call) {
      try {
        call();
        ADD_FAILURE() << function << " took a workspace of another model";
      } catch (const std::invalid_argument& error) {
        const std::string text = error.what();
        for (const std::string& word :
             {std::string(function) + ":", std::string("workspace"),
              "nv = " + std::to_string(other.nv()), "nv = " + std::to_string(n)})
          EXPECT_NE(text.find(word), std::string::npos) << text;
      }
    };
    const VectorXd& z = zero;
    refused("aba", [&] { aba<double>(model, z, z, z, out, ws); });
    refused("rnea", [&] { rnea<double>(model, z, z, z, out, ws); });
    refused("crba", [&] { crba<double>(model, z, A, ws); });
    refused("bias_efforts", [&] { bias_efforts<double>(model, z, z, out, ws); });
    refused("gravity_efforts", [&] { gravity_efforts<double>(model, z, out, ws); });
    refused("mass_matrix_inverse", [&] { mass_matrix_inverse<double>(model, z, A, ws); });
    refused("hybrid_accelerations",
            [&] { hybrid_accelerations<double>(model, z, z, none, z, out, ws); });
    refused("jacobians", [&] { jacobians<double>(model, z, J, ws); });
    refused("rnea_derivatives", [&] { rnea_derivatives<double>(model, z, z, z, A, B, C, ws); });
    refused("aba_derivatives", [&] { aba_derivatives<double>(model, z, z, z, A, B, C, ws); });
    refused("kinetic_energy", [&] { (void)kinetic_energy<double>(model, z, z, ws); });
    refused("potential_energy", [&] { (void)potential_energy<double>(model, z, ws); });
    refused("passive_efforts", [&] { passive_efforts<double>(model, z, z, out, ws); });
    refused("torque_regressor", [&] { torque_regressor<double>(model, z, z, z, Y, ws); });
  }
  Workspace<double> ws(chain(6, false));  // of another model with the same tree
  aba<double>(model, zero, zero, zero, out, ws);
  EXPECT_TRUE(out.allFinite());
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
