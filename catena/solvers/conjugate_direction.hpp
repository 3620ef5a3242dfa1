#pragma once
// Between two sweeps: unknowns go on in the direction in which they have changed, as in the method
// of conjugate gradients (Silcowitz et al. 2010).

#include <cstddef>
#include <vector>

namespace catena {

// Moves `now` by a part of the direction of before; the new direction has the last changes in it.
inline void go_on_along(double part, const std::vector<double>& before, std::vector<double>& now,
                        std::vector<double>& direction) {
  for (std::size_t i = 0; i < now.size(); ++i) {
    const double change = now[i] - before[i], more = part * direction[i];
    now[i] += more;
    direction[i] = more + change;
  }
}

}  // namespace catena
