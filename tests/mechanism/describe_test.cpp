// Models that were built otherwise have descriptions that compile to the same, bit for bit.

#include "catena/mechanism/describe.hpp"

#include <gtest/gtest.h>

#include "catena/library/builtin_loops.hpp"
#include "catena/library/builtin_models.hpp"
#include "catena/mechanism/compile.hpp"
#include "catena/scenario/scenario.hpp"
#include "tests/support/bitwise_run.hpp"

namespace catena {
namespace {

bool same(const Vec3<double>& a, const Vec3<double>& b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

bool same(const Transform<double>& a, const Transform<double>& b) {
  return same(a.rotation.c0, b.rotation.c0) && same(a.rotation.c1, b.rotation.c1) &&
         same(a.rotation.c2, b.rotation.c2) && same(a.translation, b.translation);
}

void expect_same_model(const Model& a, const Model& b) {
  ASSERT_EQ(a.body_count(), b.body_count());
  ASSERT_EQ(a.joint_count(), b.joint_count());
  EXPECT_EQ(a.nq(), b.nq());
  EXPECT_EQ(a.nv(), b.nv());
  EXPECT_TRUE(same(a.gravity(), b.gravity()));
  for (int i = 0; i < a.body_count(); ++i) {
    const BodyInfo &x = a.body(BodyId{i}), &y = b.body(BodyId{i});
    EXPECT_EQ(x.name, y.name);
    EXPECT_EQ(x.inertia.mass, y.inertia.mass);
    EXPECT_TRUE(same(x.inertia.moment, y.inertia.moment));
    EXPECT_EQ(to_eigen(x.inertia.rotational), to_eigen(y.inertia.rotational));
    EXPECT_EQ(x.shapes.size(), y.shapes.size());
  }
  for (int j = 0; j < a.joint_count(); ++j) {
    const JointInfo &x = a.joint(JointId{j}), &y = b.joint(JointId{j});
    EXPECT_EQ(x.spec.name, y.spec.name);
    EXPECT_EQ(x.spec.kind, y.spec.kind);
    EXPECT_EQ(x.spec.axis, y.spec.axis);
    EXPECT_EQ(x.spec.damping, y.spec.damping);
    EXPECT_EQ(x.spec.position_lower, y.spec.position_lower);
    EXPECT_EQ(x.spec.stiffness.rows(), y.spec.stiffness.rows());
    EXPECT_TRUE(same(x.X_PF, y.X_PF) && same(x.X_BM, y.X_BM)) << x.spec.name;
  }
  EXPECT_EQ(a.warnings(), b.warnings());
}

TEST(Describe, BuildersOfTheLibrary) {
  for (const char* name : {"hand", "humanoid", "quadruped", "gymnast", "squeezer", "arm"}) {
    SCOPED_TRACE(name);
    const ModelBuilder builder = builtin_builder(name);
    expect_same_model(builder.build(), *compile(describe(builder)).setup.model);
  }
}

TEST(Describe, ModelsWithTheirLoops) {
  for (const char* name : {"bricard", "n_four_bar"}) {
    SCOPED_TRACE(name);
    SimulationSetup setup;
    const auto model = std::make_shared<const Model>(builtin_builder(name, 2).build());
    const LoopSpecs specs = builtin_loops(name, *model);
    const Mechanism described = describe(*model, specs);
    Scenario direct;
    direct.setup.model = model;
    direct.setup.loops = std::make_shared<const Loops>(model, specs);
    direct.setup.integrator.step = 0.0;
    const Scenario compiled = compile(described);
    expect_same_model(*model, *compiled.setup.model);
    test::expect_same_run(direct, compiled, 0.2);
    EXPECT_TRUE(parse_mechanism(write_scenario(described), "w.yaml", "") == described);
  }
}

TEST(Describe, CouplingsAsFunctionsRunButHaveNoText) {
  const auto model = std::make_shared<const Model>(planar_chain(2));
  LoopSpecs specs;
  specs.couplings.push_back(linear_coupling("gears", 0, -2.0, 1));
  Mechanism described = describe(*model, specs);
  described.start_of("joint2").v = 1.0;
  Scenario direct;
  direct.setup.model = model;
  direct.setup.loops = std::make_shared<const Loops>(model, specs);
  direct.setup.v = Eigen::Vector2d(0.0, 1.0);
  direct.setup.given = {false, true};
  direct.setup.integrator.step = 0.0;
  EXPECT_GT(Simulation(direct.setup).state().v.norm(), 0.1);
  test::expect_same_run(direct, compile(described), 0.2);
  EXPECT_THROW(write_scenario(described), ScenarioError);
}

}  // namespace
}  // namespace catena
