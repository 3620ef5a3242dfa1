// Single impacts of rods and spheres, with and without friction; what they keep.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "catena/dynamics/energy.hpp"
#include "tests/sim/touching.hpp"

namespace catena::test {
namespace {

struct RodHit {
  double angle, impulse, v, w;
};

// m = L = 1, falling with 1 m/s; its right end is the lower one.
void expect_rod_hit(const RodHit& hit, const ContactOptions& law) {
  const double th = hit.angle * degree;
  SimulationSetup setup =
      lone_body(planar("plane", {0, 0, 1}),
                inertia_about_com(1.0, {0, 0, 0}, Sym3<double>::diagonal(1e-3, 1.0 / 12, 1.0 / 12)),
                {0, 0, 0}, numbers({0, 0.5 * std::sin(th) + 0.1, -th}), numbers({0, -1, 0}));
  setup.contacts = {on_plane("end", only_body, {0.5, 0, 0}, 0.0, {0.5, 0.0}, {0, 1, 0})};
  setup.contact_options = law;
  Simulation simulation(setup);
  const auto events = events_of(simulation, 0.11);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].kind, EventKind::Impact);
  EXPECT_NEAR(events[0].t, 0.1, 1e-14);
  EXPECT_NEAR(events[0].v_after, 0.5, 1e-14);
  EXPECT_NEAR(events[0].impulse, hit.impulse, 5e-13);
  EXPECT_EQ(events[0].tangential_impulse, 0.0);
  EXPECT_LT((events[0].linear_impulse - Eigen::Vector3d(0, hit.impulse, 0)).norm(), 5e-13);
  const Eigen::VectorXd& v = simulation.state().v;
  EXPECT_NEAR(v[0], 0.0, 1e-15);
  EXPECT_NEAR(v[1], hit.v, 1e-14);
  EXPECT_NEAR(v[2], hit.w, 5e-13);  // what its digits say
  EXPECT_NEAR(v[2], 6.0 * std::cos(th) * hit.impulse, 1e-14);
  EXPECT_NEAR(events[0].energy_lost, 0.5 - 0.5 * (hit.v * hit.v + hit.w * hit.w / 12.0), 1e-12);
}

TEST(RodImpact, TurnsTheRodAsItsAngleDemands) {
  for (const ContactOptions& law : all_laws) {
    expect_rod_hit({0, 0.375, -0.625, 2.25}, law);
    expect_rod_hit({30, 6.0 / 13.0, -7.0 / 13.0, 2.398224195095}, law);
    expect_rod_hit({45, 0.6, -0.4, 2.545584412272}, law);
    expect_rod_hit({60, 6.0 / 7.0, -1.0 / 7.0, 18.0 / 7.0}, law);
  }
}

struct SphereHit {
  double friction, vt, vt_after, wR_after;
};

// Falls with 1 m/s, e = 0.5, and moves along the ground with vt in some direction.
void expect_sphere_hit(const SphereHit& hit, double direction, const ContactOptions& law) {
  const double radius = 0.2, c = std::cos(direction), s = std::sin(direction);
  SimulationSetup setup = lone_body(free_joint("flight"), solid_sphere(1.3, radius), {0, 0, 0},
                                    numbers({1, 0, 0, 0, 0, 0, radius + 0.1}),
                                    numbers({0, 0, 0, c * hit.vt, s * hit.vt, -1}));
  setup.contacts = {on_plane("ground", only_body, {0, 0, 0}, radius, {0.5, hit.friction})};
  setup.contact_options = law;
  Simulation simulation(setup);
  ASSERT_EQ(events_of(simulation, 0.15).size(), 1u);
  const Motion<double> after = world_velocity(simulation, only_body);
  EXPECT_NEAR(after.linear.x * c + after.linear.y * s, hit.vt_after, 2e-14);
  EXPECT_NEAR(after.linear.y * c - after.linear.x * s, 0.0, 2e-14);
  EXPECT_NEAR(after.linear.z, 0.5, 2e-14);
  EXPECT_NEAR((after.angular.y * c - after.angular.x * s) * radius, hit.wR_after, 2e-14);
  EXPECT_NEAR(after.angular.z, 0.0, 2e-14);
}

TEST(SphereImpact, SlidesOrSticksInTheImpact) {
  for (const ContactOptions& law : all_laws)
    for (const double direction : {0.0, 0.7, 2.5}) {
      expect_sphere_hit({0.1, 2.0, 1.85, 0.375}, direction, law);
      expect_sphere_hit({0.5, 1.0, 5.0 / 7.0, 5.0 / 7.0}, direction, law);
    }
}

// Two free bodies collide off their centres, turning, rough and bouncing: nothing else acts, so
// momentum and angular momentum stay what they are.
TEST(Collision, KeepsMomentumAndAngularMomentum) {
  for (const double mu : {0.0, 0.2, 1.5})
    for (const double e : {0.0, 0.6, 1.0}) {
      ModelBuilder builder;
      builder.set_gravity({0, 0, 0});
      const BodyId one = builder.add_body("one", solid_box(2.0, {0.3, 0.5, 0.7})),
                   two = builder.add_body("two", solid_box(3.0, {0.6, 0.4, 0.2}));
      builder.add_joint(free_joint("flight_one"), builder.world(), one);
      builder.add_joint(free_joint("flight_two"), builder.world(), two);
      SimulationSetup setup;
      setup.model = std::make_shared<const Model>(builder.build());
      setup.q = numbers({1, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 1, 0.1, -0.1});
      setup.v = numbers({0.3, 0.7, -0.4, 1, 0.1, 0, -0.6, 0.2, 0.5, -1.5, 0, 0.2});
      Contact c;
      c.name = "spheres", c.a = one, c.b = two, c.against = Contact::Against::Sphere;
      c.p_A = {0.1, 0.05, -0.1}, c.p_B = {-0.1, 0.1, 0.05}, c.radius = 0.3, c.radius_b = 0.4;
      c.material = {e, mu};
      setup.contacts = {c};
      Simulation simulation(setup);
      const auto momentum_of = [&](const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
        Workspace<double> ws(*setup.model);
        return momentum<double>(*setup.model, In<double>(q.data(), 14), In<double>(v.data(), 12),
                                MomentumAbout::WorldOrigin, ws);
      };
      const Force<double> before = momentum_of(setup.q, setup.v);
      const double energy = simulation.energy(simulation.state()).stored();
      std::vector<SimulationEvent> impacts;
      Eigen::VectorXd q_hit;
      RunObserver observer;
      observer.event = [&](const SimulationEvent& event) {
        if (event.kind != EventKind::Impact) return;
        if (impacts.empty()) q_hit = simulation.state().q;
        impacts.push_back(event);
      };
      simulation.advance(1.5, observer);
      ASSERT_GE(impacts.size(), 1u);
      const Force<double> after = momentum_of(simulation.state().q, simulation.state().v);
      // As far as the integration of the flight keeps them: it knows nothing of momentum.
      for (int i = 0; i < 6; ++i) EXPECT_NEAR(after[i], before[i], 1e-11) << i;
      EXPECT_NEAR(impacts[0].v_after, -e * impacts[0].v_before, 1e-13);
      // The impact alone, with velocities known before.
      setup.q = q_hit;
      Simulation hit(setup);
      ASSERT_EQ(of_kind(hit.start_events(), EventKind::Impact).size(), 1u);
      const Force<double> at = momentum_of(q_hit, setup.v),
                          then = momentum_of(q_hit, hit.state().v);
      for (int i = 0; i < 6; ++i) EXPECT_NEAR(then[i], at[i], 2e-15) << i;
      // What the event says that body one, of 2 kg, has got.
      const SimulationEvent impact = of_kind(hit.start_events(), EventKind::Impact)[0];
      const auto velocity_of = [&](const Eigen::VectorXd& v) {
        Kinematics<double> kinematics(*setup.model);
        kinematics.compute(*setup.model, In<double>(q_hit.data(), 14), In<double>(v.data(), 12));
        const Vec3<double> x =
            kinematics.velocity(*setup.model, setup.model->body_frame(one), Reference::WorldAligned)
                .linear;
        return Eigen::Vector3d(x.x, x.y, x.z);
      };
      const Eigen::Vector3d got = 2.0 * (velocity_of(hit.state().v) - velocity_of(setup.v));
      EXPECT_LT((impact.linear_impulse - got).norm(), 1e-14);
      EXPECT_NEAR(std::hypot(impact.impulse, impact.tangential_impulse), got.norm(), 1e-14);
      EXPECT_EQ(impact.tangential_impulse > 0.0, mu > 0.0);
      const double lost = energy - simulation.energy(simulation.state()).stored();
      if (e == 1.0 && mu == 0.0)
        EXPECT_NEAR(lost, 0.0, 1e-11);
      else
        EXPECT_GT(lost, 0.01);
      EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0, 1e-11);
    }
}

}  // namespace
}  // namespace catena::test
