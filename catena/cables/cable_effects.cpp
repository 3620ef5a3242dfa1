// CableForces: what tensions do to bodies and coordinates, and what they cost.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "catena/cables/cable_forces.hpp"
#include "catena/math/index.hpp"

namespace catena {

const SectionOutput& CableForces::section(int c, int k) const {
  return law_of(c, k).section(place_in_part(c, k));
}

double CableForces::length(int c, int k) const {
  return law_of(c, k).sections[to_index(place_in_part(c, k))].length;
}

double CableForces::strain(int c) const {
  return section(c, 0).strain;
}

double CableForces::wrap(int c, int k) const {
  const Route& route = routes_[to_index(c)];
  const int j = place_in_part(c, k);
  if (j + 1 < parts_[part_of(c, k)].sections) return law_of(c, k).guides[to_index(j)].wrap;
  const CableStop& stop = cable(c).route[to_index(k + 1)];  // one that grips
  return wrap_of(stop.sense, route.sections[to_index(k)].angle(1),
                 route.sections[to_index(k + 1)].angle(0));
}

// (3.1.16), with the minus of the errata.
void CableForces::add_joint_efforts(Eigen::VectorXd& tau) const {
  for (int c = 0; c < count(); ++c) {
    const int dof = routes_[to_index(c)].joint.dof;
    if (dof < 0) continue;
    const double tension = section(c, 0).tension;
    tau[dof] -= tension * joint_stretch_[2 * to_index(c)];
    tau[dof + 1] -= tension * joint_stretch_[2 * to_index(c) + 1];
  }
}

void CableForces::add_body_forces(BodyForces& out) const {
  for (int c = 0; c < count(); ++c) {
    const std::vector<CableSection>& sections = routes_[to_index(c)].sections;
    for (int k = 0; k < static_cast<int>(sections.size()); ++k) {
      const double tension = section(c, k).tension;
      if (tension == 0.0) continue;
      for (int end = 0; end < 2; ++end) {
        const Force<double> pull = sections[to_index(k)].pull(end);
        out.add(cable(c).route[to_index(k + end)].body, sections[to_index(k)].point(end),
                {tension * pull.angular, tension * pull.linear});
      }
    }
  }
}

double CableForces::elastic_energy() const {
  double sum = 0.0;
  for (const CablePart& law : laws_) sum += law.elastic_energy();
  return sum;
}

double CableForces::sum_over(int c, double (CablePart::*quantity)() const) const {
  double sum = 0.0;
  const std::vector<int>& parts = routes_[to_index(c)].part_of_section;
  for (int p = parts.front(); p <= parts.back(); ++p) sum += (laws_[to_index(p)].*quantity)();
  return sum;
}

double CableForces::dissipation(int c) const {
  return sum_over(c, &CablePart::dissipation);
}

double CableForces::wound_power(int c) const {
  return sum_over(c, &CablePart::wound_power);
}

double CableForces::winch_power(int c) const {
  return -section(c, 0).tension * routes_[to_index(c)].out_rate;
}

bool CableForces::is_taut(int part) const {
  const Part& of = parts_[to_index(part)];
  return modes_[to_index(of.cable)].taut[to_index(of.index)] != 0;
}

int CableForces::slips(int guide) const {
  return modes_[to_index(parts_[to_index(guides_[to_index(guide)].part)].cable)]
      .slips[to_index(guides_[to_index(guide)].stop)];
}

double CableForces::part_guard(int part) const {
  const double tightness = laws_[to_index(part)].tightness();
  return is_taut(part) ? tightness : -tightness;
}

double CableForces::guide_guard(int guide) const {
  const Guide& of = guides_[to_index(guide)];
  const CablePart& law = laws_[to_index(of.part)];
  return slips(guide) == 0 ? law.grip(of.inside) : slips(guide) * law.flow(of.inside);
}

// A part that gets taut moves over its stops as it would without friction.
double CableForces::room_left(int part) const {
  const Part& of = parts_[to_index(part)];
  const Cable& whole = cable(of.cable);
  double shortest = std::numeric_limits<double>::infinity(), sum = 0.0;
  for (int k = of.first_section; k < of.first_section + of.sections; ++k) {
    const double natural = section(of.cable, k).natural;
    shortest = std::min(shortest, natural);
    sum += natural;
  }
  double left = is_taut(part) ? shortest : sum;
  if (whole.route.empty()) left = std::min(left, length(of.cable, 0));
  return left - std::sqrt(whole.material.area / std::numbers::pi);
}

CableChange CableForces::change_part(int part, std::vector<CableMode>& modes) const {
  const Part& of = parts_[to_index(part)];
  CableMode& mode = modes[to_index(of.cable)];
  char& taut = mode.taut[to_index(of.index)];
  taut = taut == 0;
  for (int j = 0; j + 1 < of.sections; ++j) {
    if (laws_[to_index(part)].guides[to_index(j)].friction == 0.0) continue;
    mode.slips[to_index(of.first_section + j)] = taut == 0                             ? 0
                                                 : laws_[to_index(part)].flow(j) < 0.0 ? -1
                                                                                       : 1;
  }
  return taut != 0 ? CableChange::Taut : CableChange::Slack;
}

// What sticks keeps the material that it has.
CableChange CableForces::change_guide(int guide, std::vector<CableMode>& modes) const {
  const Guide& of = guides_[to_index(guide)];
  const Part& part = parts_[to_index(of.part)];
  const CablePart& law = laws_[to_index(of.part)];
  CableMode& mode = modes[to_index(part.cable)];
  int& slip = mode.slips[to_index(of.stop)];
  if (slip == 0) {
    slip = law.section(of.inside + 1).strain > law.section(of.inside).strain ? 1 : -1;
    return CableChange::Slip;
  }
  slip = 0;
  for (int k = 0; k < part.sections; ++k)
    mode.material[to_index(part.first_section + k)] =
        law.section(k).natural - law.sections[to_index(k)].wound_off;
  return CableChange::Stick;
}

}  // namespace catena
