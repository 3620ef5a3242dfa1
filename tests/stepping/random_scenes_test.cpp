// Random scenes: none stops, nothing goes through anything, contacts and stops create no energy.

#include <ctime>
#include <numeric>

#include "catena/sim/energy_watch.hpp"
#include "tests/stepping/random_scene.hpp"

namespace catena::test {
namespace {

// What a run of a scene has shown.
struct Seen {
  double deepest = 0.0;      // m
  double created = 0.0;      // J, the largest that contacts, stops and friction gave back
  double unexplained = 0.0;  // of what was exchanged
  double processor = 0.0;    // s
  double residual = 0.0;     // the largest of all events of this kind
};

double energy_taken(const Simulation& simulation, const State& state) {
  double sum = state.impact_loss;
  for (int s = 0; s < simulation.ledger().count(); ++s)
    if (simulation.ledger().source(s).kind == EnergyKind::Dissipated) sum += state.spent[s];
  return sum;
}

double depth(const Simulation& simulation, const State& state, Kinematics<double>& kinematics) {
  const Model& model = simulation.model();
  kinematics.compute(model, In<double>(state.q.data(), model.nq()),
                     In<double>(state.v.data(), model.nv()));
  const auto place = [&](BodyId body, const Vec3<double>& p) {
    return kinematics.pose(model, model.body_frame(body)) * p;
  };
  double deepest = 0.0;
  for (const Contact& c : simulation.setup().contacts) {
    const Vec3<double> a = place(c.a, c.p_A);
    const bool string = c.against == Contact::Against::String;
    deepest = std::max(deepest, string ? norm(place(c.b, c.p_B) - a) - c.length : c.radius - a.z);
  }
  return deepest;
}

Seen run_scene(const SimulationSetup& setup, double duration) {
  Simulation simulation(setup);
  EnergyWatch watch(setup);
  Seen seen;
  double most = energy_taken(simulation, simulation.state());
  Kinematics<double> kinematics(simulation.model());
  RunObserver observer;
  observer.sample_interval = 0.01;
  observer.step = [&](const State& state) {
    const double taken = energy_taken(simulation, state);
    seen.created = std::max(seen.created, most - taken);
    most = std::max(most, taken);
    seen.deepest = std::max(seen.deepest, depth(simulation, state, kinematics));
    return true;
  };
  observer.sample = [&](const State& state) {
    watch.see(simulation, state);
    seen.deepest = std::max(seen.deepest, depth(simulation, state, kinematics));
  };
  observer.event = [&](const SimulationEvent& e) {
    if (e.kind == EventKind::Residual) seen.residual = std::max(seen.residual, e.residual);
  };
  const std::clock_t start = std::clock();
  simulation.advance(duration, observer);
  seen.processor = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  seen.unexplained = watch.unexplained() / watch.exchanged();
  seen.created /= watch.exchanged();
  EXPECT_TRUE(simulation.state().v.allFinite());
  return seen;
}

class RandomScenes : public testing::TestWithParam<ContactMethod> {};
INSTANTIATE_TEST_SUITE_P(SteppingAndAutomatic, RandomScenes,
                         testing::Values(ContactMethod::Stepping, ContactMethod::Automatic));

// Three scenes; two with loops whose light links spin by tens of turns a second; one whose dry
// friction turns round often; one in which closing gaps moves a coordinate away from the stop at
// which it arrives; one whose loop and stop, closed by turns, led away from both; one in which
// sliding turns round and back within a step. CATENA_SCENES=A-B runs the scenes of these numbers
// and prints what it sees.
std::vector<unsigned> chosen(const char* many) {
  if (many == nullptr) return {1, 2, 3, 75, 127, 89, 674, 706, 856};
  unsigned first = 1, last = 1;
  if (std::sscanf(many, "%u-%u", &first, &last) == 1) last = first, first = 1;
  std::vector<unsigned> out(last - first + 1);
  std::iota(out.begin(), out.end(), first);
  return out;
}

TEST_P(RandomScenes, RunToTheirEnd) {
  const char* const many = std::getenv("CATENA_SCENES");
  for (const unsigned seed : chosen(many)) {
    SCOPED_TRACE(seed);
    SimulationSetup setup = RandomScene(seed).make();
    setup.contact_options.method = GetParam();
    setup.integrator.relative_tolerance = 1e-8, setup.integrator.absolute_tolerance = 1e-10;
    Seen seen;
    EXPECT_NO_THROW(seen = run_scene(setup, 1.0));
    if (many != nullptr)
      std::printf("%u %d: deepest %.1e m, created %.1e, unexplained %.1e, residual %.1e, %.2f s\n",
                  seed, static_cast<int>(GetParam()), seen.deepest, seen.created, seen.unexplained,
                  seen.residual, seen.processor),
          std::fflush(stdout);
    EXPECT_LT(seen.deepest, 1e-6);
    EXPECT_LT(seen.created, 1e-5);
    EXPECT_LT(seen.unexplained, 1e-3);
  }
}

}  // namespace
}  // namespace catena::test
