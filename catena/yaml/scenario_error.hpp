#pragma once
// Errors in scenario files: "FILE:LINE:COLUMN: where in the file: what was found, what was
// expected".

#include <stdexcept>

namespace catena {

class ScenarioError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace catena
