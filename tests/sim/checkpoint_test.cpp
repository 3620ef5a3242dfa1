// A saved State continues bitwise as if nothing had happened, and so does a run that is repeated.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/recorder.hpp"
#include "tests/support/checkpoints.hpp"

namespace catena::test {
namespace {

using Rows = std::vector<std::vector<double>>;

// The rows after the start (or after `from`), and the state of the first step that reaches
// `save_at`.
Rows rows_of(const Scenario& scenario, double save_at, State* saved, const State* from) {
  Simulation simulation(scenario.setup);
  if (from != nullptr) simulation.restore(*from);
  Recorder recorder(simulation, scenario.record);
  Rows rows;
  bool done = saved == nullptr;
  RunObserver observer;
  observer.sample_interval = scenario.record.interval;
  observer.sample = [&](const State& s) { rows.push_back(recorder.row(s)); };
  observer.step = [&](const State& s) {
    if (!done && s.t >= save_at) *saved = s, done = true;
    return true;
  };
  simulation.advance(scenario.duration, observer);
  return rows;
}

const char* const chain_with_limits = R"(
model:
  bodies:
    - {name: a, inertia: {mass: 1, com: [0, 0, 0.5], moments: [0.1, 0.1, 0.01]}}
    - {name: b, inertia: {mass: 1, com: [0, 0, 0.5], moments: [0.1, 0.1, 0.01]}}
    - {name: c, inertia: {mass: 1, com: [0, 0.1, 0.5], moments: [0.1, 0.2, 0.15]}}
  joints:
    - {name: j1, kind: revolute, parent: world, child: a, axis: [0, 1, 0], damping: 0.1,
       limits: {lower: -1, upper: 1.5, restitution: 0.5}}
    - {name: j2, kind: revolute, parent: a, child: b, axis: [1, 0, 0], at: [0, 0, 1],
       friction: {coulomb: 0.4, static: 0.5}, limits: {lower: -0.5, upper: 0.5}}
    - {name: j3, kind: spherical, parent: b, child: c, at: [0, 0, 1], damping: 0.05}
initial: {j1: 1, j2: {q: 0.2, v: 1}}
motors: [{name: m, joint: j1, effort: 3*sin(7*t)}]
duration: 3
record: {interval: 0.02, columns: [q, v, a, tau, f, energy, limits, energy_by_source]}
)";

TEST(Checkpoints, ContinueBitwiseWithEveryIntegrator) {
  for (const auto& [name, kind] : integrator_names) {
    Scenario scenario = parse_scenario(chain_with_limits, "chain.yaml", "");
    scenario.setup.integrator.kind = kind;
    scenario.setup.integrator.step = 1.7e-3;  // not a divisor of the sampling interval
    if (kind == IntegratorKind::Radau) scenario.setup.integrator.relative_tolerance = 1e-7;
    State saved;
    const Rows all = rows_of(scenario, 1.234, &saved, nullptr);
    EXPECT_EQ(all.size(), 151u) << name;
    EXPECT_EQ(all, rows_of(scenario, 0.0, nullptr, nullptr)) << name << ": a second run differs";

    const State loaded = through_text(saved, scenario.setup);
    const Rows rest = rows_of(scenario, 0.0, nullptr, &loaded);
    ASSERT_GT(rest.size(), 80u);
    ASSERT_LT(rest.size(), all.size());
    EXPECT_TRUE(
        std::equal(rest.begin(), rest.end(), all.end() - static_cast<std::ptrdiff_t>(rest.size())))
        << name;
  }
}

// A stop or a contact that took no part in the last time step has no force. One of zero would be
// another state: what rests in a step is decided by who had forces before it and after it.
TEST(Checkpoints, KnowNoForceFromAForceOfZero) {
  const Scenario scenario = parse_scenario(R"(
model:
  bodies:
    - {name: ball, inertia: {mass: 1, com: [0, 0, 0], moments: [0.1, 0.1, 0.1]}}
    - {name: arm, inertia: {mass: 1, com: [0, 0, 0.5], moments: [0.1, 0.1, 0.01]}}
  joints:
    - {name: fall, kind: prismatic, parent: world, child: ball, axis: [0, 0, 1], at: [0, 0, 0.3]}
    - {name: swing, kind: revolute, parent: world, child: arm, axis: [0, 1, 0],
       limits: {lower: -0.5, upper: 0.5, restitution: 0.3}}
  contacts:
    - {name: floor, point: ball, radius: 0.1, plane: ground, restitution: 0.5}
contact: {method: stepping, step: 7 ms}
initial: {swing: {v: 1}}
duration: 1.5
)",
                                           "ball.yaml", "");
  Simulation simulation(scenario.setup);
  std::set<std::size_t> counts;
  RunObserver observer;
  observer.step = [&](const State& state) {
    counts.insert(state.reactions.size());
    const State again = through_text(state, scenario.setup);
    EXPECT_TRUE(std::equal(state.reactions.begin(), state.reactions.end(), again.reactions.begin(),
                           again.reactions.end(),
                           [](const StepReaction& a, const StepReaction& b) {
                             return a.key == b.key && a.force == b.force;
                           }))
        << "t = " << state.t << " s: " << state.reactions.size() << " reactions become "
        << again.reactions.size();
    return !testing::Test::HasFailure();
  };
  simulation.advance(scenario.duration, observer);
  EXPECT_EQ(counts, (std::set<std::size_t>{0, 1, 2}));
}

TEST(Checkpoints, RefuseWhatIsNoCheckpoint) {
  const std::string file =
      (std::filesystem::temp_directory_path() / "catena_not_a_state.txt").string();
  { std::ofstream(file) << "t,q\n1,2\n"; }
  try {
    load_checkpoint(file);
    FAIL() << "should have thrown";
  } catch (const StateFileError& error) {
    EXPECT_EQ(error.what(),
              file + ":1: found 't,q', expected 'catena state 4': is this a checkpoint?");
  }
  std::filesystem::remove(file);
}

// Energies of other masses are others: they are counted from there on.
TEST(Checkpoints, TheBalanceStartsAnewWithOtherNumbers) {
  const Scenario light = parse_scenario(chain_with_limits, "chain.yaml", "");
  std::string text = chain_with_limits;
  for (std::size_t at = text.find("mass: 1"); at != std::string::npos; at = text.find("mass: 1"))
    text.replace(at, 7, "mass: 3");
  const Scenario heavy = parse_scenario(text, "chain.yaml", "");
  Simulation first(light.setup), second(heavy.setup);
  first.advance(1.0);
  std::vector<std::string> remarks;
  second.restore(state_of(make_checkpoint(first, first.state()), heavy.setup, &remarks));
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_NE(remarks[0].find("the energy balance starts anew"), std::string::npos);
  EXPECT_NEAR(second.energy(second.state()).balance, 0.0, 1e-12);
  second.advance(2.0);
  EXPECT_NEAR(second.energy(second.state()).balance, 0.0, 1e-9);
}

TEST(Checkpoints, RefuseAStateOfAnotherMechanism) {
  Scenario scenario = parse_scenario(chain_with_limits, "chain.yaml", "");
  Simulation simulation(scenario.setup);
  EXPECT_THROW(simulation.restore(State{}), std::invalid_argument);
}

}  // namespace
}  // namespace catena::test
