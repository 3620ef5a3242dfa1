// Friction of faces, integrated over their pressure: Contensou's disc, limit surfaces, rectangles.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/stepping/boxes.hpp"
#include "tests/support/checkpoints.hpp"

namespace catena::test {
namespace {

using std::numbers::pi;

// Force and moment of an even pressure on a disc of radius 1 that moves with u along x and spins
// with w, per mu N: by rings about the pole of the motion, each of which counts with its arc inside
// the disc.
struct Rubbed {
  double force, moment;
};
Rubbed rubbed(double u, double w) {
  constexpr int rings = 400;
  const double pole = u / w;  // its distance; velocities are perpendicular to the way to it
  const double first = std::max(0.0, pole - 1.0), width = (pole + 1.0 - first) / rings;
  double force = 0.0, about_pole = 0.0;
  for (int i = 0; i < rings; ++i) {
    const double rho = first + (i + 0.5) * width;
    // Half the angle of the arc, seen from the pole, about the direction to the centre.
    const double cosine = (rho * rho + pole * pole - 1.0) / (2.0 * rho * pole);
    const double half = rho + pole <= 1.0 ? pi : std::acos(std::clamp(cosine, -1.0, 1.0));
    force += rho * width * 2.0 * std::sin(half) / pi;
    about_pole += rho * rho * width * 2.0 * half / pi;
  }
  return {force, about_pole - pole * force};
}

struct Stopped {
  double time, distance, turned;
};
// A disc of mass 1 and radius R with I = R^2 / 2, by the midpoint rule until it rests.
Stopped contensou(double R, double mu, double u, double w) {
  constexpr double h = 1e-4;
  Stopped out{0.0, 0.0, 0.0};
  const double a = mu * gravity;
  while (true) {
    const auto rates = [&](double uu, double ww) {
      const Rubbed r = rubbed(uu, ww * R);
      return std::pair{-a * r.force, -a * r.moment * R / (0.5 * R * R)};
    };
    const auto [u1, w1] = rates(u, w);
    const auto [u2, w2] = rates(u + 0.5 * h * u1, w + 0.5 * h * w1);
    const double next_u = u + h * u2, next_w = w + h * w2;
    if (next_u <= 0.0 || next_w <= 0.0) {
      const double rest = next_u <= 0.0 ? u / -u2 : w / -w2;
      out.time += rest, out.distance += 0.5 * rest * u, out.turned += 0.5 * rest * w;
      return out;
    }
    out.time += h, out.distance += 0.5 * h * (u + next_u), out.turned += 0.5 * h * (w + next_w);
    u = next_u, w = next_w;
  }
}

SimulationSetup disc_on_ground(double R, double mu, double u, double w) {
  constexpr double height = 0.02;
  SimulationSetup setup =
      lone_body(free_joint("flight"), solid_cylinder_z(1.0, R, height), {0, 0, -gravity},
                numbers({1, 0, 0, 0, 0, 0, 0.5 * height}), numbers({0, 0, w, u, 0, 0}));
  Contact face = on_plane("face", only_body, {0, 0, 0}, 0.0, {0.0, mu});
  face.region = std::make_shared<const ContactRegion>(ContactRegion::disc(R));
  face.X_AR.translation = {0.0, 0.0, -0.5 * height};
  setup.contacts = contacts_of_face(face);
  return setup;
}

// Sliding and spin end at the same instant, whatever their ratio.
TEST(FaceFriction, ContensousDiscStopsAndCeasesToSpinAtOnce) {
  constexpr double R = 0.1, mu = 0.3, u = 1.0;
  for (const double ratio : {0.3, 1.0, 3.0}) {
    const double w = ratio * u / R;
    const Stopped expected = contensou(R, mu, u, w);
    const auto expect_rest = [&](Simulation& simulation, double unexplained) {
      const State& end = simulation.state();
      EXPECT_LT(end.v.norm(), 1e-10) << "ratio " << ratio;
      EXPECT_NEAR(end.q[4] / expected.distance, 1.0, 1e-3) << "ratio " << ratio;
      const double turned = 2.0 * std::atan2(end.q[3], end.q[0]);
      EXPECT_NEAR(std::remainder(turned - expected.turned, 4.0 * pi), 0.0, 1e-3 * expected.turned)
          << "ratio " << ratio;
      EXPECT_NEAR(simulation.energy(end).balance, 0.0, unexplained);
    };
    SimulationSetup setup = disc_on_ground(R, mu, u, w);
    setup.contact_options.method = ContactMethod::Stepping;
    setup.contact_options.step = 5e-4;
    Simulation simulation(setup);
    // When each would end that goes on as in the last step that it outlived.
    const auto end_of = [](double& at, double& before, double t, double speed) {
      if (speed > 1e-9) at = t + speed * 5e-4 / (before - speed);
      before = speed;
    };
    double slid = -1.0, spun = -1.0, speed = 2.0, spin = 2.0 * w * R;
    RunObserver observer;
    observer.step = [&](const State& s) {
      end_of(slid, speed, s.t, std::hypot(s.v[3], s.v[4]));
      end_of(spun, spin, s.t, R * std::abs(s.v[2]));
      return true;
    };
    simulation.advance(1.5 * expected.time, observer);
    EXPECT_NEAR(slid, spun, 1e-3 * expected.time) << "ratio " << ratio;
    EXPECT_NEAR(slid / expected.time, 1.0, 1e-3) << "ratio " << ratio;
    expect_rest(simulation, 1e-4);

    setup.contact_options.method = ContactMethod::Events;
    Simulation exact(setup);
    const auto sticks = of_kind(events_of(exact, 1.5 * expected.time), EventKind::Stick);
    ASSERT_EQ(sticks.size(), 1U);
    std::printf("[ measured ] ratio %g: time %.2e, distance %.2e off\n", ratio,
                sticks[0].t / expected.time - 1.0, exact.state().q[4] / expected.distance - 1.0);
    EXPECT_NEAR(sticks[0].t / expected.time, 1.0, 1e-3) << "ratio " << ratio;
    expect_rest(exact, 1e-9);
  }
}

// A push on a face at rest, with a moment: it holds up to its limit surface and goes on as its
// friction says.
TEST(FaceFriction, AFaceBreaksAwayAtItsLimitSurface) {
  constexpr double R = 0.1, mu = 0.3, push = 1.0, moment = 0.06;
  const Vec3<double> along = {push, 0.0, moment};
  const double part = ContactRegion::disc(R).shape_towards(along).part(along);
  for (const ContactMethod method : {ContactMethod::Events, ContactMethod::Stepping}) {
    SimulationSetup setup = disc_on_ground(R, mu, 0.0, 0.0);
    setup.contact_options.method = method;
    setup.contact_options.step = 1e-3;
    setup.motors = {{"push",
                     {2, 3},
                     [](double t, In<double>, In<double>, Out<double> e) {
                       e[0] = moment * t, e[1] = push * t;
                     },
                     {}}};
    Simulation simulation(setup);
    const double slips = mu * gravity / part;
    const auto found = of_kind(events_of(simulation, slips + 0.05), EventKind::Slip);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NEAR(found[0].t, slips, method == ContactMethod::Events ? 1e-8 : 2e-3);
    EXPECT_GT(simulation.state().v[2], 0.0);
    EXPECT_GT(simulation.state().v[3], 0.0);
    EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0, 1e-7);
  }
}

// The exact integrals against sums.
TEST(FaceFriction, IntegralsAlongEdgesAreThoseOverTheArea) {
  const ContactRegion disc = ContactRegion::disc(1.0);
  for (const double u : {0.1, 0.7, 1.0, 3.0, 19.0, 21.0}) {
    const ContactRegion::Friction found = disc.friction({u, 0.0, 1.0});
    const Rubbed expected = rubbed(u, 1.0);
    EXPECT_NEAR(found.force.x, expected.force, 1e-4) << u;
    EXPECT_NEAR(found.force.z, expected.moment, 1e-4) << u;
    EXPECT_NEAR(found.force.y, 0.0, 1e-12) << u;
    EXPECT_NEAR(found.taken, u * found.force.x + found.force.z, 1e-12 * (1.0 + u)) << u;
  }
  EXPECT_NEAR(disc.friction({0.0, 0.0, -1.0}).force.z, -2.0 / 3.0, 1e-5);
  EXPECT_NEAR(disc.friction({1.0, 0.0, 0.0}).force.x, 1.0, 1e-12);
  // Both ways of summing meet where one takes over from the other.
  const ContactRegion square = ContactRegion::rectangle(0.3, 0.2);
  const double w = 1.0 / (20.0 * square.radius());
  const auto near = square.friction({0.6, 0.8, w * (1.0 + 1e-9)}),
             far = square.friction({0.6, 0.8, w * (1.0 - 1e-9)});
  EXPECT_NEAR(near.force.x, far.force.x, 1e-9);
  EXPECT_NEAR(near.force.y, far.force.y, 1e-9);
  EXPECT_NEAR(near.force.z, far.force.z, 1e-9);
}

// The gradient of D is the friction, and the osculating ellipsoid has the same friction.
TEST(FaceFriction, IsTheGradientOfWhatItTakes) {
  const ContactRegion face({{{-0.1, -0.05}, {0.2, -0.1}, {0.15, 0.1}, {-0.05, 0.12}}});
  for (const Vec3<double>& motion : {Vec3<double>{0.3, -0.2, 2.0}, Vec3<double>{0.01, 0.02, -3.0},
                                     Vec3<double>{1.0, 0.4, 0.1}, Vec3<double>{1.0, -2.0, 5.0}}) {
    const ContactRegion::Friction at = face.friction(motion);
    for (int k = 0; k < 3; ++k) {
      constexpr double d = 1e-6;
      Vec3<double> more = motion, less = motion;
      more[k] += d, less[k] -= d;
      EXPECT_NEAR(at.force[k], (face.friction(more).taken - face.friction(less).taken) / (2.0 * d),
                  1e-8);
    }
    const FrictionShape shape = face.shape(motion);
    EXPECT_LT(norm(shape.opposed(motion) - at.force), 1e-12);
    EXPECT_NEAR(shape.speed(motion), at.taken, 1e-12);
    EXPECT_NEAR(shape.part(at.force), 1.0, 1e-10);
    // On the ray of the force the limit surface is at the force.
    EXPECT_NEAR(face.shape_towards(0.3 * at.force).part(at.force), 1.0, 1e-9);
  }
}

// The true limit surface of a disc lies up to 6.6 % inside the ellipse.
TEST(FaceFriction, OfADiscIsWeakerThanTheEllipse) {
  const ContactRegion disc = ContactRegion::disc(1.0);
  double least = 1.0;
  for (double u = 0.05; u < 5.0; u *= 1.05) {
    const Vec3<double> f = disc.friction({u, 0.0, 1.0}).force;
    least = std::min(least, std::hypot(f.x, 1.5 * f.z));
  }
  EXPECT_NEAR(least, 1.0 - 0.066, 1e-3);
}

TEST(FaceFriction, GoesOnBitwiseFromACheckpoint) {
  for (const ContactMethod method : {ContactMethod::Events, ContactMethod::Stepping}) {
    SimulationSetup setup = disc_on_ground(0.1, 0.3, 1.0, 10.0);
    setup.contact_options.method = method;
    Simulation whole(setup), part(setup), restored(setup);
    whole.advance(0.2), whole.advance(0.5);  // steps of events end where samples are asked for
    part.advance(0.2);
    restored.restore(through_text(part.state(), setup));
    restored.advance(0.5);
    EXPECT_EQ(whole.state().q, restored.state().q);
  }
}

}  // namespace
}  // namespace catena::test
