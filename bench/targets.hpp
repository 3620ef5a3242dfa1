#pragma once
// What Catena promises about its speed, against what was measured.

#include <optional>
#include <string>
#include <vector>

#include "loops.hpp"
#include "measure.hpp"

namespace catena::bench {

// How much slower this machine is, now, than the one of the reference figures: from the peers that
// were measured on both.
struct MachineScale {
  struct Sample {
    std::string peer, model;
    double here = 0.0, reference = 0.0;  // ns
  };
  std::vector<Sample> samples;
  double scale = 1.0;  // median of here / reference
};
MachineScale machine_scale(const std::vector<Row>& rows);

struct Target {
  std::string what;
  std::optional<double> measured;  // a ratio, unless `what` has a unit; nothing if not measured
  double limit = 0.0;
  bool met() const { return measured && *measured <= limit; }
};
std::vector<Target> targets(const std::vector<Row>& rows, double machine_scale);
std::vector<Target> loop_targets(const LoopReport& report);

}  // namespace catena::bench
