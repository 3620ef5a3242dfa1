#pragma once
// Formulas as laws of drives: efforts of time and state, servos that follow formulas of time.

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "catena/constraints/loops.hpp"
#include "catena/expressions/expression.hpp"
#include "catena/math/views.hpp"

namespace catena {

// A formula of t, q and v over all coordinates that knows where its variables stand.
class StateFormula {
 public:
  static constexpr std::size_t max_variables = 64;
  struct Variable {
    enum class Of { Time, Position, Velocity } of = Of::Time;
    int index = 0;  // in q or v
  };

  // `variables` are those of the formula, in its order, max_variables at most.
  StateFormula(Expression formula, std::vector<Variable> variables)
      : formula_(std::move(formula)), variables_(std::move(variables)) {}

  // Does not allocate.
  double operator()(double t, In<double> q, In<double> v) const;

  const Expression& expression() const { return formula_; }
  const std::vector<Variable>& variables() const { return variables_; }
  // The variables at a state, or of its rate.
  struct Numbers {
    std::array<double, max_variables> at;
    std::size_t count;
    std::span<const double> all() const { return {at.data(), count}; }
  };
  Numbers numbers(double t, In<double> q, In<double> v) const;

 private:
  Expression formula_;
  std::vector<Variable> variables_;
};

// Efforts by formulas, one per coordinate, behind a gear: the joint gets `ratio` times as much.
class FormulaEffort {
 public:
  explicit FormulaEffort(std::vector<StateFormula> formulas, double ratio = 1.0)
      : formulas_(std::move(formulas)), ratio_(ratio) {}

  void operator()(double t, In<double> q, In<double> v, Out<double> effort) const;

 private:
  std::vector<StateFormula> formulas_;
  double ratio_;
};

// stiffness (target - q) + damping (target' - v), with the exact derivative of the target.
class ServoEffort {
 public:
  struct Coordinate {
    Expression target;  // of t alone
    int q = 0, v = 0;   // where the coordinate stands among all
    double stiffness = 0.0, damping = 0.0;
  };

  // `offsets`: what is added to the targets, one per coordinate; may be moved by hand.
  ServoEffort(std::shared_ptr<const std::vector<Coordinate>> coordinates,
              std::shared_ptr<const std::vector<double>> offsets)
      : coordinates_(std::move(coordinates)), offsets_(std::move(offsets)) {}

  void operator()(double t, In<double> q, In<double> v, Out<double> effort) const;

 private:
  std::shared_ptr<const std::vector<Coordinate>> coordinates_;
  std::shared_ptr<const std::vector<double>> offsets_;
};

// What a servo does where its target is, before the offset.
double servo_effort(const ServoEffort::Coordinate& at, const Jet& target, double offset,
                    In<double> q, In<double> v);

// formula = 0 between the positions of `dofs`, which are its variables in this order.
Coupling formula_coupling(std::string name, std::vector<int> dofs, Expression formula);

}  // namespace catena
