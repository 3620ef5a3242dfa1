#include "catena/cables/cable_part.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "catena/math/index.hpp"

namespace catena {

namespace {

// Differences of strains below this are rounding; events do not resolve them.
constexpr double rounding_of_strain = 1e-13;

}  // namespace

CablePart::CablePart(const CableMaterial& material, int count)
    : sections(static_cast<std::size_t>(count)),
      guides(static_cast<std::size_t>(count - 1)),
      material_(material),
      out_(sections.size()),
      growth_(sections.size()),
      growth_rate_(sections.size()),
      flow_(guides.size()) {}

// Psi is the energy per E, area and natural length; its derivative is the tension without damping.
CablePart::Law CablePart::law(double strain, bool taut) const {
  const double d = material_.smoothing;
  if (d == 0.0) {
    const double e = std::max(strain, 0.0);
    return {taut ? strain : e, 0.5 * e * e, taut ? 1.0 : 0.0};
  }
  // The slope rises from 0 to 1 as s^3 (10 - 15 s + 6 s^2); tension and energy are its integrals.
  if (strain <= -d) return {0.0, 0.0, 0.0};
  if (strain >= d) return {strain, 0.5 * strain * strain + d * d / 14.0, 1.0};
  const double s = (strain + d) / (2.0 * d), s4 = s * s * s * s;
  return {2.0 * d * s4 * (2.5 + s * (s - 3.0)), 4.0 * d * d * s * s4 * (0.5 + s * (s / 7.0 - 0.5)),
          s * s * s * (10.0 + s * (6.0 * s - 15.0))};
}

// Growth of the tension over the stops of sections first..last, which share their material:
// T_k = growth_k T_first. Loose cable is the same everywhere.
void CablePart::find_growth(const Group& group, const int* slips) {
  std::fill(growth_.begin() + group.first, growth_.begin() + group.last + 1, 1.0);
  std::fill(growth_rate_.begin() + group.first, growth_rate_.begin() + group.last + 1, 0.0);
  if (!(group.length > group.natural)) return;
  for (int k = group.first + 1; k <= group.last; ++k) {
    const GuideInput& guide = guides[to_index(k - 1)];
    const double exponent = slips[k - 1] * guide.friction;
    growth_[to_index(k)] = growth_[to_index(k - 1)] * std::exp(exponent * guide.wrap);
    growth_rate_[to_index(k)] =
        growth_[to_index(k)] *
        (growth_rate_[to_index(k - 1)] / growth_[to_index(k - 1)] + exponent * guide.wrap_rate);
  }
}

// The strain of the first section: natural lengths l_k / (1 + growth_k eps) must add up to what
// there is. Newton's method, which has its answer at once where the tension is even.
double CablePart::find_strain(const Group& group) const {
  double strain = group.length / group.natural - 1.0;
  const auto is_one = [](double growth) { return growth == 1.0; };
  if (std::all_of(growth_.begin() + group.first, growth_.begin() + group.last + 1, is_one))
    return strain;
  for (int i = 0; i < 50; ++i) {
    double sum = -group.natural, slope = 0.0;
    for (int k = group.first; k <= group.last; ++k) {
      const double stretch = 1.0 + growth_[to_index(k)] * strain, l = sections[to_index(k)].length;
      sum += l / stretch;
      slope -= l * growth_[to_index(k)] / (stretch * stretch);
    }
    const double step = -sum / slope;
    strain = std::max(strain + step, 0.0);
    if (std::abs(step) < 1e-16) break;
  }
  return strain;
}

// The derivative of that condition.
double CablePart::find_strain_rate(const Group& group, double strain) const {
  double left = -group.natural_rate, by_strain = 0.0;
  for (int k = group.first; k <= group.last; ++k) {
    const double stretch = 1.0 + growth_[to_index(k)] * strain, l = sections[to_index(k)].length;
    left += sections[to_index(k)].length_rate / stretch -
            l * growth_rate_[to_index(k)] * strain / (stretch * stretch);
    by_strain += l * growth_[to_index(k)] / (stretch * stretch);
  }
  return left / by_strain;
}

// (3.1.13)-(3.1.17), without what a cable cannot do.
double CablePart::tension(double strain, double strain_rate) const {
  const double E = material_.youngs_modulus, A = material_.area;
  const Law own = law(strain, is_taut_);
  const double raw = E * own.tension + material_.damping * own.slope * strain_rate;
  if (material_.smoothing == 0.0) return is_taut_ ? A * raw : 0.0;
  if (material_.damping == 0.0) return A * raw;
  // Damping does not push: from raw < 0 the tension bends to none.
  const double bend = 0.01 * E * material_.smoothing * own.slope;
  return 0.5 * A * (raw + std::sqrt(raw * raw + bend * bend));
}

void CablePart::solve_group(const Group& group, const int* slips) {
  find_growth(group, slips);
  const double strain = find_strain(group), strain_rate = find_strain_rate(group, strain);
  const double of_first = tension(strain, strain_rate), EA = material_.stiffness();
  least_raw_ =
      std::min(least_raw_, strain + material_.damping / material_.youngs_modulus * strain_rate);
  least_strain_ = std::min(least_strain_, strain);
  double passed = 0.0;
  for (int k = group.first; k <= group.last; ++k) {
    const double c = growth_[to_index(k)], eps = c * strain, stretch = 1.0 + eps;
    const double rate = growth_rate_[to_index(k)] * strain + c * strain_rate;
    const SectionInput& in = sections[to_index(k)];
    SectionOutput& out = out_[to_index(k)];
    out = {eps, c * of_first, in.length / stretch};
    const double n_rate = in.length_rate / stretch - in.length * rate / (stretch * stretch);
    const double u_rate = in.length_rate - n_rate;
    const Law own = law(eps, false);
    elastic_ += EA * own.energy * out.natural;
    wound_ += EA * (own.tension * eps - own.energy) * n_rate;
    dissipated_ += (out.tension - EA * own.tension) * u_rate;
    if (k > group.first) {
      flow_[to_index(k - 1)] = passed;
      dissipated_ += (out.tension - out_[to_index(k - 1)].tension) * passed;
    }
    passed -= n_rate - in.wound_off_rate;
  }
}

void CablePart::compute(bool taut, const int* slips, const double* material) {
  elastic_ = wound_ = dissipated_ = 0.0;
  least_raw_ = least_strain_ = std::numeric_limits<double>::infinity();
  is_taut_ = taut;
  std::fill(flow_.begin(), flow_.end(), 0.0);
  const int count = static_cast<int>(sections.size());
  Group group;
  for (int k = 0; k < count; ++k) {
    group.last = k;
    group.length += sections[to_index(k)].length;
    group.natural += material[k] + sections[to_index(k)].wound_off;
    group.natural_rate += sections[to_index(k)].wound_off_rate;
    const bool sticks =
        k + 1 < count && taut && slips[k] == 0 && guides[to_index(k)].friction > 0.0;
    if (k + 1 < count && !sticks) continue;
    solve_group(group, slips);
    group = {.first = k + 1};
  }
}

double CablePart::grip(int j) const {
  const std::size_t k = to_index(j);
  const double before = out_[k].strain, after = out_[k + 1].strain;
  const double most = std::exp(guides[k].friction * guides[k].wrap);
  return most * std::min(before, after) - std::max(before, after);
}

bool CablePart::can_hold(int j) const {
  const std::size_t k = to_index(j);
  const double held = std::expm1(guides[k].friction * guides[k].wrap);
  return held * std::min(out_[k].strain, out_[k + 1].strain) > rounding_of_strain;
}

double CablePart::tightness() const {
  return is_taut_ ? least_raw_ : std::min(least_strain_, least_raw_);
}

}  // namespace catena
