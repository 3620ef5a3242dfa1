#pragma once
// Whole simulations: the hand sinks for ten seconds, by the same method and step in every engine
// that has them.

#include <map>
#include <string>
#include <vector>

#include "peers.hpp"

namespace catena::bench {

struct SimulationRow {
  std::string label;
  int nv = 0;
  double step = 0.0, duration = 0.0;      // s
  std::map<std::string, double> seconds;  // of the processor for the whole run, by contender
  std::map<std::string, double> error;    // relative difference from Catena at the end
  std::vector<std::string> notes, disagreements;
};
inline constexpr double simulation_tolerance = 1e-10;

// The fastest of some runs counts.
SimulationRow measure_simulation(const std::vector<Peer>& peers, int runs);

// The table, and its figures as lines section,model,kernel,contender,value.
std::string simulation_text(const SimulationRow& row);
std::string simulation_csv(const SimulationRow& row);

}  // namespace catena::bench
