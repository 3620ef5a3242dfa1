#include "catena/expressions/expression.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catena/expressions/evaluate.hpp"
#include "catena/expressions/parser.hpp"

namespace catena {

namespace {

void check_size(const char* call, std::size_t found, std::size_t expected) {
  if (found != expected)
    throw std::invalid_argument(fmt::format(
        "Expression::{}: got {} numbers, expected {} (one per variable)", call, found, expected));
}

}  // namespace

bool operator==(const Constants& a, const Constants& b) {
  const auto same = [](const auto& x, const auto& y) {
    return x.first == y.first && *x.second == *y.second;
  };
  return static_cast<const Constants::Map&>(a) == static_cast<const Constants::Map&>(b) &&
         std::equal(a.tables.begin(), a.tables.end(), b.tables.begin(), b.tables.end(), same);
}

Expression Expression::parse(std::string_view text, std::span<const std::string> variables,
                             const Constants& constants) {
  std::size_t end = 0;
  Expression result = parse_prefix(text, variables, constants, end);
  if (end < text.size()) expressions::fail_at_rest(text, end);
  return result;
}

Expression Expression::parse_prefix(std::string_view text, std::span<const std::string> variables,
                                    const Constants& constants, std::size_t& end) {
  expressions::Parser parser(text, variables, constants);
  Expression result;
  result.program_ = parser.run(end);
  result.switches_ = expressions::switches_of(result.program_);
  result.angles_ = expressions::angles_in_switches(result.program_);
  result.text_ = text.substr(0, end);
  result.variable_count_ = variables.size();
  result.used_constants_ = parser.used_constants();
  result.has_operations_ = parser.has_operations();
  result.tables_ = parser.used_tables();
  if (const Measure& measure = parser.measure(); measure.is_known())
    result.dimension_ = measure.dimension, result.unit_ = measure.unit;
  for (const int variable : parser.used_variables()) result.used_variables_.push_back(variable);
  return result;
}

double Expression::value(std::span<const double> variables) const {
  check_size("value", variables.size(), variable_count_);
  return expressions::run<double>(program_,
                                  [&](int i) { return variables[static_cast<std::size_t>(i)]; });
}

double Expression::gradient(std::span<const double> variables,
                            std::span<double> derivatives) const {
  check_size("gradient", variables.size(), variable_count_);
  check_size("gradient", derivatives.size(), variable_count_);
  std::fill(derivatives.begin(), derivatives.end(), 0.0);
  if (used_variables_.empty()) return value(variables);
  double result = 0.0;
  for (const int seed : used_variables_) {
    const auto with_slope = [&](int i) {
      return expressions::Slope{variables[static_cast<std::size_t>(i)], i == seed ? 1.0 : 0.0};
    };
    const auto slope = expressions::run<expressions::Slope>(program_, with_slope);
    derivatives[static_cast<std::size_t>(seed)] = slope.first;
    result = slope.value;
  }
  return result;
}

Jet Expression::jet(std::span<const double> variables, int variable) const {
  check_size("jet", variables.size(), variable_count_);
  if (variable < 0 || static_cast<std::size_t>(variable) >= variable_count_)
    throw std::invalid_argument(
        fmt::format("Expression::jet: there is no variable {}, expected 0 "
                    "to {}",
                    variable, static_cast<int>(variable_count_) - 1));
  return expressions::run<Jet>(program_, [&](int i) {
    return Jet{variables[static_cast<std::size_t>(i)], i == variable ? 1.0 : 0.0, 0.0};
  });
}

Jet Expression::jet_along(std::span<const double> variables,
                          std::span<const double> direction) const {
  check_size("jet_along", variables.size(), variable_count_);
  check_size("jet_along", direction.size(), variable_count_);
  return expressions::run<Jet>(program_, [&](int i) {
    const auto k = static_cast<std::size_t>(i);
    return Jet{variables[k], direction[k], 0.0};
  });
}

}  // namespace catena
