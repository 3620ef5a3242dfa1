// Contacts that separate straight along their normal: nothing is to be solved.

#include "catena/solvers/contact_chain.hpp"
#include "tests/stepping/boxes.hpp"

namespace catena::test {
namespace {

TEST(Separating, WithoutSlidingNeedsNoForce) {
  for (const double friction : {0.0, 0.5}) {
    const Eigen::Matrix3d W = Eigen::Vector3d(1.0, 3.5, 3.5).asDiagonal();
    const double q[] = {2.0, 0.0, 0.0};
    const ContactLaw law = coulomb_contact(friction);
    double x[3] = {}, u[3] = {};
    ContactChain chain;
    const ChainReport report = chain.solve(W, q, {&law, 1}, x, u, {});
    EXPECT_TRUE(report.solved) << friction;
    EXPECT_EQ(report.link, ChainLink::Start) << friction;
    EXPECT_EQ(report.residual, 0.0) << friction;
    EXPECT_EQ(x[0], 0.0) << friction;
    EXPECT_EQ(u[0], 2.0) << friction;
  }
}

// A ball that bounces without spin; time steps in which it is on its way up.
TEST(Separating, BallsBounceByTimeSteps) {
  for (const double height : {0.3, 0.326, 0.365}) {
    SimulationSetup setup =
        lone_body(free_joint("flight"), solid_sphere(1.0, 0.1), {0, 0, -gravity},
                  numbers({1, 0, 0, 0, 0, 0, height}), Eigen::VectorXd::Zero(6));
    setup.contacts = {on_plane("ball", only_body, {0, 0, 0}, 0.1, {0.7, 0.5})};
    setup.contact_options.method = ContactMethod::Stepping;
    Simulation simulation(setup);
    std::vector<SimulationEvent> events;
    RunObserver observer;
    observer.event = [&](const SimulationEvent& e) { events.push_back(e); };
    simulation.advance(2.0, observer);
    EXPECT_TRUE(of_kind(events, EventKind::Residual).empty()) << height;
    EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0, 1e-12) << height;
    EXPECT_NEAR(simulation.state().q[6], 0.1, 1e-10) << height;
  }
}

}  // namespace
}  // namespace catena::test
