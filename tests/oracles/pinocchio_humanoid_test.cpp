// Inverse dynamics of a free-floating humanoid with 29 hinges: the five vectors in Pinocchio's
// unittest/value.cpp, which were computed with RBDL and printed with ten digits.

#include <gtest/gtest.h>

#include <filesystem>

#include "catena/dynamics/rnea.hpp"
#include "catena/formats/urdf.hpp"
#include "catena/model/configuration.hpp"
#include "tests/oracles/printed_digits.hpp"

namespace catena {
namespace {

using test::expect_printed;

// Their order of hinges; before them come the base's linear and angular coordinates.
const char* const hinges[] = {
    "LLEG_HIP_R",      "LLEG_HIP_P",      "LLEG_HIP_Y",      "LLEG_KNEE",       "LLEG_ANKLE_P",
    "LLEG_ANKLE_R",    "RLEG_HIP_R",      "RLEG_HIP_P",      "RLEG_HIP_Y",      "RLEG_KNEE",
    "RLEG_ANKLE_P",    "RLEG_ANKLE_R",    "WAIST_P",         "WAIST_R",         "CHEST",
    "LARM_SHOULDER_P", "LARM_SHOULDER_R", "LARM_SHOULDER_Y", "LARM_ELBOW",      "LARM_WRIST_Y",
    "LARM_WRIST_P",    "LARM_WRIST_R",    "RARM_SHOULDER_P", "RARM_SHOULDER_R", "RARM_SHOULDER_Y",
    "RARM_ELBOW",      "RARM_WRIST_Y",    "RARM_WRIST_P",    "RARM_WRIST_R"};

class PinocchioHumanoid : public testing::Test {
 protected:
  void SetUp() override {
    const std::string path =
        CATENA_SHARED_DIR "/robots/simple_humanoid_pinocchio/simple_humanoid.urdf";
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "needs the robot file " << path;
    model_ = load_urdf(path, {.floating_base = true, .gravity = {0, 0, -9.8}});
  }

  // Our index of their coordinate i of 35.
  int index(int i) const {
    if (i < 6) return (i + 3) % 6;
    return model_.joint(model_.find_joint(hinges[i - 6])).v;
  }

  // Efforts in their order, where hinge i has q = i q_rate and so on; the base stands still.
  Eigen::VectorXd efforts(double q_rate, double v_rate, double a_rate) {
    Eigen::VectorXd q = neutral_configuration(model_);
    Eigen::VectorXd v = Eigen::VectorXd::Zero(35), a = v, tau = v, result = v;
    for (int i = 6; i < 35; ++i) {
      q[index(i) + 1] = q_rate * i;
      v[index(i)] = v_rate * i;
      a[index(i)] = a_rate * i;
    }
    Workspace<double> ws(model_);
    rnea(model_, q, v, a, tau, ws);
    for (int i = 0; i < 35; ++i) result[i] = tau[index(i)];
    return result;
  }

  Model model_;
};

using Vector35 = Eigen::Matrix<double, 35, 1>;

TEST_F(PinocchioHumanoid, AtRest) {
  const Vector35 printed = {
      0,       0,       1281.84, 0,       -40.5132, 0, 4.4492,  -1.5386, 0, -1.5386, -1.5386, 0,
      -4.4492, -1.5386, 0,       -1.5386, -1.5386,  0, -37.436, 0,       0, -2.548,  0,       0,
      0.392,   0,       0.392,   0,       -2.548,   0, 0,       0.392,   0, 0.392,   0};
  expect_printed(efforts(0, 0, 0), printed, 10);
}

TEST_F(PinocchioHumanoid, MovingHinges) {
  const Vector35 printed = {-48.10636,    -73.218816,   1384.901025,  -7.2292939,   -186.342371,
                            -20.6685852,  -0.78887946,  -1.869651075, 1.8889752,    -2.036768175,
                            -2.105948175, -1.023232,    -18.3738505,  -4.133954895, 9.0456456,
                            -4.276615035, -4.143427035, -2.534896,    -180.338765,  15.71570676,
                            -29.8639164,  -59.917862,   -2.3307916,   -2.7648728,   -45.76782776,
                            3.4151272,    -18.4320456,  -4.5768072,   -76.60945104, -0.5897908,
                            -2.640844,    -63.93417064, 5.359156,     -25.8309196,  -6.976116};
  expect_printed(efforts(0, 0.1, 0), printed, 10);
}

TEST_F(PinocchioHumanoid, AcceleratingHinges) {
  const Vector35 printed = {
      -15.3331636, -0.67891816, 1273.80521,  102.9435113, 110.3509945, 81.52296995, 13.31476408,
      14.26606068, 3.682505252, 9.048274318, 4.663303518, 2.05308568,  12.54347834, 25.92680911,
      6.327105656, 16.71123385, 8.96650473,  3.54200704,  70.15812475, 77.02410963, 73.81994844,
      41.73185754, 28.75786872, 28.94251127, 31.65847724, 20.40431127, 18.18579154, 6.838471928,
      50.44193173, 34.07362801, 34.53507156, 38.33983417, 24.61507156, 22.2842788,  8.23435884};
  expect_printed(efforts(0, 0.01, 0.1), printed, 10);
}

TEST_F(PinocchioHumanoid, BentAtRest) {
  const Vector35 printed = {0,
                            0,
                            1281.84,
                            -133.3062501,
                            198.975587,
                            0,
                            15.06850407,
                            58.39287139,
                            -22.14971864,
                            17.14327289,
                            1.291543104,
                            0.7402017048,
                            -4.386231387,
                            22.73949408,
                            -19.01681794,
                            0.8839600793,
                            -0.3197599308,
                            -0.466827706,
                            65.47086697,
                            32.71449398,
                            -4.250622066,
                            -0.7937685568,
                            -0.15349648,
                            -1.070480752,
                            -3.066302263,
                            -0.3557903212,
                            -0.2183951073,
                            0.182684221,
                            -0.6648425468,
                            -2.902772493,
                            0.1250340934,
                            0.4402877138,
                            -0.3158584741,
                            -0.0865162794,
                            0.3918733239};
  expect_printed(efforts(0.1, 0, 0), printed, 10);
}

TEST_F(PinocchioHumanoid, BentAndMoving) {
  const Vector35 printed = {-1.911650826, 1.250211406,   1284.82058,    -139.0188156,  201.744449,
                            1.554847332,  15.1910084,    59.27339983,   -21.70753738,  17.84339797,
                            1.754639468,  0.670280632,   -2.968778954,  23.0776205,    -17.56870284,
                            1.765761886,  0.2889992363,  -0.392159764,  68.83598707,   34.59002827,
                            -4.604435817, -0.3832225891, 1.085231916,   -0.348635267,  -2.831371037,
                            -1.047616506, -0.228384161,  0.5656880079,  1.302869049,   0.8481280783,
                            0.7042182131, 1.554751317,   -0.3908790552, -0.1294643218, 1.421077555};
  expect_printed(efforts(0.1, 0.01, 0.01), printed, 10);
}

}  // namespace
}  // namespace catena
