// Feeds arbitrary text to the compiler of formulas: whatever it is, the answer is a formula, or an
// ExpressionError with a place in the text. All ways of evaluating it give the same value.

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "catena/expressions/expression.hpp"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

bool same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

void evaluate(const catena::Expression& formula, std::span<const double> at) {
  std::vector<double> slopes(at.size()), branches(formula.switches().size()),
      arguments(branches.size());
  formula.find_branches(at, branches.data());
  // Floor of what is not finite is on no branch; remainders of so many turns are rounding alone.
  for (const double branch : branches)
    if (!(std::abs(branch) < 0x1p53)) return;
  const double value = formula.value(at);
  require(same(value, formula.gradient(at, slopes)));
  formula.arguments_on(branches.data(), at, arguments.data());
  // Where an argument is zero, both branches end: sign(0) is on neither.
  bool is_inside = std::isfinite(value);
  for (const double argument : arguments)
    is_inside = is_inside && argument != 0.0 && std::isfinite(argument);
  require(!is_inside || same(value, formula.value_on(branches.data(), at)));
  formula.jet_on(branches.data(), at, slopes);
  formula.fastest_angle(at, slopes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::array<std::string, 3> names{"t", "q.elbow", "v.elbow"};
  try {
    const catena::Expression formula =
        catena::Expression::parse(text, names, {{"r", 0.05}, {"count", 3.0}});
    for (const int place : formula.used_variables()) require(place >= 0 && place < 3);
    evaluate(formula, std::array{0.0, 0.0, 0.0});
    evaluate(formula, std::array{0.7, -1.3, 2.5});
    evaluate(formula, std::array{1e300, -1e-300, 1e9});
  } catch (const catena::ExpressionError& error) {
    require(error.position() <= size);
  }
  return 0;
}
