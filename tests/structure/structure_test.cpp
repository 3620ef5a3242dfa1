// Connecting and cutting: names, errors, and what comes back when a change is undone.

#include "catena/structure/structure.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "catena/library/builtin_models.hpp"
#include "catena/model/configuration.hpp"
#include "tests/structure/structure_cases.hpp"
#include "tests/support/compare.hpp"

namespace catena::test {
namespace {

using Where = JointPlace::Where;

// The message of the ModelError that a call throws.
template <class Call>
std::string error_of(const Call& call) {
  try {
    call();
  } catch (const ModelError& error) {
    return error.what();
  }
  return "no error";
}

LoopJoint joint_between(const JointSpec& spec, int a, int b) {
  LoopJoint joint;
  joint.spec = spec;
  joint.a = BodyId{a};
  joint.b = BodyId{b};
  return joint;
}

// A gymnast whose hands hold a bar at where they are.
LoopJoint grip(const Model& gymnast, const char* hand) {
  const FrameInfo& frame = gymnast.frame(gymnast.find_frame(hand));
  LoopJoint joint;
  joint.spec = revolute(fmt::format("{}_grip", hand), {0, 1, 0});
  joint.b = frame.body;
  joint.X_BM = frame.X_BF;
  Kinematics<double> kinematics(gymnast);
  kinematics.compute(gymnast, neutral_configuration(gymnast));
  joint.X_AF = kinematics.pose(gymnast, gymnast.find_frame(hand));
  return joint;
}

TEST(Structure, CountsTheCoordinatesOfTheGymnastAsPublished) {
  const ModelBuilder builder = builtin_builder("gymnast");
  const Model model = builder.build();
  LoopSpecs hands;
  hands.joints = {grip(model, "left_hand"), grip(model, "right_hand")};
  VaryingStructure whole(builder, hands, false);
  EXPECT_EQ(whole.now().loops->nv(), 24);  // Nakamura & Yamane 2000, sec. VII-B
  whole.cut("right_hand_grip");
  EXPECT_EQ(whole.now().loops->nv(), 23);
  whole.cut("left_hand_grip");
  EXPECT_EQ(whole.now().loops->nv(), 22);

  VaryingStructure rerooted(builder, hands, true);
  EXPECT_EQ(rerooted.now().loops->nv(), 18);  // without the free joint
  rerooted.cut("right_hand_grip");
  EXPECT_EQ(rerooted.now().loops->nv(), 17);
  EXPECT_TRUE(rerooted.now().loops->empty());
  rerooted.cut("left_hand_grip");
  expect_identical(rerooted.now(), VaryingStructure(builder, {}, true).now());
}

TEST(Structure, CutOfATreeJointFreesItsSubtree) {
  LoopSpecs loops;
  loops.joints = {joint_between(spherical("tie"), 4, 1)};
  VaryingStructure structure(builtin_builder("chain", 5), loops, false);
  structure.cut("joint3");
  const Structure& now = structure.now();
  const JointInfo& free = now.tree->joint(now.tree->find_joint("link3_free"));
  EXPECT_EQ(free.spec.kind, JointKind::Free);
  EXPECT_EQ(free.parent, world_body);
  EXPECT_EQ(free.child, now.tree->find_body("link3"));
  EXPECT_EQ(now.tree->body(now.tree->find_body("link4")).parent, now.tree->find_body("link3"));
  EXPECT_EQ(now.loops->specs().joints.size(), 1U);
  EXPECT_EQ(now.find("joint3").where, Where::Absent);
  EXPECT_EQ(now.find("tie").where, Where::Loop);
  EXPECT_EQ(now.find("joint4").where, Where::Tree);
  EXPECT_TRUE(now.find("link3_free").made);
  // Connected again, it is what it was: a joint of the tree with re-rooting, else a loop.
  const JointInfo& old = now.home->joint(now.home->find_joint("joint3"));
  const LoopJoint again{old.spec, old.parent, old.child, old.X_PF, old.X_BM};
  structure.connect(again);
  EXPECT_EQ(structure.now().find("joint3").where, Where::Loop);
  structure.set_reroot(true);  // the older connection goes first
  EXPECT_EQ(structure.now().find("tie").where, Where::Tree);
  EXPECT_EQ(structure.now().find("joint3").where, Where::Loop);
  structure.cut("tie");
  EXPECT_EQ(structure.now().find("joint3").where, Where::Tree);
  EXPECT_EQ(structure.now().tree->nv(), 5);
}

TEST(Structure, MessagesNameWhatIsWrong) {
  LoopSpecs loops;
  loops.rods = {{"rod", BodyId{1}, BodyId{3}, {}, {}, 1.0}};
  VaryingStructure structure(builtin_builder("chain", 3), loops);
  const Structure before = structure.now();
  EXPECT_EQ(error_of([&] { structure.cut("joint33"); }),
            "cut: there is no joint or constraint named 'joint33'; did you mean 'joint3'?");
  EXPECT_EQ(error_of([&] { structure.connect(joint_between(weld("rod"), 0, 3)); }),
            "connect: a joint or constraint named 'rod' exists already; cut it first or choose "
            "another name");
  EXPECT_EQ(error_of([&] { structure.connect(joint_between(weld("grip"), 0, 9)); }),
            "'grip': there is no body with id 9");
  EXPECT_EQ(error_of([&] { structure.connect(joint_between(weld("grip"), 2, 2)); }),
            "'grip' joins body 'link2' to itself; it needs two bodies");
  EXPECT_EQ(error_of([&] { structure.connect(joint_between(weld("link2_free"), 0, 2)); }),
            "connect: the name 'link2_free' is reserved for the free joint of a body that is cut "
            "off; choose another");
  EXPECT_EQ(error_of([&] { structure.connect(joint_between(weld(""), 0, 2)); }),
            "a loop joint has no name; give it one");
  JointSpec heavy = revolute("grip", {0, 0, 1});
  heavy.armature = Eigen::VectorXd::Ones(1);
  EXPECT_EQ(error_of([&] { structure.connect(joint_between(heavy, 0, 3)); }),
            "loop joint 'grip' has rotor inertia (armature), which only joints of the tree may "
            "have; let another joint close the loop");
  LoopJoint skew = joint_between(weld("grip"), 0, 3);
  skew.X_AF.rotation.c0 = {2, 0, 0};
  EXPECT_EQ(error_of([&] { structure.connect(skew); }),
            "loop joint 'grip': its placement is not a pose (the rotation must be orthonormal and "
            "all numbers finite)");
  expect_identical(structure.now(), before);
  structure.cut("joint2");
  EXPECT_EQ(error_of([&] { structure.cut("joint2"); }), "cut: joint 'joint2' is cut already");
  EXPECT_EQ(error_of([&] { structure.cut("link2_free"); }),
            "cut: 'link2_free' is the free joint of a body that was cut off; it connects nothing");
  structure.cut("rod");
  EXPECT_EQ(error_of([&] { structure.cut("rod"); }),
            "cut: there is no joint or constraint named 'rod'");
}

TEST(Structure, FreeJointsAvoidTheNamesOfTheUser) {
  LoopSpecs loops;
  loops.joints = {joint_between(weld("link2_free"), 3, 1)};
  VaryingStructure structure(builtin_builder("chain", 3), loops, false);
  structure.cut("joint2");
  EXPECT_TRUE(structure.now().find("link2_free_2").made);
  EXPECT_EQ(structure.now().find("link2_free").where, Where::Loop);
}

TEST(Structure, RefusesABodyWithoutDynamics) {
  ModelBuilder builder;
  const BodyId light = builder.add_body("light"), tip = builder.add_body("tip", solid_sphere(1, 1));
  builder.add_joint(revolute("a", {1, 0, 0}), world_body, light);
  builder.add_joint(revolute("b", {0, 1, 0}), light, tip);
  VaryingStructure structure(builder, {});
  const Structure before = structure.now();
  EXPECT_EQ(error_of([&] { structure.cut("b"); }),
            "joint 'a': nothing resists its coordinate 0, so its acceleration is not defined; give "
            "body 'light' or a body beyond it mass and moments of inertia, or the joint an "
            "armature");
  expect_identical(structure.now(), before);
}

TEST(Structure, KeepsTheTreeWhereOnlyLoopsChange) {
  for (const bool reroot : {false, true}) {
    VaryingStructure structure(builtin_builder("arm"), {}, reroot);
    const auto tree = structure.now().tree;
    EXPECT_EQ(tree, structure.now().home);
    structure.connect(joint_between(spherical("grip"), 0, 7));
    EXPECT_EQ(structure.now().tree, tree);
    EXPECT_EQ(structure.joined().loops, structure.now().loops);
    structure.cut("grip");
    EXPECT_EQ(structure.now().tree, tree);
  }
}

TEST(Structure, SpringsAndCouplingsFollowTheirJoints) {
  ModelBuilder builder = builtin_builder("chain", 4);
  SpringSpec spring;
  spring.name = "tendon";
  spring.joints = {JointId{1}, JointId{2}};
  spring.stiffness = Eigen::Matrix2d::Identity();
  spring.rest = Eigen::Vector2d(0.1, 0.2);
  builder.add_spring(spring);
  LoopSpecs loops;
  loops.couplings = {linear_coupling("gear", 3, 2.0, 0)};
  VaryingStructure structure(builder, loops);
  const Structure before = structure.now();
  structure.cut("joint2");
  EXPECT_TRUE(structure.now().tree->springs().empty());
  EXPECT_EQ(structure.now().notes,
            std::vector<std::string>{"spring 'tendon' is off while joint 'joint2' is cut"});
  const auto& gear = structure.now().loops->specs().couplings[0];
  EXPECT_EQ(structure.now().loops->coordinate_name(gear.dofs[0]), "joint4");
  EXPECT_EQ(structure.now().loops->coordinate_name(gear.dofs[1]), "joint1");
  const JointInfo& old = before.home->joint(JointId{1});
  structure.connect({old.spec, old.parent, old.child, old.X_PF, old.X_BM});
  ASSERT_EQ(structure.now().tree->springs().size(), 1U);
  EXPECT_TRUE(structure.now().notes.empty());
  structure.set_reroot(false);
  EXPECT_EQ(structure.now().notes,
            std::vector<std::string>{"spring 'tendon' is off while joint 'joint2' is in a loop"});
  structure.cut("joint4");
  EXPECT_TRUE(structure.now().loops->specs().couplings.empty());
  EXPECT_EQ(structure.now().notes.front(), "coupling 'gear' is off while joint 'joint4' is cut");
}

// Connect, connect, cut, cut: every step back gives the structure of before.
TEST(Structure, UndoneChangesLeaveNothingBehind) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    for (const bool reroot : {false, true}) {
      Changing system(
          random_builder(seed,
                         {.min_bodies = 4, .max_bodies = 12, .springs = true, .massless = false}),
          {}, reroot);
      system.q = random_configuration(*system.structure.now().tree, random);
      const int bodies = system.structure.now().tree->body_count();
      std::vector<Structure> history;
      for (int i = 0; i < 3; ++i) {
        history.push_back(system.structure.now());
        const int a = std::uniform_int_distribution<int>(0, bodies - 2)(random);
        const int b = std::uniform_int_distribution<int>(a + 1, bodies - 1)(random);
        system.connect(fitting_joint(random, system.structure.now(), system.q,
                                     i == 1 ? JointKind::Weld : JointKind::Spherical,
                                     fmt::format("tie{}", i), BodyId{a}, BodyId{b}));
      }
      for (int i = 2; i >= 0; --i) {
        system.cut(fmt::format("tie{}", i));
        expect_identical(system.structure.now(), history[static_cast<std::size_t>(i)]);
      }
    }
  }
}

}  // namespace
}  // namespace catena::test
