#pragma once
// For how long controllers fell short of their paths, from the events of a run.

#include <string>
#include <vector>

#include "catena/elements/event.hpp"

namespace catena::app {

struct Shortfall {
  std::string controller = {};
  double duration = 0.0;  // s, in all
  double first = 0.0;     // when it began, s
  int count = 0;
  std::string bounds = {};  // in the way when it first began
};

class PlanReport {
 public:
  void see(const SimulationEvent& event);
  // Until the end of the run.
  std::vector<Shortfall> shortfalls(double t_end) const;
  // Who falls short at present, as the likely cause of what happens then; empty: nobody.
  std::string cause() const;
  // A line of the summary for each of them.
  std::string text(double t_end) const;

 private:
  struct Entry {
    Shortfall sum;
    bool falls_short = false;
    double since = 0.0;
  };
  std::vector<Entry> entries_;
};

}  // namespace catena::app
