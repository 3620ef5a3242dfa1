#pragma once
// All results about one network at once, and as a readable table.

#include <optional>
#include <string>
#include <vector>

#include "catena/tensegrity/frequencies.hpp"
#include "catena/tensegrity/self_stress.hpp"
#include "catena/tensegrity/stiffness.hpp"

namespace catena::tensegrity {

struct StaticsReport {
  StaticStructure structure;                 // without slack cables
  Index slack = 0;                           // cables that carry nothing
  std::optional<Eigen::VectorXd> densities;  // those given, or of a feasible self-stress
  std::optional<Stability> stability;        // under these
  std::vector<VibrationMode> modes;          // under these
  std::string why_no_modes;                  // what the network lacks for them
};

// With these force densities where they are given, cables of none being slack; else with those of a
// feasible self-stress, if there is one, whose largest force is `pretension` [N].
StaticsReport statics_report(const Network& network,
                             const std::optional<Eigen::VectorXd>& densities, double pretension);

// Several lines: counts, a table of members, stability, frequencies.
std::string to_text(const StaticsReport& report, const Network& network);

}  // namespace catena::tensegrity
