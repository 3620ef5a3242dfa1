// Tables on 3 and 4 legs (6 where they tip) that are pushed, by events alone: redundant legs share
// the load, and give way together.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/stepping/boxes.hpp"

namespace catena::test {
namespace {

using std::numbers::pi;

constexpr double table_mass = 10.0, table_height = 0.7, leg_circle = 0.5;

struct PushedTable {
  int legs = 4;
  double slides = 0.3, sticks = 0.39;  // coefficients of friction
  double spread = 0.0;                 // by which they differ from leg to leg, in parts
  double slope = 0.0;
  double at = 0.0;      // height of the push above the mass centre, m
  double moment = 0.0;  // about the vertical, Nm per N
  bool ramp = true;     // 20 N/s; else 60 N at once

  double push(double t) const { return ramp ? 20.0 * t : 60.0; }
};

SimulationSetup table(const PushedTable& table) {
  SimulationSetup setup = lone_body(
      free_joint("move"), solid_box(table_mass, {1.0, 1.0, 0.1}), sloping_gravity(table.slope),
      numbers({1, 0, 0, 0, 0, 0, table_height}), Eigen::VectorXd::Zero(6));
  for (int i = 0; i < table.legs; ++i) {
    const double angle = 2.0 * pi * (i + 0.5) / table.legs;
    const double more = 1.0 + table.spread * std::sin(2.0 + 3.0 * i);
    Contact leg = on_plane(
        "leg" + std::to_string(i), only_body,
        {leg_circle * std::cos(angle), leg_circle * std::sin(angle), -table_height}, 0.0, {});
    leg.material.friction = more * table.slides;
    leg.material.static_friction = more * table.sticks;
    setup.contacts.push_back(leg);
  }
  setup.motors = {{"push",
                   {1, 2, 3},
                   [table](double t, In<double>, In<double>, Out<double> e) {
                     const double f = table.push(t);
                     e[0] = table.at * f, e[1] = table.moment * f, e[2] = f;
                   },
                   {}}};
  setup.contact_options.method = ContactMethod::Events;
  return setup;
}

// How many legs there are and where it is pushed does not matter to when it slips, nor to how it
// slides: all friction together is mu N.
TEST(PushedTables, SlipWhereAllFrictionTogetherIsUsedUp) {
  for (const int legs : {3, 4})
    for (const double slope : {0.0, 0.15})
      for (const double at : {-0.6, 0.0})
        for (const double sticks : {0.3, 0.39}) {
          if (legs == 3 && at == 0.0) continue;  // tips
          const PushedTable pushed{.legs = legs, .sticks = sticks, .slope = slope, .at = at};
          Simulation simulation(table(pushed));
          const double N = table_mass * gravity * std::cos(slope),
                       down = table_mass * gravity * std::sin(slope);
          const double slips = (sticks * N - down) / 20.0, end = slips + 0.4;
          const auto events = events_of(simulation, end);
          const auto found = of_kind(events, EventKind::Slip);
          ASSERT_FALSE(found.empty());
          EXPECT_NEAR(found.back().t, slips, 1e-6) << legs << " legs, slope " << slope;
          EXPECT_TRUE(of_kind(events, EventKind::Lift).empty());
          const double speed =
              (10.0 * (end * end - slips * slips) + (down - pushed.slides * N) * (end - slips)) /
              table_mass;
          EXPECT_NEAR(simulation.state().v[3], speed, 1e-6) << legs << " legs, slope " << slope;
          EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0, 1e-9);
        }
}

// Pushed at its top with friction enough, it tips, whichever of the legs behind carried the rest.
TEST(PushedTables, TipOverTheLegsInFront) {
  for (const int legs : {4, 6}) {
    const PushedTable pushed{.legs = legs, .slides = 0.8, .sticks = 0.8, .at = 0.4};
    Simulation simulation(table(pushed));
    const double front = leg_circle * std::cos(pi / legs);
    const double tips = table_mass * gravity * front / (pushed.at + table_height) / 20.0;
    const auto events = events_of(simulation, tips + 0.2);
    EXPECT_TRUE(of_kind(events, EventKind::Chatter).empty());
    EXPECT_TRUE(of_kind(events, EventKind::Slip).empty());
    const auto lifts = of_kind(events, EventKind::Lift);
    ASSERT_GE(lifts.size(), static_cast<std::size_t>(legs - 2));
    EXPECT_NEAR(lifts.back().t, tips, 1e-7);
    for (const SimulationEvent& lift : lifts) EXPECT_LT(lift.t, tips + 1e-7);
    EXPECT_GT(simulation.state().v[1], 0.01);
    EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0, 1e-8);
  }
}

// Where a decision about all legs is not found, time steps take over for a while, and an event says
// so: no run ends early, whatever the legs are like.
TEST(PushedTables, RunToTheirEnd) {
  for (const int legs : {3, 6})
    for (const double at : {0.0, 0.5})
      for (const bool ramp : {false, true}) {
        Simulation simulation(
            table({.legs = legs, .sticks = 0.39, .spread = 0.2, .at = at, .ramp = ramp}));
        events_of(simulation, 2.2);
        EXPECT_DOUBLE_EQ(simulation.state().t, 2.2);
        const EnergyBalance energy = simulation.energy(simulation.state());
        // Where forces of the legs hold it, it does not move: then both are rounding.
        EXPECT_LT(std::abs(energy.balance), 1e-4 * std::abs(energy.work) + 1e-12) << legs;
      }
}

// Whatever the legs rub with and wherever it is pushed, it goes on, and friction gives nothing.
TEST(PushedTables, OfUnlikeLegsGoOn) {
  int runs = 0;
  for (const int legs : {3, 4})
    for (const bool ramp : {true, false})
      for (const double slope : {0.0, 0.15})
        for (const double at : {-0.6, 0.0, 0.5})
          for (const double sticks : {0.39}) {
            if (legs == 3 && at == 0.0 && !ramp) continue;
            const PushedTable pushed{.legs = legs,
                                     .sticks = sticks,
                                     .spread = 0.3,
                                     .slope = slope,
                                     .at = at,
                                     .moment = 0.1,
                                     .ramp = ramp};
            Simulation simulation(table(pushed));
            ASSERT_NO_THROW(simulation.advance(2.5))
                << legs << " legs, slope " << slope << ", push at " << at
                << (ramp ? " by a ramp" : " at once") << ", static friction " << sticks;
            const EnergyBalance energy = simulation.energy(simulation.state());
            EXPECT_NEAR(energy.balance, 0.0, 1e-6 * (1.0 + energy.kinetic));
            EXPECT_GE(energy.dissipated, -1e-12);
            ++runs;
          }
  EXPECT_EQ(runs, 22);
}

}  // namespace
}  // namespace catena::test
