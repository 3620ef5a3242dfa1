// The scenarios of examples/ are what their comments say.

#include <gtest/gtest.h>

#include <filesystem>
#include <numbers>

#include "catena/dynamics/kinematics.hpp"
#include "catena/library/builtin_models.hpp"
#include "catena/math/views.hpp"
#include "catena/model/configuration.hpp"
#include "catena/scenario/scenario.hpp"

namespace catena {
namespace {

using std::numbers::pi;

std::filesystem::path example_path(const std::string& name) {
  return std::filesystem::path(CATENA_SOURCE_DIR) / "examples" / (name + ".yaml");
}

void expect_same_mechanism(const Model& a, const Model& b) {
  ASSERT_EQ(a.joint_count(), b.joint_count());
  for (int j = 0; j < a.joint_count(); ++j) {
    const JointInfo& x = a.joint(JointId{j});
    const JointInfo& y = b.joint(JointId{j});
    EXPECT_EQ(x.spec.name, y.spec.name);
    EXPECT_EQ(x.spec.kind, y.spec.kind);
    EXPECT_EQ(x.spec.axis, y.spec.axis);
    EXPECT_EQ(to_eigen(x.X_PF.translation), to_eigen(y.X_PF.translation));
    const Inertia<double>& i = a.body(x.child).inertia;
    const Inertia<double>& k = b.body(y.child).inertia;
    EXPECT_DOUBLE_EQ(i.mass, k.mass);
    EXPECT_NEAR((to_eigen(i.moment) - to_eigen(k.moment)).norm(), 0, 1e-15);
    EXPECT_NEAR((to_eigen(i.rotational) - to_eigen(k.rotational)).norm(), 0, 1e-15);
  }
}

TEST(ScenarioExamples, AllLoad) {
  int count = 0;
  const std::filesystem::path folder = example_path("x").parent_path();
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".yaml") continue;
    ++count;
    const Scenario scenario = load_scenario(entry.path());
    EXPECT_FALSE(scenario.name.empty());
    EXPECT_FALSE(scenario.description.empty());
    EXPECT_FALSE(scenario.plots.empty());
    EXPECT_TRUE(scenario.warnings.empty()) << entry.path() << ": " << scenario.warnings[0];
    EXPECT_GT(scenario.duration, 0.0);
    const bool crowd = scenario.setup.model->body_count() > 100;  // of which less is recorded
    EXPECT_TRUE(crowd || (scenario.record.q && scenario.record.v && scenario.record.a &&
                          scenario.record.tau && scenario.record.energy && scenario.record.limits));
    EXPECT_EQ(scenario.record.wrenches, entry.path().parent_path().filename() == "constrained");
  }
  EXPECT_GE(count, 20);
}

TEST(ScenarioExamples, PendulumStartsLevel) {
  const Scenario scenario = load_scenario(example_path("pendulum"));
  EXPECT_EQ(scenario.setup.model->nv(), 1);
  EXPECT_DOUBLE_EQ(scenario.setup.q[0], pi / 2);
  EXPECT_EQ(scenario.setup.v[0], 0.0);
  expect_same_mechanism(*scenario.setup.model, planar_chain(1));
  ASSERT_EQ(scenario.record.frames.size(), 1U);
  EXPECT_EQ(scenario.setup.model->frame(scenario.record.frames[0]).name, "tip");
}

TEST(ScenarioExamples, DoublePendulumStartsFolded) {
  const Scenario scenario = load_scenario(example_path("inverted_double_pendulum"));
  expect_same_mechanism(*scenario.setup.model, double_pendulum());
  EXPECT_NEAR(scenario.setup.q[0], pi / 4, 1e-15);
  EXPECT_NEAR(scenario.setup.q[1], -112.5 * pi / 180, 1e-15);
}

// Positions of a contact's two sides at the start, in the world.
struct Sides {
  Vec3<double> a, b;
};
Sides sides(const Scenario& scenario, const Contact& contact) {
  const Model& model = *scenario.setup.model;
  Kinematics<double> kinematics(model);
  kinematics.compute(model, scenario.setup.q);
  return {kinematics.pose(model, model.body_frame(contact.a)) * contact.p_A,
          kinematics.pose(model, model.body_frame(contact.b)) * contact.p_B};
}

// Base and tip are at z = 0, on the side of positive y (Li et al. 2014, sec. V).
TEST(ScenarioExamples, ConstrainedArmsStartOnTheGround) {
  struct Case {
    const char* name;
    double y, friction, duration;
  };
  for (const Case& c : {Case{"two_link_const", 0.5, 0.2, 10}, Case{"two_link_sine", 0.5, 0.2, 10},
                        Case{"two_link_settle", std::sin(5 * pi / 12), 0.01, 60},
                        Case{"three_link_const", 1, 0.2, 10}, Case{"three_link_cosine", 1, 0.2, 10},
                        Case{"three_link_settle", 0.5 + std::sin(0.05), 0.01, 60}}) {
    const Scenario scenario = load_scenario(example_path(std::string("constrained/") + c.name));
    ASSERT_EQ(scenario.setup.contacts.size(), 1U);
    const Contact& tip = scenario.setup.contacts[0];
    EXPECT_EQ(tip.b, world_body);
    EXPECT_TRUE(tip.bilateral);
    EXPECT_EQ(tip.material.law, FrictionLaw::AlwaysSliding);
    EXPECT_EQ(tip.material.friction, c.friction) << c.name;
    EXPECT_EQ(scenario.duration, c.duration) << c.name;
    const Vec3<double> p = sides(scenario, tip).a;
    EXPECT_EQ(p.x, 0) << c.name;
    EXPECT_NEAR(p.y, c.y, 1e-15) << c.name;
    EXPECT_NEAR(p.z, 0, 1e-15) << c.name;  // 2.2e-16 measured
    for (int j = 0; j < scenario.setup.model->joint_count(); ++j) {
      const BodyInfo& link = scenario.setup.model->body(BodyId{j + 1});
      EXPECT_NEAR(link.inertia.rotational.xx, 0.5 * 0.5 / 3, 1e-15);  // about the hinge
    }
  }
}

TEST(ScenarioExamples, BodiesStartWhereTheirContactsSay) {
  const Scenario block = load_scenario(example_path("rocking_block"));
  const Vec3<double> left = sides(block, block.setup.contacts[0]).a,
                     right = sides(block, block.setup.contacts[1]).a;
  EXPECT_NEAR(right.x, 0.1, 1e-15);
  EXPECT_NEAR(right.z, 0.0, 1e-15);
  EXPECT_NEAR(left.z, 0.2 * std::sin(std::atan(0.2) / 2), 1e-15);

  const Scenario ball = load_scenario(example_path("bouncing_ball"));
  EXPECT_NEAR(sides(ball, ball.setup.contacts[0]).a.z - ball.setup.contacts[0].radius, 1.0, 1e-15);

  const Scenario cradle = load_scenario(example_path("newtons_cradle"));
  ASSERT_EQ(cradle.setup.contacts.size(), 4U);
  for (const Contact& contact : cradle.setup.contacts) {
    const Sides at = sides(cradle, contact);
    const double gap = norm(at.a - at.b) - contact.radius - contact.radius_b;
    EXPECT_EQ(contact.material.restitution, 1.0);
    if (contact.name == "hit12") {
      EXPECT_GT(gap, 0.5);
      EXPECT_NEAR(at.a.x, -0.5, 1e-15);
    } else {
      EXPECT_NEAR(gap, 0.0, 1e-15);
    }
  }

  const Scenario drop = load_scenario(example_path("simultaneous_impacts"));
  ASSERT_EQ(drop.setup.contacts.size(), 3U);
  for (const Contact& contact : drop.setup.contacts)
    EXPECT_NEAR(sides(drop, contact).a.z, 0.5, 1e-15) << contact.name;
}

TEST(ScenarioExamples, DoublePendulumsDifferInTheirRestitution) {
  const Scenario one = load_scenario(example_path("inverted_double_pendulum")),
                 half = load_scenario(example_path("inverted_double_pendulum_half"));
  ASSERT_EQ(half.setup.contacts.size(), 1U);
  EXPECT_EQ(one.setup.contacts.at(0).material.restitution, 1.0);
  EXPECT_EQ(half.setup.contacts[0].material.restitution, 0.5);
  EXPECT_EQ(half.setup.q, one.setup.q);
}

TEST(ScenarioExamples, FiveLinksAreThoseOfTable5I) {
  const Scenario scenario = load_scenario(example_path("five_link"));
  expect_same_mechanism(*scenario.setup.model, planar_chain(5));
  EXPECT_EQ(scenario.setup.model->damping(), Eigen::VectorXd::Constant(5, 3.0));
  Eigen::VectorXd q(5);
  q << pi / 10, -2 * pi / 10, 0, 2 * pi / 10, -pi / 10;
  EXPECT_NEAR((scenario.setup.q - q).norm(), 0, 1e-15);
}

TEST(ScenarioExamples, TreeIsThatOfTable5II) {
  const Scenario scenario = load_scenario(example_path("y_tree"));
  const Model& model = *scenario.setup.model;
  EXPECT_EQ(model.nv(), 9);
  EXPECT_DOUBLE_EQ(model.total_mass(), 9.0);
  EXPECT_EQ(model.damping(), Eigen::VectorXd::Constant(9, 3.0));
  Eigen::VectorXd q(9);
  q << 0, -pi / 10, 2 * pi / 10, 0, -pi / 10, -pi / 10, 2 * pi / 10, 0, -pi / 10;
  EXPECT_NEAR((scenario.setup.q - q).norm(), 0, 1e-15);
  const Scenario mirrored = load_scenario(example_path("y_tree_mirrored"));
  EXPECT_EQ(mirrored.setup.q, scenario.setup.q);
  for (int dof = 0; dof < 9; ++dof) {
    const Eigen::Vector3d y(0, 1, 0);
    EXPECT_EQ(model.joint(JointId{dof}).spec.axis, y);
    EXPECT_EQ(mirrored.setup.model->joint(JointId{dof}).spec.axis, dof < 5 ? y : -y);
  }
  EXPECT_EQ(model.dof_parent()[5], 0);
}

TEST(ScenarioExamples, TreeTorquesFollowEquation52) {
  const Scenario scenario = load_scenario(example_path("y_tree_torques"));
  EXPECT_EQ(scenario.name, "Tree with torques");
  ASSERT_EQ(scenario.setup.motors.size(), 9U);
  const int levels[] = {1, 2, 3, 4, 5, 2, 3, 4, 5};
  const double t = 0.7;
  for (std::size_t i = 0; i < 9; ++i) {
    const Motor& motor = scenario.setup.motors[i];
    double effort = -1;
    motor.effort(t, scenario.setup.q, scenario.setup.v, Out<double>(&effort, 1));
    EXPECT_EQ(motor.dofs, std::vector<int>{static_cast<int>(i)});
    EXPECT_NEAR(effort, 20 * (5 - levels[i]) * std::sin(t), 1e-13);
  }
}

TEST(ScenarioExamples, HandsStartAsInTable5III) {
  for (const char* name : {"hand_fall", "hand_elastic"}) {
    const Scenario scenario = load_scenario(example_path(name));
    const Model& model = *scenario.setup.model;
    EXPECT_EQ(model.nv(), 22);
    EXPECT_EQ(scenario.setup.q, hand_start(model)) << name;
    EXPECT_EQ(scenario.setup.integrator.kind, IntegratorKind::Radau);
    EXPECT_EQ(model.springs().empty(), std::string(name) == "hand_fall");
    EXPECT_EQ(model.damping(), Eigen::VectorXd::Constant(22, 3.0));
  }
}

TEST(ScenarioExamples, HandCoordinatesHaveAnatomicalNames) {
  const Scenario scenario = load_scenario(example_path("hand_fall"));
  const Model& model = *scenario.setup.model;
  EXPECT_EQ(model.coordinate_name(model.find_dof("wrist.flexion")), "wrist.flexion");
  EXPECT_EQ(model.find_dof("wrist.1"), model.find_dof("wrist.flexion"));
  EXPECT_EQ(model.coordinate_name(model.find_dof("index.mcp.abduction")), "index.mcp.abduction");
  for (const char* joint : {"index.pip", "little.dip", "thumb.cmc1", "thumb.cmc2", "thumb.ip"})
    EXPECT_EQ(model.coordinate_name(model.find_dof(joint)), joint);
}

}  // namespace
}  // namespace catena
