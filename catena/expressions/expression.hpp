#pragma once
// Formulas of named variables, such as "20*sin(t) - 0.5*v.elbow", with exact derivatives.
//
// Operators, from the loosest: ?: || && (== !=) (< <= > >=) (+ -) (* /) (unary - + !) ^. The power
// is right associative and binds tighter than a sign: -x^2 = -(x^2). Comparisons give 1 or 0.
// A unit behind a number belongs to this number, which is converted to SI units: 2*r + 5 mm.
// Functions: sin cos tan asin acos atan atan2 sinh cosh tanh exp log log10 sqrt abs sign min max
// floor ceil mod pow hypot step clamp. Constants: pi, e. Names are letters, digits, underscores and
// dots.

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catena/expressions/expression_error.hpp"
#include "catena/expressions/program.hpp"
#include "catena/expressions/scalars.hpp"
#include "catena/expressions/switches.hpp"
#include "catena/expressions/units.hpp"

namespace catena {

// Names with fixed values, and tables, which formulas may use besides their variables: `lift(x)`
// and, from the first point of the table on, its integral `lift.integral(x)`.
struct Constants : std::map<std::string, double, std::less<>> {
  using Map = std::map<std::string, double, std::less<>>;
  using Map::Map;

  std::map<std::string, std::shared_ptr<const Table>, std::less<>> tables = {};
  // What those were written in that have a unit, for checks: values are in SI units. It does not
  // count in comparisons.
  struct WrittenUnit {
    Dimension dimension = {};
    std::string unit = {};
  };
  std::map<std::string, WrittenUnit, std::less<>> units = {};

  friend bool operator==(const Constants& a, const Constants& b);
};

// Large because values, derivatives and switches each come in the few forms that users need.
class Expression {
 public:
  // Compiles a formula. Throws ExpressionError with the place in the text.
  static Expression parse(std::string_view text, std::span<const std::string> variables,
                          const Constants& constants = {});
  // The same for a formula that something else follows; `end` is set to where that starts (or to
  // the end of the text).
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

  // ---- Where it jumps or has a kink. With branches, one per switch, it is smooth.
  const std::vector<FormulaSwitch>& switches() const { return switches_; }
  // The branches that the variables say; writes one number per switch.
  void find_branches(std::span<const double> variables, double* branches) const;
  double value_on(const double* branches, std::span<const double> variables) const;
  double gradient_on(const double* branches, std::span<const double> variables,
                     std::span<double> derivatives) const;
  // Along a line as jet_along().
  Jet jet_on(const double* branches, std::span<const double> variables,
             std::span<const double> direction) const;
  // The arguments of all switches; writes one per switch.
  void arguments_on(const double* branches, std::span<const double> variables,
                    double* arguments) const;
  void arguments_on(const double* branches, std::span<const double> variables,
                    std::span<const double> direction, Jet* arguments) const;
  // How fast the angle of any sine, cosine or tangent in an argument changes along a line.
  double fastest_angle(std::span<const double> variables, std::span<const double> direction) const;

  // Places of the variables that the formula mentions, in ascending order.
  const std::vector<int>& used_variables() const { return used_variables_; }
  // Names of the constants that it mentions.
  const std::set<std::string>& used_constants() const { return used_constants_; }
  bool is_constant() const { return used_variables_.empty(); }
  const std::string& text() const { return text_; }
  // What it measures, where all of it was written with units, and the text of one of them.
  const std::optional<Dimension>& dimension() const { return dimension_; }
  const std::string& unit() const { return unit_; }
  // Whether it is more than a number, perhaps with a unit.
  bool has_operations() const { return has_operations_; }

 private:
  Expression() = default;

  std::string text_, unit_;
  std::optional<Dimension> dimension_;
  bool has_operations_ = false;
  Program program_;
  std::vector<FormulaSwitch> switches_;
  std::vector<Program> angles_;  // of sines, cosines and tangents in arguments of switches
  std::size_t variable_count_ = 0;
  std::vector<int> used_variables_;
  std::set<std::string> used_constants_;
  std::vector<std::shared_ptr<const Table>> tables_;  // that the program points at
};

}  // namespace catena
