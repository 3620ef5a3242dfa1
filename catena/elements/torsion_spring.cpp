#include "catena/elements/torsion_spring.hpp"

#include <fmt/format.h>

#include "catena/elements/element_checks.hpp"
#include "catena/elements/world.hpp"

namespace catena {

std::vector<std::string> TorsionSpringSet::names() const {
  std::vector<std::string> names;
  for (const TorsionSpring& spring : springs_) names.push_back(spring.name);
  return names;
}

std::vector<double> TorsionSpringSet::numbers() const {
  std::vector<double> numbers;
  for (const TorsionSpring& spring : springs_) {
    const Table& table = spring.table;
    numbers.insert(numbers.end(), {spring.rest, spring.damping, static_cast<double>(table.range()),
                                   static_cast<double>(table.interpolation())});
    numbers.insert(numbers.end(), table.x().begin(), table.x().end());
    numbers.insert(numbers.end(), table.y().begin(), table.y().end());
  }
  return numbers;
}

void check_spring(const TorsionSpring& spring, const Coordinates& coordinates) {
  const ElementName element{"torsion spring", spring.name};
  if (spring.dof < 0 || spring.dof >= coordinates.nv())
    refuse(element, fmt::format("there is no coordinate number {}, expected 0 to {}", spring.dof,
                                coordinates.nv() - 1));
  if (coordinates.place_in_q(spring.dof) < 0)
    refuse(element, fmt::format("coordinate '{}' is not one angle or length, but part of an "
                                "orientation or a free joint; use a bushing",
                                coordinates.name(spring.dof)));
  check_finite(element, "rest position", spring.rest);
  check_not_negative(element, "damping", spring.damping);
}

void TorsionSpringSet::check(const Coordinates& coordinates) const {
  check_names("torsion spring", names());
  for (const TorsionSpring& spring : springs_) check_spring(spring, coordinates);
}

std::unique_ptr<Group> TorsionSpringSet::make_group(const Coordinates& coordinates) const {
  return std::make_unique<TorsionSpringGroup>(coordinates, springs_);
}

namespace {

// Of a coordinate: 0: an angle, 1: a length, -1: a joint defined by the user may be either.
int measure_of(const Coordinates& coordinates, int dof) {
  const int nv = coordinates.tree().nv();
  const Model& part = dof < nv ? coordinates.tree() : *coordinates.links();
  const int node = part.dof_node()[static_cast<std::size_t>(dof < nv ? dof : dof - nv)];
  const NodeKind kind = part.nodes()[static_cast<std::size_t>(node)].kind;
  return kind == NodeKind::Custom ? -1 : kind == NodeKind::Prismatic ? 1 : 0;
}

}  // namespace

TorsionSpringGroup::TorsionSpringGroup(const Coordinates& coordinates,
                                       std::vector<TorsionSpring> springs)
    : springs_(std::move(springs)), torques_(springs_.size(), 0.0), modes_(springs_.size()) {
  for (const TorsionSpring& spring : springs_) {
    const int dof = coordinates.from_home(spring.dof);
    at_.push_back({dof, dof < 0 ? -1 : coordinates.place_in_q(dof),
                   dof < 0 ? -1 : measure_of(coordinates, dof)});
  }
}

void TorsionSpringGroup::start(World& world, State& state, std::vector<SimulationEvent>&) {
  const Look look = world.look(state);
  for (std::size_t s = 0; s < springs_.size(); ++s)
    modes_[s] = springs_[s].table.find(angle(s, look));
  state.set_modes(index(), modes_);
}

void TorsionSpringGroup::begin(const State& state, bool, HeldArray&) {
  if (state.modes[static_cast<std::size_t>(index())]) modes_ = state.modes_of<TableModes>(index());
}

void TorsionSpringGroup::compute(const Look& look) {
  for (std::size_t s = 0; s < springs_.size(); ++s)
    torques_[s] = at_[s].dof < 0 ? 0.0
                                 : -springs_[s].table.value(modes_[s], angle(s, look)) -
                                       springs_[s].damping * look.v[at_[s].dof];
}

void TorsionSpringGroup::add_efforts(Eigen::VectorXd& tau) const {
  for (std::size_t s = 0; s < springs_.size(); ++s)
    if (at_[s].dof >= 0) tau[at_[s].dof] += torques_[s];
}

void TorsionSpringGroup::add_slopes(const Look& look, MotionSlopes& out) const {
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    const int dof = at_[s].dof;
    if (dof < 0) continue;
    out.K(dof, dof) -= springs_[s].table.slope(modes_[s], angle(s, look));
    out.C(dof, dof) -= springs_[s].damping;
  }
}

void TorsionSpringGroup::open_accounts(Ledger& ledger) {
  for (const TorsionSpring& spring : springs_)
    sources_.push_back(spring.damping > 0.0 ? ledger.open(EnergyKind::Dissipated, spring.name)
                                            : -1);
}

void TorsionSpringGroup::add_powers(const Look& look, double* power) const {
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    if (sources_[s] < 0 || at_[s].dof < 0) continue;
    const double v = look.v[at_[s].dof];
    power[sources_[s]] += springs_[s].damping * v * v;
  }
}

// From the first point of the table on.
double TorsionSpringGroup::stored_energy(const Look& look, const State& state) {
  modes_ = state.modes_of<TableModes>(index());
  double sum = 0.0;
  for (std::size_t s = 0; s < springs_.size(); ++s)
    if (at_[s].dof >= 0) sum += springs_[s].table.integral(modes_[s], angle(s, look));
  return sum;
}

// ---- Corners of tables.

void TorsionSpringGroup::watch(const Look&, const State&, int owner, std::vector<Guard>& out) {
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    if (at_[s].dof < 0 || !springs_[s].table.has_corners()) continue;
    for (const int side : {-1, 1})
      out.push_back({.owner = owner, .item = static_cast<int>(s), .side = side, .exact = true});
  }
}

double TorsionSpringGroup::value(const Guard& guard, const Look& look, const Evaluation&) const {
  const auto s = static_cast<std::size_t>(guard.item);
  const Table& table = springs_[s].table;
  return guard.side < 0 ? angle(s, look) - table.lower(modes_[s])
                        : table.upper(modes_[s]) - angle(s, look);
}

double TorsionSpringGroup::rate(const Guard& guard, const Look& look) const {
  return -guard.side * look.v[at_[static_cast<std::size_t>(guard.item)].dof];
}

// Torques are continuous: there is nothing to report, and nothing to decide.
Consequence TorsionSpringGroup::apply(const FoundGuard& found, int, World&, State& state,
                                      std::vector<SimulationEvent>&) {
  const auto s = static_cast<std::size_t>(found.guard.item);
  TableModes modes = state.modes_of<TableModes>(index());
  modes[s] = springs_[s].table.next(modes[s], found.guard.side);
  state.set_modes(index(), std::move(modes));
  return {};
}

std::string TorsionSpringGroup::name_of(const Guard& guard) const {
  return springs_[static_cast<std::size_t>(guard.item)].name;
}

// ---- Recordings and checkpoints.

void TorsionSpringGroup::name_columns(std::vector<RecordedColumn>& out) const {
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    const auto add = [&](ColumnKind kind, const char* part, std::string_view of_angles,
                         std::string_view of_lengths) {
      RecordedColumn column = make_column(kind, springs_[s].name, part);
      if (at_[s].measure >= 0)
        column.unit = std::string(at_[s].measure == 0 ? of_angles : of_lengths);
      out.push_back(std::move(column));
    };
    add(ColumnKind::TorsionTorque, "torque", "N m", "N");
    add(ColumnKind::TorsionAngle, "angle", "rad", "m");
  }
}

void TorsionSpringGroup::record(const Look& look, double*& out) const {
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    *out++ = torques_[s];
    *out++ = at_[s].dof < 0 ? 0.0 : angle(s, look);
  }
}

void TorsionSpringGroup::save(const State& state, ModeTable& out) const {
  const TableModes& modes = state.modes_of<TableModes>(index());
  for (std::size_t s = 0; s < springs_.size(); ++s)
    out[springs_[s].name] = {static_cast<double>(modes[s].piece),
                             static_cast<double>(modes[s].turn)};
}

void TorsionSpringGroup::load(const ModeTable& in, State& state) const {
  TableModes modes;
  for (const TorsionSpring& spring : springs_) {
    const std::vector<double>& numbers = entry_of(in, "torsion spring", spring.name);
    const auto count = static_cast<double>(spring.table.pieces().size());
    const bool fits = numbers.size() == 2 && numbers[0] >= 0.0 && numbers[0] < count &&
                      numbers[1] > -1e9 && numbers[1] < 1e9;
    if (!fits)
      throw std::invalid_argument("torsion spring '" + spring.name +
                                  "' has a table with another number of points");
    modes.push_back({static_cast<int>(numbers[0]), static_cast<int>(numbers[1])});
  }
  state.set_modes(index(), std::move(modes));
}

}  // namespace catena
