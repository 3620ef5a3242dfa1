#include "tests/support/collected_problems.hpp"

#include <filesystem>
#include <random>

#include "catena/elements/simulation_error.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"
#include "catena/solvers/chain_watch.hpp"
#include "tests/stepping/random_scene.hpp"
#include "tests/support/collected_shapes.hpp"

namespace catena::test {

namespace {

namespace fs = std::filesystem;

// As many as fit, each of all that were offered with the same chance.
class Sample {
 public:
  Sample(std::size_t most, unsigned seed) : most_(most), random_(seed) {}

  void offer(const KeptProblem& problem) {
    ++offered_;
    if (kept.size() < most_) {
      kept.push_back(problem);
    } else if (const std::size_t place = random_() % offered_; place < most_) {
      kept[place] = problem;
    }
  }
  std::vector<KeptProblem> kept;

 private:
  std::size_t most_, offered_ = 0;
  std::mt19937_64 random_;
};

KeptProblem copy_of(const PosedProblem& posed) {
  if (posed.system != nullptr) return keep(*posed.system);
  KeptProblem kept;
  kept.W = *posed.W;
  kept.q =
      Eigen::Map<const Eigen::VectorXd>(posed.q.data(), static_cast<Eigen::Index>(posed.q.size()));
  kept.laws.assign(posed.laws.begin(), posed.laws.end());
  return kept;
}

bool same(const KeptProblem& a, const KeptProblem& b) {
  return a.q.size() == b.q.size() && a.q == b.q && a.W == b.W;
}

void add_scenarios(const fs::path& folder,
                   std::initializer_list<std::pair<const char*, double>> all,
                   std::vector<CollectedRun>& runs) {
  for (const auto& [name, duration] : all) {
    const fs::path path = folder / (std::string(name) + ".yaml");
    if (!fs::exists(path)) continue;
    for (const ContactMethod method : {ContactMethod::Automatic, ContactMethod::Stepping})
      runs.push_back(
          {std::string(name) + (method == ContactMethod::Stepping ? ", steps" : ", automatic"),
           [path, method] {
             SimulationSetup setup = load_scenario(path.string()).setup;
             setup.contact_options.method = method;
             return setup;
           },
           duration});
  }
}

void add_random(unsigned seeds, std::vector<CollectedRun>& runs) {
  for (unsigned seed = 1; seed <= seeds; ++seed)
    runs.push_back({"random scene " + std::to_string(seed),
                    [seed] {
                      SimulationSetup setup = RandomScene(seed).make();
                      setup.contact_options.method =
                          seed % 2 == 0 ? ContactMethod::Stepping : ContactMethod::Automatic;
                      return setup;
                    },
                    1.0});
}

void add_stacks(int count, std::vector<CollectedRun>& runs) {
  for (int i = 0; i < count; ++i)
    runs.push_back({"stack " + std::to_string(i),
                    [i] {
                      std::vector<double> masses(static_cast<std::size_t>(2 + i % 9), 1.0);
                      masses.back() = std::pow(10.0, i % 4);
                      SimulationSetup setup =
                          stack(masses, sloping_gravity((1.0 + 3.0 * i) * degree, 0.4 * i), 0.5);
                      setup.v.setConstant(0.02 * (i % 3));
                      return setup;
                    },
                    0.2});
}

void add_shapes(unsigned count, std::vector<CollectedRun>& runs) {
  const auto add = [&](const std::string& name, const std::string& text, double duration) {
    runs.push_back({name,
                    [text] { return parse_scenario(text, "s.yaml", CATENA_SOURCE_DIR).setup; },
                    duration});
  };
  for (unsigned seed = 1; seed <= count; ++seed) {
    const std::string number = " " + std::to_string(seed);
    add("pile" + number, pile_of_shapes(seed, 4 + static_cast<int>(seed % 5)), 0.8);
    add("throw" + number, thrown_at_wall(seed), 0.4);
    add("figure" + number, limp_figure(seed), 1.0);
  }
}

}  // namespace

std::vector<CollectedRun> runs_to_collect_from(bool many) {
  std::vector<CollectedRun> runs;
  add_random(many ? 60 : 4, runs);
  add_stacks(many ? 12 : 3, runs);
  add_shapes(many ? 8 : 1, runs);
  add_scenarios(fs::path(CATENA_SOURCE_DIR) / "examples",
                {{"bouncing_ball", 5.0},
                 {"inverted_double_pendulum", 2.0},
                 {"newtons_cradle", 2.0},
                 {"rocking_block", 3.0},
                 {"simultaneous_impacts", 1.0},
                 {"tumbling_block", 2.0}},
                runs);
  add_scenarios(fs::path(CATENA_SHARED_DIR) / "cases" / "faults",
                {{"limp_human_two_feet", many ? 2.0 : 1.5},
                 {"limp_anymal", many ? 1.5 : 1.4},
                 {"ragdoll_chatters", 1.0},
                 {"slider_crank_clearance", 0.1},
                 {"stuck_wheels_swallow_energy", 0.1},
                 {"lift_box_four_corners", 1.0},
                 {"same_point_twice", 0.3}},
                runs);
  // A part of each will do.
  if (!many)
    for (CollectedRun& run : runs) run.duration *= 0.4;
  return runs;
}

std::vector<KeptProblem> collect(const CollectedRun& run, std::size_t most) {
  Sample hard(most, 1), easy(most / 10 + 1, 2);
  KeptProblem last;
  const ChainWatch watch([&](const PosedProblem& posed) {
    KeptProblem problem = copy_of(posed);
    if (same(problem, last)) return;
    last = problem;
    problem.origin = run.name + (posed.by_steps ? ": step" : ": event");
    const bool by_sweeps = solve_matrix(problem, {.last = ChainLink::Sweeps}).report.solved;
    (by_sweeps ? easy : hard).offer(problem);
  });
  try {
    Simulation simulation(run.make());
    simulation.advance(run.duration);
  } catch (const SimulationError&) {
    // What was posed until then counts.
  }
  hard.kept.insert(hard.kept.end(), easy.kept.begin(), easy.kept.end());
  return hard.kept;
}

}  // namespace catena::test
