#pragma once

#include <limits>

namespace catena {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace catena
