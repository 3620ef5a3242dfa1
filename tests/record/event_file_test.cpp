#include "catena/record/event_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

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

TEST(EventFile, StandsBesideTheRecording) {
  EXPECT_EQ(events_path("runs/r.csv"), "runs/r.events.csv");
  EXPECT_EQ(events_path("r.h5"), "r.events.csv");
  EXPECT_EQ(events_path("r.1.csv"), "r.1.events.csv");
}

TEST(EventFile, IsTextOfTheAgreedForm) {
  const ScratchFolder folder;
  EventWriter writer(folder.path("r.h5"));
  writer.write(0.25, "impact", "heel", {{"before", -1.5}, {"after", 0.1}, {"surface", "floor"}});
  writer.write(1.0, "cut", "rope, left");
  EXPECT_EQ(text_of(folder.path("r.events.csv")),
            "t,kind,name,detail\n"
            "0.25,impact,heel,before=-1.5,after=0.1,surface=floor\n"
            "1,cut,\"rope, left\"\n");
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
      {1e-9, "slip", "", {}},
  };
  EventWriter writer(folder.path("r.csv"));
  for (const Event& event : events) writer.write(event);
  const std::vector<Event> found = read_events(writer.path());
  EXPECT_EQ(found, events);
  EXPECT_EQ(found[0].details[0].number(), -1.0 / 3.0);
  EXPECT_TRUE(std::isnan(found[1].details[0].number()));
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
            "r.events.csv:1: found 't,x', expected 't,kind,name,detail'; is this an events file?");
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
