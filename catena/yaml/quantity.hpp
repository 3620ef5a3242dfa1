#pragma once
// The quantities of scenario files. Everything is converted to SI units and radians.

#include <string>

#include "catena/expressions/expression.hpp"

namespace catena {

// What a number means.
struct Quantity {
  const char* what;       // "an angle"
  const char* units;      // "rad or deg", for messages; "" for plain numbers
  Dimension dimension;    // of kg, m, s, rad
  bool any_unit = false;  // accept every unit
};

namespace quantity {
inline constexpr Quantity number{"a number", "", {0, 0, 0, 0}};
inline constexpr Quantity angle{"an angle", "rad or deg", {0, 0, 0, 1}};
inline constexpr Quantity length{"a length", "m or mm", {0, 1, 0, 0}};
inline constexpr Quantity time{"a time", "s or ms", {0, 0, 1, 0}};
inline constexpr Quantity mass{"a mass", "kg or g", {1, 0, 0, 0}};
inline constexpr Quantity density{"a density", "kg/m^3", {1, -3, 0, 0}};
inline constexpr Quantity first_moment{"a first moment of mass", "kg m", {1, 1, 0, 0}};
inline constexpr Quantity inertia{"a moment of inertia", "kg m^2", {1, 2, 0, 0}};
inline constexpr Quantity acceleration{"an acceleration", "m/s^2", {0, 1, -2, 0}};
inline constexpr Quantity pitch{"a pitch", "m/rad", {0, 1, 0, -1}};
inline constexpr Quantity angular_velocity{"an angular velocity", "rad/s or deg/s", {0, 0, -1, 1}};
inline constexpr Quantity velocity{"a velocity", "m/s", {0, 1, -1, 0}};
inline constexpr Quantity torque{"a torque", "N m", {1, 2, -2, 0}};
inline constexpr Quantity force{"a force", "N", {1, 1, -2, 0}};
inline constexpr Quantity angular_stiffness{"a stiffness", "N m/rad", {1, 2, -2, -1}};
inline constexpr Quantity linear_stiffness{"a stiffness", "N/m", {1, 0, -2, 0}};
inline constexpr Quantity angular_damping{"a damping", "N m s/rad", {1, 2, -1, -1}};
inline constexpr Quantity linear_damping{"a damping", "N s/m", {1, 0, -1, 0}};
inline constexpr Quantity area{"an area", "m^2 or mm^2", {0, 2, 0, 0}};
inline constexpr Quantity stress{"a stress", "Pa or MPa", {1, -1, -2, 0}};
inline constexpr Quantity stress_rate{"a damping", "Pa s or MPa s", {1, -1, -1, 0}};
// Parameters: what they measure shows where they are used.
inline constexpr Quantity any{"a number", "with or without a unit", {0, 0, 0, 0}, true};
// Rows that mix angles and lengths: numbers in SI units, without a unit behind them.
inline constexpr Quantity mixed{"a number in SI units", "", {0, 0, 0, 0}};
}  // namespace quantity

// Whether a formula has units of this quantity, or none. A power of rad may be left out of a longer
// unit ("N m" for "N m/rad").
bool fits(const Expression& formula, const Quantity& quantity);

// "an angle (rad or deg)"
std::string describe(const Quantity& quantity);

}  // namespace catena
