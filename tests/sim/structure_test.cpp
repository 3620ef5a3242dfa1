// Joints that are made and cut while a simulation runs.

#include <gtest/gtest.h>

#include <cmath>

#include "catena/dynamics/energy.hpp"
#include "catena/dynamics/kinematics.hpp"
#include "catena/library/builtin_models.hpp"
#include "catena/sim/simulation.hpp"
#include "tests/support/checkpoints.hpp"

namespace catena {
namespace {

// A free chain of two rods, 1 m each, that flies and turns (Nakamura & Yamane 2000, Fig. 12).
SimulationSetup free_chain(double gravity) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -gravity});
  const auto rod = [](double x) {
    return Transform<double>::at({0.5, 0, 0}) * solid_box(1.0 + x, {1.0, 0.1, 0.1});
  };
  const BodyId base = builder.add_body("base", rod(0.0)), link = builder.add_body("link", rod(0.5));
  builder.add_joint(free_joint("flight"), world_body, base);
  builder.add_joint(revolute("elbow", {0, 1, 0}), base, link, Transform<double>::at({1, 0, 0}));
  SimulationSetup setup;
  setup.model = std::make_shared<const Model>(builder.build());
  setup.v = Eigen::VectorXd::Zero(setup.model->nv());
  setup.v << 0.3, 1.0, -0.2, 0.4, 0.1, 0.5, 0.7;
  return setup;
}

Connect pivot_at_tip(const Model& model) {
  Connect connect;
  connect.joint = {revolute("pivot", {0, 1, 0}), model.find_body("link"), world_body,
                   Transform<double>::at({1, 0, 0}), Transform<double>::identity()};
  connect.here = true;
  return connect;
}

Motion<double> tip_motion(const Simulation& simulation) {
  const Model& model = simulation.model();
  Kinematics<double> kinematics(model);
  const State& s = simulation.state();
  kinematics.compute(model, In<double>(s.q.data(), model.nq()), In<double>(s.v.data(), model.nv()));
  const FrameId link = model.find_frame("link");
  const Motion<double> v = kinematics.velocity(model, link, Reference::WorldAligned);
  const Transform<double> X = kinematics.pose(model, link);
  return {v.angular, v.linear + cross(v.angular, X.rotation * Vec3<double>{1, 0, 0})};
}

Vec3<double> tip_velocity(const Simulation& simulation) {
  return tip_motion(simulation).linear;
}

Vec3<double> tip_position(const Simulation& simulation) {
  const Model& model = simulation.model();
  Kinematics<double> kinematics(model);
  kinematics.compute(model, In<double>(simulation.state().q.data(), model.nq()));
  return kinematics.pose(model, model.find_frame("link")) * Vec3<double>{1, 0, 0};
}

Force<double> momentum_about_world(const Simulation& simulation) {
  const Model& model = simulation.model();
  Workspace<double> ws(model);
  const State& s = simulation.state();
  return momentum<double>(model, In<double>(s.q.data(), model.nq()),
                          In<double>(s.v.data(), model.nv()), MomentumAbout::WorldOrigin, ws);
}

Eigen::Vector3d vector(const Vec3<double>& x) {
  return {x.x, x.y, x.z};
}

class FreeChain : public testing::TestWithParam<bool> {};

TEST_P(FreeChain, CatchesAPivotAndLetsGo) {
  SimulationSetup setup = free_chain(9.81);
  setup.reroot = GetParam();
  Simulation simulation(setup);
  simulation.advance(0.3);
  EXPECT_GT(norm(tip_velocity(simulation)), 0.5);
  std::vector<SimulationEvent> events;
  const double before = simulation.energy(simulation.state()).stored();
  const Motion<double> approach = tip_motion(simulation);
  const Force<double> momentum_before = momentum_about_world(simulation);
  simulation.connect(pivot_at_tip(simulation.model()), &events);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].kind, EventKind::Connect);
  EXPECT_GT(events[0].energy_lost, 0.01);
  EXPECT_NEAR(events[0].v_before, norm(approach.linear), 1e-13);
  EXPECT_NEAR(events[0].w_before, norm(approach.angular), 1e-13);
  const Force<double> momentum_after = momentum_about_world(simulation);
  // Body b is the world: the chain gets the opposite.
  const Eigen::Vector3d& p = events[0].linear_impulse;
  const Eigen::Vector3d about_origin =
      events[0].angular_impulse + vector(tip_position(simulation)).cross(p);
  EXPECT_LT((vector(momentum_after.linear - momentum_before.linear) + p).norm(), 1e-13);
  EXPECT_LT((vector(momentum_after.angular - momentum_before.angular) + about_origin).norm(),
            1e-13);
  EXPECT_GT(events[0].angular_impulse.norm(), 0.01);
  EXPECT_NEAR(before - simulation.energy(simulation.state()).stored(), events[0].energy_lost,
              1e-12);
  EXPECT_LT(norm(tip_velocity(simulation)), 1e-12);
  // Re-rooted, the two hinges are all there is; else the document's eight joint coordinates.
  EXPECT_EQ(simulation.state().v.size(), setup.reroot ? 2 : 8);
  simulation.advance(1.0);
  EXPECT_LT(norm(tip_velocity(simulation)), 1e-11);
  EXPECT_LT(std::abs(simulation.energy(simulation.state()).balance), 1e-9);
  events.clear();
  simulation.cut("pivot", &events);
  EXPECT_EQ(events[0].kind, EventKind::Cut);
  EXPECT_NEAR(events[0].energy_lost, 0.0, 1e-12);
  EXPECT_EQ(simulation.state().v.size(), 7);
  simulation.advance(1.5);
  EXPECT_LT(std::abs(simulation.energy(simulation.state()).balance), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Reroot, FreeChain, testing::Bool());

TEST(Structure, RerootedAndNotMoveAlike) {
  Vec3<double> tips[2];
  Eigen::VectorXd elbow(2);
  for (const bool reroot : {false, true}) {
    SimulationSetup setup = free_chain(9.81);
    setup.reroot = reroot;
    Simulation simulation(setup);
    simulation.advance(0.3);
    simulation.connect(pivot_at_tip(simulation.model()));
    simulation.advance(1.3);
    Eigen::VectorXd q, v;
    joint_coordinates(simulation.structure(), simulation.state().q, simulation.state().v, "elbow",
                      q, v);
    elbow[reroot] = q[0];
    joint_coordinates(simulation.structure(), simulation.state().q, simulation.state().v, "flight",
                      q, v);
    tips[reroot] = {q[4], q[5], q[6]};
  }
  EXPECT_NEAR(elbow[0], elbow[1], 1e-10);
  EXPECT_LT(norm(tips[0] - tips[1]), 1e-10);
}

// Two free bodies that are welded together in flight keep their momentum.
TEST(Structure, ConnectionKeepsMomentum) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  for (const char* name : {"one", "two"}) {
    const BodyId body =
        builder.add_body(name, solid_box(name[0] == 'o' ? 2.0 : 3.0, {0.3, 0.5, 0.7}));
    builder.add_joint(free_joint(std::string(name) + "_flight"), world_body, body);
  }
  SimulationSetup setup;
  setup.model = std::make_shared<const Model>(builder.build());
  setup.v = Eigen::VectorXd::LinSpaced(12, -1.0, 1.3);
  Simulation simulation(setup);
  simulation.advance(0.2);
  const auto momentum_now = [&] {
    const Model& model = simulation.model();
    Workspace<double> ws(model);
    const State& s = simulation.state();
    return momentum<double>(model, In<double>(s.q.data(), model.nq()),
                            In<double>(s.v.data(), model.nv()), MomentumAbout::WorldOrigin, ws);
  };
  const auto before = momentum_now();
  simulation.connect({{weld("glue"), setup.model->find_body("one"), setup.model->find_body("two"),
                       Transform<double>::at({0.2, 0.1, 0}), Transform<double>::identity()},
                      true});
  const auto after = momentum_now();
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(after[i], before[i], 1e-12) << i;
  EXPECT_EQ(simulation.state().v.size(), 6);
}

TEST(Structure, ChangesHappenAtTheirTimeAndCondition) {
  SimulationSetup setup = free_chain(9.81);
  StructureEvent grab, drop;
  grab.name = "grab", grab.at = 0.25, grab.connect = {pivot_at_tip(*setup.model)};
  const int elbow_q = setup.model->joint(setup.model->find_joint("elbow")).q;
  drop.name = "drop", drop.cut = {"pivot"};
  drop.when = [elbow_q](double t, In<double> q, In<double>) {
    return t < 0.3 ? 1.0 : q[elbow_q] + 0.2;
  };
  setup.changes = {grab, drop};
  Simulation simulation(setup);
  std::vector<SimulationEvent> events;
  RunObserver observer;
  observer.event = [&](const SimulationEvent& e) { events.push_back(e); };
  simulation.advance(3.0, observer);
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].t, 0.25);
  EXPECT_EQ(events[1].kind, EventKind::Cut);
  // Once more to that moment: there the condition is zero.
  Simulation again(setup);
  again.advance(events[1].t - 1e-9);
  Eigen::VectorXd q, v;
  joint_coordinates(again.structure(), again.state().q, again.state().v, "elbow", q, v);
  EXPECT_NEAR(q[0], -0.2, 1e-7);
}

TEST(Structure, CheckpointsIncludeIt) {
  SimulationSetup setup = free_chain(9.81);
  Simulation simulation(setup);
  simulation.advance(0.2);
  simulation.connect(pivot_at_tip(simulation.model()));
  simulation.advance(0.5);
  const State saved = simulation.state();
  simulation.advance(0.9);
  Simulation other(setup);
  other.restore(saved);
  other.advance(0.9);
  EXPECT_EQ(other.state().q, simulation.state().q);
  EXPECT_EQ(other.state().v, simulation.state().v);
  simulation.restore(saved);
  simulation.advance(0.9);
  EXPECT_EQ(other.state().q, simulation.state().q);
}

TEST(Structure, CheckpointFilesIncludeIt) {
  SimulationSetup setup = free_chain(9.81);
  StructureEvent grab;
  grab.name = "grab", grab.at = 0.25, grab.connect = {pivot_at_tip(*setup.model)};
  setup.changes = {grab};
  Simulation simulation(setup);
  simulation.advance(0.5);
  const State saved = simulation.state();
  simulation.advance(0.9);
  Simulation other(setup);
  other.restore(test::through_text(saved, setup));
  other.advance(0.9);
  EXPECT_EQ(other.state().q, simulation.state().q);
  EXPECT_EQ(other.state().v, simulation.state().v);
  setup.changes.clear();
  Simulation without(setup);
  EXPECT_NO_THROW(without.restore(saved)) << "the state knows the joint";
}

TEST(Structure, ConnectThenCutGivesTheOldOneBack) {
  SimulationSetup setup = free_chain(9.81);
  setup.v.setZero();  // nothing to lose in a collision
  Simulation simulation(setup);
  const State before = simulation.state();
  simulation.connect(pivot_at_tip(simulation.model()));
  simulation.cut("pivot");
  EXPECT_EQ(simulation.state().q, before.q);
  EXPECT_EQ(simulation.state().v, before.v);
  EXPECT_EQ(simulation.model().coordinate_name(6), "elbow");
}

TEST(Structure, SaysWhyItCannotConnect) {
  Simulation simulation(free_chain(9.81));
  Connect connect = pivot_at_tip(simulation.model());
  connect.here = false;
  try {
    simulation.connect(connect);
    FAIL();
  } catch (const SimulationError& error) {
    EXPECT_STREQ(error.what(),
                 "t = 0 s: 'pivot' cannot be connected: its frames are 2 (m or rad) apart; choose "
                 "another moment, or connect them where they are ('here')");
  }
  EXPECT_EQ(simulation.state().v.size(), 7);
  try {
    simulation.cut("elbw");
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'elbow'?"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace catena
