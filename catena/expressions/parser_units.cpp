// Parser: units behind numbers, and what they make of a formula.

#include <fmt/format.h>

#include <algorithm>

#include "catena/expressions/parser.hpp"

namespace catena::expressions {

bool Parser::is_name(std::string_view word) const {
  return constants_.find(word) != constants_.end() ||
         std::find(variables_.begin(), variables_.end(), word) != variables_.end();
}

std::optional<Unit> Parser::unit_here() const {
  return leading_unit(text_.substr(at_), [this](std::string_view word) { return is_name(word); });
}

// The unit behind an operand that begins at `start`, if there is one. It belongs to numbers: what
// has names or units in it has a unit of its own.
void Parser::accept_unit(std::size_t start, int names_before) {
  const std::size_t end = at_;
  skip_blanks();
  const std::optional<Unit> unit = unit_here();
  if (!unit) {
    at_ = end;
    return;
  }
  const std::string_view name = text_.substr(at_, unit->length);
  if (names_ > names_before)
    fail(fmt::format(
             "found '{}' after '{}', which contains units or names; a unit belongs to a number",
             name, text_.substr(start, end - start)),
         at_);
  ++names_;
  program_.back().constant *= unit->factor;
  measures_.back() = {.kind = Measure::Kind::Known, .dimension = unit->dimension, .unit = name};
  at_ += unit->length;
  if (unit->factor != 1.0) unit_end_ = at_;
}

void Parser::refuse_unit_of_name(std::string_view name) {
  ++names_;
  const std::size_t end = at_;
  skip_blanks();
  if (const std::optional<Unit> unit = unit_here()) {
    const std::string_view text = text_.substr(at_, unit->length);
    fail(fmt::format("found '{}' after the name '{}', which already has a unit; write {}*1 {} "
                     "where it is a plain number",
                     text, name, name, text),
         at_);
  }
  at_ = end;
}

// 360/12 deg: a unit behind the divisor may be meant for the quotient.
void Parser::refuse_two_readings(std::size_t start, std::size_t divisor) const {
  const auto trimmed = [&](std::size_t from, std::size_t to) {
    while (from < to && text_[from] == ' ') ++from;
    while (to > from && text_[to - 1] == ' ') --to;
    return text_.substr(from, to - from);
  };
  const std::string_view unit = measures_.back().unit;
  const std::string_view before = trimmed(start, divisor - 1);
  const std::string_view number = trimmed(divisor, at_ - unit.size());
  fail(fmt::format(
           "the unit '{}' after a division can be read in two ways; write ({}/{}) {} or {}/({} {})",
           unit, before, number, unit, before, number, unit),
       divisor);
}

void Parser::measure_operation(Op op, std::span<const double> exponent) {
  ++operations_;
  const auto n = static_cast<std::size_t>(operand_count(op));
  const std::span<const Measure> operands(measures_.data() + measures_.size() - n, n);
  // A quotient by a number in SI units has the same value either way: 2*pi/10 rad.
  const bool either = op == Op::Divide && operands[1].is_known();
  std::optional<Measure> result = measure_of(op, operands, exponent);
  if (!result) {
    const auto unit_of = [](const Measure& m) {
      return m.is_known() ? fmt::format("one in '{}'", m.unit) : std::string("one without a unit");
    };
    const Measure& known = operands[n - 1].is_known() ? operands[n - 1] : operands[n - 2];
    const Measure& other = &known == &operands[n - 1] ? operands[n - 2] : operands[n - 1];
    fail(fmt::format("a number in '{}' and {} have different units{}", known.unit, unit_of(other),
                     known.of_name || other.of_name ? "" : "; write a unit after each number"),
         0);
  }
  if (either) result = Measure{.kind = Measure::Kind::Unknown};
  measures_.resize(measures_.size() - n);
  measures_.push_back(*result);
}

}  // namespace catena::expressions
