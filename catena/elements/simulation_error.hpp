#pragma once

#include <stdexcept>
#include <string>

namespace catena {

// A run that cannot go on: numbers that are no longer finite, steps that become too small. The
// state before the step that failed is kept.
class SimulationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace catena
