// The table of events: each kind has a row in the documentation, and fills the columns that the
// table says.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

#include "catena/elements/event.hpp"
#include "catena/scenario/scenario.hpp"
#include "tests/sim/slider.hpp"

namespace catena {
namespace {

std::set<std::string> set_of_words(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::set<std::string> out;
  for (std::string word; in >> word;) out.insert(word);
  return out;
}

std::string document() {
  std::ostringstream text;
  text << std::ifstream(CATENA_SOURCE_DIR "/docs/recordings.md").rdbuf();
  return text.str();
}

std::string code_list(std::string_view names) {
  std::istringstream in{std::string(names)};
  std::string out;
  for (std::string name; in >> name;) out += (out.empty() ? "`" : ", `") + name + "`";
  return out.empty() ? " " : " " + out + " ";
}

TEST(EventKinds, HaveTextsThatAreFoundAgain) {
  for (const EventKindInfo& row : event_kinds()) {
    EXPECT_EQ(find_event_kind(row.text), row.kind);
    EXPECT_EQ(to_string(row.kind), row.text);
    EXPECT_FALSE(row.meaning.empty()) << row.text;
  }
  EXPECT_EQ(find_event_kind("break"), std::nullopt);
  EXPECT_EQ(to_string(EventHow::None), "");
  EXPECT_EQ(to_string(EventHow::Backwards), "backwards");
}

TEST(EventKinds, NameNumbersThatExist) {
  std::set<std::string> known = {"how", "note"}, used;
  for (const EventNumber& number : event_numbers()) known.insert(std::string(number.name));
  for (const EventKindInfo& row : event_kinds())
    for (const std::string& name : set_of_words(row.numbers)) {
      EXPECT_TRUE(known.contains(name)) << row.text << ": " << name;
      used.insert(name);
    }
  EXPECT_EQ(used, known);
}

TEST(EventKinds, AreThoseOfTheDocumentation) {
  const std::string text = document();
  for (const EventKindInfo& row : event_kinds()) {
    std::string line = "| `";
    line.append(row.text).append("` | ").append(row.meaning).append(" |");
    line += code_list(row.numbers) + "|\n";
    EXPECT_NE(text.find(line), std::string::npos) << "docs/recordings.md lacks the row\n" << line;
  }
  for (const EventNumber& number : event_numbers()) {
    if (number.meaning.empty()) continue;  // further components of a vector
    std::string line = "| `";
    line.append(number.name).append("` | ").append(number.unit).append(" | ");
    line.append(number.meaning).append(" |\n");
    EXPECT_NE(text.find(line), std::string::npos) << "docs/recordings.md lacks the row\n" << line;
  }
  // And no others: rows between the heading and the end of the tables.
  const std::size_t from = text.find("## Events"), to = text.find("## Plots");
  std::istringstream part(text.substr(from, to - from));
  for (std::string line; std::getline(part, line);) {
    if (!line.starts_with("| `")) continue;
    const std::string name = line.substr(3, line.find('`', 3) - 3);
    const bool number = std::any_of(event_numbers().begin(), event_numbers().end(),
                                    [&](const EventNumber& n) { return n.name == name; });
    const bool of_the_file = name == "run" || name == "how" || name == "note" || name == "scenario";
    EXPECT_TRUE(number || of_the_file || find_event_kind(name)) << line;
  }
}

// Of an event: what is not empty.
std::set<std::string> filled(const SimulationEvent& event) {
  std::set<std::string> out;
  if (event.how != EventHow::None) out.insert("how");
  if (!event.note.empty()) out.insert("note");
  for (const EventNumber& number : event_numbers())
    if (!std::isnan(number.of(event))) out.insert(std::string(number.name));
  return out;
}

TEST(EventKinds, FillTheirColumnsAndNoOthers) {
  std::set<EventKind> seen;
  for (const char* name : {"pendulum", "hand_elastic", "swing", "rocking_block", "bouncing_ball",
                           "free_chain_catches_pivot", "tensegrity/tendon_finger"}) {
    const Scenario scenario =
        load_scenario(std::string(CATENA_SOURCE_DIR "/examples/") + name + ".yaml");
    Simulation simulation(scenario.setup);
    for (const SimulationEvent& event : test::events_of(
             simulation, scenario.setup.start_time + std::min(scenario.duration, 5.0))) {
      seen.insert(event.kind);
      const std::set<std::string> listed = set_of_words(info(event.kind).numbers);
      for (const std::string& column : filled(event))
        EXPECT_TRUE(listed.contains(column))
            << name << ": " << info(event.kind).text << " fills " << column;
    }
  }
  EXPECT_GE(seen.size(), 6u);
}

}  // namespace
}  // namespace catena
