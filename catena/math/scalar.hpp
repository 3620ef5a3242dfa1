#pragma once
// What a kernel may ask of its scalar. A scalar is double, Pack4, or a Dual over one of them.
// Code in kernels writes select(a < b, x, y) instead of `if`, so that lanes never diverge.

#include <cmath>

#include "catena/math/pack.hpp"

namespace catena {

inline double select(bool condition, double yes, double no) {
  return condition ? yes : no;
}
inline bool any(bool condition) {
  return condition;
}
inline bool all(bool condition) {
  return condition;
}
using std::abs;
using std::atan2;
using std::sqrt;

// Number of states that one value of the scalar carries.
template <class T>
inline constexpr std::size_t lane_count = 1;
template <>
inline constexpr std::size_t lane_count<Pack4> = Pack4::lanes;

// Lane `i` of a scalar; a double has the one value in every lane.
inline double lane(double x, std::size_t) {
  return x;
}
inline double lane(const Pack4& x, std::size_t i) {
  return x[i];
}
inline void set_lane(double& x, std::size_t, double value) {
  x = value;
}
inline void set_lane(Pack4& x, std::size_t i, double value) {
  x.set_lane(i, value);
}

}  // namespace catena
