// Expression: branches of switches, and values where they are frozen.

#include <algorithm>
#include <array>
#include <cmath>

#include "catena/expressions/evaluate.hpp"
#include "catena/expressions/expression.hpp"

namespace catena {

namespace {

auto at_line(std::span<const double> variables, std::span<const double> direction) {
  return [=](int i) {
    const auto k = static_cast<std::size_t>(i);
    return Jet{variables[k], direction[k], 0.0};
  };
}
auto at_point(std::span<const double> variables) {
  return [=](int i) { return variables[static_cast<std::size_t>(i)]; };
}

}  // namespace

// The arguments of inner switches decide about outer ones: found one after the other, in the order
// of the program, in which inner ones come first.
void Expression::find_branches(std::span<const double> variables, double* branches) const {
  std::fill_n(branches, switches_.size(), 0.0);
  std::array<double, max_switches> arguments;
  for (std::size_t s = 0; s < switches_.size(); ++s) {
    arguments_on(branches, variables, arguments.data());
    branches[s] = switches_[s].branch(arguments[s]);
  }
}

double Expression::value_on(const double* branches, std::span<const double> variables) const {
  return expressions::run<double>(program_, at_point(variables),
                                  expressions::FrozenSwitches<double>{branches});
}

double Expression::gradient_on(const double* branches, std::span<const double> variables,
                               std::span<double> derivatives) const {
  std::fill(derivatives.begin(), derivatives.end(), 0.0);
  for (const int seed : used_variables_) {
    const auto with_slope = [&](int i) {
      return expressions::Slope{variables[static_cast<std::size_t>(i)], i == seed ? 1.0 : 0.0};
    };
    derivatives[static_cast<std::size_t>(seed)] =
        expressions::run<expressions::Slope>(
            program_, with_slope, expressions::FrozenSwitches<expressions::Slope>{branches})
            .first;
  }
  return value_on(branches, variables);
}

Jet Expression::jet_on(const double* branches, std::span<const double> variables,
                       std::span<const double> direction) const {
  return expressions::run<Jet>(program_, at_line(variables, direction),
                               expressions::FrozenSwitches<Jet>{branches});
}

void Expression::arguments_on(const double* branches, std::span<const double> variables,
                              double* arguments) const {
  expressions::run<double>(program_, at_point(variables),
                           expressions::FrozenSwitches<double>{branches, arguments});
}

void Expression::arguments_on(const double* branches, std::span<const double> variables,
                              std::span<const double> direction, Jet* arguments) const {
  expressions::run<Jet>(program_, at_line(variables, direction),
                        expressions::FrozenSwitches<Jet>{branches, arguments});
}

double Expression::fastest_angle(std::span<const double> variables,
                                 std::span<const double> direction) const {
  double fastest = 0.0;
  for (const Program& program : angles_) {
    const Jet angle = expressions::run<Jet>(program, at_line(variables, direction));
    if (std::isfinite(angle.first)) fastest = std::max(fastest, std::abs(angle.first));
  }
  return fastest;
}

}  // namespace catena
