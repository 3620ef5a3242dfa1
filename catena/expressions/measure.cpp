#include "catena/expressions/measure.hpp"

#include <cmath>

namespace catena {

namespace {

using Kind = Measure::Kind;

// Angles count as numbers next to other units.
bool same(const Dimension& a, const Dimension& b) {
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

// Of a sum, of a comparison, of the smaller one: all operands measure the same.
std::optional<Measure> common(std::span<const Measure> operands) {
  Measure result = operands.front();
  for (const Measure& next : operands.subspan(1)) {
    if (result.kind == Kind::Unknown || next.kind == Kind::Unknown) {
      result = {.kind = Kind::Unknown};
    } else if (result.is_known() && next.is_known()) {
      if (!same(result.dimension, next.dimension)) return std::nullopt;
    } else if (result.is_known() != next.is_known()) {
      // Zero has every unit, and an angle is a number.
      const Measure &known = result.is_known() ? result : next,
                    &number = result.is_known() ? next : result;
      const bool fits = number.zero || same(known.dimension, {});
      if (!fits && !known.of_name) return std::nullopt;
      result = fits ? known : Measure{.kind = Kind::Unknown};
    } else {
      result.zero = false;
    }
  }
  return result;
}

Measure product(const Measure& a, const Measure& b, int sign) {
  if (a.kind == Kind::Unknown || b.kind == Kind::Unknown) return {.kind = Kind::Unknown};
  if (!a.is_known() && !b.is_known()) return {};
  if (a.is_known() != b.is_known() && (a.of_name || b.of_name)) return {.kind = Kind::Unknown};
  Measure result = a.is_known() ? a : b;
  result.of_name = a.of_name || b.of_name;
  result.kind = Kind::Known;
  for (std::size_t i = 0; i < result.dimension.size(); ++i)
    result.dimension[i] = a.dimension[i] + sign * b.dimension[i];
  return result;
}

Measure power(const Measure& base, std::span<const double> exponent) {
  if (!base.is_known()) return {.kind = base.kind};
  if (exponent.empty() || exponent[0] != std::floor(exponent[0]) || std::abs(exponent[0]) > 4.0)
    return {.kind = Kind::Unknown};
  Measure result = base;
  for (int& p : result.dimension) p *= static_cast<int>(exponent[0]);
  return result;
}

}  // namespace

std::optional<Measure> measure_of(Op op, std::span<const Measure> operands,
                                  std::span<const double> exponent) {
  switch (op) {
    case Op::Negate:
    case Op::Abs:
      return operands[0];
    case Op::Add:
    case Op::Subtract:
    case Op::Min:
    case Op::Max:
    case Op::Mod:
    case Op::Hypot:
      return common(operands);
    case Op::Less:
    case Op::LessEqual:
    case Op::Greater:
    case Op::GreaterEqual:
    case Op::Equal:
    case Op::NotEqual:
    case Op::Atan2:
      return common(operands) ? std::optional<Measure>{{.kind = Kind::Unknown}} : std::nullopt;
    case Op::Select:
      return common(operands.subspan(1));
    case Op::Multiply:
      return product(operands[0], operands[1], 1);
    case Op::Divide:
      return product(operands[0], operands[1], -1);
    case Op::Power:
      return power(operands[0], exponent);
    case Op::Lookup:
    case Op::LookupIntegral:
      return Measure{.kind = Kind::Unknown};
    default: {
      // Of numbers a number; functions of lengths and the like are left to the user.
      for (const Measure& operand : operands)
        if (operand.kind != Kind::Number) return Measure{.kind = Kind::Unknown};
      return Measure{};
    }
  }
}

}  // namespace catena
