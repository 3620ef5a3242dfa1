#include "catena/elements/law_spring.hpp"

#include <fmt/format.h>

#include "catena/elements/element_checks.hpp"

namespace catena {

namespace {

// Points nearer than this coincide, m, as those of other springs.
constexpr double coincident_points = 1e-12;

Switchboard::Laws laws_of_springs(const std::vector<LawSpring>& springs) {
  Switchboard::Laws laws;
  for (const LawSpring& spring : springs) laws.push_back(spring.law);
  return laws;
}

std::vector<std::string> names_of_springs(const std::vector<LawSpring>& springs) {
  std::vector<std::string> names;
  for (const LawSpring& spring : springs) names.push_back(spring.name);
  return names;
}

}  // namespace

std::vector<std::string> LawSpringSet::names() const {
  return names_of_springs(springs_);
}

std::vector<double> LawSpringSet::numbers() const {
  std::vector<double> numbers;
  for (const LawSpring& s : springs_)
    numbers.insert(numbers.end(), {s.p_A.x, s.p_A.y, s.p_A.z, s.p_B.x, s.p_B.y, s.p_B.z,
                                   static_cast<double>(s.acting_branch)});
  return numbers;
}

void check_spring(const LawSpring& spring, const Model& model) {
  const ElementName element{"spring", spring.name};
  check_bodies(element, model, spring.a, spring.b);
  check_finite(element, "point of body a", spring.p_A);
  check_finite(element, "point of body b", spring.p_B);
  if (!spring.law || spring.law->value_count() != 1)
    refuse(element, "its law must have one number, the force");
}

void LawSpringSet::check(const Coordinates& coordinates) const {
  check_names("spring", names());
  for (const LawSpring& spring : springs_) check_spring(spring, coordinates.tree());
}

std::unique_ptr<Group> LawSpringSet::make_group(const Coordinates& coordinates) const {
  return std::make_unique<LawSprings>(coordinates, springs_);
}

LawSprings::LawSprings(const Coordinates& coordinates, std::vector<LawSpring> springs)
    : SwitchedGroup({coordinates, laws_of_springs(springs), names_of_springs(springs), "spring",
                     springs.empty() ? nullptr : springs[0].probes},
                    "spring_laws"),
      springs_(std::move(springs)),
      now_(springs_.size()),
      number_(1) {}

// Throws where the points coincide and the spring pulls or pushes: it is not known where to.
void LawSprings::start(World& world, State& state, std::vector<SimulationEvent>&) {
  const Look look = world.look(state);
  switches_.start(index(), look, state);
  compute(look);
  for (std::size_t s = 0; s < springs_.size(); ++s)
    if (now_[s].length <= coincident_points && now_[s].force != 0.0)
      refuse({"spring", springs_[s].name},
             fmt::format("its points coincide at the start, where its force is {:.6g} N: the "
                         "direction of the force is not known; move one of the points, or start "
                         "elsewhere",
                         now_[s].force));
}

void LawSprings::compute(const Look& look) {
  switches_.look_at(look);
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    const LawSpring& of = springs_[s];
    switches_.values(s, {}, number_);
    now_[s] = {point_line(look, of.a, of.p_A, of.b, of.p_B), number_[0]};
  }
}

void LawSprings::add_body_forces(const Look&, BodyForces& out) const {
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    const Vec3<double> pull = now_[s].force * now_[s].direction;
    out.add(springs_[s].a, now_[s].at_a, {Vec3<double>::zero(), pull});
    out.add(springs_[s].b, now_[s].at_b, {Vec3<double>::zero(), -pull});
  }
}

void LawSprings::open_accounts(Ledger& ledger) {
  for (const LawSpring& spring : springs_)
    sources_.push_back(ledger.open(EnergyKind::Work, spring.name));
}

void LawSprings::add_powers(const Look&, double* power) const {
  for (std::size_t s = 0; s < springs_.size(); ++s)
    power[sources_[s]] -= now_[s].force * now_[s].rate;
}

// Besides what the switches report: one-sided springs act or let go.
Consequence LawSprings::apply(const FoundGuard& found, int, World& world, State& state,
                              std::vector<SimulationEvent>& events) {
  const auto acts = [&] {
    world.begin(state);
    std::vector<bool> all;
    for (std::size_t s = 0; s < springs_.size(); ++s)
      all.push_back(switches_.last_branch(s) == springs_[s].acting_branch);
    return all;
  };
  const std::vector<bool> before = acts();
  Consequence consequence = switches_.apply(index(), found, world, state, events);
  const std::vector<bool> after = acts();
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    if (springs_[s].acting_branch < 0 || before[s] == after[s]) continue;
    events.push_back({.t = state.t,
                      .kind = after[s] ? EventKind::Taut : EventKind::Slack,
                      .name = springs_[s].name});
    consequence.decide = true;
  }
  return consequence;
}

void LawSprings::name_columns(std::vector<RecordedColumn>& out) const {
  for (const LawSpring& spring : springs_) {
    add_columns(ColumnKind::SpringForce, spring.name, out);
    add_columns(ColumnKind::SpringLength, spring.name, out);
  }
}

void LawSprings::record(const Look&, double*& out) const {
  for (const Now& now : now_) *out++ = now.force, *out++ = now.length;
}

}  // namespace catena
