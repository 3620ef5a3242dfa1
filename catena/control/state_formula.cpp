#include "catena/control/state_formula.hpp"

namespace catena {

double StateFormula::operator()(double t, In<double> q, In<double> v) const {
  std::array<double, max_variables> numbers;
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    const Variable& variable = variables_[i];
    numbers[i] = variable.of == Variable::Of::Time
                     ? t
                     : (variable.of == Variable::Of::Position ? q : v)[variable.index];
  }
  return formula_.value({numbers.data(), variables_.size()});
}

void FormulaEffort::operator()(double t, In<double> q, In<double> v, Out<double> effort) const {
  for (std::size_t i = 0; i < formulas_.size(); ++i)
    effort[static_cast<Eigen::Index>(i)] = ratio_ * formulas_[i](t, q, v);
}

void ServoEffort::operator()(double t, In<double> q, In<double> v, Out<double> effort) const {
  for (std::size_t i = 0; i < coordinates_->size(); ++i) {
    const Coordinate& at = (*coordinates_)[i];
    const Jet target = at.target.jet({&t, 1}, 0);
    const double position = target.value + (*offsets_)[i];
    effort[static_cast<Eigen::Index>(i)] =
        at.stiffness * (position - q[at.q]) + at.damping * (target.first - v[at.v]);
  }
}

Coupling formula_coupling(std::string name, std::vector<int> dofs, Expression formula) {
  const std::size_t n = dofs.size();
  return {std::move(name), std::move(dofs),
          [formula = std::move(formula), n](const double* x, const double* rate, double* gradient) {
            const double phi = formula.gradient({x, n}, {gradient, n});
            return Coupling::Value{phi, formula.jet_along({x, n}, {rate, n}).second};
          }};
}

}  // namespace catena
