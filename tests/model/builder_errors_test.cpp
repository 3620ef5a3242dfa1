// What a user gets to read about a model that cannot be built: the part by name, what was found and
// what to do.

#include <gtest/gtest.h>

#include <initializer_list>
#include <limits>

#include "catena/model/model_builder.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

template <class F>
void expect_error(const F& action, std::initializer_list<const char*> parts) {
  try {
    action();
  } catch (const ModelError& error) {
    for (const char* part : parts)
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos)
          << "missing '" << part << "' in: " << error.what();
    return;
  }
  ADD_FAILURE() << "expected a ModelError with '" << *parts.begin() << "'";
}

class BuilderErrors : public testing::Test {
 protected:
  BodyId body(const std::string& name) { return builder_.add_body(name, solid_sphere(1.0, 0.1)); }
  // Builds one body on one joint, after `change` has spoilt the joint.
  template <class F>
  void expect_joint_error(JointSpec joint, const F& change,
                          std::initializer_list<const char*> parts) {
    ModelBuilder builder;
    change(joint);
    expect_error(
        [&] {
          builder.add_joint(joint, world_body, builder.add_body("link", solid_sphere(1, 0.1)));
          (void)builder.build();
        },
        parts);
  }
  ModelBuilder builder_;
};

TEST_F(BuilderErrors, BodiesThatCannotExist) {
  const auto add = [&](const Inertia<double>& inertia) {
    return [this, inertia] { (void)builder_.add_body("torso", inertia); };
  };
  const Inertia<double> ball = solid_sphere(2.0, 0.1);
  Inertia<double> bad = ball;
  bad.mass = -2.0;
  expect_error(add(bad), {"torso", "mass", "-2"});
  bad = ball;
  bad.mass = nan;
  expect_error(add(bad), {"torso", "finite"});
  bad = ball;
  bad.moment.y = infinity;
  expect_error(add(bad), {"torso", "finite"});
  bad = ball;
  bad.rotational.yz = nan;
  expect_error(add(bad), {"torso", "finite"});
  bad = ball;
  bad.rotational.xx = -0.1;
  expect_error(add(bad), {"torso", "not positive", "-0.1", "check"});
  bad = ball;
  bad.rotational.xy = 1.0;  // larger than the moments: an eigenvalue is negative
  expect_error(add(bad), {"torso", "not positive", "products of inertia"});
  bad = ball;
  bad.rotational = Sym3<double>::diagonal(1.0, 1.0, 3.0);
  expect_error(add(bad), {"torso", "triangle inequality", "3"});
  // Given about the origin without the share of the offset: not positive about the centre of mass.
  bad = ball;
  bad.moment = {2.0, 0.0, 0.0};
  expect_error(add(bad), {"torso", "not positive", "centre of mass"});
  bad = Inertia<double>::zero();
  bad.rotational.xx = 1.0;
  expect_error(add(bad), {"torso", "mass is 0"});
}

TEST_F(BuilderErrors, NamesThatAreTakenOrMissing) {
  body("arm");
  expect_error([&] { body("arm"); }, {"body 'arm'", "unique"});
  expect_error([&] { body("world"); }, {"'world'", "unique"});
  expect_error([&] { body(""); }, {"body", "name"});
  builder_.add_joint(weld("hinge"), world_body, builder_.find_body("arm"));
  const BodyId second = body("hand");
  expect_error([&] { builder_.add_joint(weld("hinge"), world_body, second); },
               {"joint 'hinge'", "unique"});
  expect_error([&] { builder_.add_joint(weld(""), world_body, second); }, {"joint", "name"});
  expect_error([&] { builder_.add_frame("arm", second, Transform<double>::identity()); },
               {"frame 'arm'", "unique"});
}

TEST_F(BuilderErrors, MisspeltNamesComeWithAHint) {
  body("forearm");
  builder_.add_joint(revolute("elbow", {0, 0, 1}), world_body, builder_.find_body("forearm"));
  builder_.add_frame("grip", builder_.find_body("forearm"), Transform<double>::identity());
  expect_error([&] { (void)builder_.find_body("foream"); }, {"foream", "did you mean 'forearm'?"});
  expect_error([&] { (void)builder_.find_joint("elbwo"); }, {"elbwo", "did you mean 'elbow'?"});
  const Model model = builder_.build();
  expect_error([&] { (void)model.find_body("Forearm"); }, {"Forearm", "did you mean 'forearm'?"});
  expect_error([&] { (void)model.find_joint("elbows"); }, {"elbows", "did you mean 'elbow'?"});
  expect_error([&] { (void)model.find_frame("gripp"); }, {"gripp", "did you mean 'grip'?"});
  // Nothing near: no hint is better than a wrong one.
  try {
    (void)model.find_joint("zzzzzzzzzzzz");
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_EQ(std::string(error.what()).find("did you mean"), std::string::npos) << error.what();
  }
}

TEST_F(BuilderErrors, TreesThatAreNotTrees) {
  const BodyId a = body("a"), b = body("b"), c = body("c");
  builder_.add_joint(weld("ab"), a, b);
  builder_.add_joint(weld("bc"), b, c);
  expect_error([&] { builder_.add_joint(weld("ac"), a, c); }, {"'c'", "'bc'", "'ac'", "loop"});
  expect_error([&] { builder_.add_joint(weld("to_world"), a, world_body); },
               {"to_world", "world", "swap"});
  expect_error([&] { builder_.add_joint(weld("nowhere"), a, BodyId{17}); }, {"nowhere", "17"});
  expect_error([&] { builder_.add_joint(weld("nowhere"), BodyId{-3}, a); }, {"nowhere", "-3"});
  expect_error([&] { (void)builder_.build(); }, {"'a'", "no joint", "a free joint if it can fly"});
  builder_.add_joint(weld("ca"), c, a);
  expect_error([&] { (void)builder_.build(); }, {"cycle", "joint", "cut"});
  ModelBuilder selfish;
  const BodyId own = selfish.add_body("own", solid_sphere(1, 1));
  selfish.add_joint(weld("loop"), own, own);
  expect_error([&] { (void)selfish.build(); }, {"'own'", "cycle", "'loop'"});
}

TEST_F(BuilderErrors, PlacementsThatAreNotPoses) {
  const BodyId a = body("a");
  Transform<double> stretched = Transform<double>::identity();
  stretched.rotation.c0.x = 1.1;
  expect_error([&] { builder_.add_joint(weld("w"), world_body, a, stretched); }, {"'w'", "pose"});
  Transform<double> mirrored = Transform<double>::identity();
  mirrored.rotation.c2.z = -1.0;
  expect_error([&] { builder_.add_joint(weld("w"), world_body, a, {}, mirrored); },
               {"'w'", "pose"});
  Transform<double> lost = Transform<double>::at({0, nan, 0});
  expect_error([&] { builder_.add_joint(weld("w"), world_body, a, lost); }, {"'w'", "finite"});
  expect_error([&] { builder_.add_frame("f", a, mirrored); }, {"'f'", "pose"});
  expect_error([&] { builder_.add_frame("f", BodyId{9}, Transform<double>::identity()); },
               {"'f'", "9"});
}

TEST_F(BuilderErrors, AxesWithoutDirection) {
  const auto none = [](JointSpec&) {};
  expect_joint_error(revolute("hip", {0, 0, 0}), none,
                     {"'hip'", "axis", "direction", "length > 0"});
  expect_joint_error(prismatic("hip", {nan, 0, 0}), none, {"'hip'", "axis"});
  expect_joint_error(planar("hip", {infinity, 0, 0}), none, {"'hip'", "axis"});
  expect_joint_error(universal("hip", {1, 0, 0}, {0, 0, 0}), none, {"'hip'", "axis"});
  expect_joint_error(universal("hip", {1, 0, 0}, {1, 1, 0}), none,
                     {"'hip'", "perpendicular", "45", "two revolute"});
  expect_joint_error(helical("hip", {1, 0, 0}, nan), none, {"'hip'", "pitch", "finite"});
}

TEST_F(BuilderErrors, VectorsOfTheWrongSize) {
  const VectorXd two = VectorXd::Ones(2);
  const auto check = [&](JointSpec::Vector JointSpec::*member, const char* name) {
    expect_joint_error(revolute("hip", {0, 0, 1}), [&](JointSpec& j) { j.*member = two; },
                       {"'hip'", name, "2", "1", "revolute"});
  };
  check(&JointSpec::armature, "armature");
  check(&JointSpec::damping, "damping");
  check(&JointSpec::coulomb_friction, "coulomb_friction");
  check(&JointSpec::static_friction, "static_friction");
  check(&JointSpec::position_lower, "position_lower");
  check(&JointSpec::position_upper, "position_upper");
  check(&JointSpec::velocity_limit, "velocity_limit");
  check(&JointSpec::effort_limit, "effort_limit");
  expect_joint_error(spherical("hip"), [](JointSpec& j) { j.stiffness = MatrixXd::Identity(4, 4); },
                     {"'hip'", "stiffness", "4 x 4", "3 x 3"});
  expect_joint_error(spherical("hip"),
                     [](JointSpec& j) {
                       j.stiffness = MatrixXd::Identity(3, 3);
                       j.spring_rest = VectorXd::Zero(3);
                     },
                     {"'hip'", "spring_rest", "3", "4"});
}

TEST_F(BuilderErrors, NumbersOutOfRange) {
  const auto one = [](double x) { return VectorXd::Constant(1, x); };
  const JointSpec hip = revolute("hip", {0, 0, 1});
  expect_joint_error(hip, [&](JointSpec& j) { j.armature = one(-1); }, {"'hip'", "armature", "-1"});
  expect_joint_error(hip, [&](JointSpec& j) { j.armature = one(nan); }, {"'hip'", "armature"});
  expect_joint_error(hip, [&](JointSpec& j) { j.armature = one(infinity); }, {"'hip'", "armature"});
  expect_joint_error(hip, [&](JointSpec& j) { j.damping = one(nan); }, {"'hip'", "damping"});
  expect_joint_error(hip, [&](JointSpec& j) { j.coulomb_friction = one(-2); },
                     {"'hip'", "coulomb_friction", "-2"});
  expect_joint_error(hip, [&](JointSpec& j) { j.effort_limit = one(-2); },
                     {"'hip'", "effort_limit", "-2"});
  expect_joint_error(hip, [&](JointSpec& j) { j.velocity_limit = one(-3); },
                     {"'hip'", "velocity_limit", "-3"});
  expect_joint_error(hip,
                     [&](JointSpec& j) {
                       j.position_lower = one(2);
                       j.position_upper = one(1);
                     },
                     {"'hip'", "lower limit 2", "upper limit 1"});
  expect_joint_error(hip, [&](JointSpec& j) { j.stiffness = MatrixXd::Constant(1, 1, nan); },
                     {"'hip'", "stiffness", "finite"});
  expect_joint_error(hip,
                     [&](JointSpec& j) {
                       j.stiffness = MatrixXd::Ones(1, 1);
                       j.spring_rest = one(nan);
                     },
                     {"'hip'", "rest", "finite"});
}

TEST_F(BuilderErrors, CustomJointsWithoutDefinition) {
  expect_joint_error(custom_joint("knee", nullptr), [](JointSpec&) {},
                     {"'knee'", "definition", "CustomJoint::make"});
}

TEST_F(BuilderErrors, GravityThatIsNotFinite) {
  builder_.set_gravity({0, 0, nan});
  expect_error([&] { (void)builder_.build(); }, {"gravity", "finite"});
}

TEST_F(BuilderErrors, SpringsBetweenJoints) {
  const JointId one = builder_.add_joint(revolute("one", {0, 0, 1}), world_body, body("a"));
  const JointId ball = builder_.add_joint(spherical("ball"), world_body, body("b"));
  const auto expect_spring_error = [&](const SpringSpec& spring,
                                       std::initializer_list<const char*> parts) {
    ModelBuilder copy = builder_;
    expect_error(
        [&] {
          copy.add_spring(spring);
          (void)copy.build();
        },
        parts);
  };
  expect_spring_error({"s", {one, ball}, MatrixXd::Identity(2, 2), {}}, {"'s'", "2 x 2", "4 x 4"});
  expect_spring_error({"s", {one, JointId{12}}, MatrixXd::Identity(2, 2), {}}, {"'s'", "12"});
  expect_spring_error({"s", {one, ball}, MatrixXd::Identity(4, 4), VectorXd::Zero(4)},
                      {"'s'", "rest", "4", "5"});
  MatrixXd K = MatrixXd::Identity(4, 4);
  K(1, 2) = nan;
  expect_spring_error({"s", {one, ball}, K, {}}, {"'s'", "finite"});
}

}  // namespace
}  // namespace catena::test
