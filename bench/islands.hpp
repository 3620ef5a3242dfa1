#pragma once
// Separate boxes on the ground: how the time of an evaluation and of a decision grows with their
// number.

#include <string>
#include <vector>

namespace catena::bench {

struct IslandTime {
  int boxes = 0;
  double evaluation_ns = 0.0;  // dy/dt with four closed contacts for each box
  double decision_ns = 0.0;    // which contacts stick, slide or let go
};

struct IslandReport {
  std::vector<IslandTime> times;
  // From the first number of boxes to the last, time grows as boxes^exponent.
  double evaluation_exponent = 0.0, decision_exponent = 0.0;
};

IslandReport measure_islands();

// The table, and its figures as lines section,model,kernel,contender,value.
std::string islands_text(const IslandReport& report);
std::string islands_csv(const IslandReport& report);

}  // namespace catena::bench
