#include "catena/yaml/quantity.hpp"

namespace catena {

bool fits(const Expression& formula, const Quantity& quantity) {
  if (!formula.dimension() || quantity.any_unit) return true;
  const Dimension &found = *formula.dimension(), &expected = quantity.dimension;
  const bool plain = found[0] == 0 && found[1] == 0 && found[2] == 0;
  for (std::size_t i = 0; i < 3; ++i)
    if (found[i] != expected[i]) return false;
  if (*quantity.units == '\0') return plain && found[3] == 0;
  // In products, angles count as numbers: an arc is 10 mm*30 deg long.
  return found[3] == expected[3] || (found[3] == 0 && !plain) || formula.has_operations();
}

std::string describe(const Quantity& quantity) {
  std::string text = quantity.what;
  if (*quantity.units != '\0') text += " (" + std::string(quantity.units) + ")";
  return text;
}

}  // namespace catena
