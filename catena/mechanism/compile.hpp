#pragma once
// From a description to what a Simulation runs.

#include <optional>
#include <string>
#include <vector>

#include "catena/math/error.hpp"
#include "catena/mechanism/mechanism.hpp"
#include "catena/sim/checkpoint.hpp"
#include "catena/sim/setup.hpp"

namespace catena {

// A description that cannot be compiled: "FILE:LINE:COLUMN: model.joints[0].axis: ..." where the
// item was said in a file. The subject is the item and the key.
class MechanismError : public Error {
 public:
  using Error::Error;
};

// A compiled description. Copies share nothing that changes, so that each may run in a thread of
// its own.
struct Scenario {
  std::string name, description;
  SimulationSetup setup;
  std::optional<Checkpoint> state;  // where it starts, if not as `setup` says
  double duration = 10.0;           // s
  RecordOptions record;
  std::vector<PlotPanel> plots;
  bool plots_are_inherited = false;  // from another file: columns may be missing
  PictureItem picture;
  std::vector<BodyId> hidden;  // bodies that viewers do not show
  // What is suspicious about the description, besides the warnings of the model itself.
  std::vector<std::string> warnings;

  bool is_hidden(BodyId body) const;
};

// Checks everything and compiles it. Throws MechanismError; the description stays as it is.
Scenario compile(const Mechanism& mechanism);

}  // namespace catena
