#pragma once
// Formulas of named variables, such as "20*sin(t) - 0.5*v.elbow", with exact derivatives.
//
// Operators, from the loosest: ?: || && (== !=) (< <= > >=) (+ -) (* /) (unary - + !) ^. The power
// is right associative and binds tighter than a sign: -x^2 = -(x^2). Comparisons give 1 or 0.
// Functions: sin cos tan asin acos atan atan2 sinh cosh tanh exp log log10 sqrt abs sign min max
// floor ceil mod pow hypot step clamp. Constants: pi, e. Names are letters, digits, underscores and
// dots.

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catena/expressions/expression_error.hpp"
#include "catena/expressions/program.hpp"
#include "catena/expressions/scalars.hpp"

namespace catena {

// Names with fixed values, which formulas may use besides their variables.
using Constants = std::map<std::string, double, std::less<>>;

class Expression {
 public:
  // Compiles a formula. Throws ExpressionError with the place in the text.
  static Expression parse(std::string_view text, std::span<const std::string> variables,
                          const Constants& constants = {});
  // The same for a formula that something else follows, such as the unit in "2*pi/10 rad"; `end`
  // is set to where that starts (or to the end of the text).
  static Expression parse_prefix(std::string_view text, std::span<const std::string> variables,
                                 const Constants& constants, std::size_t& end);

  // `variables` are in the order given to parse(). Nothing here allocates.
  double value(std::span<const double> variables) const;
  // Returns the value and writes the derivatives with respect to all variables.
  double gradient(std::span<const double> variables, std::span<double> derivatives) const;
  // Value, first and second derivative with respect to one variable.
  Jet jet(std::span<const double> variables, int variable) const;
  // The same along a line, with respect to s in variables + s direction: f, grad f . direction and
  // direction^T (d^2 f) direction.
  Jet jet_along(std::span<const double> variables, std::span<const double> direction) const;

  // Places of the variables that the formula mentions, in ascending order.
  const std::vector<int>& used_variables() const { return used_variables_; }
  // Names of the constants that it mentions.
  const std::set<std::string>& used_constants() const { return used_constants_; }
  bool is_constant() const { return used_variables_.empty(); }
  const std::string& text() const { return text_; }

 private:
  Expression() = default;

  std::string text_;
  Program program_;
  std::size_t variable_count_ = 0;
  std::vector<int> used_variables_;
  std::set<std::string> used_constants_;
};

}  // namespace catena
