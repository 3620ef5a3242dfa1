// Blocks and points that slide on planes, stop, and stay. A block stands on four corners, which is
// more than it needs.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "catena/contact/contact_group.hpp"
#include "catena/sim/motion_equations.hpp"
#include "tests/sim/touching.hpp"

namespace catena::test {
namespace {

constexpr double block_mass = 2.0;
const char* const corner_names[] = {"c0", "c1", "c2", "c3"};

// A block (or a point mass) on a plane that falls towards +x by `slope`. Its x axis points down the
// plane, z away from it; v: turning and moving, in its axes.
SimulationSetup on_slope(bool block, double slope, double friction, const Eigen::VectorXd& v,
                         const Vec3<double>& sides = {0.4, 0.3, 0.2}) {
  const Vec3<double> n = {std::sin(slope), 0.0, std::cos(slope)};
  const Vec3<double> p = (block ? sides.z / 2 : 0.0) * n;
  SimulationSetup setup = lone_body(
      free_joint("flight"), block ? solid_box(block_mass, sides) : solid_sphere(block_mass, 0.1),
      {0, 0, -gravity},
      numbers({std::cos(slope / 2), 0.0, std::sin(slope / 2), 0.0, p.x, p.y, p.z}), v);
  const ContactMaterial material{0.0, friction};
  for (int k = 0; block && k < 4; ++k)
    setup.contacts.push_back(
        on_plane(corner_names[k], only_body,
                 {(k % 2 ? -0.5 : 0.5) * sides.x, (k / 2 ? -0.5 : 0.5) * sides.y, -0.5 * sides.z},
                 0.0, material, n));
  if (!block) setup.contacts = {on_plane("c0", only_body, {0, 0, 0}, 0.0, material, n)};
  return setup;
}

double way_down(const Simulation& simulation, double slope) {
  const Eigen::VectorXd& q = simulation.state().q;
  return q[4] * std::cos(slope) - q[6] * std::sin(slope);
}

Vec3<double> sum_of_forces(Simulation& simulation) {
  Evaluation at;
  simulation.evaluate(simulation.state(), at);
  const ContactForces& forces = simulation.observed().group<ContactGroup>()->forces();
  Vec3<double> sum = Vec3<double>::zero();
  for (int i = 0; i < forces.geometry().count(); ++i) sum += forces.world_force(i);
  return sum;
}

const Eigen::VectorXd at_rest = Eigen::VectorXd::Zero(6);
Eigen::VectorXd moving(double vx) {
  return numbers({0, 0, 0, vx, 0, 0});
}

class OnSlope : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(PointAndBlock, OnSlope, testing::Bool());

TEST_P(OnSlope, SlidesDownWithItsAcceleration) {
  const double slope = 30.0 * degree;
  for (const auto& [mu, a] :
       {std::pair{0.2, 3.205858157774931}, {0.3, 2.3562872366623964}, {0.5, 0.6571453944373277}}) {
    Simulation simulation(on_slope(GetParam(), slope, mu, at_rest));
    Evaluation at;
    simulation.evaluate(simulation.state(), at);
    EXPECT_NEAR(at.a[3], a, 1e-13);
    simulation.advance(1.0);
    std::printf("[ measured ] mu = %g: way after 1 s to %.1e m, speed to %.1e m/s\n", mu,
                std::abs(way_down(simulation, slope) - a / 2),
                std::abs(simulation.state().v[3] - a));
    EXPECT_NEAR(simulation.state().v[3], a, 1e-12);
    EXPECT_NEAR(way_down(simulation, slope), a / 2, 1e-12);
    simulation.evaluate(simulation.state(), at);
    EXPECT_NEAR(at.a[3], a, 1e-12);
    const Vec3<double> f = sum_of_forces(simulation);
    const double pressed = block_mass * gravity * std::cos(slope);
    EXPECT_NEAR(f.x, pressed * (std::sin(slope) - mu * std::cos(slope)), 1e-12);
    EXPECT_NEAR(f.z, pressed * (std::cos(slope) + mu * std::sin(slope)), 1e-12);
    EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0, 1e-11);
  }
}

TEST_P(OnSlope, StaysWhereFrictionSuffices) {
  const double slope = 30.0 * degree;
  for (const double mu : {0.5773502691896257, 0.5773502691896257 * (1 + 1e-9), 0.58, 0.7, 2.0}) {
    Simulation simulation(on_slope(GetParam(), slope, mu, at_rest));
    const Eigen::VectorXd start = simulation.state().q;
    simulation.advance(10.0);
    const double drift = (simulation.state().q - start).cwiseAbs().maxCoeff();
    std::printf("[ measured ] mu = %.16g: drift after 10 s %.1e m, speed %.1e m/s\n", mu, drift,
                simulation.state().v.cwiseAbs().maxCoeff());
    // On the edge of its cone it may slide by what roundings do in 10 s: of the weight, of the
    // coefficient, and of what each of four corners takes along and across the plane.
    constexpr double roundings = 2.0 + 4.0 * 2.0;
    const double edge =
        0.5 * (roundings * std::numeric_limits<double>::epsilon() * gravity) * 100.0;
    EXPECT_LE(drift, mu > 0.57735027 ? 1e-15 : edge);
    const Vec3<double> f = sum_of_forces(simulation);
    EXPECT_NEAR(f.x, 0.0, 1e-12);
    EXPECT_NEAR(f.y, 0.0, 1e-12);
    EXPECT_NEAR(f.z, block_mass * gravity, 1e-12);
  }
}

struct Stop {
  double slope, v0, friction, t, distance;
};

TEST_P(OnSlope, StopsAndStays) {
  for (const auto& [slope, v0, mu, t, distance] :
       {Stop{0.0, 2.0, 0.3, 0.6795786612300374, 0.6795786612300374},
        Stop{10.0 * degree, -2.0, 0.3, 0.43461463580520043, -0.43461463580520043}}) {
    Simulation simulation(on_slope(GetParam(), slope, mu, moving(v0)));
    Evaluation at;
    simulation.evaluate(simulation.state(), at);
    EXPECT_NEAR(at.a[3], -v0 / t, 1e-12);
    const auto sticks = of_kind(events_of(simulation, 3.0), EventKind::Stick);
    ASSERT_GE(sticks.size(), 1u);
    const double d = way_down(simulation, slope);
    std::printf("[ measured ] slope %g: stops to %.1e s, %.1e m\n", slope / degree,
                std::abs(sticks.back().t - t), std::abs(d - distance));
    for (const SimulationEvent& e : sticks) EXPECT_NEAR(e.t, t, 1e-12);
    EXPECT_NEAR(d, distance, 1e-12);
    EXPECT_LE(simulation.state().v.norm(), 1e-15);
    EXPECT_NEAR(sum_of_forces(simulation).z, block_mass * gravity, 1e-12);
    EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0, 1e-11);
    EXPECT_NEAR(simulation.energy(simulation.state()).dissipated,
                mu * block_mass * gravity * std::cos(slope) * std::abs(distance), 1e-11);
  }
}

// Too slender to stand on the slope and too rough to slide, it turns about its lower edge.
// A step that carries on beyond the stop must not miss it: the sliding way is v^2 / (2 a) with each
// method, to its order, and then nothing moves.
TEST_P(OnSlope, StopsAndStaysWithAllMethods) {
  const double slope = 30.0 * degree, friction = 0.7, speed = 1.0;
  const double a = gravity * (friction * std::cos(slope) - std::sin(slope));
  for (const IntegratorKind kind : all_integrators)
    for (const double step : {1e-3, 1.7e-3, 1e-2}) {
      SimulationSetup setup = on_slope(GetParam(), slope, friction, moving(speed));
      setup.integrator.kind = kind;
      setup.integrator.step = step;
      Simulation simulation(setup);
      const auto events = events_of(simulation, 3.0);
      ASSERT_FALSE(of_kind(events, EventKind::Stick).empty())
          << static_cast<int>(kind) << ' ' << step;
      const double euler = kind == IntegratorKind::SemiImplicitEuler ? 0.6 * speed * step : 0.0;
      EXPECT_NEAR(way_down(simulation, slope), speed * speed / (2.0 * a), 1e-12 + euler)
          << static_cast<int>(kind) << ' ' << step;
      EXPECT_LE(simulation.state().v.norm(), 1e-20) << static_cast<int>(kind) << ' ' << step;
    }
}

TEST(SlenderBlock, TipsOver) {
  const double slope = 30.0 * degree, w = 0.4, h = 0.8;
  Simulation simulation(on_slope(true, slope, 2.0, at_rest, {w, 0.3, h}));
  Evaluation at;
  simulation.evaluate(simulation.state(), at);
  const double turn =
      gravity * (h * std::sin(slope) - w * std::cos(slope)) / 2.0 / ((w * w + h * h) / 3.0);
  EXPECT_NEAR(at.a[1], turn, 1e-13);
  EXPECT_NEAR(at.a[3], turn * h / 2, 1e-13);
  EXPECT_NEAR(at.a[5], turn * w / 2, 1e-13);
  const auto kind = [&](int i) {
    return find_modes<ContactModes>(simulation.state())[static_cast<std::size_t>(i)].kind;
  };
  for (const int lower : {0, 2}) EXPECT_EQ(kind(lower), ContactMode::Kind::Stick);
  for (const int upper : {1, 3}) EXPECT_EQ(kind(upper), ContactMode::Kind::Open);
  // As its mass centre falls about the edge, it gets what it loses in height: m g r (1 - cos).
  simulation.advance(0.3);
  const State& s = simulation.state();
  const double r = std::hypot(w, h) / 2, lean = std::atan2(w, h) - slope;  // before, from upright
  const double turned = 2.0 * std::atan2(s.q[2], s.q[0]) - slope;
  EXPECT_NEAR(s.v[1] * s.v[1] * (w * w + h * h) / 6.0,
              gravity * r * (std::cos(lean) - std::cos(turned - lean)), 1e-12);
  EXPECT_GT(turned, 0.05);
}

// Turning and sliding end together, after finitely many events.
TEST(SlidingBlock, TurnsAndComesToRest) {
  for (const double spin : {0.5, 5.0, 30.0})
    for (const double v0 : {0.0, 0.3, 2.0}) {
      Simulation simulation(on_slope(
          true, 0.0, 0.3, numbers({0, 0, spin, v0 * std::cos(0.4), v0 * std::sin(0.4), 0})));
      const double start = simulation.energy(simulation.state()).stored();
      const auto events = events_of(simulation, 5.0);
      const State& s = simulation.state();
      const EnergyBalance energy = simulation.energy(s);
      std::printf("[ measured ] spin %g, speed %g: %zu events, rests at %.6f s, balance %.1e J\n",
                  spin, v0, events.size(), events.back().t, energy.balance);
      EXPECT_LE(s.v.norm(), 1e-12);
      EXPECT_LT(events.size(), 100u);
      EXPECT_LT(events.back().t, 4.0);
      EXPECT_NEAR(s.q[6], 0.1, 1e-13);
      EXPECT_NEAR(energy.balance, 0.0, 1e-9);
      EXPECT_NEAR(start - energy.stored(), energy.dissipated + energy.impact, 1e-9);
      const Vec3<double> f = sum_of_forces(simulation);
      EXPECT_NEAR(f.z, block_mass * gravity, 1e-11);
      EXPECT_NEAR(f.x, 0.0, 1e-11);
    }
}

}  // namespace
}  // namespace catena::test
