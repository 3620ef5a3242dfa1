#include "catena/elements/point_spring.hpp"

#include <cmath>

#include "catena/elements/element_checks.hpp"
#include "catena/elements/point_line.hpp"

namespace catena {

std::vector<std::string> PointSpringSet::names() const {
  std::vector<std::string> names;
  for (const PointSpring& spring : springs_) names.push_back(spring.name);
  return names;
}

std::vector<double> PointSpringSet::numbers() const {
  std::vector<double> numbers;
  for (const PointSpring& s : springs_)
    numbers.insert(numbers.end(),
                   {s.p_A.x, s.p_A.y, s.p_A.z, s.p_B.x, s.p_B.y, s.p_B.z, s.stiffness, s.damping,
                    s.rest_length, s.preload, static_cast<double>(s.side)});
  return numbers;
}

void check_spring(const PointSpring& spring, const Model& model) {
  const ElementName element{"spring", spring.name};
  check_bodies(element, model, spring.a, spring.b);
  check_finite(element, "point of body a", spring.p_A);
  check_finite(element, "point of body b", spring.p_B);
  check_not_negative(element, "stiffness", spring.stiffness);
  check_not_negative(element, "damping", spring.damping);
  check_not_negative(element, "rest length", spring.rest_length);
  check_finite(element, "preload", spring.preload);
  if (spring.law && (spring.stiffness != 0.0 || spring.damping != 0.0 ||
                     spring.rest_length != 0.0 || spring.preload != 0.0))
    refuse(element,
           "it has a force law as well as stiffness, damping, rest length or preload; put them "
           "into the law, or remove the law");
  const double sign = spring.side == PointSpring::Side::Pushes ? -1.0 : 1.0;
  if (!spring.law && spring.side != PointSpring::Side::Both && spring.stiffness == 0.0 &&
      !(sign * spring.preload > 0.0))
    refuse(element,
           "it is one-sided and never acts; give it a stiffness, or a preload of the side on "
           "which it acts");
}

void PointSpringSet::check(const Coordinates& coordinates) const {
  check_names("spring", names());
  for (const PointSpring& spring : springs_) check_spring(spring, coordinates.tree());
}

std::unique_ptr<Group> PointSpringSet::make_group(const Coordinates&) const {
  return std::make_unique<PointSpringGroup>(springs_);
}

PointSpringGroup::PointSpringGroup(std::vector<PointSpring> springs)
    : springs_(std::move(springs)),
      now_(springs_.size()),
      modes_(springs_.size(), SpringMode::Engaged) {}

// A spring whose points coincide and move together exerts nothing.
PointSpringGroup::Now PointSpringGroup::place(const PointSpring& spring, const Look& look) const {
  Now now{point_line(look, spring.a, spring.p_A, spring.b, spring.p_B), 0.0, 0.0, 0.0};
  if (spring.law) {
    now.elastic = now.formula = spring.law(now.length, now.rate);
  } else {
    now.elastic = spring.preload + spring.stiffness * (now.length - spring.rest_length);
    now.formula = now.elastic + spring.damping * now.rate;
  }
  return now;
}

void PointSpringGroup::put_force(std::size_t s) {
  now_[s].force = modes_[s] == SpringMode::Engaged ? now_[s].formula : 0.0;
}

void PointSpringGroup::compute(const Look& look) {
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    now_[s] = place(springs_[s], look);
    put_force(s);
  }
}

void PointSpringGroup::add_body_forces(const Look&, BodyForces& out) const {
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    const Now& now = now_[s];
    if (now.force == 0.0) continue;
    const Vec3<double> pull = now.force * now.direction;
    out.add(springs_[s].a, now.at_a, {Vec3<double>::zero(), pull});
    out.add(springs_[s].b, now.at_b, {Vec3<double>::zero(), -pull});
  }
}

void PointSpringGroup::open_accounts(Ledger& ledger) {
  for (const PointSpring& spring : springs_)
    sources_.push_back(spring.law             ? ledger.open(EnergyKind::Work, spring.name)
                       : spring.damping > 0.0 ? ledger.open(EnergyKind::Dissipated, spring.name)
                                              : -1);
}

// What the spring stores less goes into its damper: of a released spring all of it.
void PointSpringGroup::add_powers(const Look&, double* power) const {
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    if (sources_[s] < 0) continue;
    const Now& now = now_[s];
    if (springs_[s].law)
      power[sources_[s]] -= now.force * now.rate;
    else if (modes_[s] != SpringMode::Slack)
      power[sources_[s]] += (now.force - now.elastic) * now.rate;
  }
}

// 1: pulls only; -1: pushes only; 0: both.
double PointSpringGroup::sign_of(std::size_t s) const {
  const PointSpring::Side side = springs_[s].side;
  return side == PointSpring::Side::Both ? 0.0 : side == PointSpring::Side::Pulls ? 1.0 : -1.0;
}

// From the rest length on, or of a one-sided spring from the length on at which it becomes slack.
double PointSpringGroup::elastic_energy(std::size_t s) const {
  const PointSpring& spring = springs_[s];
  if (spring.law || modes_[s] == SpringMode::Slack) return 0.0;
  if (spring.side != PointSpring::Side::Both && spring.stiffness > 0.0)
    return 0.5 * now_[s].elastic * now_[s].elastic / spring.stiffness;
  const double stretch = now_[s].length - spring.rest_length;
  return stretch * (spring.preload + 0.5 * spring.stiffness * stretch);
}

double PointSpringGroup::stored_energy(const Look& look, const State& state) {
  modes_ = state.modes_of<SpringModes>(index());
  compute(look);
  double sum = 0.0;
  for (std::size_t s = 0; s < springs_.size(); ++s) sum += elastic_energy(s);
  return sum;
}

void PointSpringGroup::name_columns(std::vector<RecordedColumn>& out) const {
  for (const PointSpring& spring : springs_) {
    add_columns(ColumnKind::SpringForce, spring.name, out);
    add_columns(ColumnKind::SpringLength, spring.name, out);
  }
}

void PointSpringGroup::record(const Look&, double*& out) const {
  for (const Now& now : now_) *out++ = now.force, *out++ = now.length;
}

}  // namespace catena
