// Names of single coordinates, and the checks of them; shapes of bodies.

#include <gtest/gtest.h>

#include <functional>

#include "catena/model/model_builder.hpp"

namespace catena {
namespace {

// A free base, a hinge and a universal joint, each on a ball.
ModelBuilder three_joints(const std::vector<std::string>& names) {
  ModelBuilder builder;
  const Inertia<double> ball = solid_sphere(1.0, 0.1);
  const BodyId a = builder.add_body("a", ball), b = builder.add_body("b", ball);
  const BodyId c = builder.add_body("c", ball);
  const Transform<double> away = Transform<double>::at({0, 0, 1});
  builder.add_joint(free_joint("base"), world_body, a);
  builder.add_joint(revolute("arm.hinge", Eigen::Vector3d::UnitY()), a, b, away);
  JointSpec wrist = universal("arm.wrist", Eigen::Vector3d::UnitX(), Eigen::Vector3d::UnitY());
  wrist.coordinate_names = names;
  builder.add_joint(wrist, b, c, away);
  return builder;
}

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const ModelError& error) {
    return error.what();
  }
  return "no error";
}

TEST(CoordinateNames, AreJointsOrJointsWithACoordinate) {
  const Model model = three_joints({"abduction", "flexion"}).build();
  EXPECT_EQ(model.coordinate_name(0), "base.0");
  EXPECT_EQ(model.coordinate_name(5), "base.5");
  EXPECT_EQ(model.coordinate_name(6), "arm.hinge");
  EXPECT_EQ(model.coordinate_name(7), "arm.wrist.abduction");
  EXPECT_EQ(model.coordinate_name(8), "arm.wrist.flexion");
  EXPECT_EQ(model.configuration_name(6), "base.6");
  EXPECT_EQ(model.configuration_name(7), "arm.hinge");
  EXPECT_EQ(model.configuration_name(9), "arm.wrist.flexion");
  EXPECT_EQ(three_joints({}).build().coordinate_name(8), "arm.wrist.1");
}

TEST(CoordinateNames, AreFound) {
  const Model model = three_joints({"abduction", "flexion"}).build();
  for (int dof = 0; dof < model.nv(); ++dof)
    EXPECT_EQ(model.find_dof(model.coordinate_name(dof)), dof);
  EXPECT_EQ(model.find_dof("arm.wrist.0"), 7);
  EXPECT_EQ(model.find_dof("arm.hinge.0"), 6);
}

TEST(CoordinateNames, UnknownOnesAreErrorsWithAHint) {
  const Model model = three_joints({"abduction", "flexion"}).build();
  EXPECT_EQ(error_of([&] { model.find_dof("arm.wrist"); }),
            "joint 'arm.wrist' has 2 coordinates, expected one of 'arm.wrist.abduction', "
            "'arm.wrist.flexion'");
  EXPECT_EQ(error_of([&] { model.find_dof("arm.wrist.flexon"); }),
            "the model has no coordinate named 'arm.wrist.flexon'; did you mean "
            "'arm.wrist.flexion'?");
  EXPECT_EQ(error_of([&] { model.coordinate_name(9); }),
            "coordinate_name: there is no velocity coordinate 9, the model has 9");
  EXPECT_EQ(error_of([&] { model.configuration_name(-1); }),
            "configuration_name: there is no number -1 in q, the model has 10");
}

TEST(CoordinateNames, AreChecked) {
  const auto error = [](const std::vector<std::string>& names) {
    return error_of([&] { three_joints(names).build(); });
  };
  EXPECT_EQ(error({"flexion"}),
            "joint 'arm.wrist': 1 coordinate names, expected 2 (one per velocity coordinate of a "
            "universal joint)");
  EXPECT_EQ(error({"flexion", "flexion"}),
            "joint 'arm.wrist': two coordinates are named 'flexion'; names must differ");
  for (const char* bad : {"", "a b", "0", "1st"})
    EXPECT_NE(error({bad, "b"}).find("is empty, starts with a digit or contains blanks"),
              std::string::npos)
        << bad;
}

TEST(CoordinateNames, OfDifferentJointsDiffer) {
  ModelBuilder builder = three_joints({"a", "b"});
  const BodyId d = builder.add_body("d", solid_sphere(1.0, 0.1));
  builder.add_joint(revolute("arm.wrist.b", Eigen::Vector3d::UnitX()), builder.find_body("c"), d,
                    Transform<double>::at({0, 0, 1}));
  EXPECT_EQ(error_of([&] { builder.build(); }),
            "joints 'arm.wrist' and 'arm.wrist.b' both have a coordinate that is called "
            "'arm.wrist.b'; rename one of them");
}

TEST(BodyShapes, BelongToBodies) {
  ModelBuilder builder = three_joints({});
  const BodyId a = builder.find_body("a"), b = builder.find_body("b");
  builder.add_shape(a, box_shape({1, 2, 3}, Transform<double>::at({0, 0, 1})));
  builder.add_shape(a, sphere_shape(0.5));
  builder.add_shape(b, capsule_shape(0.1, 0.0));
  const Model model = builder.build();
  ASSERT_EQ(model.shapes(a).size(), 2U);
  EXPECT_EQ(model.shapes(a)[0].X_BS.translation.z, 1);
  EXPECT_EQ(model.shapes(b)[0].kind, ShapeKind::Capsule);
  EXPECT_TRUE(model.shapes(world_body).empty());
  EXPECT_EQ(volume(box_shape({1, 2, 3})), 6);
  EXPECT_DOUBLE_EQ(volume(capsule_shape(0.1, 0.0)), volume(sphere_shape(0.1)));
}

TEST(BodyShapes, AreChecked) {
  ModelBuilder builder;
  EXPECT_EQ(error_of([&] { builder.add_shape(world_body, cylinder_shape(0.1, -1)); }),
            "cylinder: its length is -1, expected a positive number of metres");
  BodyShape red = sphere_shape(1);
  red.color = {2, 0, 0};
  EXPECT_EQ(error_of([&] { builder.add_shape(world_body, red); }),
            "sphere: its color contains 2, expected numbers from 0 to 1");
  EXPECT_EQ(error_of([&] { builder.add_shape(BodyId{7}, sphere_shape(1)); }),
            "add_shape: there is no body with id 7");
}

}  // namespace
}  // namespace catena
