// Friction with moments against closed solutions, by events and by time steps: balls that roll and
// spin, fingers that hold a box.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/stepping/boxes.hpp"
#include "tests/support/checkpoints.hpp"

namespace catena::test {
namespace {

struct ByMethod {
  ContactMethod method;
  double step;  // s; of events 0

  void put_into(SimulationSetup& setup) const {
    setup.contact_options.method = method;
    setup.contact_options.step = step;
  }
};
constexpr ByMethod both[] = {
    {ContactMethod::Events, 0.0}, {ContactMethod::Stepping, 1e-3}, {ContactMethod::Stepping, 1e-4}};

SimulationSetup rubbed_ball(double spin, double rolling, const Eigen::VectorXd& v,
                            const Eigen::Vector3d& weight = {0, 0, -gravity}) {
  SimulationSetup setup = lone_body(free_joint("flight"), solid_sphere(1.0, 0.1), weight,
                                    numbers({1, 0, 0, 0, 0, 0, 0.1}), v);
  setup.contacts = {on_plane("ball", only_body, {0, 0, 0}, 0.1, {0.0, 0.5})};
  setup.contacts[0].material.spin = spin, setup.contacts[0].material.rolling = rolling;
  return setup;
}

// m a = -F, 2/5 m r^2 a / r = F r - c N: it slows down by 5/7 g c / r.
TEST(FrictionMoments, RollingResistanceStopsABall) {
  constexpr double c = 1e-3, r = 0.1, v0 = 1.0, a = 5.0 / 7.0 * gravity * c / r;
  for (const ByMethod& by : both) {
    const double h = by.step;
    SimulationSetup setup = rubbed_ball(0.0, c, numbers({0, v0 / r, 0, v0, 0, 0}));
    by.put_into(setup);
    Simulation simulation(setup);
    simulation.advance(5.0);
    // The velocity of a free body is in axes that roll: midpoints cut their arc.
    EXPECT_NEAR(world_velocity(simulation, only_body).linear.x, v0 - 5.0 * a, 2e-3 * h + 1e-8);
    EXPECT_NEAR(simulation.state().q[4], 5.0 * v0 - 12.5 * a, 4e-2 * h + 1e-7);
    EXPECT_NEAR(recorded(simulation, "contact.ball.my"), -c * gravity, 1e-9);
    EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0, 5e-3 * h + 1e-8);
    simulation.advance(20.0);
    EXPECT_NEAR(simulation.state().q[4], 0.5 * v0 * v0 / a, 0.2 * h + 1e-6);
    EXPECT_LT(simulation.state().v.norm(), 1e-12);
    EXPECT_NEAR(simulation.energy(simulation.state()).dissipated, 0.7 * v0 * v0, 1e-2 * h + 1e-6);
  }
}

// A ball that is thrown without rolling slides first. While it does, its rolling is rubbed, too:
// v = v0 - mu g t, r w = 5/2 (mu - c/r) g t, until both are the same.
TEST(FrictionMoments, AThrownBallSlidesRollsAndStops) {
  constexpr double c = 2e-3, r = 0.1, mu = 0.5, v0 = 1.0;
  constexpr double grips = v0 / (gravity * (mu + 2.5 * (mu - c / r)));
  constexpr double v1 = v0 - mu * gravity * grips, a = 5.0 / 7.0 * gravity * c / r;
  for (const ByMethod& by : both) {
    SimulationSetup setup = rubbed_ball(0.0, c, numbers({0, 0, 0, v0, 0, 0}));
    by.put_into(setup);
    Simulation simulation(setup);
    const auto events = events_of(simulation, 8.0);
    const auto sticks = of_kind(events, EventKind::Stick);
    ASSERT_EQ(sticks.size(), 1U);
    EXPECT_NEAR(sticks[0].t, grips, 1.1 * by.step + 1e-9);
    EXPECT_NEAR(simulation.state().q[4], 0.5 * (v0 + v1) * grips + 0.5 * v1 * v1 / a,
                2.0 * by.step + 1e-6);
    EXPECT_LT(simulation.state().v.norm(), 1e-12);
    EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0, 5e-3 * by.step + 1e-8);
  }
}

// On a slope it holds as long as the slope is less than c / r.
TEST(FrictionMoments, RollingResistanceHoldsABallOnASlope) {
  constexpr double c = 5e-3, r = 0.1;
  for (const ByMethod& by : both)
    for (const double part : {0.99, 1.01}) {
      SimulationSetup setup =
          rubbed_ball(0.0, c, Eigen::VectorXd::Zero(6), sloping_gravity(std::atan(part * c / r)));
      by.put_into(setup);
      Simulation simulation(setup);
      simulation.advance(2.0);
      const double speed = world_velocity(simulation, only_body).linear.x;
      if (part < 1.0) {
        EXPECT_LT(std::abs(speed), 1e-12);
      } else {
        const double a = 5.0 / 7.0 * 0.01 * c / r * gravity * std::cos(std::atan(part * c / r));
        EXPECT_NEAR(speed, 2.0 * a, (by.step > 0.0 ? 1e-3 : 1e-5) * a);
      }
    }
}

TEST(FrictionMoments, SpinningFrictionStopsABall) {
  constexpr double s = 2e-3, w0 = 20.0, rate = s * gravity / (0.4 * 0.01);
  for (const ByMethod& by : both) {
    SimulationSetup setup = rubbed_ball(s, 0.0, numbers({0, 0, w0, 0, 0, 0}));
    by.put_into(setup);
    Simulation simulation(setup);
    simulation.advance(2.0);
    EXPECT_NEAR(world_velocity(simulation, only_body).angular.z, w0 - 2.0 * rate, 1e-9);
    EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0, 1e-8);
    const auto events = events_of(simulation, w0 / rate + 0.1);
    EXPECT_LT(simulation.state().v.norm(), 1e-12);
    const auto sticks = of_kind(events, EventKind::Stick);
    ASSERT_FALSE(sticks.empty());
    EXPECT_NEAR(sticks.back().t, w0 / rate, 1.1 * by.step + 1e-9);
  }
}

// A box of 1 kg between two soft fingers that press along x with `force`; a motor twists it about
// x.
struct Pinch {
  double friction = 0.5, spin = 4e-3, force = 30.0;
  // What two fingers hold together of a moment beside the weight: on one ellipsoid.
  double most_moment(double weight) const {
    const double used = 0.5 * weight / (friction * force);
    return 2.0 * spin * force * std::sqrt(1.0 - used * used);
  }
};
constexpr double pinched_inertia = (0.04 + 0.04) / 12.0;

SimulationSetup pinched(const Pinch& pinch, double weight, double moment) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -weight});
  const BodyId box = builder.add_body("box", solid_box(1.0, {0.2, 0.2, 0.2}));
  builder.add_joint(free_joint("box"), builder.world(), box);
  SimulationSetup setup;
  for (const double side : {-1.0, 1.0}) {
    const std::string name = side < 0.0 ? "left" : "right";
    const BodyId finger = builder.add_body(name, solid_sphere(0.1, 0.01));
    builder.add_joint(prismatic(name, Eigen::Vector3d::UnitX()), builder.world(), finger);
    Contact tip;
    tip.name = name, tip.a = finger, tip.b = box;
    tip.p_B = {0.1 * side, 0, 0}, tip.normal_B = {side, 0, 0};
    tip.material.friction = pinch.friction, tip.material.spin = pinch.spin;
    setup.contacts.push_back(tip);
  }
  setup.model = std::make_shared<Model>(builder.build());
  setup.q = numbers({1, 0, 0, 0, 0, 0, 0, -0.1, 0.1});
  setup.v.setZero(8);
  setup.motors = {
      {"pinch",
       {6, 7},
       [f = pinch.force](double, In<double>, In<double>, Out<double> e) { e[0] = f, e[1] = -f; },
       {}},
      {"twist",
       {0},
       [moment](double, In<double>, In<double>, Out<double> e) { e[0] = moment; },
       {}}};
  return setup;
}

TEST(FrictionMoments, SoftFingersHoldABoxUpToTheirMoment) {
  const Pinch pinch;
  double turned = 0.0;  // by events
  for (const double weight : {0.0, gravity})
    for (const ByMethod& by : both)
      for (const double part : {0.99, 1.01}) {
        const double most = pinch.most_moment(weight);
        SimulationSetup setup = pinched(pinch, weight, part * most);
        by.put_into(setup);
        Simulation simulation(setup);
        simulation.advance(0.5);
        const State& end = simulation.state();
        if (part < 1.0) {
          EXPECT_LT(end.v.norm(), 1e-11) << "weight " << weight;
          EXPECT_LT(std::abs(end.q[6]), 1e-11);
        } else if (weight == 0.0) {
          EXPECT_NEAR(end.v[0], 0.5 * 0.01 * most / pinched_inertia, 1e-8);
        } else {
          // What turns slips down, too: friction is against the motion of both. Steps and events
          // find the same.
          if (by.method == ContactMethod::Events) turned = end.v[0];
          EXPECT_NEAR(end.v[0], turned, 1e-2 * by.step + 1e-9);
          EXPECT_GT(end.v[0], 0.1);
          EXPECT_LT(world_velocity(simulation, only_body).linear.z, -1e-4);
        }
        EXPECT_NEAR(simulation.energy(end).balance, 0.0, 1e-4 * by.step + 1e-9);
      }
}

// A moment that grows: the instant at which they let go. Steps see it in their middle, and say so
// at their end.
TEST(FrictionMoments, SoftFingersLetGoAtTheirMoment) {
  const Pinch pinch;
  constexpr double rate = 0.5;
  for (const ByMethod& by : both) {
    SimulationSetup setup = pinched(pinch, gravity, 0.0);
    setup.motors[1].effort = [](double t, In<double>, In<double>, Out<double> e) {
      e[0] = rate * t;
    };
    by.put_into(setup);
    Simulation simulation(setup);
    const auto events = events_of(simulation, 0.6);
    const auto slips = of_kind(events, EventKind::Slip);
    ASSERT_GE(slips.size(), 2U);
    for (const SimulationEvent& slip : slips)
      EXPECT_NEAR(slip.t, pinch.most_moment(gravity) / rate, 1.6 * by.step + 1e-7);
  }
}

// A ball that slides, spins and rolls.
TEST(FrictionMoments, EventsGoOnBitwiseFromACheckpoint) {
  for (const double t : {0.1, 0.3}) {
    SimulationSetup setup = rubbed_ball(4e-3, 3e-3, numbers({1, 3, 20, 0.8, 0.3, 0}));
    setup.contact_options.method = ContactMethod::Events;
    Simulation whole(setup), part(setup), restored(setup);
    whole.advance(t), whole.advance(0.5);
    part.advance(t);
    restored.restore(through_text(part.state(), setup));
    restored.advance(0.5);
    EXPECT_EQ(whole.state().q, restored.state().q);
  }
}

}  // namespace
}  // namespace catena::test
