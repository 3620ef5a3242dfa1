// CableForces: what tensions do to bodies and coordinates, and what they cost.

#include <algorithm>
#include <cmath>

#include "catena/cables/cable_forces.hpp"

namespace catena {

namespace {

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

const SectionOutput& CableForces::section(int c, int k) const {
  return law_of(c, k).section(place_in_part(c, k));
}

double CableForces::length(int c, int k) const {
  return law_of(c, k).sections[at(place_in_part(c, k))].length;
}

double CableForces::strain(int c) const {
  return section(c, 0).strain;
}

double CableForces::wrap(int c, int k) const {
  const Route& route = routes_[at(c)];
  const int j = place_in_part(c, k);
  if (j + 1 < parts_[part_of(c, k)].sections) return law_of(c, k).guides[at(j)].wrap;
  const CableStop& stop = cable(c).route[at(k + 1)];  // one that grips
  return wrap_of(stop.sense, route.sections[at(k)].angle(1), route.sections[at(k + 1)].angle(0));
}

// (3.1.16), with the minus of the errata.
void CableForces::add_joint_efforts(Eigen::VectorXd& tau) const {
  for (int c = 0; c < count(); ++c) {
    const int dof = routes_[at(c)].joint.dof;
    if (dof < 0) continue;
    const double tension = section(c, 0).tension;
    tau[dof] -= tension * joint_stretch_[2 * at(c)];
    tau[dof + 1] -= tension * joint_stretch_[2 * at(c) + 1];
  }
}

void CableForces::add_body_forces(BodyForces& out) const {
  for (int c = 0; c < count(); ++c) {
    const std::vector<CableSection>& sections = routes_[at(c)].sections;
    for (int k = 0; k < static_cast<int>(sections.size()); ++k) {
      const double tension = section(c, k).tension;
      if (tension == 0.0) continue;
      for (int end = 0; end < 2; ++end) {
        const Force<double> pull = sections[at(k)].pull(end);
        out.add(cable(c).route[at(k + end)].body, sections[at(k)].point(end),
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
  const std::vector<int>& parts = routes_[at(c)].part_of_section;
  for (int p = parts.front(); p <= parts.back(); ++p) sum += (laws_[at(p)].*quantity)();
  return sum;
}

double CableForces::dissipation(int c) const {
  return sum_over(c, &CablePart::dissipation);
}

double CableForces::wound_power(int c) const {
  return sum_over(c, &CablePart::wound_power);
}

double CableForces::winch_power(int c) const {
  return -section(c, 0).tension * routes_[at(c)].out_rate;
}

bool CableForces::is_taut(int part) const {
  const Part& of = parts_[at(part)];
  return modes_[at(of.cable)].taut[at(of.index)] != 0;
}

int CableForces::slips(int guide) const {
  return modes_[at(parts_[at(guides_[at(guide)].part)].cable)].slips[at(guides_[at(guide)].stop)];
}

double CableForces::part_guard(int part) const {
  const double tightness = laws_[at(part)].tightness();
  return is_taut(part) ? tightness : -tightness;
}

double CableForces::guide_guard(int guide) const {
  const Guide& of = guides_[at(guide)];
  const CablePart& law = laws_[at(of.part)];
  return slips(guide) == 0 ? law.grip(of.inside) : slips(guide) * law.flow(of.inside);
}

// A part that gets taut moves over its stops as it would without friction.
CableChange CableForces::change_part(int part, std::vector<CableMode>& modes) const {
  const Part& of = parts_[at(part)];
  CableMode& mode = modes[at(of.cable)];
  char& taut = mode.taut[at(of.index)];
  taut = taut == 0;
  for (int j = 0; j + 1 < of.sections; ++j) {
    if (laws_[at(part)].guides[at(j)].friction == 0.0) continue;
    mode.slips[at(of.first_section + j)] = taut == 0 ? 0 : laws_[at(part)].flow(j) < 0.0 ? -1 : 1;
  }
  return taut != 0 ? CableChange::Taut : CableChange::Slack;
}

// What sticks keeps the material that it has.
CableChange CableForces::change_guide(int guide, std::vector<CableMode>& modes) const {
  const Guide& of = guides_[at(guide)];
  const Part& part = parts_[at(of.part)];
  const CablePart& law = laws_[at(of.part)];
  CableMode& mode = modes[at(part.cable)];
  int& slip = mode.slips[at(of.stop)];
  if (slip == 0) {
    slip = law.section(of.inside + 1).strain > law.section(of.inside).strain ? 1 : -1;
    return CableChange::Slip;
  }
  slip = 0;
  for (int k = 0; k < part.sections; ++k)
    mode.material[at(part.first_section + k)] =
        law.section(k).natural - law.sections[at(k)].wound_off;
  return CableChange::Stick;
}

}  // namespace catena
