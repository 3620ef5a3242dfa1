#pragma once
// What it costs a simulation to be watched: the examples on their own, and in a live session.

#include <string>
#include <vector>

namespace catena::bench {

struct LiveTime {
  std::string example;
  double alone = 0.0, watched = 0.0;  // s of the processor
};

// The fastest of some runs counts. Examples too short to be timed are left out.
std::vector<LiveTime> measure_live(int runs);

// The table, and its figures as lines section,model,kernel,contender,value.
std::string live_text(const std::vector<LiveTime>& times);
std::string live_csv(const std::vector<LiveTime>& times);

}  // namespace catena::bench
