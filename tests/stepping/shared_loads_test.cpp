// More contacts than a body needs: of all ways to share a load the smallest forces, in newtons, by
// events and by time steps.

#include <gtest/gtest.h>

#include "tests/stepping/boxes.hpp"

namespace catena::test {
namespace {

constexpr double mass = 1.0;

// A disc of radius 0.1 m on four rings of ten points.
SimulationSetup disc_on_rings(ContactMethod method) {
  ModelBuilder builder;
  builder.set_gravity({0.0, 0.0, -9.81});
  const BodyId body = builder.add_body("disc", solid_box(mass, {0.2, 0.2, 0.02}));
  builder.add_joint(free_joint("disc"), builder.world(), body);
  SimulationSetup setup;
  for (int k = 0; k < 40; ++k) {
    const double angle = 0.2 * std::numbers::pi * k, radius = 0.025 * (1 + k / 10);
    setup.contacts.push_back(on_plane("p" + std::to_string(k), body,
                                      {radius * std::cos(angle), radius * std::sin(angle), -0.01},
                                      0.0, {0.0, 0.5}));
  }
  setup.model = std::make_shared<Model>(builder.build());
  setup.q = numbers({1, 0, 0, 0, 0, 0, 0.01});
  setup.v.setZero(6);
  setup.contact_options.method = method;
  return setup;
}

// By what forces do to the body, the inner ring would carry 0.37 N a point and the outer 0.16 N.
TEST(SharedLoads, DiscOnRingsLoadsAllPointsAlike) {
  for (const ContactMethod method : {ContactMethod::Events, ContactMethod::Stepping}) {
    Simulation simulation(disc_on_rings(method));
    simulation.advance(0.05);
    for (int k = 0; k < 40; ++k)
      EXPECT_NEAR(recorded(simulation, "contact.p" + std::to_string(k) + ".fn"), mass * 9.81 / 40.0,
                  1e-6)
          << "point " << k << (method == ContactMethod::Events ? ", events" : ", time steps");
  }
}

}  // namespace
}  // namespace catena::test
