#include "catena/record/event_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "catena/elements/event.hpp"
#include "catena/record/csv_text.hpp"
#include "catena/record/recording_file.hpp"

namespace catena {

namespace {

// The columns of a file, `detail` included. Those of its first three are the same in all files.
using Columns = std::vector<std::string>;
constexpr std::size_t first_three = 3;

const Columns& columns() {
  static const Columns names = [] {
    Columns all = {"t", "kind", "name", "how"};
    for (const EventNumber& number : event_numbers()) all.emplace_back(number.name);
    all.insert(all.end(), {"note", "detail"});
    return all;
  }();
  return names;
}

bool is_number(std::string_view column) {
  const auto all = event_numbers();
  return std::any_of(all.begin(), all.end(),
                     [&](const EventNumber& n) { return n.name == column; });
}

// The details that have no column follow in the form key=value.
Event parse_event(const std::string& path, int line, const Columns& names,
                  const std::vector<std::string>& fields) {
  const auto fail = [&](const std::string& message) {
    throw RecordingError(fmt::format("{}:{}: {}", path, line, message));
  };
  if (fields.size() < first_three)
    fail(fmt::format("found {} field{}, expected at least three: t,kind,name", fields.size(),
                     fields.size() == 1 ? "" : "s"));
  Event event{0.0, fields[1], fields[2], {}};
  if (!csv::parse_number(fields[0], event.t))
    fail(fmt::format("found '{}' as the time, expected a number", fields[0]));
  for (std::size_t i = first_three; i < fields.size(); ++i) {
    const std::string& field = fields[i];
    const bool has_column = i + 1 < names.size();
    if (field.empty() && i < names.size()) continue;
    if (has_column) {
      double value = 0.0;
      if (is_number(names[i]) && !csv::parse_number(field, value))
        fail(fmt::format("found '{}' as {}, expected a number", field, names[i]));
      event.details.emplace_back(names[i], field);
      continue;
    }
    const std::size_t equals = field.find('=');
    if (equals == std::string::npos)
      fail(fmt::format("found the detail '{}', expected it in the form key=value", field));
    event.details.emplace_back(field.substr(0, equals), field.substr(equals + 1));
  }
  return event;
}

// The names of the columns: t, kind, name first and detail last.
Columns read_header(const std::string& path, csv::Reader& reader) {
  Columns names;
  if (reader.next_record(names) && names.size() > first_three && names.back() == "detail" &&
      std::equal(names.begin(), names.begin() + first_three, columns().begin()))
    return names;
  throw RecordingError(
      fmt::format("{}:1: found '{}', expected 't,kind,name,' and further columns, the last of them "
                  "'detail'; is "
                  "this an events file?",
                  path, fmt::join(names, ",")));
}

}  // namespace

EventDetail::EventDetail(std::string key_name, double quantity)
    : key(std::move(key_name)), value(fmt::format("{}", quantity)) {}

double EventDetail::number() const {
  double result = 0.0;
  return csv::parse_number(value, result) ? result : std::numeric_limits<double>::quiet_NaN();
}

double Event::number(std::string_view key) const {
  for (const EventDetail& detail : details)
    if (detail.key == key) return detail.number();
  return std::numeric_limits<double>::quiet_NaN();
}

std::string_view Event::text(std::string_view key) const {
  for (const EventDetail& detail : details)
    if (detail.key == key) return detail.value;
  return {};
}

Event recorded_event(const SimulationEvent& event) {
  Event out{event.t, std::string(to_string(event.kind)), event.name, {}};
  if (event.how != EventHow::None)
    out.details.emplace_back("how", std::string(to_string(event.how)));
  for (const EventNumber& number : event_numbers())
    if (const double value = number.of(event); !std::isnan(value))
      out.details.emplace_back(std::string(number.name), value);
  if (!event.note.empty()) out.details.emplace_back("note", event.note);
  return out;
}

std::string events_path(const std::string& recording) {
  return std::filesystem::path(recording).replace_extension(".events.csv").string();
}

EventWriter::EventWriter(const std::string& recording) : file_(events_path(recording)) {
  file_.append(fmt::format("{}\n", fmt::join(columns(), ",")));
}

void EventWriter::write(const Event& event) {
  write(event.t, event.kind, event.name, event.details);
}

void EventWriter::write(double t, std::string_view kind, std::string_view name,
                        const std::vector<EventDetail>& details) {
  std::vector<std::string> fields(columns().size());
  fields[0] = fmt::format("{}", t), fields[1] = kind, fields[2] = name;
  const auto last = columns().end() - 1;
  for (const EventDetail& detail : details) {
    if (detail.key.find('=') != std::string::npos)
      throw RecordingError(fmt::format(
          "EventWriter::write: found the key '{}', expected one without '='", detail.key));
    const auto column = std::find(columns().begin() + first_three, last, detail.key);
    if (column != last)
      fields[static_cast<std::size_t>(column - columns().begin())] = detail.value;
    else if (fields.size() == columns().size() && fields.back().empty())
      fields.back() = detail.key + '=' + detail.value;
    else
      fields.push_back(detail.key + '=' + detail.value);
  }
  std::string line;
  for (const std::string& field : fields) line += (line.empty() ? "" : ",") + csv::quoted(field);
  file_.append(line += '\n');
}

std::vector<Event> read_events(const std::string& path) {
  const std::string text = csv::read_text(path);
  csv::Reader reader(text);
  const Columns names = read_header(path, reader);
  std::vector<Event> events;
  std::vector<std::string> fields;
  while (reader.next_record(fields))
    events.push_back(parse_event(path, reader.line_number(), names, fields));
  return events;
}

namespace {

// A detail of the event `run` of a recording; empty where it has none.
std::string detail_of_run(const std::string& recording, std::string_view key) {
  const std::string path = events_path(recording);
  if (!std::filesystem::exists(path)) return "";
  const std::string text = csv::read_text(path);
  csv::Reader reader(text);
  const Columns names = read_header(path, reader);
  std::vector<std::string> fields;
  if (!reader.next_record(fields)) return "";
  const Event first = parse_event(path, reader.line_number(), names, fields);
  if (first.kind != run_event) return "";
  return std::string(first.text(key));
}

}  // namespace

std::string scenario_of_recording(const std::string& recording) {
  return detail_of_run(recording, "scenario");
}

std::vector<std::string> settings_of_recording(const std::string& recording) {
  const std::string text = detail_of_run(recording, "set");
  std::vector<std::string> settings;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(setting_separator, begin), text.size());
    settings.push_back(text.substr(begin, end - begin));
    begin = end + setting_separator.size();
  }
  return settings;
}

}  // namespace catena
