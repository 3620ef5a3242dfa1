#include "catena/library/barrett_hand.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "catena/dynamics/kinematics.hpp"
#include "catena/library/builtin_models.hpp"
#include "catena/library/objects.hpp"
#include "catena/math/views.hpp"

namespace catena {
namespace {

constexpr double degree = std::numbers::pi / 180.0;

// Where the tip of the distal link of a finger is, in the frame of the hand.
Eigen::Vector3d tip(const Model& model, const std::string& finger, double spread, double proximal,
                    double distal) {
  Eigen::VectorXd q = Eigen::VectorXd::Zero(model.nq());
  const auto set = [&](const std::string& joint, double value) {
    q[model.joint(model.find_joint(finger + joint)).q] = value;
  };
  if (finger != "thumb") set(".spread", spread);
  set(".proximal", proximal);
  set(".distal", distal);
  Kinematics<double> kinematics(model);
  kinematics.compute(model, q);
  const Transform<double> pose =
      kinematics.pose(model, model.body_frame(model.find_body(finger + "_distal")));
  return to_eigen(pose * Vec3<double>{0, 0.055, 0});
}

TEST(BarrettHand, WeighsWhatItsPartsDo) {
  const Model model = describe_barrett_hand().build();
  EXPECT_NEAR(model.total_mass(), 0.609 + 2 * 0.141 + 3 * (0.0621 + 0.0417), 1e-12);
  EXPECT_EQ(model.nv(), 2 + 3 * 3);
}

// Two links of 70 and 55 mm, turned up by 5 and 40 degrees at zero, in the plane of the finger.
TEST(BarrettHand, FingersCloseOverThePalm) {
  const Model model = describe_barrett_hand().build();
  for (const double proximal : {0.0, 30 * degree, 95 * degree, 140 * degree})
    for (const double distal : {0.0, 20 * degree, 48 * degree}) {
      const double first = proximal + 5 * degree, second = first + distal + 40 * degree;
      const double out = 0.07 * std::cos(first) + 0.055 * std::cos(second);
      const double up = 0.07 * std::sin(first) + 0.055 * std::sin(second);
      EXPECT_NEAR(
          (tip(model, "finger1", 0, proximal, distal) - Eigen::Vector3d(-0.025, 0.05 + out, up))
              .norm(),
          0, 1e-15);
      EXPECT_NEAR(
          (tip(model, "thumb", 0, proximal, distal) - Eigen::Vector3d(0, -0.05 - out, up)).norm(),
          0, 1e-15);
    }
}

// By 180 degrees both fingers stand beside the thumb.
TEST(BarrettHand, FingersSpreadOutwards) {
  const Model model = describe_barrett_hand().build();
  const Eigen::Vector3d left = tip(model, "finger1", 90 * degree, 0.3, 0.1),
                        right = tip(model, "finger2", 90 * degree, 0.3, 0.1);
  EXPECT_LT(left.x(), -0.1);
  EXPECT_NEAR(left.x(), -right.x(), 1e-15);
  EXPECT_NEAR(left.y(), right.y(), 1e-15);
  EXPECT_LT(tip(model, "finger1", 180 * degree, 0.3, 0.1).y(), -0.1);
}

TEST(BarrettHand, ACableAndAClutchPerFinger) {
  const Model model = describe_barrett_hand().build();
  EXPECT_EQ(barrett_hand_loops(model).joints.size(), 3U);
  EXPECT_EQ(barrett_hand_couplings().size(), 4U);
}

TEST(Objects, WeighWhatTheyShouldAndStandOnTheBench) {
  const std::pair<const char*, double> masses[] = {
      {"handset", 0.5}, {"mug", 0.35}, {"bottle", 0.6}, {"box", 0.2}, {"ball", 0.1}};
  for (const auto& [name, mass] : masses) {
    SCOPED_TRACE(name);
    ASSERT_TRUE(is_object(name));
    const Model model = describe_object(name).build();
    const BodyId body = model.find_body(name);
    EXPECT_NEAR(model.total_mass(), mass, 1e-12);
    const Vec3<double> first = model.body(body).inertia.moment;
    EXPECT_NEAR(first.y, 0, 1e-12);
    EXPECT_GT(first.z, 0.0);
    EXPECT_FALSE(model.shapes(body).empty());
  }
  EXPECT_FALSE(is_object("sofa"));
  EXPECT_THROW(describe_object("sofa"), ModelError);
}

// 203 x 57 x 52 mm with a hollow of 98 x 57 x 23 mm, of one density: in the x-z plane the centre is
// above the middle.
TEST(Objects, HandsetHasTheInertiaOfItsBoxes) {
  const Model model = describe_object("handset").build();
  const Inertia<double>& inertia = model.body(model.find_body("handset")).inertia;
  const double bar = 0.203 * 0.029, pieces = 2 * 0.0525 * 0.023;
  const double height = (bar * 0.0375 + pieces * 0.0115) / (bar + pieces);
  EXPECT_NEAR(inertia.moment.z / inertia.mass, height, 1e-15);
  // Ixx about the origin, of rectangles that are 57 mm thick.
  const auto strip = [&](double area, double h, double z) {
    return 0.5 * area / (bar + pieces) * ((h * h + 0.057 * 0.057) / 12 + z * z);
  };
  EXPECT_NEAR(to_eigen(inertia.rotational)(0, 0),
              strip(bar, 0.029, 0.0375) + strip(pieces, 0.023, 0.0115), 1e-15);
}

}  // namespace
}  // namespace catena
