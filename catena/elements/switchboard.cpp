#include "catena/elements/switchboard.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace catena {

namespace {

// Errors of integration across a surface decay at this rate, 1/s, while a law slides along it.
constexpr double return_rate = 10.0;
// Errors below this part of the argument's scale are rounding. Where a law has hardly any effect on
// its argument, to return from them would ask for too much.
constexpr double rounding_of_arguments = 1e-12;

}  // namespace

Switchboard::Switchboard(const Coordinates& coordinates, Laws laws, std::vector<std::string> names,
                         std::string what, std::shared_ptr<const ProbeList> probes)
    : laws_(std::move(laws)),
      names_(std::move(names)),
      what_(std::move(what)),
      home_(coordinates, std::move(probes)) {
  std::map<std::string, std::size_t> known;
  std::size_t most = 0;
  for (std::size_t i = 0; i < laws_.size(); ++i) {
    surface_of_.emplace_back();
    const std::size_t count = laws_[i] ? laws_[i]->switches().size() : 0;
    for (std::size_t k = 0; k < count; ++k) {
      const LawSwitch& of = laws_[i]->switches()[k];
      const auto [found, is_new] = known.emplace(of.key, surfaces_.size());
      if (is_new) surfaces_.push_back({i, k, of, false});
      surfaces_[found->second].jumps |= !of.is_kink;
      surface_of_.back().push_back(found->second);
    }
    branches_.emplace_back(count, 0.0);
    arguments_.emplace_back(count, 0.0);
    mixed_.emplace_back();
    mixed_.back().reserve(count);
    most = std::max(most, count);
  }
  modes_.resize(surfaces_.size());
  scale_.resize(surfaces_.size(), 1.0);
  slack_.resize(surfaces_.size());
  sliding_.reserve(surfaces_.size());
  is_fresh_.resize(laws_.size(), 0);
  jets_.resize(most);
}

// ---- Modes.

void Switchboard::take(const SwitchModes& modes) {
  modes_ = modes;
  sliding_.clear();
  for (std::size_t s = 0; s < modes_.size(); ++s)
    if (modes_[s].slides != SwitchMode::Slides::No) sliding_.push_back(s);
  for (std::size_t i = 0; i < laws_.size(); ++i) {
    mixed_[i].clear();
    for (std::size_t k = 0; k < surface_of_[i].size(); ++k)
      branches_[i][k] = modes_[surface_of_[i][k]].branch;
    for (const std::size_t s : sliding_)
      if (std::find(surface_of_[i].begin(), surface_of_[i].end(), s) != surface_of_[i].end())
        mixed_[i].push_back(s);
    while (corners_.size() < 2 * mixed_[i].size()) corners_.emplace_back();
  }
  std::fill(is_fresh_.begin(), is_fresh_.end(), 0);
}

void Switchboard::start(int group, const Look& look, State& state) {
  look_at(look);
  SwitchModes modes(surfaces_.size());
  for (std::size_t i = 0; i < laws_.size(); ++i) {
    if (!laws_[i]) continue;
    laws_[i]->find_branches(point(), branches_[i].data());
    for (std::size_t k = 0; k < surface_of_[i].size(); ++k)
      modes[surface_of_[i][k]].branch = branches_[i][k];
  }
  take(modes);
  state.set_modes(group, std::move(modes));
}

void Switchboard::begin(int group, const State& state) {
  if (state.modes[static_cast<std::size_t>(group)]) take(state.modes_of<SwitchModes>(group));
}

// Per item, three numbers per switch.
void Switchboard::save(int group, const State& state, ModeTable& out) const {
  const auto& modes = state.modes_of<SwitchModes>(group);
  for (std::size_t i = 0; i < laws_.size(); ++i)
    for (const std::size_t s : surface_of_[i])
      for (const double x : {modes[s].branch, static_cast<double>(modes[s].slides),
                             modes[s].fraction, modes[s].count, modes[s].last})
        out[names_[i]].push_back(x);
}

void Switchboard::load(int group, const ModeTable& in, State& state) const {
  SwitchModes modes(surfaces_.size());
  for (std::size_t i = 0; i < laws_.size(); ++i) {
    if (surface_of_[i].empty()) continue;
    const std::vector<double>& numbers = entry_of(in, what_, names_[i]);
    const std::size_t count = surface_of_[i].size();
    const bool fits =
        (numbers.size() == 5 * count || numbers.size() == 3 * count) &&
        std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::abs(x) < 1e15; });
    if (!fits)
      throw std::invalid_argument(what_ + " '" + names_[i] + "' has a formula with other switches");
    const std::size_t stride = numbers.size() / count;  // 3 in older checkpoints
    for (std::size_t k = 0; k < count; ++k) {
      const double* const mode = &numbers[stride * k];
      const double slides = mode[1];
      if (slides != 0.0 && slides != 1.0 && slides != 2.0)
        throw std::invalid_argument(what_ + " '" + names_[i] + "' has an unknown mode");
      modes[surface_of_[i][k]] = {mode[0], static_cast<SwitchMode::Slides>(slides), mode[2],
                                  stride == 5 ? mode[3] : 0.0, stride == 5 ? mode[4] : 0.0};
    }
  }
  state.set_modes(group, std::move(modes));
}

// ---- Values.

void Switchboard::look_at(const Look& look) {
  home_.find(look);
  look_t_ = look.t;
  std::fill(is_fresh_.begin(), is_fresh_.end(), 0);
}

void Switchboard::values(std::size_t item, const std::vector<double>& limit, Out<double> out) {
  mix(item, 0, limit, out);
}

void Switchboard::value_rates(std::size_t item, Out<double> out) const {
  laws_[item]->rates(point(), {1.0, home_.q_rate(), home_.v_rate()}, branches_[item].data(), out);
}

void Switchboard::values_at(double t, std::size_t item, Out<double> out) {
  const double now = std::exchange(look_t_, t);
  mix(item, 0, {}, out);
  look_t_ = now;
}

// The mixture over all sliding surfaces from `depth` on.
void Switchboard::mix(std::size_t item, std::size_t depth, const std::vector<double>& limit,
                      Out<double> out) {
  if (depth == mixed_[item].size()) {
    laws_[item]->values(point(), branches_[item].data(), out);
    for (std::size_t i = 0; i < limit.size(); ++i) {
      double& x = out[static_cast<Eigen::Index>(i)];
      x = std::clamp(x, -limit[i], limit[i]);
    }
    return;
  }
  const SwitchMode& mode = modes_[mixed_[item][depth]];
  const auto on = [&](double branch, Eigen::VectorXd& corner) {
    for (std::size_t k = 0; k < surface_of_[item].size(); ++k)
      if (surface_of_[item][k] == mixed_[item][depth]) branches_[item][k] = branch;
    corner.resize(out.size());
    mix(item, depth + 1, limit, corner);
  };
  Eigen::VectorXd &upper = corners_[2 * depth], &lower = corners_[2 * depth + 1];
  on(mode.branch + 1.0, upper);
  on(mode.branch, lower);
  for (Eigen::Index i = 0; i < out.size(); ++i)
    out[i] = lower[i] + mode.fraction * (upper[i] - lower[i]);
}

double Switchboard::argument(std::size_t s) const {
  const std::size_t item = surfaces_[s].item;
  if (is_fresh_[item] == 0)
    laws_[item]->arguments(point(), branches_[item].data(), arguments_[item].data());
  is_fresh_[item] = 1;
  return arguments_[item][surfaces_[s].place];
}

double Switchboard::threshold(std::size_t s) const {
  return surfaces_[s].of.thresholds().upper(modes_[s].branch);
}

double Switchboard::along(std::size_t s, const LawRate& rate, double Jet::*derivative) const {
  const std::size_t item = surfaces_[s].item;
  laws_[item]->arguments(point(), rate, branches_[item].data(), jets_.data());
  return jets_[surfaces_[s].place].*derivative;
}

Switchboard::Rates Switchboard::rates(std::size_t s, const Look& look,
                                      const Eigen::VectorXd& a) const {
  Rates out;
  home_.find_rates(look, &a);
  out.first = along(s, {1.0, home_.q_rate(), home_.v_rate()}, &Jet::first);
  home_.find_rates(look, nullptr);
  const LawRate slow{1.0, home_.q_rate(), home_.v_rate()};
  out.slow = along(s, slow, &Jet::first);
  out.second = along(s, slow, &Jet::second);
  home_.find_bends(look, a);
  out.second += along(s, {0.0, home_.q_bend(), home_.v_rate()}, &Jet::first);
  return out;
}

void Switchboard::find_departures(const Look& look, const Eigen::VectorXd& a, double* out) {
  for (std::size_t i = 0; i < sliding_.size(); ++i) {
    const std::size_t s = sliding_[i];
    const Rates rate = rates(s, look, a);
    const double distance = argument(s) - threshold(s),
                 rounding = rounding_of_arguments * scale_[s],
                 off = distance - std::clamp(distance, -rounding, rounding);
    out[i] = modes_[s].slides == SwitchMode::Slides::Along
                 ? rate.first + return_rate * off
                 : rate.second + return_rate * (2.0 * rate.slow + return_rate * off);
  }
}

}  // namespace catena
