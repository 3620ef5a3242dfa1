#include "catena/mechanism/state_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catena/elements/column.hpp"
#include "catena/expressions/characters.hpp"
#include "catena/math/nearest_name.hpp"
#include "catena/mechanism/compile_parts.hpp"
#include "catena/model/model_error.hpp"

namespace catena {

namespace {

using Variable = StateFormula::Variable;

std::optional<Probe::Of> kind_of(std::string_view group) {
  if (group == "p") return Probe::Of::Position;
  if (group == "vel") return Probe::Of::Velocity;
  if (group == "omega") return Probe::Of::Turning;
  return std::nullopt;
}

bool is_of_forces(std::string_view word) {
  const std::optional<ColumnKind> kind = find_column_kind(word);
  return kind && *kind != ColumnKind::Time && *kind != ColumnKind::Position &&
         *kind != ColumnKind::Velocity;
}

}  // namespace

StateNames::StateNames(const NamedCoordinates& names)
    : loops_(names.loops), names_{"t"}, nq_(names.loops->nq()), nv_(names.loops->nv()) {
  const auto add = [this](const auto& part) {
    for (int i = 0; i < part.nq(); ++i) names_.push_back("q." + part.configuration_name(i));
    for (int i = 0; i < part.nv(); ++i) names_.push_back("v." + part.coordinate_name(i));
  };
  add(*names.loops);
  if (names.later.empty()) return;
  LoopSpecs later;
  later.joints = names.later;
  add(Loops(names.loops->shared_tree(), std::move(later)).links());
}

// p.FRAME.x and the like.
std::optional<Probe> StateNames::frame_probe(const Where& where, std::string_view word,
                                             int place) const {
  const std::size_t first = word.find('.'), last = word.rfind('.');
  const std::optional<Probe::Of> of = kind_of(word.substr(0, first));
  if (!of || first == std::string_view::npos) return std::nullopt;
  const std::string_view part = word.substr(last + 1);
  if (first == last || part.size() != 1 || part[0] < 'x' || part[0] > 'z')
    where.fail(fmt::format("found '{0}', expected one of {1}.x, {1}.y, {1}.z", word,
                           first == last ? word : word.substr(0, last)),
               place);
  try {
    const FrameInfo& frame =
        loops_->tree().frame(loops_->tree().find_frame(word.substr(first + 1, last - first - 1)));
    return Probe{*of, frame.body, frame.X_BF, part[0] - 'x', false};
  } catch (const ModelError& error) {
    where.fail(fmt::format("found '{}': {}", word, error.what()), place);
  }
}

std::vector<StateNames::Further> StateNames::further_names(
    const Where& where, const std::string& text, const Constants& parameters,
    const FormulaSurroundings& around) const {
  std::vector<Further> all;
  std::vector<std::string> columns;
  expressions::for_each_name(text, [&](std::string_view word, std::size_t at) {
    const auto place = static_cast<int>(at);
    const auto is_word = [&](const auto& named) { return named.name == word; };
    if (std::any_of(all.begin(), all.end(), is_word) ||
        std::find(names_.begin(), names_.end(), word) != names_.end())
      return;
    const auto local = std::find_if(around.local.begin(), around.local.end(), is_word);
    if (local != around.local.end()) {
      if (parameters.contains(word))
        where.fail(fmt::format("'{}' is a parameter and also a quantity of the motion; give the "
                               "parameter another name",
                               word),
                   place);
      all.push_back({local->name, local->probe});
      return;
    }
    if (parameters.contains(word)) return;
    if (const auto probe = frame_probe(where, word, place)) {
      all.push_back({std::string(word), probe});
      return;
    }
    if (!is_of_forces(word)) return;
    if (around.readings == nullptr)
      where.fail(fmt::format("'{}' follows from the forces, and this formula is one of them; "
                             "expected coordinates and frames. Conditions (`when`) may name it",
                             word),
                 place);
    if (columns.empty()) columns = around.columns();
    if (std::find(columns.begin(), columns.end(), word) == columns.end())
      where.fail(
          fmt::format("there is no '{}'{}", word, nearest_name_hint(std::string(word), columns)),
          place);
    all.push_back({std::string(word), std::nullopt});
  });
  return all;
}

// Compiled twice: with all names, to see which are used, and with those only.
StateFormula StateNames::formula(const Where& where, const std::string& text,
                                 const Constants& parameters,
                                 const FormulaSurroundings& around) const {
  using Of = Variable::Of;
  const std::vector<Further> further = further_names(where, text, parameters, around);
  std::vector<std::string> names = names_;
  for (const Further& each : further) names.push_back(each.name);
  const Expression all = compiling::formula(where, text, names, parameters, formula_of_state);
  const auto place_of = [&](int i) -> Variable {
    if (i < static_cast<int>(names_.size())) {
      if (i > nq_ + nv_) fail_of_later(where, names[static_cast<std::size_t>(i)]);
      if (i == 0) return {Of::Time, 0};
      return i <= nq_ ? Variable{Of::Position, i - 1} : Variable{Of::Velocity, i - 1 - nq_};
    }
    const Further& named = further[static_cast<std::size_t>(i) - names_.size()];
    if (!named.probe) {
      around.readings->push_back(named.name);
      return {Of::Position, -static_cast<int>(around.readings->size())};
    }
    return named.probe->is_position()
               ? Variable{Of::Position, nq_ + around.probes->add_position(*named.probe)}
               : Variable{Of::Velocity, nv_ + around.probes->add_velocity(*named.probe)};
  };
  std::vector<std::string> used;
  std::vector<Variable> variables;
  for (const int i : all.used_variables()) {
    used.push_back(names[static_cast<std::size_t>(i)]);
    variables.push_back(place_of(i));
  }
  // Readings stand behind all positions of probes.
  const int behind = nq_ + static_cast<int>(around.probes->positions.size()) - 1;
  for (Variable& variable : variables)
    if (variable.index < 0) variable.index = behind - variable.index;
  if (used.size() > StateFormula::max_variables)
    where.fail(fmt::format("the formula uses {} variables, expected at most {}", used.size(),
                           StateFormula::max_variables));
  return {compiling::formula(where, text, used, parameters, formula_of_state),
          std::move(variables)};
}

bool StateNames::names_probes(const StateFormula& formula) const {
  return std::any_of(formula.variables().begin(), formula.variables().end(),
                     [this](const Variable& variable) {
                       return (variable.of == Variable::Of::Position && variable.index >= nq_) ||
                              (variable.of == Variable::Of::Velocity && variable.index >= nv_);
                     });
}

}  // namespace catena
