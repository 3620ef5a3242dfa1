// Motion on smooth surfaces given by formulas and by functions.

#include <gtest/gtest.h>

#include <cmath>

#include "catena/model/model_builder.hpp"
#include "catena/sim/simulation.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

// A point mass that slides along three axes, kept on a surface.
SimulationSetup bead(const SurfaceFunction& surface, const Vector3d& p, const Vector3d& v) {
  ModelBuilder builder;
  BodyId parent = builder.world();
  const char* const names[] = {"x", "y", "z"};
  for (int i = 0; i < 3; ++i) {
    const BodyId body =
        i < 2 ? builder.add_body(names[i])
              : builder.add_body("bead", inertia_about_com(1.3, {0.0, 0.0, 0.0},
                                                           {1e-3, 0.0, 0.0, 1e-3, 0.0, 1e-3}));
    builder.add_joint(prismatic(names[i], Vector3d::Unit(i)), parent, body);
    parent = body;
  }
  SimulationSetup setup;
  setup.model = std::make_shared<Model>(builder.build());
  setup.q = p, setup.v = v;
  Contact contact;
  contact.name = "bead";
  contact.a = parent;
  contact.against = Contact::Against::Surface;
  contact.surface = surface;
  contact.bilateral = true;
  setup.contacts = {contact};
  return setup;
}

// The same mass on a rod without mass.
SimulationSetup spherical_pendulum(double length) {
  ModelBuilder builder;
  const BodyId body = builder.add_body(
      "mass", inertia_about_com(1.3, {0.0, 0.0, -length}, {0.0, 0.0, 0.0, 0.0, 0.0, 0.0}));
  builder.add_joint(universal("pivot", {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}), builder.world(), body);
  SimulationSetup setup;
  setup.model = std::make_shared<Model>(builder.build());
  return setup;
}

TEST(Surfaces, ABeadOnASphereIsASphericalPendulum) {
  const double length = 0.8;
  SimulationSetup pendulum = spherical_pendulum(length);
  pendulum.q = Eigen::Vector2d(0.4, -0.9), pendulum.v = Eigen::Vector2d(1.2, 0.7);
  const auto position = [&](const VectorXd& q) -> Vector3d {
    // Rotations about x, then y, of (0, 0, -length).
    const double cx = std::cos(q[0]), sx = std::sin(q[0]), cy = std::cos(q[1]), sy = std::sin(q[1]);
    return length * Vector3d(-sy, sx * cy, -cx * cy);
  };
  const Vector3d v = derivative_at_zero(
      [&](double t) -> VectorXd { return position(pendulum.q + t * pendulum.v); }, 1e-2);
  Simulation joints(pendulum),
      on_sphere(bead(surface_from_formula("x^2 + y^2 + z^2 - 0.64"), position(pendulum.q), v));
  WorstError apart("bead on a sphere and spherical pendulum", 1e-11), off("off the sphere", 1e-12);
  for (int k = 1; k <= 50; ++k) {
    joints.advance(0.1 * k);
    on_sphere.advance(0.1 * k);
    apart.expect((position(joints.state().q) - on_sphere.state().q).norm());
    off.expect(std::abs(on_sphere.state().q.norm() - length));
  }
  EXPECT_LE(std::abs(on_sphere.energy(on_sphere.state()).balance), 1e-10);
}

// An ellipsoid.
SurfaceValue ellipsoid(const Vec3<double>& r, const Vec3<double>& d) {
  return {r.x * r.x + 2.0 * r.y * r.y + 3.0 * r.z * r.z - 1.0,
          {2.0 * r.x, 4.0 * r.y, 6.0 * r.z},
          {2.0 * d.x, 4.0 * d.y, 6.0 * d.z}};
}

TEST(Surfaces, AFunctionDoesWhatItsFormulaDoes) {
  const Vector3d p(0.6, std::sqrt(0.64 / 2.0), 0.0), v(std::sqrt(2.0 * 0.64), -0.6, 0.5);
  const SurfaceFunction formula = surface_from_formula("x^2 + 2*y^2 + 3*z^2 - 1");
  WorstError apart("function and formula", 1e-12);
  for (const double friction : {0.0, 0.3}) {
    SimulationSetup by_formula = bead(formula, p, v), by_function = bead(ellipsoid, p, v);
    for (SimulationSetup* setup : {&by_formula, &by_function})
      setup->contacts[0].material.friction = friction;
    Simulation a(by_formula), b(by_function);
    for (int k = 1; k <= 20; ++k) {
      a.advance(0.1 * k), b.advance(0.1 * k);
      apart.expect((a.state().q - b.state().q).norm());
    }
    EXPECT_GT((a.state().q - p).norm(), 0.1);
    EXPECT_LE(std::abs(a.energy(a.state()).balance), 1e-9);
  }
}

TEST(Surfaces, FormulasHaveTheDerivativesOfTheirValues) {
  Random random(7);
  WorstError gradient("gradient of formulas", 1e-11), curvature("curvature of formulas", 1e-11);
  for (const char* text : {"z - 0.3*sin(2*x)*cos(y)", "x^2 + 2*y^2 + x*y*z - exp(z/3)",
                           "sqrt(x^2 + y^2 + 1) - z", "2*x - 3*y + z", "log(2 + x^2)*y - z^3"}) {
    const SurfaceFunction C = surface_from_formula(text);
    for (int k = 0; k < 50; ++k) {
      const VectorXd r = random_vector(random, 3), d = random_vector(random, 3);
      const auto along = [&](double t) {
        return C({r[0] + t * d[0], r[1] + t * d[1], r[2] + t * d[2]}, {d[0], d[1], d[2]});
      };
      const SurfaceValue at = along(0.0);
      const VectorXd slope = derivative_at_zero(
          [&](double t) -> VectorXd { return VectorXd::Constant(1, along(t).value); }, 0.02);
      gradient.expect(std::abs(slope[0] - to_eigen(at.gradient).dot(Vector3d(d))) /
                          std::max(1.0, std::abs(slope[0])),
                      text);
      const VectorXd bend = derivative_at_zero(
          [&](double t) -> VectorXd { return to_eigen(along(t).gradient); }, 0.02);
      curvature.expect(to_eigen(at.curvature), bend, text);
    }
  }
}

}  // namespace
}  // namespace catena::test
