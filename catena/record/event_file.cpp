#include "catena/record/event_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <limits>

#include "catena/record/csv_text.hpp"
#include "catena/record/recording_file.hpp"
#include "catena/sim/mode_rules.hpp"

namespace catena {

namespace {

constexpr std::string_view header = "t,kind,name,detail";

Event parse_event(const std::string& path, int line, const std::vector<std::string>& fields) {
  const auto fail = [&](const std::string& message) {
    throw RecordingError(fmt::format("{}:{}: {}", path, line, message));
  };
  if (fields.size() < 3)
    fail(fmt::format("found {} field{}, expected at least three: t,kind,name", fields.size(),
                     fields.size() == 1 ? "" : "s"));
  Event event{0.0, fields[1], fields[2], {}};
  if (!csv::parse_number(fields[0], event.t))
    fail(fmt::format("found '{}' as the time, expected a number", fields[0]));
  for (std::size_t i = 3; i < fields.size(); ++i) {
    const std::size_t equals = fields[i].find('=');
    if (equals == std::string::npos)
      fail(fmt::format("found the detail '{}', expected it in the form key=value", fields[i]));
    event.details.emplace_back(fields[i].substr(0, equals), fields[i].substr(equals + 1));
  }
  return event;
}

void expect_header(const std::string& path, csv::Reader& reader) {
  std::string_view line;
  if (!reader.next_line(line) || line != header)
    throw RecordingError(fmt::format("{}:1: found '{}', expected '{}'; is this an events file?",
                                     path, line, header));
}

}  // namespace

EventDetail::EventDetail(std::string key_name, double quantity)
    : key(std::move(key_name)), value(fmt::format("{}", quantity)) {}

double EventDetail::number() const {
  double result = 0.0;
  return csv::parse_number(value, result) ? result : std::numeric_limits<double>::quiet_NaN();
}

Event recorded_event(const SimulationEvent& event) {
  Event out{event.t, event.kind, event.name, {}};
  out.details = {{"v_before", event.v_before}, {"v_after", event.v_after}};
  if (event.energy_lost != 0.0) out.details.emplace_back("energy_lost", event.energy_lost);
  if (!event.note.empty()) out.details.emplace_back("note", event.note);
  return out;
}

std::string events_path(const std::string& recording) {
  return std::filesystem::path(recording).replace_extension(".events.csv").string();
}

EventWriter::EventWriter(const std::string& recording)
    : path_(events_path(recording)), file_(path_, std::ios::binary) {
  file_ << header << '\n' << std::flush;
  if (!file_)
    throw RecordingError(fmt::format(
        "{}: cannot be written; check that its folder exists and may be written to", path_));
}

void EventWriter::write(const Event& event) {
  write(event.t, event.kind, event.name, event.details);
}

void EventWriter::write(double t, std::string_view kind, std::string_view name,
                        const std::vector<EventDetail>& details) {
  std::string line = fmt::format("{},{},{}", t, csv::quoted(kind), csv::quoted(name));
  for (const EventDetail& detail : details) {
    if (detail.key.find('=') != std::string::npos)
      throw RecordingError(fmt::format(
          "EventWriter::write: found the key '{}', expected one without '='", detail.key));
    line += ',' + csv::quoted(detail.key + '=' + detail.value);
  }
  file_ << line << '\n' << std::flush;
  if (!file_)
    throw std::runtime_error(
        fmt::format("{}: events could not be written; check that the disk has space left", path_));
}

std::vector<Event> read_events(const std::string& path) {
  const std::string text = csv::read_text(path);
  csv::Reader reader(text);
  expect_header(path, reader);
  std::vector<Event> events;
  std::vector<std::string> fields;
  while (reader.next_record(fields))
    events.push_back(parse_event(path, reader.line_number(), fields));
  return events;
}

std::string scenario_of_recording(const std::string& recording) {
  const std::string path = events_path(recording);
  if (!std::filesystem::exists(path)) return "";
  const std::string text = csv::read_text(path);
  csv::Reader reader(text);
  expect_header(path, reader);
  std::vector<std::string> fields;
  if (!reader.next_record(fields)) return "";
  const Event first = parse_event(path, reader.line_number(), fields);
  if (first.kind != run_event) return "";
  for (const EventDetail& detail : first.details)
    if (detail.key == "scenario") return detail.value;
  return "";
}

}  // namespace catena
