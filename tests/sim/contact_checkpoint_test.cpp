// A State saved while contacts slide, stick and bounce continues bitwise as if nothing had
// happened.

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "catena/contact/contact_group.hpp"
#include "catena/sim/recorder.hpp"
#include "tests/sim/thrown_bodies.hpp"
#include "tests/support/checkpoints.hpp"

namespace catena::test {
namespace {

using Rows = std::vector<std::vector<double>>;

struct Record {
  Rows rows;
  std::vector<State> saved;  // of the first steps that reach the asked times
  std::set<EventKind> events;
};

Record record(const SimulationSetup& setup, const std::vector<double>& save_at, const State* from) {
  Simulation simulation(setup);
  if (from != nullptr) simulation.restore(*from);
  RecordOptions options;
  options.wrenches = options.energy_by_source = true;
  Recorder recorder(simulation, options);
  Record out;
  RunObserver observer;
  observer.sample_interval = 0.01;
  observer.sample = [&](const State& s) { out.rows.push_back(recorder.row(s)); };
  observer.event = [&](const SimulationEvent& e) { out.events.insert(e.kind); };
  observer.step = [&](const State& s) {
    if (out.saved.size() < save_at.size() && s.t >= save_at[out.saved.size()])
      out.saved.push_back(s);
    return true;
  };
  simulation.advance(1.5, observer);
  return out;
}

TEST(ContactCheckpoints, ContinueBitwise) {
  for (const IntegratorKind kind :
       {IntegratorKind::DormandPrince853, IntegratorKind::RungeKutta4}) {
    SimulationSetup setup = thrown_bodies(0.4, 0.3);
    setup.q[6] += 0.05, setup.q[13] += 0.5;
    setup.q.head<4>() << 0.999, 0.02, 0.03, 0.01;  // corners arrive one after the other
    setup.q.head<4>().normalize();
    setup.v << 0.0, 0.0, 0.5, 1.0, 0.3, 0.0, 1.0, -3.0, 0.0, 0.4, 0.0, 0.0;
    setup.contacts.back().material.restitution = 0.75;
    setup.integrator.kind = kind;
    setup.integrator.step = 1.7e-3;  // not a divisor of the sampling interval
    const Record all = record(setup, {0.12, 0.2, 0.3, 0.45, 0.8}, nullptr);
    ASSERT_EQ(all.saved.size(), 5u);
    EXPECT_EQ(all.rows.size(), 151u);
    std::set<ContactMode::Kind> corner_modes;
    for (const State& s : all.saved)
      for (std::size_t i = 0; i < setup.contacts.size(); ++i)
        corner_modes.insert(find_modes<ContactModes>(s)[i].kind);
    EXPECT_TRUE(all.events.contains(EventKind::Impact));
    EXPECT_TRUE(corner_modes.contains(ContactMode::Kind::Open));
    EXPECT_TRUE(corner_modes.contains(ContactMode::Kind::Slide));
    if (kind == IntegratorKind::DormandPrince853) {
      EXPECT_TRUE(corner_modes.contains(ContactMode::Kind::Stick));
      EXPECT_TRUE(all.events.contains(EventKind::Stick));
    }
    EXPECT_EQ(all.rows, record(setup, {}, nullptr).rows) << "a second run differs";
    for (const State& saved : all.saved)
      for (const State& from : {saved, through_text(saved, setup)}) {
        const Rows rest = record(setup, {}, &from).rows;
        ASSERT_GT(rest.size(), 60u);
        EXPECT_TRUE(std::equal(rest.begin(), rest.end(),
                               all.rows.end() - static_cast<std::ptrdiff_t>(rest.size())))
            << "from t = " << saved.t;
      }
  }
}

}  // namespace
}  // namespace catena::test
