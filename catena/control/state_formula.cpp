#include "catena/control/state_formula.hpp"

namespace catena {

StateFormula::Numbers StateFormula::numbers(double t, In<double> q, In<double> v) const {
  Numbers numbers;
  numbers.count = variables_.size();
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    const Variable& variable = variables_[i];
    numbers.at[i] = variable.of == Variable::Of::Time
                        ? t
                        : (variable.of == Variable::Of::Position ? q : v)[variable.index];
  }
  return numbers;
}

double StateFormula::operator()(double t, In<double> q, In<double> v) const {
  return formula_.value(numbers(t, q, v).all());
}

void FormulaEffort::operator()(double t, In<double> q, In<double> v, Out<double> effort) const {
  for (std::size_t i = 0; i < formulas_.size(); ++i)
    effort[static_cast<Eigen::Index>(i)] = ratio_ * formulas_[i](t, q, v);
}

void ServoEffort::operator()(double t, In<double> q, In<double> v, Out<double> effort) const {
  for (std::size_t i = 0; i < coordinates_->size(); ++i) {
    const Coordinate& at = (*coordinates_)[i];
    effort[static_cast<Eigen::Index>(i)] =
        servo_effort(at, at.target.jet({&t, 1}, 0), (*offsets_)[i], q, v);
  }
}

double servo_effort(const ServoEffort::Coordinate& at, const Jet& target, double offset,
                    In<double> q, In<double> v) {
  return at.stiffness * (target.value + offset - q[at.q]) + at.damping * (target.first - v[at.v]);
}

Coupling formula_coupling(std::string name, std::vector<int> dofs, Expression formula) {
  const std::size_t n = dofs.size();
  std::shared_ptr<const Expression> kinked;
  if (!formula.switches().empty()) kinked = std::make_shared<const Expression>(formula);
  return {std::move(name), std::move(dofs),
          [formula = std::move(formula), n](const double* x, const double* rate, double* gradient) {
            const double phi = formula.gradient({x, n}, {gradient, n});
            return Coupling::Value{phi, formula.jet_along({x, n}, {rate, n}).second};
          },
          std::move(kinked)};
}

}  // namespace catena
