// A KUKA LBR iiwa with seven hinges: Drake's multibody/benchmarks/kuka_iiwa_robot, whose numbers
// come from equations that MotionGenesis derived symbolically.

#include <gtest/gtest.h>

#include <filesystem>
#include <numbers>

#include "catena/dynamics/aba.hpp"
#include "catena/dynamics/kinematics.hpp"
#include "catena/dynamics/rnea.hpp"
#include "catena/formats/urdf.hpp"
#include "tests/oracles/printed_digits.hpp"

namespace catena {
namespace {

using test::expect_printed;
using Vector7 = Eigen::Matrix<double, 7, 1>;

class DrakeIiwa : public testing::Test {
 protected:
  void SetUp() override {
    path_ = CATENA_SHARED_DIR "/robots/iiwa_drake/kuka_iiwa_robot.urdf";
    if (!std::filesystem::exists(path_)) GTEST_SKIP() << "needs the robot file " << path_;
    model_ = load_urdf(path_);
    ASSERT_EQ(model_.nv(), 7);
    end_ = model_.find_frame("iiwa_link_7");
  }

  Eigen::VectorXd efforts(const Eigen::VectorXd& v, const Eigen::VectorXd& a) {
    Eigen::VectorXd tau(7);
    Workspace<double> ws(model_);
    rnea(model_, q_, v, a, tau, ws);
    return tau;
  }

  static Eigen::VectorXd degrees(const Vector7& angles) {
    return angles * std::numbers::pi / 180.0;
  }

  const Eigen::VectorXd q_ = degrees({60, 30, 60, 30, 60, 30, 60});
  const Eigen::VectorXd v_ = Vector7{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7};
  const Eigen::VectorXd a_ = Vector7{0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1};
  const Eigen::VectorXd zero_ = Eigen::VectorXd::Zero(7);
  std::string path_;
  Model model_;
  FrameId end_;
};

TEST_F(DrakeIiwa, PoseOfTheEndLink) {
  Kinematics<double> kinematics(model_);
  kinematics.compute(model_, q_);
  const Transform<double> X = kinematics.pose(model_, end_);
  expect_printed(to_eigen(X.translation),
                 Eigen::Vector3d(0.2970356451892219, 0.1727696964662288, 1.154681973689345), 16);
  Eigen::Matrix3d R;
  R << -0.5939002959880204, 0.8043869080239565, -0.015625,            //
      -0.8043869080239565, -0.5932991120359317, 0.03094940802395521,  //
      0.015625, 0.03094940802395527, 0.9993988160479114;
  expect_printed(to_eigen(X.rotation).reshaped(), R.reshaped(), 16);
}

TEST_F(DrakeIiwa, VelocityAndAccelerationOfTheEndLink) {
  Kinematics<double> kinematics(model_);
  kinematics.compute(model_, q_, v_, a_);
  const Motion<double> V = kinematics.velocity(model_, end_, Reference::WorldAligned);
  expect_printed(to_eigen(V.angular),
                 Eigen::Vector3d(0.3884055139592793, -0.1990885898562859, 1.341085522179648), 16);
  expect_printed(to_eigen(V.linear),
                 Eigen::Vector3d(0.1372721470600132, -0.002318736162907997, -0.1192205632579836),
                 16);
  const Motion<double> A = kinematics.acceleration(model_, end_, Reference::WorldAligned);
  expect_printed(to_eigen(A.angular),
                 Eigen::Vector3d(0.3385891910402382, 0.2166638958380828, 0.8640119311549731), 16);
  const Eigen::Vector3d printed(0.2947399991496308, 0.4695144068476197, -0.3745794147088281);
  expect_printed(to_eigen(A.linear), printed, 16);
  expect_printed(to_eigen(kinematics.point_acceleration(model_, end_)), printed, 16);
}

TEST_F(DrakeIiwa, EffortsAtRest) {
  const Vector7 printed = {0,
                           -33.92939760238634,
                           -4.858966393519992,
                           -4.406252126063218,
                           0.3623270740342902,
                           -0.02278034162384745,
                           0};
  expect_printed(efforts(zero_, zero_), printed, 16);
}

TEST_F(DrakeIiwa, EffortsInUniformMotion) {
  const Vector7 printed = {0.04395178858986615,   -33.63696901316953, -4.797865654377845,
                           -4.400033370117991,    0.3582716246716171, -0.02719320883474055,
                           -0.0004761778579257499};
  expect_printed(efforts(v_, zero_), printed, 16);
}

TEST_F(DrakeIiwa, EffortsInAcceleratedMotion) {
  const Vector7 printed = {0.8848188219902569,   -30.35415747493752, -4.265723577472791,
                           -5.117359749284747,   0.3274930831846483, -0.05538707423520996,
                           0.0008649076642538979};
  expect_printed(efforts(v_, a_), printed, 16);
}

TEST_F(DrakeIiwa, ReactionInTheFirstJoint) {
  Eigen::VectorXd tau(7);
  Workspace<double> ws(model_);
  std::vector<Force<double>> wrenches(static_cast<std::size_t>(model_.body_count()));
  rnea_with_wrenches(model_, q_, v_, a_, tau, wrenches, ws);
  const BodyId link = model_.find_body("iiwa_link_1");
  Kinematics<double> kinematics(model_);
  kinematics.compute(model_, q_);
  const Mat3<double> R = kinematics.pose(model_, model_.body_frame(link)).rotation;
  const Force<double>& wrench = wrenches[static_cast<std::size_t>(link.index)];
  expect_printed(to_eigen(R * wrench.linear),
                 Eigen::Vector3d(1.07825706093, 4.94721216449, 248.024628431), 12);
  expect_printed(to_eigen(R * wrench.angular),
                 Eigen::Vector3d(20.749245565, -22.8359921356, 0.88481882199), 12);
}

TEST_F(DrakeIiwa, StraightArmSpinsItsLastLinkOnly) {
  const Model weightless = load_urdf(path_, {.gravity = {0, 0, 0}});
  Eigen::VectorXd a = zero_, tau(7);
  a[6] = 1000.0;
  Workspace<double> ws(weightless);
  rnea(weightless, zero_, zero_, a, tau, ws);
  expect_printed(tau, Vector7{1, 0, 1, 0, 1, 0, 1}, 16, 1e-13);
}

TEST_F(DrakeIiwa, AccelerationWithoutEfforts) {
  const Vector7 printed = {14.833922643937907, 16.103118858033845, -25.056825210461565,
                           36.81814227941856,  4.47963566906781,   45.113140767580965,
                           19.17204745041029};
  Eigen::VectorXd a(7);
  Workspace<double> ws(model_);
  aba(model_, q_, v_, zero_, a, ws);
  expect_printed(a, printed, 16);
}

}  // namespace
}  // namespace catena
