// A slender block that rocks from corner to corner (Housner 1963).

#include <gtest/gtest.h>

#include <cmath>

#include "catena/contact/contact_group.hpp"
#include "tests/sim/touching.hpp"

namespace catena::test {
namespace {

constexpr double width = 0.2, height = 1.0;
const double alpha = std::atan2(width, height);

// In the x-y plane, tilted by `tilt` about its right corner, which is the origin.
SimulationSetup block(double tilt, const ContactOptions& law = {}) {
  const double c = std::cos(tilt), s = std::sin(tilt);  // turned by -tilt
  const double x = -width / 2, y = height / 2;
  SimulationSetup setup =
      lone_body(planar("plane", {0, 0, 1}), solid_box(5.0, {width, height, 0.3}), {0, -gravity, 0},
                numbers({c * x + s * y, -s * x + c * y, -tilt}), Eigen::VectorXd::Zero(3));
  const ContactMaterial rough{0.0, 2.0};
  setup.contacts = {
      on_plane("left", only_body, {-width / 2, -height / 2, 0}, 0.0, rough, {0, 1, 0}),
      on_plane("right", only_body, {width / 2, -height / 2, 0}, 0.0, rough, {0, 1, 0})};
  setup.contact_options = law;
  return setup;
}

struct Release {
  double part, t, before, after;
};

void expect_first_impact(const Release& release, const ContactOptions& law) {
  const auto& [part, t, before, after] = release;
  Simulation simulation(block(part * alpha, law));
  EXPECT_EQ(find_modes<ContactModes>(simulation.state())[1].kind, ContactMode::Kind::Stick);
  std::vector<SimulationEvent> events;
  Eigen::VectorXd v_after;
  RunObserver observer;
  observer.event = [&](const SimulationEvent& e) {
    if (events.empty()) v_after = simulation.state().v;
    events.push_back(e);
  };
  simulation.advance(t + 0.1, observer);
  ASSERT_GE(events.size(), 2u);
  EXPECT_EQ(events[0].kind, EventKind::Impact);
  EXPECT_EQ(events[0].name, "left");
  const double w_before = -events[0].v_before / width;
  std::printf(
      "[ measured ] release at %g alpha: impact to %.1e s, rates to %.1e and %.1e rad/s, ratio to "
      "%.1e\n",
      part, std::abs(events[0].t - t), std::abs(w_before - before), std::abs(v_after[2] - after),
      std::abs(v_after[2] / w_before - 0.9423076923076923));
  // Nearly upright on its corner, it magnifies the 1e-12 of the integrator by exp(p t) = 20.
  EXPECT_NEAR(events[0].t, t, part > 0.8 ? 1e-11 : 1e-12);
  EXPECT_NEAR(w_before, before, 1e-12);
  EXPECT_NEAR(v_after[2], after, 1e-12);
  EXPECT_NEAR(v_after[2] / w_before, 0.9423076923076923, 1e-13);
  // From now on it turns about the other corner; the first one is in the air.
  EXPECT_EQ(find_modes<ContactModes>(simulation.state())[0].kind, ContactMode::Kind::Stick);
  EXPECT_EQ(find_modes<ContactModes>(simulation.state())[1].kind, ContactMode::Kind::Open);
  EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0, 1e-11);
  const double inertia = 5.0 * (width * width + height * height) / 3.0;
  EXPECT_NEAR(events[0].energy_lost, 0.5 * inertia * (before * before - after * after), 1e-11);
}

TEST(RockingBlock, HitsWithTheOtherCornerAndLosesHousnersPart) {
  for (const ContactOptions& law : all_laws) {
    expect_first_impact({0.5, 0.3470935867888791, 0.6480490122675338, 0.6106615692520907}, law);
    expect_first_impact({0.2, 0.182888594003298, 0.44869669199210666, 0.42281034437718484}, law);
    expect_first_impact({0.9, 0.7882156875846603, 0.7448423919696094, 0.7018707155098217}, law);
  }
}

// Each impact takes the same part of the speed, so that it stands in the end.
TEST(RockingBlock, ComesToRest) {
  Simulation simulation(block(0.5 * alpha));
  const auto events = events_of(simulation, 20.0);
  const auto impacts = of_kind(events, EventKind::Impact);
  std::printf("[ measured ] rocking: %zu impacts, the last at %.9f s, balance %.1e J\n",
              impacts.size(), impacts.back().t, simulation.energy(simulation.state()).balance);
  EXPECT_GT(impacts.size(), 50u);
  EXPECT_LT(impacts.back().t, 15.0);
  EXPECT_LE(simulation.state().v.norm(), 1e-12);
  EXPECT_NEAR(simulation.state().q[2], 0.0, 1e-12);
  EXPECT_NEAR(recorded(simulation, "contact.left.fn") + recorded(simulation, "contact.right.fn"),
              5.0 * gravity, 1e-11);
  EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0, 1e-9);
}

}  // namespace
}  // namespace catena::test
