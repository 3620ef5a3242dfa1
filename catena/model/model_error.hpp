#pragma once
// Errors of models and of calls: what was found, where, what was expected and what to try.

#include "catena/math/error.hpp"
#include "catena/math/nearest_name.hpp"

namespace catena {

// A model that cannot be built or a name that does not exist.
class ModelError : public Error {
 public:
  using Error::Error;
};

}  // namespace catena
