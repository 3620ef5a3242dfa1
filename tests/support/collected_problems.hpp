#pragma once
// Contact problems that runs pose: decisions, impacts and time steps of random scenes, stacks,
// examples and limp figures. They are not stored; the runs are made again.

#include <functional>
#include <string>
#include <vector>

#include "catena/sim/setup.hpp"
#include "tests/support/kept_problem.hpp"

namespace catena::test {

// A run whose problems are collected.
struct CollectedRun {
  std::string name;
  std::function<SimulationSetup()> make;
  double duration;  // s
};

// Some runs of each kind, or as many as give thousands of problems. Those that need files beside
// the sources are left out where there are none.
std::vector<CollectedRun> runs_to_collect_from(bool many);

// The problems of a run that are not equal to the one before: up to `most` of those that sweeps do
// not solve (evenly over the run), and a tenth as many of the others.
std::vector<KeptProblem> collect(const CollectedRun& run, std::size_t most);

}  // namespace catena::test
