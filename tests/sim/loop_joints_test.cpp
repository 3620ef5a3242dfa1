// Springs, dampers, friction, limits and motors of joints that close a loop. In a parallelogram the
// loop joint turns exactly as the uprights do, so each of them acts as it would on an upright.

#include <gtest/gtest.h>

#include <cmath>

#include "catena/constraints/loop_solver.hpp"
#include "catena/dynamics/energy.hpp"
#include "catena/library/builtin_loops.hpp"
#include "catena/library/builtin_models.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {
namespace {

// A four-bar whose first upright, or loop joint, gets what `change` gives it.
template <class Change>
SimulationSetup parallelogram(bool on_loop, Change&& change) {
  ModelBuilder builder = describe_n_four_bar(1);
  if (!on_loop) change(builder.joint(builder.find_joint("upright0")));
  SimulationSetup setup;
  setup.model = std::make_shared<const Model>(builder.build());
  LoopSpecs specs = builtin_loops("n_four_bar", *setup.model);
  if (on_loop) change(specs.joints[0].spec);
  setup.loops = std::make_shared<const Loops>(setup.model, specs);
  setup.v = Eigen::VectorXd::Zero(setup.model->nv());
  const int crank = setup.model->find_dof("upright0");
  setup.v[crank] = 1.0;
  setup.given.assign(static_cast<std::size_t>(setup.model->nv()), false);
  setup.given[static_cast<std::size_t>(crank)] = true;
  return setup;
}

struct Outcome {
  double angle, speed;
  EnergyBalance energy;
  std::vector<SimulationEvent> events;
};

Outcome run(const SimulationSetup& setup, double duration) {
  Simulation simulation(setup);
  Outcome out;
  RunObserver observer;
  observer.event = [&](const SimulationEvent& e) { out.events.push_back(e); };
  simulation.advance(duration, observer);
  const int crank = setup.model->find_dof("upright0");
  out.angle = simulation.state().q[crank];
  out.speed = simulation.state().v[crank];
  out.energy = simulation.energy(simulation.state());
  return out;
}

template <class Change>
void expect_alike(double duration, Change&& change, double allowed = 1e-9) {
  const Outcome tree = run(parallelogram(false, change), duration);
  const Outcome loop = run(parallelogram(true, change), duration);
  EXPECT_NEAR(loop.angle, tree.angle, allowed);
  EXPECT_NEAR(loop.speed, tree.speed, 10 * allowed);
  EXPECT_NEAR(loop.energy.dissipated, tree.energy.dissipated, 100 * allowed);
  EXPECT_NEAR(loop.energy.elastic, tree.energy.elastic, 100 * allowed);
  EXPECT_NEAR(loop.energy.impact, tree.energy.impact, 100 * allowed);
  EXPECT_LT(std::abs(loop.energy.balance), 1e-9);
  ASSERT_EQ(loop.events.size(), tree.events.size());
  for (std::size_t i = 0; i < loop.events.size(); ++i) {
    EXPECT_EQ(loop.events[i].kind, tree.events[i].kind);
    EXPECT_NEAR(loop.events[i].t, tree.events[i].t, 1e-9);
  }
}

TEST(LoopJoints, HaveSpringsAndDampers) {
  expect_alike(2.0, [](JointSpec& spec) {
    spec.stiffness = Eigen::MatrixXd::Constant(1, 1, 30.0);
    spec.spring_rest = Eigen::VectorXd::Constant(1, 0.3);
    spec.damping = Eigen::VectorXd::Constant(1, 0.7);
  });
}

TEST(LoopJoints, HaveLimits) {
  expect_alike(1.5, [](JointSpec& spec) {
    spec.position_lower = Eigen::VectorXd::Constant(1, -1.0);
    spec.position_upper = Eigen::VectorXd::Constant(1, 0.8);
  });
}

TEST(LoopJoints, HaveDryFriction) {
  expect_alike(3.0, [](JointSpec& spec) {
    spec.coulomb_friction = Eigen::VectorXd::Constant(1, 25.0);
    spec.static_friction = Eigen::VectorXd::Constant(1, 30.0);
  });
}

// The motor keeps the parallelogram from lying flat, where rounding would be enlarged.
TEST(LoopJoints, HaveMotors) {
  const auto driven = [](bool on_loop) {
    SimulationSetup setup = parallelogram(on_loop, [](JointSpec&) {});
    const int dof = on_loop ? setup.model->nv() : setup.model->find_dof("upright0");
    setup.motors.push_back({"motor",
                            {dof},
                            [dof](double t, In<double> q, In<double> v, Out<double> effort) {
                              effort[0] = 30.0 * std::sin(3.0 * t) - 80.0 * q[dof] - 0.5 * v[dof];
                            },
                            {}});
    return run(setup, 2.0);
  };
  const Outcome tree = driven(false), loop = driven(true);
  EXPECT_NEAR(loop.angle, tree.angle, 1e-11);
  EXPECT_NEAR(loop.energy.work, tree.energy.work, 1e-10);
  EXPECT_LT(std::abs(loop.energy.balance), 1e-10);
  EXPECT_LT(std::abs(loop.angle), 1.2);
  EXPECT_GT(std::abs(loop.energy.work), 0.1);
}

// The implicit method on a stiff spring in the loop, against the explicit one.
TEST(LoopJoints, AreIntegratedImplicitlyToo) {
  const auto stiff = [](JointSpec& spec) {
    spec.stiffness = Eigen::MatrixXd::Constant(1, 1, 5e3);
    spec.damping = Eigen::VectorXd::Constant(1, 50.0);
  };
  SimulationSetup setup = parallelogram(true, stiff);
  const Outcome explicit_run = run(setup, 1.0);
  setup.integrator.kind = IntegratorKind::Radau;
  setup.integrator.relative_tolerance = 1e-10;
  const Outcome implicit_run = run(setup, 1.0);
  EXPECT_NEAR(implicit_run.angle, explicit_run.angle, 1e-9);
  EXPECT_LT(std::abs(implicit_run.energy.balance), 1e-7);
}

// A free chain that closes on itself: momentum stays, the joint holds, and its impulse does no work
// on what it leaves free.
TEST(LoopJoints, CloseTheSameChainInFlight) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  BodyId parent = world_body;
  for (int i = 0; i < 5; ++i) {
    const std::string number = std::to_string(i);
    const BodyId body = builder.add_body("link" + number, solid_box(1.0 + i, {0.3, 0.4, 0.5}));
    if (i == 0)
      builder.add_joint(free_joint("flight"), parent, body);
    else
      builder.add_joint(spherical("ball" + number), parent, body,
                        Transform<double>::at({0.5, 0.1, 0}),
                        Transform<double>::at({-0.4, 0, 0.2}));
    parent = body;
  }
  auto model = std::make_shared<const Model>(builder.build());
  LoopSpecs specs;
  specs.joints.push_back({universal("closing", {1, 0, 0}, {0, 1, 0}), model->find_body("link0"),
                          model->find_body("link4"), Transform<double>::at({0.1, 0.2, 0.3}),
                          Transform<double>::identity()});
  auto loops = std::make_shared<const Loops>(model, specs);
  LoopSolver solver(loops);
  SimulationSetup setup;
  setup.model = model, setup.loops = loops;
  Simulation assembled(setup);
  const Eigen::VectorXd q = assembled.state().q;
  Eigen::VectorXd v = Eigen::VectorXd::LinSpaced(loops->nv(), -1.0, 1.0);
  const auto momentum_of = [&](const Eigen::VectorXd& rate) {
    Workspace<double> ws(*model);
    return momentum<double>(*model, In<double>(q.data(), model->nq()),
                            In<double>(rate.data(), model->nv()), MomentumAbout::WorldOrigin, ws);
  };
  const Force<double> before = momentum_of(v);
  solver.close_velocity(q, v);
  const Force<double> after = momentum_of(v);
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(after[i], before[i], 1e-12);
  Eigen::VectorXd errors;
  const Force<double> impulse = solver.wrench(0, solver.multipliers()).wrench;
  const LoopJointState joint = solver.geometry().joint(0);
  EXPECT_GT(norm(impulse.linear), 0.1);
  for (int k = 0; k < joint.nv; ++k)
    EXPECT_NEAR(dot(joint.S[static_cast<std::size_t>(k)], impulse), 0.0, 1e-12);
  solver.velocity_errors(q, v, errors);
  EXPECT_LT(errors.cwiseAbs().maxCoeff(), 1e-12);
}

}  // namespace
}  // namespace catena
