#include "catena/sim/energy_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "catena/constraints/link_length.hpp"
#include "catena/sim/light_in_loops.hpp"
#include "catena/sim/motion_equations.hpp"

namespace catena {

namespace {

constexpr double promise_of_adaptive = 1e-6;  // of what was exchanged
constexpr double doubtful_for_fixed = 1e-3, wrong_for_fixed = 1e-1;
constexpr double least_exchanged = 1e-9;  // of what could be
constexpr double least_of_kinetic = 1e-3;
constexpr double roundings = 32.0 * std::numeric_limits<double>::epsilon();  // of what could be
constexpr double least_rounding = 1e-12;                                     // likewise
constexpr double most_open = 1e-6;                                           // of the size of links

double mass_of(const Model& model) {
  double mass = 0.0;
  for (int b = 1; b < model.body_count(); ++b) mass += model.body(BodyId{b}).inertia.mass;
  return mass;
}

}  // namespace

EnergyWatch::EnergyWatch(const SimulationSetup& setup)
    : method_(setup.integrator),
      asks_for_steps_(
          setup.contact_options.method == ContactMethod::Stepping ||
          (setup.shape_contacts.enabled && setup.contact_options.method != ContactMethod::Events)),
      links_(link_length(*setup.model)),
      size_(links_),
      weight_(mass_of(*setup.model) * norm(setup.model->gravity())),
      at_rest_(0.5 * mass_of(*setup.model) * setup.contact_options.rest_speed *
               setup.contact_options.rest_speed) {}

void EnergyWatch::continue_from(const EnergyBalance& energy) {
  seen_ = true;
  first_ = energy;
  const double known = std::abs(energy.kinetic) + std::abs(energy.potential) +
                       std::abs(energy.elastic) + std::abs(energy.dissipated) +
                       std::abs(energy.work) + std::abs(energy.impact);
  if (std::abs(energy.balance) <= 10.0 * known) before_ = energy.balance;
}

void EnergyWatch::see(const EnergyBalance& e, double loop_error) {
  if (!seen_) first_ = e;
  seen_ = true;
  last_ = e;
  const double moved =
      std::max({std::abs(e.kinetic - first_.kinetic), std::abs(e.potential - first_.potential),
                std::abs(e.elastic - first_.elastic)}) +
      std::abs(e.dissipated) + std::abs(e.work) + std::abs(e.impact);
  exchanged_ = std::max(exchanged_, moved);
  fastest_ = std::max(fastest_, e.kinetic);
  present_ = std::max({present_, std::abs(e.kinetic), std::abs(e.potential), std::abs(e.elastic)});
  // A comparison with NaN is false: they have to be kept by hand.
  const double unexplained = std::abs(e.balance - before_);
  if (!std::isfinite(unexplained) || std::isnan(worst_))
    worst_ = std::numeric_limits<double>::quiet_NaN();
  else
    worst_ = std::max(worst_, unexplained);
  if (!(loop_error <= loop_error_)) loop_error_ = loop_error;
}

void EnergyWatch::see(Simulation& simulation, const State& state) {
  const EnergyBalance energy = simulation.energy(state);
  has_stepped_ |= state.has_stepped;
  const Look look = simulation.observed().look(state);
  for (int b = 1; b < simulation.model().body_count(); ++b)
    if (const double far = norm(look.pose(BodyId{b}).translation); far > size_) size_ = far;
  double error = 0.0;
  if (LoopSolver* const loops = simulation.observed().loops(); loops != nullptr) {
    loops->position_errors(state.q, errors_);
    for (const double x : errors_)
      if (!(x <= error)) error = x;
    if (!loops_are_open() && is_open(error)) cause_ = light_in_loops(*loops, state.q, {});
  }
  see(energy, error);
}

bool EnergyWatch::is_fixed() const {
  return (has_stepped_ && asks_for_steps_) || has_fixed_step(method_.kind);
}

// The energies that the mechanism has, or could have with its weight [J].
double EnergyWatch::possible() const {
  return std::max(present_, weight_ * size_);
}

// Roundings of steps add up as random numbers do. What is slower than `rest_speed` counts as rest.
double EnergyWatch::rounding() const {
  const double of_steps = roundings * std::sqrt(static_cast<double>(std::max(1L, steps_)));
  return std::max(at_rest_, std::max(least_rounding, of_steps) * possible());
}

double EnergyWatch::limit() const {
  const double least = std::max(least_exchanged * possible(), least_of_kinetic * fastest_);
  const double share = is_fixed()
                           ? wrong_for_fixed
                           : std::max(promise_of_adaptive, 10.0 * method_.relative_tolerance);
  return share * std::max(exchanged_, least);
}

EnergyWatch::Verdict EnergyWatch::of_energies() const {
  if (worst_ <= rounding()) return Verdict::Explained;
  if (!(worst_ <= limit())) return Verdict::Wrong;
  const bool doubtful = is_fixed() && worst_ > doubtful_for_fixed / wrong_for_fixed * limit();
  return doubtful ? Verdict::Doubtful : Verdict::Explained;
}

bool EnergyWatch::is_open(double loop_error) const {
  return !(loop_error <= most_open * std::max(1.0, links_));
}

EnergyWatch::Verdict EnergyWatch::verdict() const {
  return loops_are_open() ? Verdict::Wrong : of_energies();
}

std::string EnergyWatch::summary() const {
  return fmt::format(
      "energy       kinetic {:.6g} J, potential {:.6g} J, elastic {:.6g} J\n"
      "             dissipated {:.6g} J, work put in {:.6g} J, lost at events {:.6g} J\n"
      "unexplained  at most {:.2g} J of {:.4g} J exchanged ({})\n",
      last_.kinetic, last_.potential, last_.elastic, last_.dissipated, last_.work, last_.impact,
      worst_, exchanged_, share_of_exchanged());
}

// Where nothing moves, roundings may be all that is exchanged.
std::string EnergyWatch::share_of_exchanged() const {
  if (worst_ <= rounding() && exchanged_ <= least_exchanged * possible()) return "rounding";
  return fmt::format("{:.1e}", worst_ == 0.0 ? 0.0 : exchanged_ > 0.0 ? worst_ / exchanged_ : 1.0);
}

std::string EnergyWatch::complaint() const {
  if (loops_are_open())
    return fmt::format(
        "the loops of the mechanism are open by {:.3g} rad or m: the motion is wrong from there "
        "on{}{}",
        loop_error_, cause_.empty() ? "" : "; ", cause_);
  if (std::isnan(worst_)) return "energies are not finite: the motion is wrong from there on";
  if (of_energies() == Verdict::Explained) return {};
  return fmt::format(
      "{:.3g} J of {:.4g} J exchanged are unexplained, {:.1e} of them; {}: {}", worst_, exchanged_,
      exchanged_ > 0.0 ? worst_ / exchanged_ : 1.0,
      of_energies() == Verdict::Wrong ? "the motion is wrong" : "the motion is inaccurate",
      has_stepped_ ? "choose a smaller step in 'contact'"
      : is_fixed() ? "choose a smaller step, or the integrator automatic"
                   : "an input may jump, or the tolerance may be too large");
}

}  // namespace catena
