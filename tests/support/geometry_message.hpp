#pragma once
// What an action complains of.

#include <functional>
#include <string>

#include "catena/geometry/geometry_error.hpp"

namespace catena::test {

inline std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const GeometryError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

}  // namespace catena::test
