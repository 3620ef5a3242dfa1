// Laws of friction against closed solutions, by events and by time steps.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/stepping/boxes.hpp"

namespace catena::test {
namespace {

using std::numbers::pi;

// A block of 1 kg that moves along x and y and rests on the ground: on sliders, so that nothing
// tips it over.
SimulationSetup block(const ContactMaterial& material, double vx, double vy = 0.0) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -gravity});
  const Inertia<double> light = solid_sphere(1e-12, 0.01);
  const BodyId x = builder.add_body("x", light), y = builder.add_body("y", light);
  const BodyId z = builder.add_body("block", solid_sphere(1.0, 0.1));
  builder.add_joint(prismatic("x", Eigen::Vector3d::UnitX()), builder.world(), x);
  builder.add_joint(prismatic("y", Eigen::Vector3d::UnitY()), x, y);
  builder.add_joint(prismatic("z", Eigen::Vector3d::UnitZ()), y, z);
  SimulationSetup setup;
  setup.model = std::make_shared<Model>(builder.build());
  setup.q.setZero(3);
  setup.v = numbers({vx, vy, 0.0});
  setup.contacts = {on_plane("foot", z, {0, 0, 0}, 0.0, material)};
  return setup;
}

SurfaceMotionFunction belt(double speed) {
  return [speed](double) { return SurfaceMotion{{speed, 0.0, 0.0}, Vec3<double>::zero()}; };
}

double time_of(const std::vector<SimulationEvent>& events, EventKind kind, std::size_t which = 0) {
  const auto found = of_kind(events, kind);
  return which < found.size() ? found[which].t : -1.0;
}

// What a run by either method must keep to: times to `time`, balance to `energy`.
struct Method {
  ContactMethod method;
  double step, time, energy;
};
constexpr Method methods[] = {{ContactMethod::Events, 0.0, 1e-9, 1e-10},
                              {ContactMethod::Stepping, 1e-3, 1.1e-3, 1e-9},
                              {ContactMethod::Stepping, 1e-4, 1.1e-4, 1e-9}};

void use(const Method& method, SimulationSetup& setup) {
  setup.contact_options.method = method.method;
  setup.contact_options.step = method.step;
}

// A block speeds up with mu g until it is as fast as the belt, and then sticks to it.
TEST(FrictionLaws, ABeltTakesABlockAlong) {
  constexpr double mu = 0.3, speed = 2.0, end = speed / (mu * gravity);
  for (const Method& method : methods) {
    SimulationSetup setup = block({0.0, mu}, 0.0);
    setup.contacts[0].surface_motion = belt(speed);
    use(method, setup);
    Simulation simulation(setup);
    const auto events = events_of(simulation, 2.0);
    EXPECT_NEAR(time_of(events, EventKind::Stick), end, method.time);
    EXPECT_NEAR(simulation.state().v[0], speed, 1e-10);
    EXPECT_NEAR(simulation.state().q[0], speed * (2.0 - end) + 0.5 * speed * end,
                method.step * speed + 1e-8);
    const EnergyBalance energy = simulation.energy(simulation.state());
    EXPECT_NEAR(energy.balance, 0.0, method.energy);
    EXPECT_NEAR(energy.work, speed * speed, 1e-2 * method.step + 1e-8);
    EXPECT_NEAR(energy.dissipated, 0.5 * speed * speed, 10 * method.step + 1e-8);
  }
}

// The belt itself speeds up: a block on it sticks as long as friction can accelerate it.
TEST(FrictionLaws, ABlockSticksToABeltThatSpeedsUp) {
  constexpr double mu = 0.3;
  for (const Method& method : methods) {
    SimulationSetup setup = block({0.0, mu}, 0.0);
    // Acceleration t^2: it slips where that is mu g.
    setup.contacts[0].surface_motion = [](double t) {
      return SurfaceMotion{{t * t * t / 3.0, 0.0, 0.0}, {t * t, 0.0, 0.0}};
    };
    use(method, setup);
    Simulation simulation(setup);
    const auto events = events_of(simulation, 2.5);
    const double slips = std::sqrt(mu * gravity);
    EXPECT_NEAR(time_of(events, EventKind::Slip), slips, 2.0 * method.time);
    EXPECT_NEAR(simulation.state().v[0], slips * slips * slips / 3.0 + mu * gravity * (2.5 - slips),
                1e-9 + 4 * method.step);
    EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0,
                method.energy + 1e-2 * method.step);
  }
}

// A ramp pulls: it breaks away at the coefficient of sticking, and slides with that of sliding.
TEST(FrictionLaws, ABlockBreaksAwayAtStaticFriction) {
  constexpr double sticks = 0.4, slides = 0.25, rate = 2.0, end = 3.0;
  for (const Method& method : methods) {
    SimulationSetup setup = block({0.0, slides}, 0.0);
    setup.contacts[0].material.static_friction = sticks;
    setup.motors = {pusher([](double t) { return rate * t; })};
    use(method, setup);
    Simulation simulation(setup);
    const auto events = events_of(simulation, end);
    const double off = sticks * gravity / rate, after = end - off;
    EXPECT_NEAR(time_of(events, EventKind::Slip), off, method.time);
    EXPECT_NEAR(simulation.state().v[0],
                0.5 * rate * (end * end - off * off) - slides * gravity * after,
                1e-8 + 2 * method.step);
    EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0,
                method.energy + 1e-2 * method.step);
  }
}

// Below the slip speed friction is that of sticking: the block slows down faster at the end.
TEST(FrictionLaws, SlowSlidingIsRubbedLikeSticking) {
  constexpr double sticks = 0.5, slides = 0.2, v0 = 2.0, slow = 0.5;
  const double end = (v0 - slow) / (slides * gravity) + slow / (sticks * gravity);
  for (const Method& method : methods) {
    SimulationSetup setup = block({0.0, slides}, v0);
    setup.contacts[0].material.static_friction = sticks;
    setup.contacts[0].material.slip_speed = slow;
    use(method, setup);
    Simulation simulation(setup);
    const auto events = events_of(simulation, 1.5);
    EXPECT_NEAR(time_of(events, EventKind::Stick), end, 2.0 * method.time);
    EXPECT_LT(std::abs(simulation.state().v[0]), 1e-11);
  }
}

// A block on a belt and a spring: it sticks until the spring pulls with static friction, slips back
// and sticks again. Period 2 A / V + 2 (pi - atan(A w / V)) / w.
TEST(FrictionLaws, AStickSlipOscillatorHasItsPeriod) {
  constexpr double sticks = 0.4, slides = 0.25, k = 40.0, speed = 0.2;
  const double w = std::sqrt(k), A = (sticks - slides) * gravity / k;
  const double period = 2.0 * A / speed + 2.0 * (pi - std::atan(A * w / speed)) / w;
  for (const Method& method : methods) {
    SimulationSetup setup = block({0.0, slides}, 0.0);
    setup.contacts[0].material.static_friction = sticks;
    setup.contacts[0].surface_motion = belt(speed);
    setup.motors = {{"spring",
                     {0},
                     [](double, In<double> q, In<double>, Out<double> e) { e[0] = -k * q[0]; },
                     {}}};
    use(method, setup);
    Simulation simulation(setup);
    const auto events = events_of(simulation, 8.0);
    const auto slips = of_kind(events, EventKind::Slip);
    ASSERT_GE(slips.size(), 4U);
    for (std::size_t i = 2; i < slips.size(); ++i)
      EXPECT_NEAR(slips[i].t - slips[i - 1].t, period, 4.0 * method.time);
    EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0,
                method.energy + 1e-2 * method.step);
  }
}

// On a slope between both coefficients a block that slides up comes to rest and stays there.
TEST(FrictionLaws, ABlockThatComesToRestIsHeldByStaticFriction) {
  constexpr double sticks = 0.6, slides = 0.2, v0 = -1.0, slope = 0.4;
  for (const Method& method : methods) {
    SimulationSetup setup = block({0.0, slides}, v0);
    setup.contacts[0].material.static_friction = sticks;
    setup.motors = {pusher([](double) { return slope * gravity; })};
    use(method, setup);
    Simulation simulation(setup);
    const auto events = events_of(simulation, 2.0);
    const double a = (slope + slides) * gravity;
    EXPECT_NEAR(time_of(events, EventKind::Stick), -v0 / a, method.time);
    EXPECT_NEAR(simulation.state().q[0], -0.5 * v0 * v0 / a,
                1e-9 + 0.6 * method.step * method.step * a);
    EXPECT_LT(std::abs(simulation.state().v[0]), 1e-12);
  }
}

// From rest, beside the threshold: held, or off at once with the friction of sliding.
TEST(FrictionLaws, StaticFrictionHasAnExactThreshold) {
  constexpr double sticks = 0.4, slides = 0.25;
  for (const double part : {1.0 - 1e-7, 1.0 + 1e-7})
    for (const Method& method : methods) {
      SimulationSetup setup = block({0.0, slides}, 0.0);
      setup.contacts[0].material.static_friction = sticks;
      setup.motors = {pusher([part](double) { return part * sticks * gravity; })};
      use(method, setup);
      Simulation simulation(setup);
      simulation.advance(1.0);
      const double a = (part * sticks - slides) * gravity;
      EXPECT_NEAR(simulation.state().v[0], part < 1.0 ? 0.0 : a, 1e-9);
      EXPECT_NEAR(simulation.state().q[0], part < 1.0 ? 0.0 : 0.5 * a, 1e-9);
    }
}

// The same for the dry friction of a joint.
TEST(FrictionLaws, BreakAwayEffortsHaveExactThresholdsToo) {
  constexpr double sticks = 8.0, slides = 5.0, weight = slider_mass * gravity;
  const auto with_friction = [](JointSpec& spec) {
    spec.coulomb_friction = slides, spec.static_friction = sticks;
  };
  for (const double part : {1.0 - 1e-7, 1.0 + 1e-7})
    for (const Method& method : methods) {
      SimulationSetup setup = slider(with_friction, 0.0, 0.0);
      setup.motors = {pusher([part](double) { return weight + part * sticks; })};
      use(method, setup);
      Simulation simulation(setup);
      simulation.advance(1.0);
      const double a = (part * sticks - slides) / slider_mass;
      EXPECT_NEAR(simulation.state().v[0], part < 1.0 ? 0.0 : a, 1e-9);
    }
  for (const Method& method : methods) {  // thrown against a load that static friction holds
    SimulationSetup setup = slider(with_friction, 0.0, 1.0);
    setup.motors = {pusher([](double) { return weight - 6.5; })};
    use(method, setup);
    Simulation simulation(setup);
    simulation.advance(1.0);
    EXPECT_EQ(simulation.state().v[0], 0.0);
    const double a = (6.5 + slides) / slider_mass;
    EXPECT_NEAR(simulation.state().q[0], 0.5 / a, 1e-9 + method.step * method.step * a);
  }
}

// Of all forces of the ellipse, friction is the one that takes most: u_y = c u_x^(mu_y^2 / mu_x^2).
TEST(FrictionLaws, AnisotropicFrictionTurnsTheMotion) {
  constexpr double along = 0.5, across = 0.2, t = 0.25;
  for (const double angle : {0.0, 0.4}) {
    for (const Method& method : methods) {
      SimulationSetup setup = block({0.0, along}, 2.0 * std::cos(0.7), 2.0 * std::sin(0.7));
      ContactMaterial& material = setup.contacts[0].material;
      material.friction_across = across;
      material.axis = {std::cos(angle), std::sin(angle), 0.0};
      use(method, setup);
      Simulation simulation(setup);
      simulation.advance(t);
      const auto turned = [&](double x, double y) {
        return Eigen::Vector2d(std::cos(angle) * x + std::sin(angle) * y,
                               std::cos(angle) * y - std::sin(angle) * x);
      };
      const Eigen::Vector2d u0 = turned(setup.v[0], setup.v[1]),
                            u = turned(simulation.state().v[0], simulation.state().v[1]);
      const double power = across * across / (along * along);
      EXPECT_NEAR(u[1], u0[1] * std::pow(u[0] / u0[0], power), 1e-9 + 0.6 * method.step);
      EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0,
                  method.energy + 1e-2 * method.step);
      const auto events = events_of(simulation, 3.0);
      EXPECT_LT(simulation.state().v.norm(), 1e-11);
    }
  }
}

// It holds in the direction of the larger coefficient only.
TEST(FrictionLaws, AnisotropicFrictionHoldsAlongItsAxis) {
  for (const bool along_axis : {true, false})
    for (const Method& method : methods) {
      SimulationSetup setup = block({0.0, 0.5}, 0.0);
      setup.contacts[0].material.friction_across = 0.2;
      setup.contacts[0].material.axis =
          along_axis ? Vec3<double>{1.0, 0.0, 0.0} : Vec3<double>{0.0, 1.0, 0.0};
      setup.motors = {pusher([](double) { return 0.3 * gravity; })};
      use(method, setup);
      Simulation simulation(setup);
      simulation.advance(1.0);
      EXPECT_NEAR(simulation.state().v[0], along_axis ? 0.0 : 0.1 * gravity, 1e-9);
    }
}

}  // namespace
}  // namespace catena::test
