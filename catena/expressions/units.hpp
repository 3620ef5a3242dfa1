#pragma once
// Units of measurement behind the numbers of formulas: "5 mm", "3 N m s/rad".

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>

namespace catena {

// Powers of kg, m, s and rad.
using Dimension = std::array<int, 4>;

struct Unit {
  double factor = 1.0;  // of SI units in one of it: 0.001 for "mm"
  Dimension dimension = {};
  std::size_t length = 0;  // of its text
};

// The unit with which a text begins: products and quotients of units with powers from 1 to 4. No
// value where it does not begin with one. `is_name` says what else is a name there: where a name is
// that of a unit, too, "N/m" and "N*m" are units, "N / m" and "N * m" are a unit and an operator.
std::optional<Unit> leading_unit(std::string_view text,
                                 const std::function<bool(std::string_view)>& is_name);

}  // namespace catena
