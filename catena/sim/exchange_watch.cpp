#include "catena/sim/exchange_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/constraints/link_length.hpp"
#include "catena/dynamics/energy.hpp"
#include "catena/sim/pressed.hpp"

namespace catena {

namespace {

constexpr double longest_window = 1e-3;  // s
constexpr double most_exchanged = 1e6;   // of the largest energy

}  // namespace

ExchangeWatch::ExchangeWatch(const Model& model) : window_(longest_window) {
  const double g = norm(model.gravity());
  largest_ = moving_mass(model) * (g > 0.0 ? g : 1.0) * link_length(model);
}

void ExchangeWatch::set_interval(double interval) {
  window_ = interval > 0.0 ? std::min(longest_window, interval) : longest_window;
}

// Sources of one kind that work against each other exchange nothing with the mechanism.
ExchangeWatch::Sums ExchangeWatch::sums_of(const Ledger& ledger, const State& state) {
  Sums sums{state.past_dissipated, state.past_work, state.impact_loss};
  for (int s = 0; s < ledger.count(); ++s)
    (ledger.source(s).kind == EnergyKind::Work ? sums.work : sums.dissipated) += state.spent[s];
  return sums;
}

// A long step has the share of it that belongs to the window.
bool ExchangeWatch::is_too_much() const {
  const double share = time_ > window_ ? window_ / time_ : 1.0;
  return share * exchanged_ > most_exchanged * largest_;
}

bool ExchangeWatch::is_exceeded(const Ledger& ledger, const State& state) {
  const Sums now = sums_of(ledger, state);
  if (!begun_ || state.t < since_) {
    begun_ = true;
    then_ = now, since_ = state.t;
    return false;
  }
  exchanged_ = std::max({std::abs(now.dissipated - then_.dissipated),
                         std::abs(now.work - then_.work), std::abs(now.lost - then_.lost)});
  time_ = state.t - since_;
  if (is_too_much()) return true;
  if (time_ >= window_) then_ = now, since_ = state.t;
  return false;
}

void ExchangeWatch::judge(MotionEquations& equations, const State& state) {
  const EnergyBalance e = equations.energy(state);
  largest_ = std::max({largest_, e.kinetic, std::abs(e.potential), std::abs(e.elastic)});
  if (is_too_much()) refuse_exchange(equations, exchanged_, time_, largest_, state);
}

}  // namespace catena
