// What is round rolls on what is round, by time steps: as exactly as on planes.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "catena/contact/contact_normals.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {
namespace {

struct Rolled {
  double kinetic, dissipated, lost, supplied = 0.0;  // J; what friction has given at most
  long impacts = 0, lifts = 0;
  State state;
};

Rolled roll(const std::string& text, double from) {
  const Scenario scenario = parse_scenario(text, "round.yaml", ".");
  Simulation simulation(scenario.setup);
  simulation.advance(from);
  Rolled out{};
  RunObserver observer;
  observer.event = [&](const SimulationEvent& event) {
    out.impacts += event.kind == EventKind::Impact ? 1 : 0;
    out.lifts += event.kind == EventKind::Lift ? 1 : 0;
  };
  const EnergyBalance before = simulation.energy(simulation.state());
  observer.step = [&](const State& state) {
    out.supplied = std::max(out.supplied, before.dissipated - simulation.energy(state).dissipated);
    return true;
  };
  simulation.advance(scenario.duration, observer);
  const EnergyBalance end = simulation.energy(simulation.state());
  out.kinetic = end.kinetic, out.dissipated = end.dissipated - before.dissipated;
  out.lost = end.impact - before.impact;
  out.state = simulation.state();
  return out;
}

// A double cone rolls up two rails that open, on capsules.
std::string double_cone(const std::string& step) {
  return R"(
parameters: {a: 0.1, b: 0.3, phi: 20 deg, alpha: 3 deg, x0: 0.15}
model:
  world:
    shapes:
      - {capsule: {radius: 1 mm, length: 1.6}, at: {position: [0.6*cos(phi), 0.6*sin(phi), 0.6*cos(phi)*tan(alpha)], rpy: [0, pi/2 - atan(tan(alpha)*cos(phi)), phi]}}
      - {capsule: {radius: 1 mm, length: 1.6}, at: {position: [0.6*cos(phi), -0.6*sin(phi), 0.6*cos(phi)*tan(alpha)], rpy: [0, pi/2 - atan(tan(alpha)*cos(phi)), -phi]}}
  bodies:
    - name: cone
      shapes:
        - {cone: {radius: a, length: b}, at: {position: [0, b/2, 0], rpy: [-90 deg, 0, 0]}, mass: 0.5}
        - {cone: {radius: a, length: b}, at: {position: [0, -b/2, 0], rpy: [90 deg, 0, 0]}, mass: 0.5}
  joints: [{name: move, kind: free, parent: world, child: cone}]
contact: {shapes: all, friction: 0.6, step: )" +
         step + R"(}
initial: {move: {position: [x0, 0, 0.15]}}
settle: true
duration: 0.7
)";
}

TEST(RoundOnRound, ADoubleConeRollsWithoutLoss) {
  for (const char* step : {"1 ms", "0.5 ms"}) {
    const Rolled run = roll(double_cone(step), 0.01);
    EXPECT_EQ(run.impacts + run.lifts, 0) << step;
    EXPECT_LE(std::abs(run.dissipated), 1e-4 * run.kinetic) << step;
    EXPECT_LE(std::abs(run.lost), 1e-4 * run.kinetic) << step;
    EXPECT_LE(run.supplied, 1e-4 * run.kinetic) << step;
    EXPECT_NEAR(run.state.q[5], 0.0, 1e-8);
  }
}

// The normal between cones is right where it is found, and its rates are those of its motion.
TEST(RoundOnRound, NormalsOfConesMoveAsTheirRatesSay) {
  for (int i = 0; i < 20; ++i) {
    Contact contact;
    const double s = 0.3 + 0.02 * i;
    contact.against = i % 3 == 2 ? Contact::Against::Line : Contact::Against::Lines;
    contact.edge_A = {0.6, 0.0, 0.8}, contact.edge_B = {0.0, 1.0, 0.0};
    contact.p_A = {0.1, 0.7, 0.9}, contact.p_B = {0.2, -0.1, 0.05};
    contact.slope_A = i % 3 == 2 ? 0.0 : -0.2, contact.slope_B = i % 3 == 1 ? 0.0 : s;
    contact.radius = i % 3 == 2 ? 0.3 : 0.0, contact.radius_b = i % 3 == 1 ? 0.05 : 0.0;
    contact.normal_B = {0.3, 0.2, 0.9};
    const Motion<double> v_A{{0.3, -0.7, 0.4}, {0.2, 0.1, -0.3}},
        v_B{{-0.2, 0.5, 0.6}, {0.1, 0.3, 0.2}};
    const auto at = [&](double t) {
      const auto pose = [&](const Motion<double>& v) {
        // Turned by t w and moved by t v, to second order even.
        const Vec3<double> w = v.angular;
        const auto turned = [&](const Vec3<double>& e) {
          return e + t * cross(w, e) + 0.5 * t * t * cross(w, cross(w, e));
        };
        Transform<double> X = Transform<double>::identity();
        X.rotation = {turned({1, 0, 0}), turned({0, 1, 0}), turned({0, 0, 1})};
        X.translation = t * v.linear + 0.5 * t * t * cross(w, v.linear);
        return X;
      };
      return normal_of_shapes(contact, pose(v_A), pose(v_B), v_A, v_B);
    };
    const double h = 1e-5;
    const ContactNormal now = at(0.0), later = at(h), before = at(-h);
    EXPECT_NEAR(norm(now.n), 1.0, 1e-14);
    EXPECT_NEAR(dot(now.n, contact.edge_B), contact.slope_B, 1e-14);
    if (contact.against == Contact::Against::Lines) {
      EXPECT_NEAR(dot(now.n, contact.edge_A), contact.slope_A, 1e-14);
    }
    const auto near = [&](const Vec3<double>& rate, const Vec3<double>& a, const Vec3<double>& b) {
      EXPECT_LE(norm(rate - (0.5 / h) * (a - b)), 1e-7) << i;
    };
    near(now.n_rate, later.n, before.n);
    near(now.p_rate, later.p, before.p);
    // How fast the gap opens is how fast the bodies part at the point.
    const Vec3<double> u = detail::velocity_at(v_A, now.p) - detail::velocity_at(v_B, now.p);
    EXPECT_NEAR((later.gap - before.gap) / (2.0 * h), dot(now.n, u), 1e-7) << i;
  }
}

}  // namespace
}  // namespace catena
