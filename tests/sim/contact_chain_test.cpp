// Three equal balls in a row: laws of impact give different answers while they touch, and the same
// one as soon as there is the smallest gap.

#include <gtest/gtest.h>

#include "tests/sim/touching.hpp"

namespace catena::test {
namespace {

constexpr double bead_radius = 0.1;

// On sliders along x; the first moves with 1 m/s and starts `run` before the second.
SimulationSetup row(double run, double gap, double restitution, ImpactLaw law, ImpactOrder order) {
  ModelBuilder builder;
  const char* const names[] = {"one", "two", "three"};
  for (const char* name : names) {
    const BodyId body = builder.add_body(name, solid_sphere(0.7, bead_radius));
    builder.add_joint(prismatic(std::string("slide_") + name, {1, 0, 0}), builder.world(), body);
  }
  SimulationSetup setup;
  setup.model = std::make_shared<Model>(builder.build());
  setup.q = numbers({-2.0 * bead_radius - run, 0.0, 2.0 * bead_radius + gap});
  setup.v = numbers({1, 0, 0});
  for (int k = 0; k < 2; ++k) {
    Contact c;
    c.name = k == 0 ? "first" : "second";
    c.a = BodyId{k + 2}, c.b = BodyId{k + 1};
    c.against = Contact::Against::Sphere;
    c.radius = c.radius_b = bead_radius;
    c.material.restitution = restitution;
    setup.contacts.push_back(c);
  }
  setup.contact_options.law = law;
  setup.contact_options.order = order;
  return setup;
}

void expect_speeds(const SimulationSetup& setup, double t, const Eigen::Vector3d& v) {
  Simulation simulation(setup);
  simulation.advance(t);
  EXPECT_LE((simulation.state().v - v).cwiseAbs().maxCoeff(), 1e-13)
      << simulation.state().v.transpose();
  EXPECT_NEAR(simulation.state().v.sum(), 1.0, 1e-14);
  EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0, 1e-13);
}

const ImpactLaw laws[] = {ImpactLaw::Newton, ImpactLaw::Poisson};
const ImpactOrder orders[] = {ImpactOrder::Simultaneous, ImpactOrder::Sequential};

TEST(ThreeBalls, RespondAtOnceOrOneAfterTheOther) {
  for (const ImpactLaw law : laws)
    for (const double run : {0.0, 0.05}) {  // at the start, and later
      expect_speeds(row(run, 0.0, 1.0, law, ImpactOrder::Simultaneous), 0.2,
                    {-1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0});
      expect_speeds(row(run, 0.0, 0.0, law, ImpactOrder::Simultaneous), 0.2,
                    {1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0});
      expect_speeds(row(run, 0.0, 1.0, law, ImpactOrder::Sequential), 0.2, {0, 0, 1});
    }
}

TEST(ThreeBalls, AgreeWithTheSmallestGap) {
  for (const ImpactLaw law : laws)
    for (const ImpactOrder order : orders)
      for (const double gap : {1e-3, 1e-6, 1e-9, 1e-10})
        for (const double run : {0.0, 0.05}) {
          SCOPED_TRACE(testing::Message() << "gap " << gap << ", run " << run);
          expect_speeds(row(run, gap, 1.0, law, order), 0.2, {0, 0, 1});
        }
}

}  // namespace
}  // namespace catena::test
