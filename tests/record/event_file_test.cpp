#include "catena/record/event_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "catena/elements/event.hpp"
#include "catena/record/recording_file.hpp"
#include "tests/support/scratch_folder.hpp"

namespace catena {
namespace {

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::string error_of(const std::string& path) {
  try {
    read_events(path);
  } catch (const RecordingError& error) {
    const std::string message = error.what();
    return message.substr(message.find("r.events"));
  }
  return "no error";
}

// The first line, and commas between fields that are empty.
std::string header() {
  std::string names = "t,kind,name,how";
  for (const EventNumber& number : event_numbers()) (names += ',') += number.name;
  return names + ",note,detail\n";
}

std::string commas(std::size_t count) {
  return std::string(count, ',');
}

TEST(EventFile, StandsBesideTheRecording) {
  EXPECT_EQ(events_path("runs/r.csv"), "runs/r.events.csv");
  EXPECT_EQ(events_path("r.h5"), "r.events.csv");
  EXPECT_EQ(events_path("r.1.csv"), "r.1.events.csv");
}

TEST(EventFile, IsTextOfTheAgreedForm) {
  const ScratchFolder folder;
  EventWriter writer(folder.path("r.h5"));
  writer.write(0.25, "impact", "heel", {{"surface", "floor"}, {"v_before", -1.5}, {"area", 0.1}});
  writer.write(1.0, "cut", "rope, left", {{"note", "two, parts"}});
  EXPECT_EQ(text_of(folder.path("r.events.csv")),
            header() + "0.25,impact,heel,,-1.5" + commas(event_numbers().size()) +
                ",surface=floor,area=0.1\n" + "1,cut,\"rope, left\"" +
                commas(event_numbers().size() + 2) + "\"two, parts\",\n");
}

TEST(EventFile, NamesTheScenarioOfARecording) {
  const ScratchFolder folder;
  const std::string recording = folder.path("r.h5");
  EXPECT_EQ(scenario_of_recording(recording), "");  // no events file
  const std::string path = "/models/a = b, \"c\"/swing.yaml";
  {
    EventWriter writer(recording);
    EXPECT_EQ(scenario_of_recording(recording), "");  // no events
    writer.write(0.5, run_event, "Swing, left", {{"scenario", path}});
    writer.write(0.5, "hold", "hip");
  }
  EXPECT_EQ(scenario_of_recording(recording), path);
  EXPECT_EQ(scenario_of_recording(folder.path("r.csv")), path);
  EventWriter(recording).write(0.5, "hold", "hip", {{"scenario", "not this"}});
  EXPECT_EQ(scenario_of_recording(recording), "");
  folder.write("r.events.csv", "t,q.hip\n0,1\n");
  EXPECT_THROW(scenario_of_recording(recording), RecordingError);
}

TEST(EventFile, GivesBackWhatWasWritten) {
  const ScratchFolder folder;
  const std::vector<Event> events = {
      {0.1, "impact", "heel", {{"before", -1.0 / 3.0}, {"after", 0.0}}},
      {0.1, "connect", "a \"b\", c", {{"note", "two\nlines, = and \"quotes\""}, {"empty", ""}}},
      {0.2, "jump", "x", {{"how", "upper"}, {"impulse", 0.1}, {"a", "="}, {"b", "2"}}},
      {1e-9, "slip", "", {}},
  };
  EventWriter writer(folder.path("r.csv"));
  for (const Event& event : events) writer.write(event);
  const std::vector<Event> found = read_events(writer.path());
  EXPECT_EQ(found, events);
  EXPECT_EQ(found[0].details[0].number(), -1.0 / 3.0);
  EXPECT_TRUE(std::isnan(found[1].details[0].number()));
}

// All that a simulation says about an event, to the last bit.
TEST(EventFile, KeepsEventsOfSimulations) {
  SimulationEvent event{.t = 0.1,
                        .kind = EventKind::Connect,
                        .name = "grip",
                        .v_before = 1.0 / 3.0,
                        .w_before = 1e-300,
                        .energy_lost = 2.0 / 3.0,
                        .linear_impulse = {0.1, -0.2, 1.0 / 7.0},
                        .angular_impulse = {0.0, 0.4, 0.3},
                        .note = "a, b"};
  const ScratchFolder folder;
  EventWriter writer(folder.path("r.csv"));
  writer.write(recorded_event(event));
  event = {.t = 0.2, .kind = EventKind::Slack, .name = "rope"};
  writer.write(recorded_event(event));
  event = {.t = 0.3, .kind = EventKind::Hold, .name = "hip", .how = EventHow::Lower};
  writer.write(recorded_event(event));
  const std::vector<Event> found = read_events(writer.path());
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].kind, "connect");
  EXPECT_EQ(found[0].number("v_before"), 1.0 / 3.0);
  EXPECT_EQ(found[0].number("w_before"), 1e-300);
  EXPECT_EQ(found[0].number("energy_lost"), 2.0 / 3.0);
  EXPECT_EQ(found[0].number("impulse_z"), 1.0 / 7.0);
  EXPECT_EQ(found[0].number("angular_impulse_y"), 0.4);
  EXPECT_TRUE(std::isnan(found[0].number("impulse")));
  EXPECT_EQ(found[0].text("note"), "a, b");
  EXPECT_EQ(describe(found[0]),
            "v before 0.333333, w before 1e-300 rad/s, energy lost 0.666667 J, "
            "impulse 0.265345 N s, angular impulse 0.5 N m s, a, b");
  EXPECT_EQ(found[1], (Event{0.2, "slack", "rope", {}}));
  EXPECT_EQ(found[2], (Event{0.3, "hold", "hip", {{"how", "lower"}}}));
}

TEST(EventFile, ReadsFilesWhoseNumbersAreDetails) {
  const ScratchFolder folder;
  const std::string path = folder.write(
      "r.events.csv",
      "t,kind,name,detail\n"
      "1.0281,limit,hinge,v_before=2.3428,v_after=-0.23428,energy_lost=14.679,note=upper\n");
  const std::vector<Event> found = read_events(path);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].number("v_after"), -0.23428);
  EXPECT_EQ(describe(found[0]), "v before 2.3428, v after -0.23428, energy lost 14.679 J, upper");
}

TEST(EventFile, LineCutShortIsDropped) {
  const ScratchFolder folder;
  const std::string path =
      folder.write("r.events.csv", "t,kind,name,detail\n1,cut,rope\n2,cut,\"ro");
  EXPECT_EQ(read_events(path), (std::vector<Event>{{1.0, "cut", "rope", {}}}));
}

TEST(EventFile, ErrorsNameFileAndLine) {
  const ScratchFolder folder;
  const auto error_after_header = [&](const std::string& lines) {
    return error_of(folder.write("r.events.csv", "t,kind,name,detail\n" + lines));
  };
  EXPECT_EQ(error_of(folder.write("r.events.csv", "t,x\n1,2\n")),
            "r.events.csv:1: found 't,x', expected 't,kind,name,' and further columns, the last of "
            "them 'detail'; is this an events file?");
  EXPECT_EQ(error_of(folder.write("r.events.csv", header() + "1,impact,heel,,fast\n")),
            "r.events.csv:2: found 'fast' as v_before, expected a number");
  EXPECT_EQ(error_after_header("1,cut,\"a\nb\"\n2,cut\n"),
            "r.events.csv:4: found 2 fields, expected at least three: t,kind,name");
  EXPECT_EQ(error_after_header("soon,cut,rope\n"),
            "r.events.csv:2: found 'soon' as the time, expected a number");
  EXPECT_EQ(error_after_header("1,cut,rope,tension\n"),
            "r.events.csv:2: found the detail 'tension', expected it in the form key=value");
  EXPECT_THROW(EventWriter(folder.path("r.csv")).write(0.0, "cut", "rope", {{"a=b", 1.0}}),
               RecordingError);
  EXPECT_THROW(EventWriter(folder.path("nowhere/r.csv")), RecordingError);
}

}  // namespace
}  // namespace catena
