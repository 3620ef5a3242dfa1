#include "catena/sim/event_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace catena {

namespace {

// Where a guard is looked at inside a step, besides its end.
constexpr std::array<double, 3> interior = {0.25, 0.5, 0.75};
// Where a guard that starts at zero is looked for above zero.
constexpr std::array<double, 4> early = {1e-6, 1e-4, 1e-2, 0.1};
// A cubic that comes closer to zero than this part of what it rises by may be one of a guard that
// crosses zero.
constexpr double margin = 0.05;
constexpr double time_resolution = 1e-13;  // s
// What has arrived and gone on by less than this, rad or m, is where it arrives.
constexpr double passed_by = 1e-10;
// A condition that is no further from zero than this is met.
constexpr double met = 1e-12;
// Guards of forces below this, relative to the typical force, are at zero.
constexpr double simultaneous = 1e-10;

}  // namespace

EventSearch::EventSearch(MotionEquations& equations, std::vector<GuardOwner*> owners)
    : equations_(equations), owners_(std::move(owners)) {
  for (GuardOwner* const owner : owners_) {
    most_guards_ += owner->most_guards();
    auto* const group = dynamic_cast<Group*>(owner);
    has_rows_.push_back(group != nullptr && group->rows() != nullptr ? 1 : 0);
    kinks_.push_back(dynamic_cast<const Kinks*>(owner));
    waits_.push_back(group == nullptr ? 1 : 0);  // changes of structure
  }
}

// Whether a stop could be reached and left again between two points of the step: the motion turns
// round, and the tangents at both points meet beyond the stop.
bool EventSearch::may_dip(std::size_t g, const Point& from, const Point& to, double h) const {
  const auto i = static_cast<Eigen::Index>(g);
  if (!(from.rates[i] < 0.0 && to.rates[i] > 0.0)) return false;
  const double dt = (to.theta - from.theta) * h;
  const double meet = (to.values[i] - to.rates[i] * dt - from.values[i]) /
                      (from.rates[i] - to.rates[i]);  // time after `from`
  return from.values[i] + from.rates[i] * meet < 0.0;
}

// Between two points after which a guard rises, it may have fallen and risen again, as where a slow
// bounce is taken along by what the body does next. The cubic through both points tells. Returns
// the fraction of the step at which it falls most steeply, or NaN where it does not come to zero.
double EventSearch::falls_between(std::size_t g, const Point& from, const Point& to, double h) {
  constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();
  const auto i = static_cast<Eigen::Index>(g);
  const double width = to.theta - from.theta, d0 = from.rates[i] * width * h,
               d1 = to.rates[i] * width * h, rise = to.values[i] - from.values[i];
  if (!(d0 >= 0.0 && d1 > 0.0)) return nowhere;
  // value = from + d0 x + c x^2 + b x^3, x from 0 to 1.
  const double b = d0 + d1 - 2.0 * rise, c = 3.0 * rise - 2.0 * d0 - d1;
  const double root = c * c - 3.0 * b * d0;
  if (!(b > 0.0) || !(c < 0.0) || !(root > 0.0)) return nowhere;
  const double least = (std::sqrt(root) - c) / (3.0 * b);
  if (!(least < 1.0)) return nowhere;
  const double lowest = from.values[i] + least * (d0 + least * (c + least * b));
  if (lowest > margin * std::abs(rise)) return nowhere;
  return from.theta - width * c / (3.0 * b);
}

// Where a stop's guard is smallest between two points where it falls and rises.
double EventSearch::turning_point(Integrator& integrator, const Guard& guard, double t, double from,
                                  double to, double h) {
  while ((to - from) * h > 1e-9) {
    const double middle = 0.5 * (from + to);
    if (!(middle > from && middle < to)) break;
    integrator.inside(equations_, middle, y_);
    (evaluate(guard, t + middle * h, y_).rate < 0.0 ? from : to) = middle;
  }
  return 0.5 * (from + to);
}

void EventSearch::put_values(const Look& look, Point& point) const {
  // The most guards there can be: no allocation when modes change.
  point.values.resize(static_cast<Eigen::Index>(most_guards_));
  point.rates.resize(point.values.size());
  for (std::size_t g = 0; g < guards_.size(); ++g) {
    const GuardOwner& owner = owner_of(guards_[g]);
    point.values[static_cast<Eigen::Index>(g)] = owner.value(guards_[g], look, forces_);
    point.rates[static_cast<Eigen::Index>(g)] = owner.rate(guards_[g], look);
  }
}

void EventSearch::look(double t, double theta, const Eigen::VectorXd& y, Point& point) {
  point.theta = theta;
  if (needs_forces_) {
    put_values(equations_.evaluate_at(t, y, forces_), point);
    return;
  }
  const Look here = equations_.look_at(t, y);
  for (GuardOwner* const owner : watching_) owner->prepare_guards(here);
  put_values(here, point);
}

// The first point of a step, from which guards take what they are scaled by.
void EventSearch::look_first(double t, const Eigen::VectorXd& y, Point& point) {
  if (!needs_forces_) {
    look(t, 0.0, y, point);
    return;
  }
  point.theta = 0.0;
  const Look here = equations_.evaluate_at(t, y, forces_);
  for (GuardOwner* const owner : watching_) owner->set_scale(equations_.typical_force());
  put_values(here, point);
}

GuardValue EventSearch::evaluate(const Guard& guard, double t, const Eigen::VectorXd& y) {
  GuardOwner& owner = owner_of(guard);
  if (guard.needs_forces) {
    const Look here = equations_.evaluate_at(t, y, forces_);
    return {owner.value(guard, here, forces_), owner.rate(guard, here)};
  }
  const Look here = equations_.look_at(t, y);
  owner.prepare_guards(here);
  return {owner.value(guard, here, forces_), owner.rate(guard, here)};
}

void EventSearch::watch(const State& state) {
  guards_.clear();
  watching_.clear();
  needs_forces_ = false;
  longest_step_ = std::numeric_limits<double>::infinity();
  const Look here = equations_.look(state);
  for (std::size_t w = 0; w < owners_.size(); ++w) {
    const std::size_t before = guards_.size();
    owners_[w]->watch(here, state, static_cast<int>(w), guards_);
    if (guards_.size() == before) continue;
    watching_.push_back(owners_[w]);
    longest_step_ = std::min(longest_step_, owners_[w]->longest_step(here));
  }
  for (const Guard& guard : guards_) needs_forces_ |= guard.needs_forces;
  // Where contacts are found there may be more than ever before.
  most_guards_ = std::max(most_guards_, guards_.size());
}

void EventSearch::watch_arrivals(const State& state) {
  watch(state);
  std::erase_if(guards_, [&](const Guard& guard) {
    return !guard.arrives && (has_rows_[static_cast<std::size_t>(guard.owner)] != 0 ||
                              (waits(guard) && guard.needs_forces));
  });
  needs_forces_ = std::any_of(guards_.begin(), guards_.end(),
                              [](const Guard& guard) { return guard.needs_forces; });
}

// The fraction of the step at which guard g is first violated, or infinity.
double EventSearch::first_of(Integrator& integrator, std::size_t g, double t, double h) {
  const auto i = static_cast<Eigen::Index>(g);
  for (std::size_t p = 1; p < points_.size(); ++p) {
    const Point &from = points_[p - 1], &to = points_[p];
    double end = to.theta;
    if (to.values[i] >= violated) {
      double start = from.theta;
      if (!may_dip(g, from, to, h)) {
        start = falls_between(g, from, to, h);
        if (!(start < end)) continue;
        integrator.inside(equations_, start, y_);
        if (!(evaluate(guards_[g], t + start * h, y_).rate < 0.0)) continue;
      }
      end = turning_point(integrator, guards_[g], t, start, to.theta, h);
      integrator.inside(equations_, end, y_);
      if (evaluate(guards_[g], t + end * h, y_).value >= violated) continue;
    }
    return locate(integrator, guards_[g], t, h, from.theta, end);
  }
  return dip_of(integrator, g, t, h);
}

std::optional<FoundEvent> EventSearch::first(Integrator& integrator, double t, double h,
                                             const Eigen::VectorXd& y0, const Eigen::VectorXd& y1,
                                             Among among) {
  if (guards_.empty()) return std::nullopt;
  const auto is_asked = [&](const Guard& guard) {
    return among == Among::All || ends_every_step(guard);
  };
  if (std::none_of(guards_.begin(), guards_.end(), is_asked)) {
    points_.resize(std::max<std::size_t>(points_.size(), 1));
    look_first(t, y0, points_.front());
    return std::nullopt;
  }
  const std::size_t inner = integrator.has_fixed_step() ? 0 : interior.size();
  points_.resize(inner + 2);
  look_first(t, y0, points_.front());
  for (std::size_t p = 0; p < inner; ++p) {
    integrator.inside(equations_, interior[p], y_);
    look(t + interior[p] * h, interior[p], y_, points_[p + 1]);
  }
  look(t + h, 1.0, y1, points_.back());
  std::optional<FoundEvent> found;
  for (std::size_t g = 0; g < guards_.size(); ++g) {
    if (!is_asked(guards_[g])) continue;
    // Guards that are still good at the event found so far come later, if at all.
    const bool still_good = found && at_found_.values[static_cast<Eigen::Index>(g)] >= violated &&
                            !may_dip(g, points_.front(), at_found_, h) &&
                            !(falls_between(g, points_.front(), at_found_, h) < 1.0);
    const double theta = still_good ? dip_of(integrator, g, t, h) : first_of(integrator, g, t, h);
    if (!(theta <= 1.0) || (found && theta >= found->theta)) continue;
    found = FoundEvent{guards_[g], theta, 0};
    integrator.inside(equations_, theta, y_);
    look(t + theta * h, theta, y_, at_found_);
  }
  if (found && waits(found->guard)) let_others_go_first(*found);
  if (found && found->guard.needs_forces) {
    integrator.inside(equations_, found->theta, y_);
    equations_.evaluate_at(t + found->theta * h, y_, forces_);
    found->pushed = owner_of(found->guard).push_direction(found->guard, forces_);
    add_simultaneous(*found);
  }
  return found;
}

std::optional<FoundEvent> EventSearch::passed(double t, double h, const Eigen::VectorXd& y) {
  look(t + h, 1.0, y, at_found_);
  std::optional<FoundEvent> first;
  for (std::size_t g = 0; g < guards_.size(); ++g) {
    const double value = at_found_.values[static_cast<Eigen::Index>(g)],
                 rate = at_found_.rates[static_cast<Eigen::Index>(g)];
    if (!guards_[g].arrives || !(value < -passed_by) || !(rate < 0.0)) continue;
    const double theta = std::max(0.0, 1.0 - value / (rate * h));
    if (!first || theta < first->theta) first = FoundEvent{guards_[g], theta, 0};
  }
  return first;
}

// What arrives in the instant in which a condition is met comes first.
void EventSearch::let_others_go_first(FoundEvent& found) const {
  for (std::size_t g = 0; g < guards_.size(); ++g)
    if (guards_[g].arrives && at_found_.values[static_cast<Eigen::Index>(g)] <= met &&
        at_found_.rates[static_cast<Eigen::Index>(g)] < 0.0) {
      found.guard = guards_[g];
      return;
    }
}

void EventSearch::find_met(const std::optional<FoundEvent>& event, const State& state) {
  const auto is_known = [&](const Guard& guard) {
    const auto same = [&](const Guard& other) {
      return other.owner == guard.owner && other.item == guard.item;
    };
    return (event && same(event->guard)) || std::any_of(met_.begin(), met_.end(), same);
  };
  if (std::none_of(guards_.begin(), guards_.end(), [&](const Guard& g) { return waits(g); }))
    return;
  const Look here = equations_.look(state);
  for (std::size_t g = 0; g < guards_.size(); ++g) {
    const Guard& guard = guards_[g];
    // Of forces: see ScheduledChanges::find_jumped_forces().
    if (!waits(guard) || guard.needs_forces || is_known(guard) ||
        !(points_.front().values[static_cast<Eigen::Index>(g)] > met))
      continue;
    GuardOwner& owner = owner_of(guard);
    owner.prepare_guards(here);
    if (owner.value(guard, here, forces_) <= met) met_.push_back(guard);
  }
}

void EventSearch::apply_met(World& world, State& state, std::vector<SimulationEvent>& events) {
  for (const Guard& guard : met_) owner_of(guard).apply({guard}, 0, world, state, events);
  met_.clear();
}

// Forces of several elements may run out at once, those of a body that is lifted for instance.
void EventSearch::add_simultaneous(FoundEvent& found) const {
  for (std::size_t g = 0; g < guards_.size(); ++g) {
    const Guard& guard = guards_[g];
    const bool same = guard.owner == found.guard.owner && guard.item == found.guard.item &&
                      guard.kind == found.guard.kind;
    if (same || !guard.needs_forces || waits(guard) ||
        !(at_found_.values[static_cast<Eigen::Index>(g)] < simultaneous))
      continue;
    found.together.emplace_back(guard, owner_of(guard).push_direction(guard, forces_));
  }
}

// The root of a guard between two fractions of the step, by regula falsi with the Illinois rule and
// bisection where that stalls.
double EventSearch::locate(Integrator& integrator, const Guard& guard, double t, double h,
                           double from, double to) {
  const auto at = [&](double theta) {
    integrator.inside(equations_, theta, y_);
    return evaluate(guard, t + theta * h, y_).value;
  };
  double a = from, b = to, fa = at(a), fb = at(b);
  for (std::size_t i = 0; fa <= 0.0 && i < early.size(); ++i) {
    // It starts at zero: an event only once it has been above.
    const double theta = from + early[early.size() - 1 - i] * (to - from);
    const double f = at(theta);
    if (f > 0.0)
      a = theta, fa = f;
    else
      b = theta, fb = f;
  }
  if (fa <= 0.0) return from;
  if (fb >= 0.0) return b;
  int side = 0;
  double width = b - a;
  for (int i = 1; (b - a) * h > time_resolution && i < 200; ++i) {
    double m = (fa * b - fb * a) / (fa - fb);
    if (i % 3 == 0) {
      // Three steps must at least halve the bracket.
      if (b - a > 0.5 * width) m = 0.5 * (a + b);
      width = b - a;
    }
    if (!(m > a && m < b)) m = 0.5 * (a + b);
    if (!(m > a && m < b)) break;  // no number between them
    const double fm = at(m);
    if (fm == 0.0) return m;
    if (fm > 0.0) {
      a = m, fa = fm;
      if (side == 1) fb *= 0.5;
      side = 1;
    } else {
      b = m, fb = fm;
      if (side == -1) fa *= 0.5;
      side = -1;
    }
  }
  return b;
}

}  // namespace catena
