#pragma once
// Impossible shapes: what was found, what was expected and what to try.

#include "catena/math/error.hpp"

namespace catena {

class GeometryError : public Error {
 public:
  using Error::Error;
};

}  // namespace catena
