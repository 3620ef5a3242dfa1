// catena_bench: Catena's kernels beside those of other engines, on the same models and states.

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <fstream>
#include <optional>
#include <stdexcept>

#include "arm_kinematics.hpp"
#include "contact_problems.hpp"
#include "flops.hpp"
#include "impacts.hpp"
#include "islands.hpp"
#include "live.hpp"
#include "loops.hpp"
#include "quadratic_programs.hpp"
#include "report.hpp"
#include "scenes/scene_report.hpp"
#include "simulation.hpp"

namespace catena::bench {
namespace {

constexpr const char* help_text = R"(usage: catena_bench [OPTIONS]

Times Catena's kernels and those of MuJoCo, DART, Simbody and Bullet, where they are installed, on
the same models and states; first checks that all of them compute the same. Then simulates a hand
with Catena and with MuJoCo, and a mechanism with loops with the engines that can close them; times
impacts of chains, contacts of separate boxes, contact problems beside Siconos, scenes with contacts
and stops beside MuJoCo, ODE and Bullet, inputs chosen by optimisation, inverse kinematics of arms
beside KDL, and examples that are watched while they run.

  --quick           fewer batches and runs, no instruction counts
  --instructions    instruction counts only (needs valgrind)
  --loops           mechanisms with loops only
  --impacts         impacts only
  --islands         contacts of separate boxes only
  --contact         contact problems only
  --scenes          scenes with contacts and stops only
  --qp              inputs by optimisation only
  --arm             inverse kinematics of arms only
  --live            watched examples only
  --scene NAME      of the scenes, those whose names have this in them
  --engine NAME     of the engines that run scenes, those whose names have this in them
  --limit SECONDS   a run of a scene that takes longer is stopped (30)
  --csv FILE        write all figures as comma-separated values
  --markdown FILE   write the tables of times as Markdown
  --help            this text

Exit code: 0 on success, 1 where engines disagree or something failed, 2 for a bad command line.
)";

struct Options {
  enum class Part { All, Instructions, Loops, Impacts, Islands, Contact, Scenes, Qp, Arm, Live };
  Part part = Part::All;
  bool quick = false, help = false;
  std::string csv, markdown;
  SceneChoice scenes;
};

struct BadUsage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

double positive(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != 0 || !(number > 0.0))
    throw BadUsage("--limit: expected a number of seconds above 0, got '" + text + "'");
  return number;
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const auto value = [&] {
      if (i + 1 >= argc)
        throw BadUsage(argument + (argument == "--limit" ? " needs a number"
                                   : argument == "--scene" || argument == "--engine"
                                       ? " needs a name"
                                       : " needs a file name"));
      return std::string(argv[++i]);
    };
    const auto only = [&](Options::Part part) {
      if (options.part != Options::Part::All)
        throw BadUsage(
            "--instructions, --loops, --impacts, --islands, --contact, --scenes, --qp, --arm and "
            "--live "
            "exclude each other");
      options.part = part;
    };
    if (argument == "--quick")
      options.quick = true;
    else if (argument == "--instructions")
      only(Options::Part::Instructions);
    else if (argument == "--loops")
      only(Options::Part::Loops);
    else if (argument == "--impacts")
      only(Options::Part::Impacts);
    else if (argument == "--islands")
      only(Options::Part::Islands);
    else if (argument == "--contact")
      only(Options::Part::Contact);
    else if (argument == "--scenes")
      only(Options::Part::Scenes);
    else if (argument == "--qp")
      only(Options::Part::Qp);
    else if (argument == "--arm")
      only(Options::Part::Arm);
    else if (argument == "--live")
      only(Options::Part::Live);
    else if (argument == "--help" || argument == "-h")
      options.help = true;
    else if (argument == "--scene")
      options.scenes.scene = value();
    else if (argument == "--engine")
      options.scenes.engine = value();
    else if (argument == "--limit")
      options.scenes.limit = positive(value());
    else if (argument == "--csv")
      options.csv = value();
    else if (argument == "--markdown")
      options.markdown = value();
    else
      throw BadUsage("unknown argument '" + argument + "'");
  }
  return options;
}

void progress(const std::string& what) {
  if (isatty(STDERR_FILENO)) fmt::print(stderr, "\r\033[K{}", what.empty() ? "" : what + " ...");
}

void write(const std::string& path, const std::string& text) {
  if (path.empty()) return;
  std::ofstream file(path);
  file << text;
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

// Instructions on the robots, where valgrind can count them.
std::vector<InstructionCounts> count_all(const std::vector<BenchModel>& models) {
  std::vector<InstructionCounts> counts;
  if (!valgrind_is_installed()) throw std::runtime_error("valgrind is missing");
  for (const BenchModel& model : models) {
    if (model.links > 0 || model.key == "hand") continue;
    progress("counting instructions, " + model.label);
    counts.push_back(count_instructions(model.key));
  }
  progress("");
  return counts;
}

std::vector<Row> measure_all(const std::vector<BenchModel>& models, const std::vector<Peer>& peers,
                             const Timing& timing) {
  std::vector<Row> rows;
  for (const BenchModel& model : models) {
    progress("measuring " + model.label);
    rows.push_back(measure(model, peers, timing));
  }
  progress("");
  return rows;
}

void print(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) fmt::print("note: {}\n", line);
}

// Prints what was noticed and returns whether the engines agree.
template <class AnyRow>
bool print_remarks(const AnyRow& row) {
  print(row.notes);
  for (const std::string& line : row.disagreements) fmt::print("DISAGREEMENT: {}\n", line);
  return row.disagreements.empty();
}

// What was measured; the command line may leave out parts.
struct Figures {
  std::vector<Row> rows;
  std::optional<SimulationRow> simulation;
  std::optional<LoopReport> loops;
  std::optional<ImpactReport> impacts;
  std::optional<IslandReport> islands;
  std::optional<ContactReport> contact;
  std::optional<SceneReport> scenes;
  std::optional<QpReport> programs;
  std::vector<ArmTimes> arms;
  std::vector<LiveTime> live;
  std::vector<InstructionCounts> counts;
};

// Prints everything and returns whether the engines agree.
bool report(const Figures& figures, const Options& options) {
  const auto& [rows, simulation, loops, impacts, islands, contact, scenes, programs, arms, live,
               counts] = figures;
  bool agree = !simulation || print_remarks(*simulation);
  agree = (!loops || print_remarks(*loops)) && agree;
  for (const Row& row : rows) agree = print_remarks(row) && agree;
  std::vector<Target> goals;
  if (!rows.empty()) {
    const MachineScale scale = machine_scale(rows);
    goals = targets(rows, scale.scale);
    fmt::print("{}{}", times_text(rows), agreement_text(rows));
    if (simulation) fmt::print("{}", simulation_text(*simulation));
    fmt::print("{}{}", reference_text(), scale_text(scale));
    fmt::print(
        "{}{}", peak_text(rows, peak_gflops()),
        targets_text("Targets: Catena / (best of Pinocchio and RBDL on this machine, estimated)",
                     goals));
  }
  if (loops) {
    const std::vector<Target> loop_goals = loop_targets(*loops);
    fmt::print("{}{}", loops_text(*loops),
               targets_text("Targets with loops: Catena / best of the peers", loop_goals));
    goals.insert(goals.end(), loop_goals.begin(), loop_goals.end());
  }
  if (impacts) fmt::print("{}", impacts_text(*impacts));
  if (islands) fmt::print("{}", islands_text(*islands));
  if (contact) fmt::print("{}", contact_text(*contact));
  if (scenes) fmt::print("{}", scenes_text(*scenes));
  if (programs) fmt::print("{}", quadratic_programs_text(*programs));
  if (!arms.empty()) fmt::print("{}", arms_text(arms));
  if (!live.empty()) fmt::print("{}", live_text(live));
  if (!counts.empty()) fmt::print("{}", instructions_text(counts));
  write(options.csv,
        csv_text(rows, counts, goals) + (simulation ? simulation_csv(*simulation) : "") +
            (loops ? loops_csv(*loops) : "") + (impacts ? impacts_csv(*impacts) : "") +
            (islands ? islands_csv(*islands) : "") + (contact ? contact_csv(*contact) : "") +
            (scenes ? scenes_csv(*scenes) : "") +
            (programs ? quadratic_programs_csv(*programs) : "") + arms_csv(arms) + live_csv(live));
  write(options.markdown,
        fmt::format("{}{}{}", rows.empty() ? "" : times_markdown(rows),
                    rows.empty() || !loops ? "" : "\n", loops ? loops_markdown(*loops) : "") +
            (scenes ? scenes_markdown(*scenes) : ""));
  return agree;
}

void measure_engines(const std::vector<BenchModel>& models, const Options& options,
                     Figures& figures, std::vector<std::string>& notes) {
  const std::vector<Peer> peers = load_peers(notes);
  if (options.part == Options::Part::All) {
    const Timing timing = options.quick ? Timing{0.002, 0.02, 2} : Timing{};
    figures.rows = measure_all(models, peers, timing);
    progress("simulating");
    figures.simulation = measure_simulation(peers, options.quick ? 1 : 7);
  }
  progress("closed loops");
  figures.loops =
      measure_loops(closed_entries(peers), options.quick ? LoopLimits{0.1, 2.0} : LoopLimits{});
  progress("");
}

int run(const Options& options) {
  std::vector<std::string> notes;
  const std::vector<BenchModel> models = bench_models(notes);
  fmt::print("{}\n", machine_text());

  Figures figures;
  using enum Options::Part;
  const auto wants = [&](Options::Part part) {
    return options.part == All || options.part == part;
  };
  if (wants(Loops)) measure_engines(models, options, figures, notes);
  if (wants(Impacts)) {
    progress("impacts");
    figures.impacts = measure_impacts();
  }
  if (wants(Islands)) {
    progress("contacts of separate boxes");
    figures.islands = measure_islands();
  }
  if (wants(Contact)) {
    progress("contact problems");
    figures.contact = measure_contact(options.quick);
  }
  if (wants(Scenes)) {
    figures.scenes = measure_scenes(options.quick, options.scenes, progress);
    notes.insert(notes.end(), figures.scenes->notes.begin(), figures.scenes->notes.end());
  }
  if (wants(Qp)) {
    progress("inputs by optimisation");
    figures.programs = measure_quadratic_programs();
  }
  if (wants(Arm)) {
    progress("inverse kinematics");
    figures.arms = measure_arms(options.quick, notes);
  }
  if (wants(Live)) {
    progress("watched examples");
    figures.live = measure_live(options.quick ? 2 : 15);
  }
  progress("");
  if (wants(Instructions) && !options.quick) {
    try {
      figures.counts = count_all(models);
    } catch (const std::exception& error) {
      if (options.part == Instructions) throw;
      notes.push_back(fmt::format("no instruction counts: {}", error.what()));
    }
  }
  print(notes);
  return report(figures, options) ? 0 : 1;
}

}  // namespace
}  // namespace catena::bench

int main(int argc, char** argv) {
  try {
    const catena::bench::Options options = catena::bench::parse(argc, argv);
    if (options.help) {
      fmt::print("{}", catena::bench::help_text);
      return 0;
    }
    return catena::bench::run(options);
  } catch (const catena::bench::BadUsage& error) {
    fmt::print(stderr, "catena_bench: {}\n{}", error.what(), catena::bench::help_text);
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "catena_bench: {}\n", error.what());
    return 1;
  }
}
