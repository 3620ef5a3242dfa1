#pragma once

#include <string>

#include "catena/math/error.hpp"

namespace catena {

// A run that cannot go on: numbers that are no longer finite, steps that become too small. The
// state before the step that failed is kept.
class SimulationError : public Error {
 public:
  using Error::Error;
};

}  // namespace catena
