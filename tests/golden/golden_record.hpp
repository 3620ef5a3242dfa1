#pragma once
// What a run of an example did, in a form that is kept in a text file: its events, and all recorded
// columns at a few instants.

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace catena::test {

struct GoldenEvent {
  double t = 0.0;
  std::string kind, name;
};

struct GoldenRecord {
  double duration = 0.0;  // s
  long steps = 0;
  bool by_steps = false;  // it went by time steps; not kept in the file
  std::vector<GoldenEvent> events;
  std::vector<double> times;                           // of the samples
  std::vector<std::string> columns;                    // in order
  std::map<std::string, std::vector<double>> samples;  // by column, one number per time
  // How far a run may differ, by group of columns ("q" for q.*, ...; "t" for the times of events,
  // "steps" for their number), and what small differences on the way grow to (1e-15; in runs by
  // time steps 1e-10). Relative to scales(), to the duration and to the number of steps.
  std::map<std::string, double> tolerance, growth;
  // Columns, and names of what has events, that such differences change altogether: where two
  // parts may take a load, for instance. They are not compared.
  std::set<std::string> undetermined;
};

// The group that a column belongs to: its name as far as the first dot.
std::string group_of(const std::string& column);
// The size of a column's numbers: its largest one, but no less than 1/1000 of its group's largest
// and than 1e-6.
std::map<std::string, double> scales(const GoldenRecord& record);

// |a - b|; zero where neither is a number: columns have none while their joint is not there.
double distance(double a, double b);

GoldenRecord read_record(const std::filesystem::path& path);
void write_record(const GoldenRecord& record, const std::string& example,
                  const std::filesystem::path& path);

// Tolerances of a record from other runs of the same motion, which differ a little on the way.
void set_tolerances(GoldenRecord& record, const std::vector<GoldenRecord>& others);
}  // namespace catena::test
