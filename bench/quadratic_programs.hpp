#pragma once
// Inputs chosen by optimisation: the time of one choice in each formulation, on demands that change
// slowly, started afresh and started where the last one ended.

#include <string>
#include <vector>

namespace catena::bench {

struct QpTime {
  std::string formulation;
  int inputs = 0;
  double cold_ns = 0.0, warm_ns = 0.0;
  double cold_changes = 0.0, warm_changes = 0.0;  // of the active set (or steps), on average
};

struct QpReport {
  std::vector<QpTime> times;
  double bounds_met = 0.0;  // share of inputs at a bound, on average
  double difference = 0.0;  // largest between two formulations, of inputs within -1 and 1
};

QpReport measure_quadratic_programs();

// The table, and its figures as lines section,model,kernel,contender,value.
std::string quadratic_programs_text(const QpReport& report);
std::string quadratic_programs_csv(const QpReport& report);

}  // namespace catena::bench
