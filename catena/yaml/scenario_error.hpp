#pragma once
// Errors in scenario files: "FILE:LINE:COLUMN: where in the file: what was found, what was
// expected".

#include "catena/math/error.hpp"

namespace catena {

class ScenarioError : public Error {
 public:
  using Error::Error;
};

}  // namespace catena
