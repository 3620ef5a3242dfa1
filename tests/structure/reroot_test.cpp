// Re-rooting changes the coordinates and nothing else: where bodies are, how they move and how they
// accelerate, and what the user reads of a joint.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "catena/library/builtin_models.hpp"
#include "catena/model/configuration.hpp"
#include "tests/structure/structure_cases.hpp"
#include "tests/support/compare.hpp"

namespace catena::test {
namespace {

using Where = JointPlace::Where;

constexpr JointKind reversible_kinds[] = {
    JointKind::Weld,    JointKind::Revolute,    JointKind::Continuous, JointKind::Prismatic,
    JointKind::Helical, JointKind::Cylindrical, JointKind::Spherical};

// A free body and another on it by `spec`.
ModelBuilder pair_on(JointSpec spec, Random& random) {
  ModelBuilder builder;
  const BodyId base = builder.add_body("base", random_inertia(random));
  const BodyId tip = builder.add_body("tip", random_inertia(random));
  builder.add_joint(free_joint("float"), world_body, base, random_transform(random),
                    random_transform(random));
  spec.name = "between";
  spec.axis = random_axis(random);
  spec.axis2 = spec.axis.cross(random_axis(random)).normalized();
  builder.add_joint(std::move(spec), base, tip, random_transform(random), random_transform(random));
  return builder;
}

JointSpec of_kind(JointKind kind) {
  JointSpec spec;
  spec.kind = kind;
  spec.pitch = 0.1;
  return spec;
}

void expect_same_bodies(const BodyStates& x, const BodyStates& y, double tolerance) {
  EXPECT_LE(relative_error(x.poses, y.poses), tolerance);
  EXPECT_LE(relative_error(x.velocities, y.velocities), tolerance);
}

// What the user reads of every joint is the same in both. Orientations are equal up to sign.
void expect_same_readings(const Changing& x, const Changing& y, double tolerance) {
  const Structure &p = x.structure.now(), &r = y.structure.now();
  const Eigen::VectorXd a_x = x.accelerations(), a_y = y.accelerations();
  Eigen::VectorXd q_x, v_x, q_y, v_y;
  for (const JointPlace& place : p.places) {
    if (place.made || r.find(place.name).where == Where::Absent) continue;
    joint_coordinates(p, x.q, x.v, place.name, q_x, v_x);
    joint_coordinates(r, y.q, y.v, place.name, q_y, v_y);
    ASSERT_EQ(q_x.size(), q_y.size());
    if (q_x.size() > v_x.size() && q_x.head(4).dot(q_y.head(4)) < 0.0) q_y.head(4) *= -1.0;
    EXPECT_LE(relative_error(q_x, q_y), tolerance) << place.name;
    EXPECT_LE(relative_error(v_x, v_y, 10.0), tolerance) << place.name;
    joint_accelerations(p, x.q, x.v, a_x, place.name, v_x);
    joint_accelerations(r, y.q, y.v, a_y, place.name, v_y);
    EXPECT_LE(relative_error(v_x, v_y, 100.0), 1e-10) << place.name;
    const Eigen::VectorXd tau_x = efforts_by_name(p, x.q), tau_y = efforts_by_name(r, y.q);
    if (joint_efforts(p, x.q, tau_x, place.name, v_x) == Where::Pose) continue;
    if (joint_efforts(r, y.q, tau_y, place.name, v_y) == Where::Pose) continue;
    EXPECT_LE(relative_error(v_x, v_y), 1e-14) << place.name;
  }
}

TEST(Reroot, TurnsJointsRoundWithTheSameMeaning) {
  for (const JointKind kind : reversible_kinds)
    for (const bool to_world_last : {false, true}) {
      Random random(static_cast<std::uint64_t>(kind));
      const ModelBuilder builder = pair_on(of_kind(kind), random);
      Changing turned(builder, {}, true), plain(builder, {}, false);
      const Model& tree = *turned.structure.now().tree;
      turned.q = plain.q = random_configuration(tree, random);
      turned.v = plain.v = random_vector(random, tree.nv());
      const BodyId tip = tree.find_body("tip");
      const LoopJoint hook =
          fitting_joint(random, turned.structure.now(), turned.q, JointKind::Spherical, "hook",
                        to_world_last ? tip : world_body, to_world_last ? world_body : tip);
      turned.connect(hook);
      plain.connect(hook);
      const Structure& now = turned.structure.now();
      EXPECT_EQ(now.find("float").where, Where::Pose);
      EXPECT_EQ(now.find("hook").where, Where::Tree);
      EXPECT_EQ(now.find("hook").reversed, to_world_last);
      EXPECT_TRUE(now.find("between").reversed);
      EXPECT_EQ(now.tree->nv(), 3 + velocity_size(kind));
      EXPECT_TRUE(now.loops->empty());
      expect_same_bodies(body_states(now, turned.q, turned.v),
                         body_states(plain.structure.now(), plain.q, plain.v), 1e-14);
      expect_same_readings(plain, turned, 1e-14);
    }
}

TEST(Reroot, LeavesLoopsWhereAJointCannotBeTurned) {
  JointSpec stiff = of_kind(JointKind::Spherical), rubbing = stiff, uneven = stiff, rotor = stiff;
  stiff.stiffness = Eigen::Matrix3d::Identity();
  rubbing.coulomb_friction = Eigen::Vector3d::Ones();
  uneven.damping = Eigen::Vector3d(1, 1, 2);
  rotor.armature = Eigen::Vector3d::Ones();
  JointSpec even = of_kind(JointKind::Spherical);
  even.damping = Eigen::Vector3d(2, 2, 2);
  Random random(1);
  const auto hangs = [&](const ModelBuilder& builder) {
    VaryingStructure structure(builder, {});
    LoopJoint hook;
    hook.spec = spherical("hook");
    hook.b = structure.now().tree->find_body("tip");
    structure.connect(hook);
    return structure.now().find("hook").where == Where::Tree;
  };
  for (const JointSpec& spec : {stiff, rubbing, uneven, rotor, of_kind(JointKind::Universal),
                                of_kind(JointKind::Planar), of_kind(JointKind::Free)})
    EXPECT_FALSE(hangs(pair_on(spec, random))) << to_string(spec.kind);
  EXPECT_TRUE(hangs(pair_on(even, random)));
  // A free joint that something acts on has to stay.
  ModelBuilder damped = pair_on(of_kind(JointKind::Revolute), random);
  EXPECT_TRUE(hangs(damped));
  damped.joint(JointId{0}).damping = Eigen::VectorXd::Constant(6, 0.1);
  EXPECT_FALSE(hangs(damped));
}

// Bodies without mass may come to hang elsewhere, never to hang on nothing.
TEST(Reroot, NeedsNoMassThatWasNotThereBefore) {
  ModelBuilder fork;
  const BodyId root = fork.add_body("root"), left = fork.add_body("left", solid_sphere(1, 1)),
               right = fork.add_body("right", solid_sphere(1, 1));
  fork.add_joint(free_joint("float"), world_body, root);
  fork.add_joint(revolute("a", {1, 0, 0}), root, left, Transform<double>::at({0, 1, 0}));
  fork.add_joint(revolute("b", {0, 1, 0}), root, right, Transform<double>::at({2, 0, 0}));
  VaryingStructure forked(fork, {});
  LoopJoint hook;
  hook.spec = spherical("hook");
  hook.b = left;
  forked.connect(hook);
  EXPECT_EQ(forked.now().find("hook").where, Where::Tree);
  EXPECT_EQ(forked.now().tree->body(root).parent, left);
  EXPECT_THROW(forked.cut("b"), ModelError);  // the root would end the chain
  EXPECT_EQ(forked.now().find("b").where, Where::Tree);
}

// Random trees, cuts and connections: the same bodies, states and accelerations in both forms.
TEST(Reroot, KeepsTheDynamicsOfRandomMechanisms) {
  WorstError states("states of bodies, re-rooted against not", 1e-13);
  WorstError accelerations("accelerations of bodies, re-rooted against not", 1e-10);
  int turned_count = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    Random random(seed);
    const ModelBuilder builder = random_builder(
        seed, {.min_bodies = 4, .max_bodies = 12, .massless = false, .armature = seed % 2 == 0});
    Changing turned(builder, {}, true), plain(builder, {}, false);
    const Model& home = *turned.structure.now().home;
    turned.q = plain.q = random_configuration(home, random);
    turned.v = plain.v = random_vector(random, home.nv());
    const auto pick = [&](int count) {
      return std::uniform_int_distribution<int>(0, count - 1)(random);
    };
    for (int i = 0; i < 6; ++i) {
      const int joint = pick(home.joint_count());
      const std::string name = home.joint(JointId{joint}).spec.name;
      if (pick(2) == 0 && turned.structure.now().find(name).where != Where::Absent) {
        turned.cut(name);
        plain.cut(name);
        continue;
      }
      const int a = pick(home.body_count()), b = pick(home.body_count());
      if (a == b) continue;
      const JointKind kind = i % 3 == 0 ? JointKind::Universal : reversible_kinds[pick(7)];
      const LoopJoint tie = fitting_joint(random, plain.structure.now(), plain.q, kind,
                                          fmt::format("tie{}", i), BodyId{a}, BodyId{b});
      turned.connect(tie);
      plain.connect(tie);
    }
    const Structure &p = plain.structure.now(), &r = turned.structure.now();
    if (r.tree->nv() != p.tree->nv()) ++turned_count;
    const std::string detail = fmt::format("seed {}", seed);
    const BodyStates x = body_states(p, plain.q, plain.v), y = body_states(r, turned.q, turned.v);
    states.expect(y.poses, x.poses, detail);
    states.expect(relative_error(y.velocities, x.velocities, 10.0), detail);
    accelerations.expect(body_accelerations(r, turned.q, turned.v, turned.accelerations()),
                         body_accelerations(p, plain.q, plain.v, plain.accelerations()), detail);
  }
  EXPECT_GT(turned_count, 50);
}

}  // namespace
}  // namespace catena::test
