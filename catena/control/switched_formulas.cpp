#include "catena/control/switched_formulas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace catena {

namespace {

using Of = StateFormula::Variable::Of;

LawSwitch law_switch(const FormulaSwitch& from, const std::vector<StateFormula::Variable>& names) {
  LawSwitch made{from.is_kink, from.counts, true, false, from.counts ? "counts" : ""};
  made.table = from.table;
  if (from.table != nullptr) made.key += fmt::format("{}", fmt::ptr(from.table));
  for (const Instruction& part : from.argument) {
    made.key += fmt::format(" {}", static_cast<int>(part.op));
    if (part.table != nullptr) made.key += fmt::format(":{}", fmt::ptr(part.table));
    if (part.op == Op::Constant) made.key += fmt::format(":{}", part.constant);
    if (part.op != Op::Variable) continue;
    const StateFormula::Variable& variable = names[static_cast<std::size_t>(part.index)];
    made.key += fmt::format(":{}.{}", static_cast<int>(variable.of), variable.index);
    made.of_time_alone &= variable.of == Of::Time;
    made.of_velocities |= variable.of == Of::Velocity;
  }
  return made;
}

std::vector<StateFormula> targets(const std::vector<ServoEffort::Coordinate>& coordinates) {
  std::vector<StateFormula> all;
  for (const ServoEffort::Coordinate& at : coordinates)
    all.emplace_back(at.target, std::vector<StateFormula::Variable>{{Of::Time, 0}});
  return all;
}

}  // namespace

SwitchedFormulas::SwitchedFormulas(std::vector<StateFormula> formulas)
    : formulas_(std::move(formulas)) {
  for (const StateFormula& formula : formulas_) {
    first_.push_back(switches_.size());
    for (const FormulaSwitch& each : formula.expression().switches())
      switches_.push_back(law_switch(each, formula.variables()));
  }
}

void SwitchedFormulas::find_branches(const LawPoint& at, double* branches) const {
  for (std::size_t i = 0; i < formulas_.size(); ++i) {
    const StateFormula::Numbers x = formulas_[i].numbers(at.t, at.q, at.v);
    formulas_[i].expression().find_branches(x.all(), branches + first_[i]);
  }
}

void SwitchedFormulas::arguments(const LawPoint& at, const double* branches, double* out) const {
  for (std::size_t i = 0; i < formulas_.size(); ++i) {
    const StateFormula::Numbers x = formulas_[i].numbers(at.t, at.q, at.v);
    formulas_[i].expression().arguments_on(part(branches, i), x.all(), out + first_[i]);
  }
}

void SwitchedFormulas::arguments(const LawPoint& at, const LawRate& along, const double* branches,
                                 Jet* out) const {
  for (std::size_t i = 0; i < formulas_.size(); ++i) {
    const StateFormula::Numbers x = formulas_[i].numbers(at.t, at.q, at.v),
                                rate = formulas_[i].numbers(along.t, along.q, along.v);
    formulas_[i].expression().arguments_on(part(branches, i), x.all(), rate.all(), out + first_[i]);
  }
}

void SwitchedFormulas::scales(const LawPoint& at, const double* branches, double* out) const {
  std::fill_n(out, switches_.size(), 0.0);
  std::array<Jet, max_switches> jets;
  for (std::size_t i = 0; i < formulas_.size(); ++i) {
    const Expression& formula = formulas_[i].expression();
    const StateFormula::Numbers x = formulas_[i].numbers(at.t, at.q, at.v);
    StateFormula::Numbers unit{{}, x.count};
    for (std::size_t k = 0; k < x.count; ++k) {
      unit.at[k] = 1.0;
      formula.arguments_on(part(branches, i), x.all(), unit.all(), jets.data());
      unit.at[k] = 0.0;
      for (std::size_t s = 0; s < formula.switches().size(); ++s)
        out[first_[i] + s] += std::abs(jets[s].first) * std::max(1.0, std::abs(x.at[k]));
    }
  }
}

double SwitchedFormulas::fastest_angle(const LawPoint& at, const LawRate& along) const {
  double fastest = 0.0;
  for (const StateFormula& formula : formulas_) {
    const StateFormula::Numbers x = formula.numbers(at.t, at.q, at.v),
                                rate = formula.numbers(along.t, along.q, along.v);
    fastest = std::max(fastest, formula.expression().fastest_angle(x.all(), rate.all()));
  }
  return fastest;
}

// A trial state beyond a threshold may be where the branch has no value, such as the root of a
// negative number: there the formula says what it says without branches.
void FormulaLaw::values(const LawPoint& at, const double* branches, Out<double> out) const {
  for (std::size_t i = 0; i < formulas().size(); ++i) {
    const StateFormula& formula = formulas()[i];
    const StateFormula::Numbers x = formula.numbers(at.t, at.q, at.v);
    double value = formula.expression().value_on(part(branches, i), x.all());
    if (!std::isfinite(value)) value = formula.expression().value(x.all());
    out[static_cast<Eigen::Index>(i)] = ratio_ * value;
  }
}

void FormulaLaw::rates(const LawPoint& at, const LawRate& along, const double* branches,
                       Out<double> out) const {
  for (std::size_t i = 0; i < formulas().size(); ++i) {
    const StateFormula& formula = formulas()[i];
    const StateFormula::Numbers x = formula.numbers(at.t, at.q, at.v),
                                rate = formula.numbers(along.t, along.q, along.v);
    out[static_cast<Eigen::Index>(i)] =
        ratio_ * formula.expression().jet_on(part(branches, i), x.all(), rate.all()).first;
  }
}

ServoLaw::ServoLaw(std::shared_ptr<const std::vector<ServoEffort::Coordinate>> coordinates,
                   std::shared_ptr<const std::vector<double>> offsets)
    : SwitchedFormulas(targets(*coordinates)),
      coordinates_(std::move(coordinates)),
      offsets_(std::move(offsets)) {}

void ServoLaw::values(const LawPoint& at, const double* branches, Out<double> out) const {
  const double t = at.t, rate = 1.0;
  for (std::size_t i = 0; i < coordinates_->size(); ++i) {
    const ServoEffort::Coordinate& of = (*coordinates_)[i];
    out[static_cast<Eigen::Index>(i)] = servo_effort(
        of, of.target.jet_on(part(branches, i), {&t, 1}, {&rate, 1}), (*offsets_)[i], at.q, at.v);
  }
}

}  // namespace catena
