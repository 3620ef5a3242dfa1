// Time steps: what rests stays, what slides slides as Coulomb says.

#include "tests/stepping/boxes.hpp"

namespace catena::test {
namespace {

// How long things are watched, s; CATENA_LONG=1 makes it as long as is asked for.
double as_long_as(double asked, double usually) {
  return std::getenv("CATENA_LONG") != nullptr ? asked : usually;
}

// The largest that any coordinate moves within a time. Solvers leave a noise of velocities, which
// anchors keep from adding up.
double drift(const SimulationSetup& setup, double duration, double from, double noise) {
  Simulation simulation(setup);
  simulation.advance(from);
  const Eigen::VectorXd start = simulation.state().q;
  double most = 0.0;
  RunObserver observer;
  observer.step = [&](const State& state) {
    most = std::max(most, (state.q - start).lpNorm<Eigen::Infinity>());
    return true;
  };
  simulation.advance(from + duration, observer);
  EXPECT_LT(simulation.state().v.lpNorm<Eigen::Infinity>(), noise);
  return most;
}

TEST(TimeSteps, ABoxOnASlopeDoesNotCreep) {
  const double t = as_long_as(600.0, 20.0);
  for (const double azimuth : {0.0, 30.0}) {
    const double moved =
        drift(stack({1.0}, sloping_gravity(20 * degree, azimuth * degree), 0.5), t, 0.0, 1e-12);
    std::printf("[ measured ] box on 20 deg, azimuth %g: %.1e m in %g s\n", azimuth, moved, t);
    EXPECT_LT(moved, 1e-12);
  }
}

// A box between two fingers that springs push together; nothing else holds it.
SimulationSetup pinched_box() {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -gravity});
  const BodyId box = builder.add_body("box", solid_box(0.5, {0.1, 0.1, 0.1}));
  builder.add_joint(free_joint("box"), builder.world(), box);
  SimulationSetup setup;
  for (const double side : {-1.0, 1.0}) {
    const std::string name = side < 0 ? "left" : "right";
    const BodyId finger = builder.add_body(name, solid_box(0.2, {0.02, 0.06, 0.06}));
    JointSpec slide = prismatic(name, {-side, 0, 0});
    slide.stiffness = 1000.0, slide.spring_rest = 0.01, slide.damping = 20.0;
    builder.add_joint(slide, builder.world(), finger,
                      Transform<double>{Mat3<double>::identity(), {0.06 * side, 0, 0}});
    for (int k = 0; k < 4; ++k) {
      Contact contact = on_plane(name + std::to_string(k), finger,
                                 {-0.01 * side, k % 2 ? 0.03 : -0.03, k / 2 ? 0.03 : -0.03}, 0.0,
                                 {0.0, 0.8}, {side, 0, 0});
      contact.b = box, contact.p_B = {0.05 * side, 0, 0};
      setup.contacts.push_back(contact);
    }
  }
  setup.model = std::make_shared<Model>(builder.build());
  setup.q = numbers({1, 0, 0, 0, 0, 0, 1, 0, 0}), setup.v.setZero(8);
  setup.contact_options.method = ContactMethod::Stepping;
  return setup;
}

TEST(TimeSteps, APinchedBoxDoesNotSink) {
  const double t = as_long_as(600.0, 5.0);
  const double moved = drift(pinched_box(), t, 0.5, 1e-12);
  std::printf("[ measured ] pinched box: %.1e m in %g s\n", moved, t);
  EXPECT_LT(moved, 1e-12);
}

TEST(TimeSteps, ABoxSlidesAlikeInEveryDirection) {
  const double slope = 35 * degree;
  const double expected = 0.5 * gravity * (std::sin(slope) - 0.5 * std::cos(slope));
  for (const double azimuth : {0.0, 30 * degree, 77 * degree, 200 * degree}) {
    Simulation simulation(stack({1.0}, sloping_gravity(slope, azimuth), 0.5));
    simulation.advance(2.0);
    const Eigen::VectorXd& q = simulation.state().q;
    EXPECT_NEAR(std::hypot(q[4], q[5]), 4.0 * expected, 4.0e-9 * expected);
    EXPECT_NEAR(std::remainder(std::atan2(q[5], q[4]) - azimuth, 2 * std::numbers::pi), 0.0, 1e-9);
    EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0, 1e-10);
  }
}

TEST(TimeSteps, AFastCubeDoesNotLift) {
  SimulationSetup setup = stack({1.0}, {0, 0, -gravity}, 0.5);
  setup.v[3] = 6.0;
  Simulation simulation(setup);
  double highest = 0.0;
  RunObserver observer;
  observer.step = [&](const State& state) {
    highest = std::max(highest, std::abs(state.q[6] - 0.1));
    return true;
  };
  simulation.advance(2.0, observer);
  EXPECT_LT(highest, 1e-9);
  // It stops after v / (mu g) on the way v^2 / (2 mu g); the step in which it stops is of first
  // order.
  EXPECT_NEAR(simulation.state().q[4], 18.0 / (0.5 * gravity), 1e-5);
  EXPECT_LT(simulation.state().v.lpNorm<Eigen::Infinity>(), 1e-12);
}

TEST(TimeSteps, AStackOfTenStands) {
  const double t = as_long_as(60.0, 1.0);
  for (const double tilt : {0.0, 3.0}) {
    const double moved = drift(
        stack(std::vector<double>(10, 1.0), sloping_gravity(tilt * degree), 0.5), t, 0.0, 1e-9);
    std::printf("[ measured ] stack of ten, %g deg: %.1e m in %g s\n", tilt, moved, t);
    EXPECT_LT(moved, 1e-9) << tilt;
  }
}

TEST(TimeSteps, AHeavyTopStands) {
  std::vector<double> masses(10, 1.0);
  masses.back() = 1000.0;
  const double t = as_long_as(60.0, 0.2);
  const double moved = drift(stack(masses, sloping_gravity(1.1 * degree), 0.5), t, 0.0, 1e-7);
  std::printf("[ measured ] stack with a top of 1000:1 at 1.1 deg: %.1e m in %g s\n", moved, t);
  EXPECT_LT(moved, 1e-9);
}

// What rests is left alone, and goes on as if it had not been: bit for bit.
TEST(TimeSteps, SleepChangesNothing) {
  SimulationSetup setup = stack({1.0, 1.0}, sloping_gravity(3 * degree), 0.5);
  const auto run = [&](bool sleep, long& steps) {
    setup.contact_options.sleep = sleep;
    Simulation simulation(setup);
    RunObserver observer;
    observer.step = [&](const State&) { return ++steps > 0; };
    simulation.advance(1.0, observer);
    State pushed = simulation.state();
    pushed.v[3] = 0.5;  // something happens
    simulation.restore(pushed);
    simulation.advance(1.5, observer);
    return simulation.state();
  };
  long awake = 0, asleep = 0;
  const State without = run(false, awake), with = run(true, asleep);
  EXPECT_EQ(with.q, without.q);
  EXPECT_EQ(with.v, without.v);
  EXPECT_EQ(with.t, without.t);
  EXPECT_EQ(awake, asleep);
}

// A tolerance is used and kept: a block that tumbles has its corners that far inside at most, and
// a stack leans by no more than 2 tolerances per side at each joint, the top by 55 times that.
TEST(TimeSteps, AToleranceIsKept) {
  constexpr double tolerance = 1e-6;
  SimulationSetup setup = stack({1.0}, {0, 0, -gravity}, 0.5);
  setup.q[6] = 0.3, setup.v = numbers({2, 3, 1, 1, 0, 0});
  const auto deepest = [&](double allowed) {
    setup.contact_options.tolerance = allowed;
    Simulation simulation(setup);
    const Model& model = simulation.model();
    Kinematics<double> at(model);
    double most = 0.0;
    RunObserver observer;
    observer.step = [&](const State& state) {
      at.compute(model, state.q, state.v);
      for (const Contact& contact : setup.contacts)
        most = std::max(most, -(at.pose(model, model.body_frame(contact.a)) * contact.p_A).z);
      return true;
    };
    simulation.advance(1.0, observer);
    return most;
  };
  EXPECT_LT(deepest(0.0), 1e-9);
  const double used = deepest(tolerance);
  std::printf("[ measured ] tolerance of %g m: %.1e m deep\n", tolerance, used);
  EXPECT_GT(used, 1e-9);
  EXPECT_LE(used, 1.01 * tolerance);
  SimulationSetup tower = stack(std::vector<double>(10, 1.0), sloping_gravity(3 * degree), 0.5);
  tower.contact_options.tolerance = tolerance;
  EXPECT_LT(drift(tower, as_long_as(60.0, 1.0), 0.0, 1e-3), 130.0 * tolerance);
}

// Penetration by velocities (Miller & Christensen 2003, eq. 19): a block that tumbles stays out of
// the ground, and the ledger knows what that costs.
TEST(TimeSteps, CorrectionByVelocitiesIsBooked) {
  SimulationSetup setup = stack({1.0}, {0, 0, -gravity}, 0.5);
  setup.q[6] = 0.5, setup.v = numbers({2, 3, 1, 1, 0, 0});
  setup.contact_options.correction = 0.2;
  Simulation simulation(setup);
  double deepest = 0.0, unexplained = 0.0;
  RunObserver observer;
  observer.step = [&](const State& state) {
    unexplained = std::max(unexplained, std::abs(simulation.energy(state).balance));
    for (const Contact& contact : setup.contacts) {
      Kinematics<double> at(simulation.model());
      at.compute(simulation.model(), state.q, state.v);
      const Model& model = simulation.model();
      deepest = std::max(deepest, -(at.pose(model, model.body_frame(contact.a)) * contact.p_A).z);
    }
    return true;
  };
  simulation.advance(1.5, observer);
  std::printf("[ measured ] correction by velocities: %.1e m deep, %.1e J unexplained\n", deepest,
              unexplained);
  EXPECT_LT(deepest, 1e-4);
  EXPECT_LT(unexplained, 1e-3 * gravity * 0.4);
}

}  // namespace
}  // namespace catena::test
