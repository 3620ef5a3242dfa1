#include "catena/cables/cable_part.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace catena {

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

// Sections first..last share their material. With T_k = growth_k T_first, their natural lengths
// l_k / (1 + growth_k eps) must add up to what there is.
void CablePart::solve_group(int first, int last, bool taut, const int* slips,
                            const double* material) {
  const auto at = [](int k) { return static_cast<std::size_t>(k); };
  double natural = 0.0, natural_rate = 0.0, length = 0.0;
  growth_[at(first)] = 1.0, growth_rate_[at(first)] = 0.0;
  for (int k = first; k <= last; ++k) {
    natural += material[k] + sections[at(k)].wound_off;
    natural_rate += sections[at(k)].wound_off_rate;
    length += sections[at(k)].length;
    if (k == first) continue;
    const GuideInput& guide = guides[at(k - 1)];
    const double exponent = slips[k - 1] * guide.friction;
    growth_[at(k)] = growth_[at(k - 1)] * std::exp(exponent * guide.wrap);
    growth_rate_[at(k)] = growth_[at(k)] * (growth_rate_[at(k - 1)] / growth_[at(k - 1)] +
                                            exponent * guide.wrap_rate);
  }
  // Loose cable is the same everywhere.
  const bool even = first == last || !(length > natural) ||
                    std::all_of(slips + first, slips + last, [](int s) { return s == 0; });
  if (even) {
    std::fill(growth_.begin() + first, growth_.begin() + last + 1, 1.0);
    std::fill(growth_rate_.begin() + first, growth_rate_.begin() + last + 1, 0.0);
  }
  double strain = length / natural - 1.0;
  for (int i = 0; !even && i < 50; ++i) {
    double sum = -natural, slope = 0.0;
    for (int k = first; k <= last; ++k) {
      const double stretch = 1.0 + growth_[at(k)] * strain;
      sum += sections[at(k)].length / stretch;
      slope -= sections[at(k)].length * growth_[at(k)] / (stretch * stretch);
    }
    const double step = -sum / slope;
    strain = std::max(strain + step, 0.0);
    if (std::abs(step) < 1e-16) break;
  }
  double left = -natural_rate, by_strain = 0.0;
  for (int k = first; k <= last; ++k) {
    const double stretch = 1.0 + growth_[at(k)] * strain, l = sections[at(k)].length;
    left += sections[at(k)].length_rate / stretch -
            l * growth_rate_[at(k)] * strain / (stretch * stretch);
    by_strain += l * growth_[at(k)] / (stretch * stretch);
  }
  const double strain_rate = left / by_strain;
  const double E = material_.youngs_modulus, damping = material_.damping, A = material_.area;
  const Law first_law = law(strain, taut);
  const double raw = E * first_law.tension + damping * first_law.slope * strain_rate;
  double tension = A * raw;
  if (material_.smoothing == 0.0) {
    if (!taut) tension = 0.0;
  } else if (damping > 0.0) {
    // Damping does not push: from raw < 0 the tension bends to none.
    const double bend = 0.01 * E * material_.smoothing * first_law.slope;
    tension = 0.5 * A * (raw + std::sqrt(raw * raw + bend * bend));
  }
  least_raw_ = std::min(least_raw_, strain + damping / E * strain_rate);
  least_strain_ = std::min(least_strain_, strain);
  double passed = 0.0;
  for (int k = first; k <= last; ++k) {
    const double c = growth_[at(k)], eps = c * strain, stretch = 1.0 + eps;
    const double rate = growth_rate_[at(k)] * strain + c * strain_rate;
    const SectionInput& in = sections[at(k)];
    SectionOutput& out = out_[at(k)];
    out = {eps, c * tension, in.length / stretch};
    const double n_rate = in.length_rate / stretch - in.length * rate / (stretch * stretch);
    const double u_rate = in.length_rate - n_rate;
    const Law own = law(eps, false);
    elastic_ += A * E * own.energy * out.natural;
    wound_ += A * E * (own.tension * eps - own.energy) * n_rate;
    dissipated_ += (out.tension - A * E * own.tension) * u_rate;
    if (k > first) {
      flow_[at(k - 1)] = passed;
      dissipated_ += (out.tension - out_[at(k - 1)].tension) * passed;
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
  int first = 0;
  for (int k = 0; k < count; ++k) {
    const bool sticks = k + 1 < count && taut && slips[k] == 0 &&
                        guides[static_cast<std::size_t>(k)].friction > 0.0;
    if (k + 1 < count && !sticks) continue;
    solve_group(first, k, taut, slips, material);
    first = k + 1;
  }
}

double CablePart::grip(int j) const {
  const auto k = static_cast<std::size_t>(j);
  const double before = out_[k].strain, after = out_[k + 1].strain;
  const double most = std::exp(guides[k].friction * guides[k].wrap);
  return most * std::min(before, after) - std::max(before, after);
}

double CablePart::tightness() const {
  return is_taut_ ? least_raw_ : std::min(least_strain_, least_raw_);
}

}  // namespace catena
