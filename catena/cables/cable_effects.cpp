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

const CablePart& CableForces::law_of(int c, int k) const {
  return laws_[at(routes_[at(c)].part_of_section[at(k)])];
}

int CableForces::section_count(int c) const {
  return cable(c).route.empty() ? 1 : static_cast<int>(cable(c).route.size()) - 1;
}

const SectionOutput& CableForces::section(int c, int k) const {
  return law_of(c, k).section(k - parts_[at(routes_[at(c)].part_of_section[at(k)])].first_section);
}

double CableForces::length(int c, int k) const {
  const int first = parts_[at(routes_[at(c)].part_of_section[at(k)])].first_section;
  return law_of(c, k).sections[at(k - first)].length;
}

double CableForces::strain(int c) const {
  return section(c, 0).strain;
}

double CableForces::wrap(int c, int k) const {
  const Route& route = routes_[at(c)];
  const Part& part = parts_[at(route.part_of_section[at(k)])];
  const int j = k - part.first_section;
  if (j + 1 < part.sections) return law_of(c, k).guides[at(j)].wrap;
  const CableStop& stop = cable(c).route[at(k + 1)];  // one that grips
  return wrap_of(stop.sense, route.sections[at(k)].angle(1), route.sections[at(k + 1)].angle(0));
}

const Vec3<double>& CableForces::point(int c, int k, int end) const {
  return routes_[at(c)].sections[at(k)].point(end);
}

void CableForces::add_joint_efforts(Eigen::VectorXd& tau) const {
  for (int c = 0; c < count(); ++c) {
    const int dof = routes_[at(c)].joint.dof;
    if (dof < 0) continue;
    const double tension = section(c, 0).tension;
    tau[dof] += tension * joint_efforts_[2 * at(c)];
    tau[dof + 1] += tension * joint_efforts_[2 * at(c) + 1];
  }
}

// J^T f for all bodies at once: wrenches, summed from the leaves to the root, on the columns of the
// world Jacobian.
void CableForces::add_body_efforts(Eigen::VectorXd& tau) {
  if (!any_on_bodies_) return;
  std::fill(on_nodes_.begin(), on_nodes_.end(), Force<double>::zero());
  for (int c = 0; c < count(); ++c) {
    for (int k = 0; k < section_count(c) && !cable(c).route.empty(); ++k) {
      const double tension = section(c, k).tension;
      if (tension == 0.0) continue;
      for (int end = 0; end < 2; ++end) {
        const CableSection& of = routes_[at(c)].sections[at(k)];
        const Force<double> pull = of.pull(end);
        const Vec3<double> f = tension * pull.linear;
        const int node = model_.body(cable(c).route[at(k + end)].body).node;
        on_nodes_[at(node)] += Force<double>{tension * pull.angular + cross(of.point(end), f), f};
      }
    }
  }
  const std::span<const Node> nodes = model_.nodes();
  for (std::size_t n = nodes.size() - 1; n > 0; --n) on_nodes_[at(nodes[n].parent)] += on_nodes_[n];
  const std::span<const Motion<double>> columns = kinematics_.columns();
  const std::span<const int> node_of = model_.dof_node();
  for (int k = 0; k < model_.nv(); ++k)
    tau[k] += dot(columns[at(k)], on_nodes_[at(node_of[at(k)])]);
}

void CableForces::add_body_wrenches(std::vector<Force<double>>& external) const {
  for (int c = 0; c < count(); ++c) {
    for (int k = 0; k < section_count(c) && !cable(c).route.empty(); ++k) {
      const double tension = section(c, k).tension;
      for (int end = 0; end < 2; ++end) {
        const CableSection& of = routes_[at(c)].sections[at(k)];
        const BodyId body = cable(c).route[at(k + end)].body;
        const Transform<double> X = kinematics_.pose(model_, model_.body_frame(body));
        const Force<double> pull = of.pull(end);
        const Vec3<double> f = tension * pull.linear;
        const Vec3<double> m = tension * pull.angular + cross(of.point(end) - X.translation, f);
        external[at(body.index)] +=
            Force<double>{transpose_times(X.rotation, m), transpose_times(X.rotation, f)};
      }
    }
  }
}

double CableForces::elastic_energy() const {
  double sum = 0.0;
  for (const CablePart& law : laws_) sum += law.elastic_energy();
  return sum;
}

double CableForces::dissipation(int c) const {
  double sum = 0.0;
  for (std::size_t p = 0; p < parts_.size(); ++p)
    if (parts_[p].cable == c) sum += laws_[p].dissipation();
  return sum;
}

double CableForces::wound_power(int c) const {
  double sum = 0.0;
  for (std::size_t p = 0; p < parts_.size(); ++p)
    if (parts_[p].cable == c) sum += laws_[p].wound_power();
  return sum;
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
const char* CableForces::change_part(int part, std::vector<CableMode>& modes) const {
  const Part& of = parts_[at(part)];
  CableMode& mode = modes[at(of.cable)];
  char& taut = mode.taut[at(of.index)];
  taut = taut == 0;
  for (int j = 0; j + 1 < of.sections; ++j) {
    if (laws_[at(part)].guides[at(j)].friction == 0.0) continue;
    mode.slips[at(of.first_section + j)] = taut == 0 ? 0 : laws_[at(part)].flow(j) < 0.0 ? -1 : 1;
  }
  return taut != 0 ? "taut" : "slack";
}

// What sticks keeps the material that it has.
const char* CableForces::change_guide(int guide, std::vector<CableMode>& modes) const {
  const Guide& of = guides_[at(guide)];
  const Part& part = parts_[at(of.part)];
  const CablePart& law = laws_[at(of.part)];
  CableMode& mode = modes[at(part.cable)];
  int& slip = mode.slips[at(of.stop)];
  if (slip == 0) {
    slip = law.section(of.inside + 1).strain > law.section(of.inside).strain ? 1 : -1;
    return "slip";
  }
  slip = 0;
  for (int k = 0; k < part.sections; ++k)
    mode.material[at(part.first_section + k)] =
        law.section(k).natural - law.sections[at(k)].wound_off;
  return "stick";
}

}  // namespace catena
