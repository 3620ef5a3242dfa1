#pragma once
// The effect of rounding on accelerations. Chains of many light links turn the last digit of an
// angle into accelerations that no tolerance can reduce.

#include "catena/model/model.hpp"

namespace catena {

// The largest change of an acceleration, rad/s^2 or m/s^2, when each coordinate changes by its
// rounding: at rest and in motion, where all coordinates are zero and where they are not.
double acceleration_noise(const Model& model);

}  // namespace catena
