#pragma once
// Checks that the contenders agree, then takes their times.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "bench_models.hpp"
#include "peers.hpp"

namespace catena::bench {

inline constexpr const char* scalar_name = "Catena";
inline constexpr const char* pack_name = "pack";

// Many short batches, of which the fastest counts: whatever else the machine does only adds time,
// and a batch that is shorter than a slice of the scheduler has a chance to be left alone.
struct Timing {
  double batch_seconds = 0.002;
  double total_seconds = 0.1;  // per contender and kernel
  int least_batches = 3;       // of calls that are longer than all this
};

// Figures of one row of the table, by kernel and name of the contender.
struct Row {
  BenchModel model;
  int nv = 0;
  double flops_per_aba = 0.0;
  std::map<Kernel, std::map<std::string, double>> ns;     // per state
  std::map<Kernel, std::map<std::string, double>> error;  // relative difference from Catena
  std::vector<std::string> notes, disagreements;

  // Nanoseconds per state, or NaN.
  double time(Kernel kernel, const std::string& contender) const;
  // The fastest peer of this run, or NaN.
  double best_peer(Kernel kernel) const;
};

// Time that the processor spent on this thread: what other programs take does not count.
double thread_seconds();
// The same of the whole process.
double process_seconds();

// The largest difference between two results, relative to the largest number of the second.
double relative_difference(const std::vector<double>& x, const std::vector<double>& expected);

// Largest difference that is still agreement, relative to the largest number of the result.
double tolerance(Kernel kernel);

Row measure(const BenchModel& model, const std::vector<Peer>& peers, const Timing& timing);

}  // namespace catena::bench
