#pragma once

#include <cstddef>

namespace catena {

// The numbers of bodies, joints and rows are ints; standard containers count in std::size_t.
constexpr std::size_t to_index(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace catena
