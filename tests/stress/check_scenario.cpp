#include "tests/stress/check_scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <ctime>
#include <sstream>
#include <vector>

#include "catena/record/recording_file.hpp"
#include "catena/record/state_file.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/energy_watch.hpp"
#include "catena/sim/recorder.hpp"

namespace catena::stress {

namespace {

constexpr double most_residual = 1e-3;  // of time steps, as in `catena run`
constexpr double most_open = 1e-6;      // rad or m, of loops
constexpr double most_deep = 1e-5;      // rad or m, behind stops and surfaces

struct Broken {
  std::string what;
};

double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// A run with all that is to be compared and checked.
struct Watched {
  std::vector<double> rows;
  std::vector<RecordedColumn> columns;
  std::string stop, complaint;
  EnergyWatch::Verdict verdict = EnergyWatch::Verdict::Explained;
  double residual = 0.0, unexplained = 0.0, end = 0.0;
  std::string checkpoint;       // text, of a step in the middle
  std::size_t rows_before = 0;  // samples before it
};

// With `correction` time steps leave penetrations to the velocities of later ones.
double most_depth(const Scenario& scenario) {
  return scenario.setup.contact_options.correction > 0.0 ? 100.0 * most_deep : most_deep;
}

bool same_bits(const double* a, const double* b, std::size_t count) {
  return count == 0 || std::memcmp(a, b, count * sizeof(double)) == 0;
}

// What cannot start, with a message.
struct Refusal {
  std::string message;
};

Simulation started(const SimulationSetup& setup) {
  try {
    return Simulation(setup);
  } catch (const SimulationError& error) {
    throw Refusal{error.what()};
  } catch (const std::invalid_argument& error) {
    throw Refusal{error.what()};
  }
}

Watched run(const Scenario& scenario, double most_seconds, const std::string& from = {}) {
  Watched out;
  Simulation simulation = started(scenario.setup);
  if (!from.empty()) {
    std::istringstream text(from);
    simulation.restore(state_of(read_checkpoint(text, "middle.state"), scenario.setup));
  }
  Recorder recorder(simulation, scenario.record);
  out.columns = recorder.descriptions();
  EnergyWatch watch(scenario.setup);
  const double begun = processor_seconds(), t_end = scenario.setup.start_time + scenario.duration;
  const double middle = scenario.setup.start_time + 0.5 * scenario.duration;
  RunObserver observer;
  observer.sample_interval = scenario.record.interval;
  observer.sample = [&](const State& state) {
    const std::vector<double>& row = recorder.row(state);
    out.rows.insert(out.rows.end(), row.begin(), row.end());
    watch.see(simulation, state);
  };
  observer.event = [&](const SimulationEvent& e) {
    if (e.kind == EventKind::Residual) out.residual = std::max(out.residual, e.residual);
  };
  observer.step = [&](const State& state) {
    if (out.checkpoint.empty() && state.t >= middle) {
      out.checkpoint = checkpoint_text(make_checkpoint(simulation, state));
      out.rows_before = out.rows.size();
    }
    if (processor_seconds() - begun > most_seconds)
      throw Broken{fmt::format("takes longer than {} s, at t = {:.6g} s", most_seconds, state.t)};
    return true;
  };
  try {
    if (!simulation.advance(t_end, observer)) throw Broken{"ends before its end"};
    if (simulation.state().t != t_end) throw Broken{"ends elsewhere than at its end"};
  } catch (const SimulationError& error) {
    out.stop = error.what();
  }
  watch.see(simulation, simulation.state());
  out.verdict = watch.verdict(), out.complaint = watch.complaint();
  out.unexplained = watch.exchanged() > 0.0 ? watch.unexplained() / watch.exchanged() : 0.0;
  out.end = simulation.state().t;
  return out;
}

void require_same(const char* what, const Watched& a, const Watched& b) {
  if (a.rows.size() != b.rows.size() || !same_bits(a.rows.data(), b.rows.data(), a.rows.size()) ||
      a.stop != b.stop || !same_bits(&a.end, &b.end, 1))
    throw Broken{fmt::format("{} is not the same, bit for bit", what)};
}

void require_finite(const Scenario& scenario, const Watched& ran) {
  if (!scenario.setup.changes.empty()) return;  // what is cut has no numbers
  for (std::size_t i = 0; i < ran.rows.size(); ++i)
    if (!std::isfinite(ran.rows[i]))
      throw Broken{fmt::format("{} is not finite", ran.columns[i % ran.columns.size()].name)};
}

// Loops are closed, gaps are open.
void require_kept(const Scenario& scenario, const Watched& ran) {
  const double deepest = most_depth(scenario);
  const std::size_t count = ran.columns.size();
  for (std::size_t k = 0; k < count; ++k) {
    const RecordedColumn& column = ran.columns[k];
    for (std::size_t i = k; i < ran.rows.size(); i += count) {
      if (column.kind == ColumnKind::LoopError && ran.rows[i] > most_open)
        throw Broken{fmt::format("loops are open by {:.1e}", ran.rows[i])};
      if (column.kind == ColumnKind::ContactGap && ran.rows[i] < -deepest && i >= count)
        throw Broken{
            fmt::format("{} is {:.1e} at t = {}", column.name, ran.rows[i], ran.rows[i - k])};
    }
  }
}

// Joints stay between their stops.
void require_limits(const Scenario& scenario, const Watched& ran) {
  if (!scenario.setup.changes.empty()) return;
  const Model& model = *scenario.setup.model;
  const std::size_t count = ran.columns.size();
  const double deepest = most_depth(scenario);
  for (int id = 0; id < model.joint_count(); ++id) {
    const JointInfo& joint = model.joint(JointId{id});
    if (joint.spec.position_lower.size() != joint.nv || joint.nq != joint.nv) continue;
    for (int i = 0; i < joint.nv; ++i) {
      const std::string name = "q." + model.coordinate_name(joint.v + i);
      const auto column = std::find_if(ran.columns.begin(), ran.columns.end(),
                                       [&](const RecordedColumn& c) { return c.name == name; });
      const auto place = static_cast<std::size_t>(column - ran.columns.begin());
      for (std::size_t k = place + count; place < count && k < ran.rows.size(); k += count)
        if (ran.rows[k] < joint.spec.position_lower[i] - deepest ||
            ran.rows[k] > joint.spec.position_upper[i] + deepest)
          throw Broken{fmt::format("{} is {:.6g}, behind its stop", name, ran.rows[k])};
    }
  }
}

void require_readable(const Watched& ran, const std::string& path) {
  const std::size_t count = ran.columns.size();
  const auto writer = RecordingWriter::create(path, ran.columns);
  for (std::size_t i = 0; i < ran.rows.size(); i += count) writer->write_row({&ran.rows[i], count});
  writer->close();
  const RecordedTable table = read_recording(path);
  if (table.names != names_of(ran.columns) || table.row_count() * count != ran.rows.size())
    throw Broken{"the recording has another shape"};
  for (std::size_t k = 0; k < count; ++k)
    for (std::size_t row = 0; row < table.row_count(); ++row) {
      const double a = table.columns[k][row], b = ran.rows[row * count + k];
      if (!(same_bits(&a, &b, 1) || (std::isnan(a) && std::isnan(b))))
        throw Broken{fmt::format("{} is read as another number", table.names[k])};
    }
}

// From the middle on, as if it had never been interrupted.
void require_continued(const Scenario& scenario, const Watched& whole, double most_seconds) {
  if (whole.checkpoint.empty()) return;
  const Watched rest = run(scenario, most_seconds, whole.checkpoint);
  const std::size_t count = whole.rows.size() - whole.rows_before;
  if (rest.rows.size() < count ||
      !same_bits(rest.rows.data() + (rest.rows.size() - count),
                 whole.rows.data() + whole.rows_before, count) ||
      rest.stop != whole.stop || rest.end != whole.end)
    throw Broken{"the run from a checkpoint in its middle is not the same, bit for bit"};
}

Outcome judged(const Watched& ran) {
  Outcome out;
  out.unexplained = ran.unexplained;
  if (!ran.stop.empty()) {
    out.kind = Outcome::Kind::Stopped, out.message = ran.stop;
  } else if (!(ran.residual <= most_residual)) {
    out.kind = Outcome::Kind::Wrong, out.message = "forces of time steps do not keep to their laws";
  } else if (ran.verdict == EnergyWatch::Verdict::Wrong) {
    out.kind = Outcome::Kind::Wrong, out.message = ran.complaint;
  } else if (ran.verdict == EnergyWatch::Verdict::Doubtful) {
    out.kind = Outcome::Kind::Doubtful, out.message = ran.complaint;
  }
  if ((out.kind == Outcome::Kind::Ran) != out.message.empty())
    throw Broken{"verdict without a message"};
  return out;
}

Outcome check(const std::string& text, const std::string& folder, double most_seconds) {
  Mechanism mechanism;
  Scenario scenario;
  Watched ran;
  try {
    mechanism = parse_mechanism(text, "stress.yaml", ".");
    scenario = parse_scenario(text, "stress.yaml", ".");
    ran = run(scenario, most_seconds);
  } catch (const ScenarioError& error) {
    return {Outcome::Kind::Refused, error.what()};
  } catch (const Refusal& refusal) {
    return {Outcome::Kind::Refused, refusal.message};
  }
  const Outcome outcome = judged(ran);
  // A run that stops after its energies have run away says so; its numbers mean nothing.
  if (outcome.kind != Outcome::Kind::Wrong && ran.verdict != EnergyWatch::Verdict::Wrong) {
    require_finite(scenario, ran);
    require_kept(scenario, ran);
    require_limits(scenario, ran);
  }
  require_readable(ran, folder + "/stress.csv");
  require_readable(ran, folder + "/stress.h5");
  require_continued(scenario, ran, most_seconds);
  const std::string written = write_scenario(mechanism);
  if (!(parse_mechanism(written, "written.yaml", ".") == mechanism))
    throw Broken{"what was written is read as something else"};
  // Both again and as it was written: one more run shows both.
  require_same("the second run, of what was written", ran,
               run(parse_scenario(written, "written.yaml", "."), most_seconds));
  return outcome;
}

}  // namespace

const char* to_string(Outcome::Kind kind) {
  constexpr const char* names[] = {"ran", "doubtful", "refused", "stopped", "wrong", "BROKEN"};
  return names[static_cast<int>(kind)];
}

int exit_code(Outcome::Kind kind) {
  if (kind == Outcome::Kind::Refused) return 2;
  return kind == Outcome::Kind::Ran || kind == Outcome::Kind::Doubtful ? 0 : 1;
}

std::string class_of(const Outcome& outcome) {
  std::string text = outcome.message;
  if (const auto place = text.find(": ");
      text.starts_with("stress.yaml:") && place != std::string::npos)
    text = text.substr(place + 2);
  std::string out;
  bool quoted = false;
  for (const char c : text) {
    if (c == '\'') quoted = !quoted;
    if (quoted || c == '\'') continue;
    const bool digit = (c >= '0' && c <= '9') || c == '.' || c == '+';
    if (!digit)
      out += c;
    else if (out.empty() || out.back() != '#')
      out += '#';
  }
  for (const std::string_view power : {"#e-#", "#e#"})
    for (auto at = out.find(power); at != std::string::npos; at = out.find(power))
      out.replace(at, power.size(), "#");
  return fmt::format("{}: {}", to_string(outcome.kind), out.substr(0, 110));
}

Outcome check_scenario(const std::string& text, const std::string& folder, double most_seconds) {
  const double begun = processor_seconds();
  Outcome outcome;
  try {
    outcome = check(text, folder, most_seconds);
  } catch (const Broken& broken) {
    outcome = {Outcome::Kind::Broken, broken.what};
  } catch (const std::exception& error) {
    outcome = {Outcome::Kind::Broken,
               fmt::format("an exception of the wrong kind: {}", error.what())};
  }
  outcome.seconds = processor_seconds() - begun;
  return outcome;
}

}  // namespace catena::stress
