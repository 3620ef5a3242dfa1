#include "catena/elements/kinks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "catena/elements/event.hpp"
#include "catena/elements/simulation_error.hpp"
#include "catena/elements/world.hpp"

namespace catena {

namespace {

// An argument within this of a threshold is on it; what jumps by less does not.
constexpr double on_kink = 1e-9;
// What crosses a threshold within this time, s, or this part of its argument crosses it now.
constexpr double same_instant = 1e-12;
// A step may turn the angle of a sine in an argument by this, rad.
constexpr double most_turn_of_kinks = 1.0;

bool have_same_argument(const FormulaSwitch& a, const FormulaSwitch& b) {
  const auto same = [](const Instruction& x, const Instruction& y) {
    return x.op == y.op && x.constant == y.constant && x.table == y.table &&
           (x.op != Op::Variable || x.index == y.index);
  };
  return a.counts == b.counts && a.table == b.table &&
         std::equal(a.argument.begin(), a.argument.end(), b.argument.begin(), b.argument.end(),
                    same);
}

std::string to_text(KinkItem::Of of) {
  return of == KinkItem::Of::Path       ? "path"
         : of == KinkItem::Of::Coupling ? "coupling"
                                        : "winch of cable";
}

}  // namespace

Kinks::Kinks(const Coordinates& coordinates, KinkList items) : items_(std::move(items)) {
  std::size_t most = 1, variables = 1;
  for (const KinkItem& item : items_) {
    std::vector<int> dofs, places;
    for (const int dof : item.dofs) {
      dofs.push_back(coordinates.from_home(dof));
      places.push_back(dofs.back() < 0 ? -1 : coordinates.place_in_q(dofs.back()));
    }
    variables = std::max(variables, dofs.size());
    most = std::max(most, item.formula->switches().size());
    dofs_.push_back(std::move(dofs)), places_.push_back(std::move(places));
    slack_.emplace_back(item.formula->switches().size());
    modes_.emplace_back(item.formula->switches().size(), 0.0);
  }
  x_.resize(variables), rate_.resize(variables);
  arguments_.resize(most), jets_.resize(most);
}

int Kinks::find(KinkItem::Of of, const std::string& name) const {
  for (std::size_t i = 0; i < items_.size(); ++i)
    if (items_[i].of == of && items_[i].name == name) return static_cast<int>(i);
  return -1;
}

const double* Kinks::branches(int place) const {
  return has_modes_ && place >= 0 ? modes_[static_cast<std::size_t>(place)].data() : nullptr;
}

bool Kinks::is_there(std::size_t item) const {
  return std::all_of(dofs_[item].begin(), dofs_[item].end(), [](int dof) { return dof >= 0; });
}

Kinks::Numbers Kinks::numbers(std::size_t item, const Look& look) const {
  if (items_[item].is_of_time()) {
    x_[0] = look.t, rate_[0] = 1.0;
    return {{x_.data(), 1}, {rate_.data(), 1}};
  }
  const std::size_t n = dofs_[item].size();
  for (std::size_t k = 0; k < n; ++k)
    x_[k] = look.q[places_[item][k]], rate_[k] = look.v[dofs_[item][k]];
  return {{x_.data(), n}, {rate_.data(), n}};
}

void Kinks::start(World& world, State& state, std::vector<SimulationEvent>&) {
  const Look look = world.look(state);
  for (std::size_t i = 0; i < items_.size(); ++i)
    if (is_there(i)) items_[i].formula->find_branches(numbers(i, look).x, modes_[i].data());
  has_modes_ = true;
  state.set_modes(index(), modes_);
}

// Their numbers stay where they are: the solver of loops looks at them.
void Kinks::begin(const State& state, bool, HeldArray&) {
  has_modes_ = state.modes[static_cast<std::size_t>(index())] != nullptr;
  if (!has_modes_) return;
  const auto& modes = state.modes_of<KinkModes>(index());
  for (std::size_t i = 0; i < items_.size(); ++i)
    std::copy(modes[i].begin(), modes[i].end(), modes_[i].begin());
}

// ---- Events.

std::size_t Kinks::most_guards() const {
  std::size_t count = 0;
  for (const KinkItem& item : items_) count += 2 * item.formula->switches().size();
  return count;
}

// Guards are numbered by item and switch: item in `item`, switch in `kind`.
void Kinks::watch(const Look& look, const State&, int owner, std::vector<Guard>& out) {
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (!is_there(i)) continue;
    const Expression& formula = *items_[i].formula;
    formula.arguments_on(modes_[i].data(), numbers(i, look).x, arguments_.data());
    for (std::size_t k = 0; k < formula.switches().size(); ++k) {
      const FormulaSwitch& of = formula.switches()[k];
      const double above = arguments_[k] - of.lower(modes_[i][k]),
                   below = of.upper(modes_[i][k]) - arguments_[k];
      const auto rounding = [](double x) { return x < 0.0 && x >= -on_kink ? -x : 0.0; };
      slack_[i][k] = {rounding(above), rounding(below)};
      for (const int side : {-1, 1})
        if ((side < 0 ? above : below) < std::numeric_limits<double>::infinity())
          out.push_back({.owner = owner,
                         .item = static_cast<int>(i),
                         .kind = static_cast<int>(k),
                         .side = side,
                         .exact = true});
    }
  }
}

double Kinks::value(const Guard& guard, const Look& look, const Evaluation&) const {
  const auto i = static_cast<std::size_t>(guard.item), k = static_cast<std::size_t>(guard.kind);
  const FormulaSwitch& of = items_[i].formula->switches()[k];
  items_[i].formula->arguments_on(modes_[i].data(), numbers(i, look).x, arguments_.data());
  return guard.side < 0 ? arguments_[k] - of.lower(modes_[i][k]) + slack_[i][k][0]
                        : of.upper(modes_[i][k]) - arguments_[k] + slack_[i][k][1];
}

double Kinks::rate(const Guard& guard, const Look& look) const {
  const auto i = static_cast<std::size_t>(guard.item), k = static_cast<std::size_t>(guard.kind);
  const Numbers at = numbers(i, look);
  items_[i].formula->arguments_on(modes_[i].data(), at.x, at.rate, jets_.data());
  return -guard.side * jets_[k].first;
}

double Kinks::longest_step(const Look& look) const {
  double fastest = 0.0;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (!is_there(i)) continue;
    const Numbers at = numbers(i, look);
    fastest = std::max(fastest, items_[i].formula->fastest_angle(at.x, at.rate));
  }
  return most_turn_of_kinks / fastest;
}

// `next` after one of its branches has changed; others whose arguments jump with it change, too.
std::vector<double> Kinks::flipped(std::size_t item, std::vector<double> next, std::size_t which,
                                   int side, const Numbers& at) const {
  const Expression& formula = *items_[item].formula;
  const auto goes_along = [&](std::size_t k) {
    return have_same_argument(formula.switches()[k], formula.switches()[which]);
  };
  for (std::size_t k = 0; k < next.size(); ++k)
    if (goes_along(k)) next[k] += side;
  for (std::size_t k = 0; k < next.size(); ++k) {
    if (goes_along(k)) continue;
    formula.arguments_on(next.data(), at.x, arguments_.data());
    const FormulaSwitch& of = formula.switches()[k];
    if (arguments_[k] < of.lower(next[k]) - on_kink || arguments_[k] > of.upper(next[k]) + on_kink)
      next[k] = of.branch(arguments_[k]);
  }
  return next;
}

void Kinks::check_continuous(std::size_t item, const std::vector<double>& next,
                             const Look& look) const {
  const Numbers at = numbers(item, look);
  const Expression& formula = *items_[item].formula;
  const double jump =
      formula.value_on(next.data(), at.x) - formula.value_on(modes_[item].data(), at.x);
  if (std::abs(jump) <= on_kink * std::max(1.0, std::abs(formula.value_on(next.data(), at.x))))
    return;
  throw SimulationError(fmt::format(
      "t = {:.9g} s: the {} '{}' jumps by {:.6g}, which no force can follow; its formula '{}' must "
      "be continuous",
      look.t, to_text(items_[item].of), items_[item].name, jump, formula.text()));
}

// Nothing but the speed of the winch jumps, and with a damped cable its tension.
Consequence Kinks::jump_winch(std::size_t item, const std::vector<double>& before,
                              const State& state, std::vector<SimulationEvent>& events) const {
  const auto speed = [&](const std::vector<double>& branches) {
    const double rate = 1.0;
    return items_[item].formula->jet_on(branches.data(), {&state.t, 1}, {&rate, 1}).first;
  };
  const double from = speed(before), to = speed(state.modes_of<KinkModes>(index())[item]);
  if (std::abs(to - from) <= 1e-12 * std::max(1.0, std::abs(from))) return {};
  events.push_back({.t = state.t,
                    .kind = EventKind::Kink,
                    .name = items_[item].name,
                    .v_before = from,
                    .v_after = to});
  return {.decide = true};
}

// Whether the argument of a switch crosses a threshold at this instant; returns the side, or 0.
int Kinks::crossing(std::size_t item, std::size_t which, const Numbers& at) const {
  const Expression& formula = *items_[item].formula;
  formula.arguments_on(modes_[item].data(), at.x, at.rate, jets_.data());
  const FormulaSwitch& of = formula.switches()[which];
  const Jet& argument = jets_[which];
  const double near = same_instant * std::max(std::abs(argument.first), std::abs(argument.value));
  if (argument.first > 0.0 && argument.value >= of.upper(modes_[item][which]) - near) return 1;
  if (argument.first < 0.0 && argument.value <= of.lower(modes_[item][which]) + near) return -1;
  return 0;
}

// Flips the switch that was found, and what crosses a threshold at the same instant: tables with
// common times turn together. Returns which items have other branches.
std::vector<std::size_t> Kinks::flip_all(const Guard& found, const Look& look) {
  std::vector<std::size_t> changed;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (!is_there(i)) continue;
    const auto is_found = [&](std::size_t k) {
      return static_cast<int>(i) == found.item && static_cast<int>(k) == found.kind;
    };
    const Numbers at = numbers(i, look);
    std::vector<double> next = modes_[i];
    for (std::size_t k = 0; k < next.size(); ++k) {
      if (next[k] != modes_[i][k]) continue;  // it went along with another one
      const int side = is_found(k) ? found.side : crossing(i, k, at);
      if (side != 0) next = flipped(i, next, k, side, at);
    }
    if (next == modes_[i]) continue;
    check_continuous(i, next, look);
    modes_[i] = std::move(next);
    changed.push_back(i);
  }
  return changed;
}

// One impulse for all that turn at this instant: paths may fit together only after all have.
Consequence Kinks::apply(const FoundGuard& found, int, World& world, State& state,
                         std::vector<SimulationEvent>& events) {
  const KinkModes branches_before = state.modes_of<KinkModes>(index());
  std::vector<std::size_t> changed;
  {
    const Look look = world.look(state);
    modes_ = branches_before;
    changed = flip_all(found.guard, look);
    state.set_modes(index(), modes_);
  }
  Consequence next;
  std::erase_if(changed, [&](std::size_t i) {
    if (items_[i].of != KinkItem::Of::Winch) return false;
    next.decide |= jump_winch(i, branches_before[i], state, events).decide;
    return true;
  });
  if (!changed.empty() && kick(changed, world, state, events)) next.impact = next.decide = true;
  return next;
}

// Returns whether velocities have jumped. The first event has the energy that all have lost.
bool Kinks::kick(const std::vector<std::size_t>& items, World& world, State& state,
                 std::vector<SimulationEvent>& events) const {
  const Eigen::VectorXd before = state.v;
  double lost = world.kick(state);
  const auto jump = [&](int dof) { return std::abs(state.v[dof] - before[dof]); };
  const double no_jump = 1e-12 * std::max(1.0, before.lpNorm<Eigen::Infinity>());
  if ((state.v - before).lpNorm<Eigen::Infinity>() <= no_jump) return false;
  for (const std::size_t i : items) {
    // The coordinate of the item whose velocity jumps most.
    const int most = *std::max_element(dofs_[i].begin(), dofs_[i].end(),
                                       [&](int a, int b) { return jump(a) < jump(b); });
    if (items.size() > 1 && jump(most) <= no_jump) continue;
    events.push_back({.t = state.t,
                      .kind = EventKind::Kink,
                      .name = items_[i].name,
                      .v_before = before[most],
                      .v_after = state.v[most],
                      .energy_lost = std::exchange(lost, 0.0)});
  }
  return true;
}

std::string Kinks::name_of(const Guard& guard) const {
  return items_[static_cast<std::size_t>(guard.item)].name;
}

// ---- Checkpoints.

// A cable may be named as a path is.
std::string Kinks::mode_name(std::size_t item) const {
  const KinkItem& of = items_[item];
  return of.of == KinkItem::Of::Winch ? of.name + ".let_out" : of.name;
}

void Kinks::save(const State& state, ModeTable& out) const {
  const auto& modes = state.modes_of<KinkModes>(index());
  for (std::size_t i = 0; i < items_.size(); ++i) out[mode_name(i)] = modes[i];
}

void Kinks::load(const ModeTable& in, State& state) const {
  KinkModes modes;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    modes.push_back(entry_of(in, to_text(items_[i].of), mode_name(i)));
    const bool fits =
        modes[i].size() == modes_[i].size() &&
        std::all_of(modes[i].begin(), modes[i].end(), [](double x) { return std::abs(x) < 1e15; });
    if (!fits)
      throw std::invalid_argument("'" + items_[i].name + "' has a formula with other kinks");
  }
  state.set_modes(index(), std::move(modes));
}

}  // namespace catena
