#include "apps/catena/shown.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iostream>

#include "apps/catena/progress.hpp"
#include "catena/view/viewer_page.hpp"

namespace catena::app {

namespace fs = std::filesystem;

bool is_recording(const std::string& file) {
  return file.ends_with(".csv") || file.ends_with(".h5") || file.ends_with(".hdf5");
}

Scenario load_shown(const std::string& file) {
  if (!file.ends_with(".urdf")) return load_scenario(file);
  const fs::path path = fs::absolute(file);
  Scenario scenario = parse_scenario(
      fmt::format("model: {{urdf: \"{}\"}}", path.filename().string()), file, path.parent_path());
  scenario.name = path.stem().string();
  return scenario;
}

Replay replay_of(const std::string& file, const std::string& scenario_file) {
  if (!is_recording(file)) {
    const Scenario scenario = load_shown(file);
    const double start = scenario.setup.start_time;
    Progress progress(start, start + scenario.duration);
    Simulated simulated = simulate_for_viewer(scenario, [&](double t) { progress.show(t); });
    if (!simulated.failure.empty()) std::cerr << "catena: stopped: " << simulated.failure << '\n';
    return Replay(scenario, file, std::move(simulated.table), std::move(simulated.events),
                  std::move(simulated.points));
  }
  const std::string of = scenario_file.empty() ? scenario_of_recording(file) : scenario_file;
  if (of.empty())
    throw RecordingError(
        fmt::format("{}: there is no {} beside it that names its scenario; use --scenario FILE",
                    file, events_path(fs::path(file).filename().string())));
  if (!fs::exists(of))
    throw RecordingError(fmt::format(
        "{}: it was made from {}, which no longer exists; use --scenario FILE", file, of));
  std::vector<Event> events;
  if (fs::exists(events_path(file))) events = read_events(events_path(file));
  std::vector<ParameterSetting> settings;
  if (scenario_file.empty())
    for (const std::string& text : settings_of_recording(file))
      settings.push_back(parse_setting(text));
  return Replay(settings.empty() ? load_shown(of) : load_scenario(of, settings), file,
                read_recording(file), std::move(events), read_contact_points(file));
}

void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  file.close();
  if (!file) throw std::runtime_error(path + ": cannot be written");
}

std::string page_or_explain() {
  const std::string_view page = view::viewer_page();
  if (page.empty())
    throw std::runtime_error(
        "this program was built without the viewer page, which needs Node.js 18 or newer; install "
        "Node.js (on Debian: apt-get install nodejs npm) and build again (./dev build)");
  return std::string(page);
}

}  // namespace catena::app
