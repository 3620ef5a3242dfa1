#pragma once
// Studies: a scenario, parameters of it that take several values, and what is kept of each run. A
// scenario file with the key `study` is one; see docs/studies.md.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catena/mechanism/compile.hpp"
#include "catena/yaml/yaml_tree.hpp"

namespace catena {

struct StudyParameter {
  std::string name;
  std::vector<double> values;  // SI units
};

// One number of a run: of a column of its recording, or of its events.
struct StudyResult {
  enum class Of { End, Start, Min, Max, Mean, Count, First, Last };
  std::string name;    // of its column in the table
  std::string column;  // of the recording; empty: of events
  std::string event;   // kind of events
  std::string item;    // whose events; empty: all of that kind
  Of of = Of::End;
  yaml::Place place;  // where the file says so
};

// Which two parameters and which result a picture shows.
struct StudyMap {
  std::string x, y, value;
};

struct StudyKeys {
  std::vector<StudyParameter> parameters;
  std::vector<StudyResult> results;
  std::optional<StudyMap> map;
};

class Study {
 public:
  // Throws ScenarioError with file, line and column; also where the file has no `study`.
  static Study read(const std::filesystem::path& path);
  // The same from text, as parse_scenario().
  static Study parse(std::string_view text, const std::string& source_name,
                     const std::filesystem::path& directory);

  const std::string& name() const { return name_; }
  const std::vector<StudyParameter>& parameters() const { return keys_.parameters; }
  const std::vector<StudyResult>& results() const { return keys_.results; }
  // What a picture shows: as the file says, or the two parameters that vary, and the first result.
  // Nothing where not exactly two of them have several values.
  std::optional<StudyMap> map() const;

  // All combinations; the last parameter changes fastest.
  std::size_t variant_count() const;
  std::vector<double> values_of(std::size_t variant) const;
  // Throws ScenarioError where these values make no scenario.
  Scenario variant(std::size_t number) const;
  // Of the text of the scenario and of all that it includes; what is varied, taken and drawn does
  // not count.
  std::uint64_t fingerprint() const;

 private:
  Study(const yaml::NodePtr& file, std::string name);

  std::string name_;
  yaml::NodePtr root_;  // the scenario with its includes
  yaml::Place place_;   // of the key
  StudyKeys keys_;
};

}  // namespace catena
