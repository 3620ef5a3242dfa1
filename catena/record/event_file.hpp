#pragma once
// The events of a recording (limit, hold, release, stick, slip ...), in a text file beside it.

#include <string>
#include <string_view>
#include <vector>

#include "catena/record/output_file.hpp"

namespace catena {

struct SimulationEvent;

// What more there is to say about an event, such as a velocity before it.
struct EventDetail {
  EventDetail(std::string key_name, std::string text)
      : key(std::move(key_name)), value(std::move(text)) {}
  // Written such that number() gives the same double.
  EventDetail(std::string key_name, double quantity);

  double number() const;  // NaN where the value is no number
  bool operator==(const EventDetail&) const = default;

  std::string key, value;
};

struct Event {
  double t = 0.0;  // s
  std::string kind = {}, name = {};
  std::vector<EventDetail> details = {};

  // By key. NaN, or nothing, where the event has no such detail.
  double number(std::string_view key) const;
  std::string_view text(std::string_view key) const;

  bool operator==(const Event&) const = default;
};

// Kind of the event that says which scenario a recording is of: its first one, nothing that
// happened. The detail `scenario` is the path of the file.
inline constexpr std::string_view run_event = "run";

// What a recording keeps of an event of a simulation: `how`, its numbers and `note`, those that it
// has. No digit is lost.
Event recorded_event(const SimulationEvent& event);

// The details in one line for people: "upper, v before 2.34, v after -0.23, energy lost 14.7 J".
std::string describe(const Event& event);

// R.events.csv for the recording R.csv or R.h5.
std::string events_path(const std::string& recording);

// Writes lines "t,kind,name,how,NUMBERS,note,detail": a column for `how`, `note` and each of
// event_numbers(), empty where an event has none, and other details as "key=value" from the column
// `detail` on. Each event is in the file when write() returns.
class EventWriter {
 public:
  // Replaces the events file of the recording. Throws RecordingError when it cannot be written, or
  // another writer has it open.
  explicit EventWriter(const std::string& recording);

  void write(const Event& event);
  void write(double t, std::string_view kind, std::string_view name,
             const std::vector<EventDetail>& details = {});

  const std::string& path() const { return file_.path(); }

 private:
  OutputFile file_;
};

// Reads an events file (the path of the file itself), also one that has other columns than are
// written today. Throws RecordingError with file and line.
std::vector<Event> read_events(const std::string& path);

// Path of the scenario that a recording (R.csv, R.h5) is of, from its `run` event; empty where it
// has none, or no events file. Throws RecordingError where that file is no events file.
std::string scenario_of_recording(const std::string& recording);

// The values of parameters that this scenario was run with instead of its own, "NAME=VALUE" each;
// from the detail `set` of the same event, where they stand between separators.
inline constexpr std::string_view setting_separator = "; ";
std::vector<std::string> settings_of_recording(const std::string& recording);

}  // namespace catena
