#include "contact_problems.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <optional>

#include "dantzig.hpp"
#include "siconos.hpp"
#include "tests/solvers/contact_laws.hpp"
#include "tests/support/contact_scenes.hpp"
#include "tests/support/friction_files.hpp"
#include "tests/support/hard_scenes.hpp"

namespace catena::bench {
namespace {

using test::BodyScene;
using test::FrictionFile;

double processor_seconds() {
  std::timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

template <class F>
double seconds_of(const F& work) {
  const double begin = processor_seconds();
  work();
  return processor_seconds() - begin;
}

void note(ContactCollection& collection, const ChainReport& report, double ms) {
  ++collection.problems;
  ++collection.by_link[static_cast<std::size_t>(report.link)];
  collection.mean_ms += ms;
  collection.worst_ms = std::max(collection.worst_ms, ms);
  if (!report.solved) return;
  ++collection.solved;
  collection.worst_residual = std::max(collection.worst_residual, report.residual);
}

// The same problem by Siconos and Bullet, where they are installed.
void note_others(const test::FrictionFile& file, ContactCollection& collection) {
  std::vector<double> x;
  bool known = false;
  const double siconos = seconds_of([&] { known = solve_with_siconos(file, x); });
  if (known) {
    collection.siconos_solved = std::max(0, collection.siconos_solved);
    collection.siconos_solved += test::residual_of(file, x) <= 1e-10;
    collection.siconos_ms += 1e3 * siconos;
  }
  std::optional<bool> answer;
  const double lemke = seconds_of([&] { answer = solve_with_lemke_of_siconos(file, x); });
  if (answer) {
    collection.lemke_answers = std::max(0, collection.lemke_answers) + (*answer ? 1 : 0);
    collection.lemke_ms += 1e3 * lemke;
    ++collection.lemke_tried;
  }
  if (!has_dantzig()) return;
  collection.dantzig_solved = std::max(0, collection.dantzig_solved);
  collection.dantzig_ms +=
      1e3 * seconds_of([&] { collection.dantzig_solved += solve_with_dantzig(file, x); });
}

struct Buffers {
  std::vector<double> x, u, v;
  void resize(const StepProblem& problem) {
    x.assign(static_cast<std::size_t>(problem.rows()), 0.0);
    u.resize(x.size());
    v.resize(static_cast<std::size_t>(problem.coordinates()));
  }
};

template <class Draw>
void measure_drawn(const char* name, int count, const Draw& draw, ContactReport& report) {
  ContactCollection collection;
  collection.name = name;
  std::mt19937_64 random(1);
  ContactChain chain;
  StepProblem problem;
  Buffers buffers;
  for (int i = 0; i < count; ++i) {
    draw(random, i, problem);
    buffers.resize(problem);
    ChainReport answer;
    const double seconds =
        seconds_of([&] { answer = chain.solve(problem, buffers.x, buffers.v, buffers.u); });
    note(collection, answer, 1e3 * seconds);
    const test::Condensed c = test::condense(problem);
    note_others(test::coulomb_problem(c.W, c.q, c.laws), collection);
  }
  const double problems = std::max(1, collection.problems);
  collection.mean_ms /= problems, collection.siconos_ms /= problems;
  collection.dantzig_ms /= problems;
  collection.lemke_ms /= std::max(1, collection.lemke_tried);
  report.collections.push_back(collection);
}

// Random impacts, stacks and hard scenes, the same ones as in the tests.
void measure_seeded(bool quick, ContactReport& report) {
  const int count = quick ? 50 : 300;
  measure_drawn(
      "random impacts", count,
      [](std::mt19937_64& random, int, StepProblem& problem) {
        const int contacts = 4 + static_cast<int>(random() % 28);
        const int bodies = 1 + static_cast<int>(random() % static_cast<unsigned>(contacts));
        test::random_impact(random, contacts, bodies).write(problem, 1e-3, Eigen::Vector3d::Zero());
      },
      report);
  measure_drawn(
      "random stacks", count,
      [](std::mt19937_64& random, int i, StepProblem& problem) {
        const test::RandomStack stack = test::random_stack(random, i % 2 == 1);
        stack.scene.write(problem, 1e-3, stack.gravity);
      },
      report);
  for (const test::HardScenes& kind : test::hard_scenes())
    measure_drawn(
        kind.name, quick ? 10 : 30,
        [&](std::mt19937_64& random, int i, StepProblem& problem) {
          const test::HardScene hard = kind.draw(random, i % 2 == 1);
          hard.scene.write(problem, 1e-3, hard.gravity);
        },
        report);
}

// Files with more rows take minutes with any solver, and may have no solution.
constexpr std::size_t most_rows = 5000;

void measure_files(bool quick, ContactReport& report) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(CATENA_SHARED_DIR) / "cases" / "friction_problems";
  if (!fs::exists(folder)) {
    report.notes.push_back("no problems of other programs: " + folder.string() + " is missing");
    return;
  }
  ContactCollection collection;
  collection.name = "other programs";
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".h5") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  for (const fs::path& path : paths) {
    const FrictionFile file = test::read_friction_file(path);
    if (file.q.size() > (quick ? 400 : most_rows)) continue;
    ContactProblem problem;
    problem.name = file.name;
    problem.rows = static_cast<int>(file.q.size());
    std::vector<double> x(file.q.size()), u(file.q.size());
    problem.ms = 1e300;
    // Small ones several times: the first call also makes room.
    ContactChain chain;
    for (int pass = 0; pass < 5 && (pass == 0 || problem.ms < 50.0); ++pass) {
      const double seconds =
          seconds_of([&] { problem.report = chain.solve(file.W(), file.q, file.laws, x, u); });
      problem.ms = std::min(problem.ms, 1e3 * seconds);
    }
    problem.report.residual = test::residual_of(file, x);
    note(collection, problem.report, problem.ms);
    if (solve_with_siconos(file, x))
      problem.siconos_ms = 1e3 * seconds_of([&] { solve_with_siconos(file, x); }),
      problem.siconos_residual = test::residual_of(file, x);
    std::optional<bool> answer;
    const double lemke = 1e3 * seconds_of([&] { answer = solve_with_lemke_of_siconos(file, x); });
    if (answer.value_or(false)) problem.lemke_ms = lemke;
    bool gave = false;
    const double dantzig =
        file.q.size() > 1000 ? -1.0 : 1e3 * seconds_of([&] { gave = solve_with_dantzig(file, x); });
    if (gave) problem.dantzig_ms = dantzig;
    report.problems.push_back(problem);
  }
  collection.mean_ms /= std::max(1, collection.problems);
  report.collections.push_back(collection);
}

// Steps of 1 ms, each from the forces of the one before, at a tolerance.
double time_steps(BodyScene scene, const Eigen::Vector3d& gravity, double tolerance, int steps,
                  double* first_ms = nullptr) {
  ContactChain chain;
  StepProblem problem;
  Buffers buffers;
  ChainOptions options;
  options.tolerance = tolerance;
  scene.write(problem, 1e-3, gravity);
  buffers.resize(problem);
  const auto solve = [&] { chain.solve(problem, buffers.x, buffers.v, buffers.u, options); };
  const double first = seconds_of(solve);
  if (first_ms != nullptr) *first_ms = 1e3 * first;
  options.warm = true;
  double writing = 0.0;
  const double all = seconds_of([&] {
    for (int i = 0; i < steps; ++i) {
      scene.set_velocities(buffers.v);
      scene.write(problem, 1e-3, gravity);
      solve();
    }
  });
  writing = seconds_of([&] {
    for (int i = 0; i < steps; ++i) {
      scene.set_velocities(buffers.v);
      scene.write(problem, 1e-3, gravity);
    }
  });
  return (all - writing) / steps;
}

void measure_steps(ContactReport& report) {
  constexpr double degree = 0.017453292519943295;
  const auto add = [&](const std::string& name, const BodyScene& scene, double angle,
                       double tolerance, int steps) {
    const double seconds = time_steps(scene, test::tilted_gravity(angle), tolerance, steps);
    report.steps.push_back({name, static_cast<int>(scene.touches.size()), 1e6 * seconds});
  };
  add("box on 20 degrees, 1e-12", test::box_on_floor(0.5), 20.0 * degree, 1e-12, 20000);
  add("box sliding on 35 degrees, 1e-12", test::box_on_floor(0.5), 35.0 * degree, 1e-12, 20000);
  add("stack of 10, 1.1 degrees, 1e-9", test::box_stack(10, 1.0, 0.5), 1.1 * degree, 1e-9, 2000);
  add("stack of 10, top 1000:1, 1e-9", test::box_stack(10, 1e3, 0.5), 1.1 * degree, 1e-9, 500);
}

void measure_growth(bool quick, ContactReport& report) {
  for (const int size : {2, 5, quick ? 8 : 16}) {
    const BodyScene wall = test::brick_wall(size, size, 0.5);
    ContactGrowth growth;
    growth.contacts = static_cast<int>(wall.touches.size());
    growth.warm_ms = 1e3 * time_steps(wall, test::tilted_gravity(0.0), 1e-9, 10, &growth.cold_ms);
    report.growth.push_back(growth);
  }
  const ContactGrowth &first = report.growth.front(), &last = report.growth.back();
  const double ratio = std::log(double(last.contacts) / first.contacts);
  report.cold_exponent = std::log(last.cold_ms / first.cold_ms) / ratio;
  report.warm_exponent = std::log(last.warm_ms / first.warm_ms) / ratio;
}

}  // namespace

ContactReport measure_contact(bool quick) {
  ContactReport report;
  measure_files(quick, report);
  measure_seeded(quick, report);
  measure_steps(report);
  measure_growth(quick, report);
  return report;
}

}  // namespace catena::bench
