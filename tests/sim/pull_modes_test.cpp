// Pulls and hand inputs that set free what is held: by contacts, stops and dry friction; with
// loops, after cuts, and in recordings.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>

#include "catena/elements/stops.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/motion_equations.hpp"
#include "tests/sim/touching.hpp"

namespace catena::test {
namespace {

constexpr double mass = 2.0, friction = 0.4, stiffness = 1000.0;

// A block on the ground, on three feet.
SimulationSetup block_on_ground() {
  SimulationSetup setup = lone_body(free_joint("flight"), solid_box(mass, {0.4, 0.3, 0.2}),
                                    {0, 0, -gravity}, numbers({1, 0, 0, 0, 0, 0, 0.1}), {});
  const Vec3<double> feet[] = {{0.2, 0.0, -0.1}, {-0.1, 0.15, -0.1}, {-0.1, -0.15, -0.1}};
  for (int k = 0; k < 3; ++k)
    setup.contacts.push_back(
        on_plane("foot" + std::to_string(k), only_body, feet[k], 0.0, {0.0, friction}));
  setup.may_be_pulled = true;
  return setup;
}

// A force upwards on the middle of the block, as long as it does not move.
Pull upwards(double f) {
  return {only_body, {0, 0, 0}, {0, 0, 0.1 + f / stiffness}, stiffness, 0.0};
}

TEST(PullModes, AMassSticksUntilFrictionIsOvercome) {
  const double most = friction * mass * gravity;
  SimulationSetup setup = lone_body(free_joint("flight"), solid_sphere(mass, 0.1), {0, 0, -gravity},
                                    numbers({1, 0, 0, 0, 0, 0, 0}), {});
  setup.contacts = {on_plane("foot", only_body, {0, 0, 0}, 0.0, {0.0, friction})};
  setup.may_be_pulled = true;
  Simulation simulation(setup);
  const auto sideways = [](double f) {
    return Pull{only_body, {0, 0, 0}, {f / stiffness, 0, 0}, stiffness, 0.0};
  };
  simulation.advance(0.1);
  std::vector<SimulationEvent> events;
  simulation.pull(sideways(0.99 * most), &events);
  const std::vector<SimulationEvent> later = events_of(simulation, 0.6);
  EXPECT_TRUE(of_kind(events, EventKind::Slip).empty());
  EXPECT_TRUE(of_kind(later, EventKind::Slip).empty());
  EXPECT_LT(std::abs(simulation.state().q[4]), 1e-12);
  EXPECT_NEAR(recorded(simulation, "contact.foot.fx"), -0.99 * most, 1e-9);
  simulation.pull(sideways(1.01 * most), &events);
  EXPECT_EQ(of_kind(events, EventKind::Slip).size(), 1u);
  Evaluation at;
  simulation.evaluate(simulation.state(), at);
  EXPECT_NEAR(at.a[3], 0.01 * most / mass, 1e-9);
  // Friction brings it to rest beyond the spring's balance: a half period of m x'' = k (c - x).
  const double far = 2.0 * 0.01 * most / stiffness;
  const double half = std::acos(-1.0) / std::sqrt(stiffness / mass);
  const std::vector<SimulationEvent> stop = events_of(simulation, 1.0);
  ASSERT_FALSE(of_kind(stop, EventKind::Stick).empty());
  EXPECT_NEAR(of_kind(stop, EventKind::Stick)[0].t, 0.6 + half, 1e-8);
  EXPECT_NEAR(simulation.state().q[4], far, 1e-9);
  EXPECT_LT(std::abs(simulation.energy(simulation.state()).balance), 1e-11);
}

TEST(PullModes, ABlockLiftsWhenPulledByMoreThanItsWeight) {
  Simulation simulation(block_on_ground());
  std::vector<SimulationEvent> events;
  simulation.pull(upwards(0.95 * mass * gravity), &events);
  EXPECT_TRUE(events.empty());
  double weight = 0.0;
  for (const char* foot : {"foot0", "foot1", "foot2"})
    weight += recorded(simulation, "contact." + std::string(foot) + ".fn");
  EXPECT_NEAR(weight, 0.05 * mass * gravity, 1e-10);
  simulation.pull(upwards(1.5 * mass * gravity), &events);
  EXPECT_EQ(of_kind(events, EventKind::Lift).size(), 3u);
  Evaluation at;
  simulation.evaluate(simulation.state(), at);
  EXPECT_NEAR(at.a[5], 0.5 * gravity, 1e-10);
  // Let go in the air, it comes back down.
  simulation.advance(0.05);
  EXPECT_GT(simulation.state().q[6], 0.1001);
  simulation.pull(std::nullopt);
  simulation.advance(1.0);
  EXPECT_NEAR(simulation.state().q[6], 0.1, 1e-9);
  EXPECT_LT(std::abs(simulation.energy(simulation.state()).balance), 1e-10);
}

TEST(PullModes, AStopLetsGo) {
  SimulationSetup setup = slider(
      [](JointSpec& joint) { joint.position_lower = Eigen::VectorXd::Constant(1, 0.0); }, 0.0, 0.0);
  setup.may_be_pulled = true;
  Simulation simulation(setup);
  const double weight = slider_mass * gravity;
  std::vector<SimulationEvent> events;
  simulation.pull(Pull{only_body, {0, 0, 0}, {0, 0, 0.9 * weight / stiffness}, stiffness}, &events);
  EXPECT_TRUE(events.empty());
  EXPECT_NEAR(recorded(simulation, "limit.slide"), 0.1 * weight, 1e-10);
  EXPECT_NEAR(recorded(simulation, "tau.slide"), 0.1 * weight, 1e-10);
  simulation.pull(Pull{only_body, {0, 0, 0}, {0, 0, 1.1 * weight / stiffness}, stiffness}, &events);
  ASSERT_EQ(of_kind(events, EventKind::Release).size(), 1u);
  EXPECT_EQ(recorded(simulation, "tau.slide"), 0.0);
  simulation.advance(0.1);
  const double w = std::sqrt(stiffness / slider_mass);
  EXPECT_NEAR(simulation.state().q[0], 0.1 * weight / stiffness * (1 - std::cos(w * 0.1)), 1e-12);
}

TEST(PullModes, DryFrictionLetsGo) {
  SimulationSetup setup = slider(
      [](JointSpec& joint) {
        joint.coulomb_friction = Eigen::VectorXd::Constant(1, 25.0);
        joint.static_friction = Eigen::VectorXd::Constant(1, 30.0);
      },
      0.0, 0.0);
  setup.may_be_pulled = true;
  const auto effort = std::make_shared<std::vector<double>>(1, 0.0);
  setup.motors.push_back(hand_motor("hand", {0}, effort));
  Simulation simulation(setup);
  const double weight = slider_mass * gravity;
  std::vector<SimulationEvent> events;
  const auto pull = [&](double f) {
    simulation.pull(Pull{only_body, {0, 0, 0}, {0, 0, f / stiffness}, stiffness}, &events);
  };
  pull(weight + 29.0);
  EXPECT_TRUE(events.empty());
  EXPECT_NEAR(recorded(simulation, "tau.slide"), -29.0, 1e-12);
  pull(weight + 31.0);
  ASSERT_EQ(of_kind(events, EventKind::Slip).size(), 1u);
  EXPECT_NEAR(recorded(simulation, "a.slide"), 6.0 / slider_mass, 1e-12);
  EXPECT_NEAR(recorded(simulation, "tau.slide"), -25.0, 1e-12);
  pull(weight);
  EXPECT_EQ(of_kind(events, EventKind::Stick).size(), 1u);
  // The same by a motor.
  events.clear();
  effort->front() = -29.0;
  simulation.inputs_changed(&events);
  EXPECT_TRUE(events.empty());
  effort->front() = -31.0;
  simulation.inputs_changed(&events);
  ASSERT_EQ(of_kind(events, EventKind::Slip).size(), 1u);
  EXPECT_EQ(events[0].how, EventHow::Backwards);
  EXPECT_NEAR(recorded(simulation, "a.slide"), -6.0 / slider_mass, 1e-12);
}

TEST(PullModes, AServoFollowsTheOffsetOfItsTarget) {
  const Scenario scenario = parse_scenario(R"(
model:
  bodies: [{name: cart, shapes: [{box: {sides: [0.1, 0.1, 0.1]}, mass: 1}]}]
  joints: [{name: rail, kind: prismatic, parent: world, child: cart, axis: [1, 0, 0]}]
motors: [{joint: rail, target: 0.2, stiffness: 400, damping: 40}]
duration: 1
)",
                                           "servo.yaml", "");
  Simulation simulation(scenario.setup);
  const auto offsets = simulation.setup().motors[0].offsets;
  ASSERT_TRUE(offsets);
  ASSERT_EQ(offsets->size(), 1u);
  simulation.advance(3.0);
  EXPECT_NEAR(simulation.state().q[0], 0.2, 1e-10);
  (*offsets)[0] = 0.1;
  simulation.inputs_changed();
  Evaluation at;
  simulation.evaluate(simulation.state(), at);
  EXPECT_NEAR(at.a[0], 40.0, 1e-6);
  simulation.advance(6.0);
  EXPECT_NEAR(simulation.state().q[0], 0.3, 1e-10);
}

// The four-bar of the examples, pulled at its coupler.
class PulledFourBar : public testing::Test {
 protected:
  PulledFourBar() : scenario(load_scenario(CATENA_SOURCE_DIR "/examples/four_bar.yaml")) {
    scenario.setup.may_be_pulled = true;
    pull = {
        scenario.setup.model->find_body("coupler_bar"), {0.1, 0, 0.5}, {0.3, 0.2, 1.4}, 60.0, 0.0};
  }
  Vec3<double> point(const State& s) const {
    const Model& model = *scenario.setup.model;
    Kinematics<double> kinematics(model);
    kinematics.compute(model, In<double>(s.q.data(), model.nq()));
    return kinematics.pose(model, model.body_frame(pull.body)) * pull.at;
  }
  Scenario scenario;
  Pull pull;
};

TEST_F(PulledFourBar, KeepsItsEnergyAndThatOfTheSpring) {
  for (const IntegratorKind kind : {IntegratorKind::DormandPrince853, IntegratorKind::Radau}) {
    scenario.setup.integrator.kind = kind;
    if (kind == IntegratorKind::Radau) scenario.setup.integrator.relative_tolerance = 1e-10;
    Simulation simulation(scenario.setup);
    simulation.pull(pull);
    const auto energy = [&](const State& s) {
      const Vec3<double> d = pull.to - point(s);
      return simulation.energy(s).stored() + 0.5 * pull.stiffness * dot(d, d);
    };
    const double start = energy(simulation.state());
    simulation.advance(1.0);
    EXPECT_NEAR(energy(simulation.state()), start, 1e-8);
    EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0, 1e-8);
    EXPECT_GT(
        std::abs(simulation.state().spent[simulation.ledger().find(EnergyKind::Work, "pull")]),
        0.1);
  }
}

// What gravity and the pull do per second when the crank turns with 1 rad/s.
double power_at_rest(Simulation& simulation, const Pull& pull) {
  State s = simulation.state();
  HeldArray held(s.v.size());
  held.setConstant(false), held[0] = true;
  s.v[0] = 1.0;
  simulation.observed().loops()->close_velocity(s.q, s.v, held);
  const Model& model = simulation.model();
  Kinematics<double> kinematics(model);
  kinematics.compute(model, In<double>(s.q.data(), model.nq()), In<double>(s.v.data(), model.nv()));
  const auto velocity = [&](BodyId body, const Vec3<double>& at) {
    const FrameId frame = model.body_frame(body);
    const Motion<double> v = kinematics.velocity(model, frame, Reference::WorldAligned);
    return v.linear + cross(v.angular, kinematics.pose(model, frame).rotation * at);
  };
  double power = 0.0;
  for (int b = 1; b < model.body_count(); ++b) {
    const Inertia<double>& inertia = model.body(BodyId{b}).inertia;
    power -= gravity * inertia.mass * velocity(BodyId{b}, (1.0 / inertia.mass) * inertia.moment).z;
  }
  const Vec3<double> p = kinematics.pose(model, model.body_frame(pull.body)) * pull.at;
  return power + dot(pull.stiffness * (pull.to - p), velocity(pull.body, pull.at));
}

// At rest on a stop of its crank: the stop's effort by virtual work, and what lets go of it.
TEST_F(PulledFourBar, RestsOnItsStop) {
  std::ifstream file(CATENA_SOURCE_DIR "/examples/four_bar.yaml");
  std::string text((std::istreambuf_iterator<char>(file)), {});
  const auto change = [&](const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  };
  change("child: crank_bar, axis: [0, 1, 0]",
         "child: crank_bar, axis: [0, 1, 0], limits: {lower: 0}");
  change("{q: 0, v: 10}", "{q: 0, v: 0}");
  scenario = parse_scenario(text, "stop.yaml", "");
  scenario.setup.may_be_pulled = true;
  Simulation simulation(scenario.setup);
  for (const double x : {-0.5, 0.3, 1.5, 3.0}) {
    pull.to.x = x;
    simulation.pull(pull);
    const double power = power_at_rest(simulation, pull);
    EXPECT_GT(std::abs(power), 0.1);
    EXPECT_EQ(find_modes<CoordinateModes>(simulation.state())[0].limit, power < 0.0 ? -1 : 0) << x;
    EXPECT_NEAR(recorded(simulation, "limit.crank"), std::max(0.0, -power), 1e-9) << x;
    EXPECT_NEAR(recorded(simulation, "tau.crank"), std::max(0.0, -power), 1e-9) << x;
  }
}

// Cut from its hinge, a body goes on being pulled, and its centre oscillates.
TEST(PullStructure, GoesOnAfterACut) {
  SimulationSetup setup =
      lone_body(revolute("hinge", {0, 1, 0}),
                Transform<double>::at({0.5, 0, 0}) * solid_box(mass, {1.0, 0.1, 0.1}), {0, 0, 0},
                numbers({0.3}), {});
  setup.may_be_pulled = true;
  Simulation simulation(setup);
  const Eigen::Vector3d to(0.4, 0.3, 0.8);
  simulation.pull(Pull{only_body, {0.5, 0, 0}, to_vec3(to), 40.0, 0.0});
  simulation.advance(0.5);
  const auto centre = [&] {
    const Model& model = simulation.model();
    Kinematics<double> kinematics(model);
    kinematics.compute(model, In<double>(simulation.state().q.data(), model.nq()));
    return to_eigen(kinematics.pose(model, model.body_frame(only_body)) * Vec3<double>{0.5, 0, 0});
  };
  const Eigen::Vector3d p = centre();
  const Motion<double> m = world_velocity(simulation, only_body);
  const double angle = simulation.state().q[0];
  const Vec3<double> arm = {0.5 * std::cos(angle), 0.0, -0.5 * std::sin(angle)};
  const Eigen::Vector3d v = to_eigen(m.linear + cross(m.angular, arm));
  simulation.cut("hinge");
  EXPECT_TRUE(std::as_const(simulation).pull().has_value());
  simulation.advance(1.2);
  const double w = std::sqrt(40.0 / mass), t = 0.7;
  const Eigen::Vector3d expected = to + std::cos(w * t) * (p - to) + std::sin(w * t) / w * v;
  EXPECT_LT((centre() - expected).norm(), 1e-11);
  EXPECT_LT(std::abs(simulation.energy(simulation.state()).balance), 1e-11);
}

// What joints transmit while a body that rests is pulled: statics.
TEST(PullRecording, JointsTransmitWhatThePullDoes) {
  SimulationSetup setup;
  ModelBuilder builder;
  JointSpec hinge = revolute("hinge", {0, 1, 0}), elbow = revolute("elbow", {0, 1, 0});
  for (JointSpec* joint : {&hinge, &elbow})
    joint->coulomb_friction = joint->static_friction = Eigen::VectorXd::Constant(1, 100.0);
  const Inertia<double> bar = Transform<double>::at({0.5, 0, 0}) * solid_box(1.5, {1, 0.1, 0.1});
  const BodyId upper = builder.add_body("upper", bar), lower = builder.add_body("lower", bar);
  builder.add_joint(hinge, world_body, upper);
  builder.add_joint(elbow, upper, lower, Transform<double>::at({1, 0, 0}));
  setup.model = std::make_shared<Model>(builder.build());
  setup.may_be_pulled = true;
  Simulation simulation(setup);
  const Eigen::Vector3d f(3.0, -2.0, 5.0), at(0.7, 0.1, 0.05), g(0, 0, -9.81 * 1.5);
  simulation.pull(
      Pull{lower, to_vec3(at), to_vec3(Eigen::Vector3d(1, 0, 0) + at + f / 100.0), 100.0});
  RecordOptions options;
  options.wrenches = true;
  Recorder recorder(simulation, options);
  const std::vector<double>& values = recorder.row(simulation.state());
  std::map<std::string, double> row;
  for (std::size_t i = 0; i < values.size(); ++i) row[recorder.columns()[i]] = values[i];
  const auto triple = [&](const std::string& name) {
    return Eigen::Vector3d(row.at(name + "x"), row.at(name + "y"), row.at(name + "z"));
  };
  const Eigen::Vector3d x = Eigen::Vector3d::UnitX();
  const Eigen::Vector3d at_elbow = -(0.5 * x).cross(g) - at.cross(f);
  const Eigen::Vector3d at_hinge = -(0.5 * x).cross(g) - (1.5 * x).cross(g) - (x + at).cross(f);
  EXPECT_LT((triple("f.elbow.f") + g + f).norm(), 1e-11);
  EXPECT_LT((triple("f.elbow.m") - at_elbow).norm(), 1e-11);
  EXPECT_LT((triple("f.hinge.f") + 2 * g + f).norm(), 1e-11);
  EXPECT_LT((triple("f.hinge.m") - at_hinge).norm(), 1e-11);
  EXPECT_NEAR(row.at("tau.elbow"), at_elbow.y(), 1e-11);
  EXPECT_NEAR(row.at("tau.hinge"), at_hinge.y(), 1e-11);
}

// Nothing holds a free body: no effort, no wrench, however it is pulled.
TEST(PullRecording, NothingIsTransmittedToAFreeBody) {
  SimulationSetup setup = lone_body(free_joint("free"), solid_box(mass, {0.4, 0.3, 0.2}),
                                    {0, 0, -gravity}, numbers({0.6, 0, 0.8, 0, 1, 2, 3}), {});
  setup.may_be_pulled = true;
  Simulation simulation(setup);
  simulation.pull(Pull{only_body, {0.1, 0.2, 0.3}, {1, 1, 1}, 200.0, 3.0});
  simulation.advance(0.2);
  RecordOptions options;
  options.wrenches = true;
  Recorder recorder(simulation, options);
  const std::vector<double>& values = recorder.row(simulation.state());
  int seen = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string& name = recorder.columns()[i];
    if (!name.starts_with("tau.") && !name.starts_with("f.")) continue;
    EXPECT_LT(std::abs(values[i]), 1e-10) << name;
    ++seen;
  }
  EXPECT_EQ(seen, 12);
}

}  // namespace
}  // namespace catena::test
