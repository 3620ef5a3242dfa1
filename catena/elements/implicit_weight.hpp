#pragma once
// Where between the beginning (0) and the end (1) of a time step a force is taken that depends on
// the motion, for z = (h^2 stiffness + h damping) / inertia: near the middle where the step is
// short for it, which is of second order; at the end where it is long, so that nothing rings. With
// it a damped velocity decays in a step by exactly exp(-z) (Liniger & Willoughby 1970).

#include <algorithm>
#include <cmath>

namespace catena {

inline double implicit_weight(double z) {
  if (z < 0.01) return 0.5 + z / 12.0;
  return std::min(1.0, -1.0 / std::expm1(-z) - 1.0 / z);
}

}  // namespace catena
