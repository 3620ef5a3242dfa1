// BushingGroup: checks, which of two quaternions a rotation is, and checkpoints.

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "catena/elements/bushing.hpp"
#include "catena/elements/element_checks.hpp"
#include "catena/elements/simulation_error.hpp"
#include "catena/elements/world.hpp"

namespace catena {

namespace {

constexpr double rounding = 1e-9;  // of the largest number of a matrix

void check_matrix(const ElementName& element, const char* what, const Bushing::Matrix6& m) {
  if (!m.allFinite()) refuse(element, fmt::format("the {} has numbers that are not finite", what));
  Eigen::Index r = 0, c = 0;
  const double off = (m - m.transpose()).cwiseAbs().maxCoeff(&r, &c);
  if (off > rounding * m.cwiseAbs().maxCoeff())
    refuse(element, fmt::format("the {} is not symmetric: row {}, column {} is {:.6g}, and row {}, "
                                "column {} is {:.6g}; make them equal",
                                what, r + 1, c + 1, m(r, c), c + 1, r + 1, m(c, r)));
}

void check_frame(const ElementName& element, const char* what, const Transform<double>& X) {
  check_finite(element, what, X.translation);
  const Mat3<double> off = X.rotation * transpose(X.rotation) - Mat3<double>::identity();
  for (int c = 0; c < 3; ++c)
    if (!(norm(off.column(c)) < 1e-9))
      refuse(element, fmt::format("the axes of the {} are not those of a rotation", what));
}

}  // namespace

void check_bushing(const Bushing& bushing, const Model& model) {
  const ElementName element{"bushing", bushing.name};
  check_bodies(element, model, bushing.a, bushing.b);
  check_frame(element, "first frame", bushing.X_AF);
  check_frame(element, "second frame", bushing.X_BM);
  check_matrix(element, "stiffness", bushing.stiffness);
  check_matrix(element, "damping", bushing.damping);
  const double least =
      Eigen::SelfAdjointEigenSolver<Bushing::Matrix6>(bushing.damping, Eigen::EigenvaluesOnly)
          .eigenvalues()
          .minCoeff();
  if (least < -rounding * bushing.damping.cwiseAbs().maxCoeff())
    refuse(element, fmt::format("the damping has the eigenvalue {:.6g}, expected none below 0, "
                                "because it would supply energy",
                                least));
}

std::vector<std::string> BushingSet::names() const {
  std::vector<std::string> names;
  for (const Bushing& bushing : bushings_) names.push_back(bushing.name);
  return names;
}

std::vector<double> BushingSet::numbers() const {
  std::vector<double> numbers;
  for (const Bushing& bushing : bushings_) {
    for (const Transform<double>& X : {bushing.X_AF, bushing.X_BM}) {
      for (int c = 0; c < 4; ++c) {
        const Vec3<double>& column = c < 3 ? X.rotation.column(c) : X.translation;
        numbers.insert(numbers.end(), {column.x, column.y, column.z});
      }
    }
    for (const Bushing::Matrix6& matrix : {bushing.stiffness, bushing.damping})
      numbers.insert(numbers.end(), matrix.data(), matrix.data() + matrix.size());
  }
  return numbers;
}

void BushingSet::check(const Coordinates& coordinates) const {
  check_names("bushing", names());
  for (const Bushing& bushing : bushings_) check_bushing(bushing, coordinates.tree());
}

// Rounding in the matrices is taken out.
std::unique_ptr<Group> BushingSet::make_group(const Coordinates&) const {
  std::vector<Bushing> bushings = bushings_;
  for (Bushing& bushing : bushings)
    for (Bushing::Matrix6* m : {&bushing.stiffness, &bushing.damping})
      *m = (0.5 * (*m + m->transpose())).eval();
  return std::make_unique<BushingGroup>(std::move(bushings));
}

// At the start, rotations are those of at most half a turn.
void BushingGroup::start(World& world, State& state, std::vector<SimulationEvent>&) {
  modes_.assign(bushings_.size(), Quaternion<double>{1.0, 0.0, 0.0, 0.0});
  compute(world.look(state));
  for (std::size_t i = 0; i < bushings_.size(); ++i) modes_[i] = now_[i].turn;
  state.set_modes(index(), modes_);
}

void BushingGroup::begin(const State& state, bool, HeldArray&) {
  if (state.modes[static_cast<std::size_t>(index())])
    modes_ = state.modes_of<BushingModes>(index());
}

void BushingGroup::watch(const Look&, const State&, int owner, std::vector<Guard>& out) {
  for (int i = 0; i < static_cast<int>(bushings_.size()); ++i)
    for (const int kind : {Near, FullTurn})
      out.push_back({.owner = owner, .item = i, .kind = kind});
}

// Another quaternion to choose by changes no force.
Consequence BushingGroup::apply(const FoundGuard& found, int, World& world, State& state,
                                std::vector<SimulationEvent>&) {
  const auto i = static_cast<std::size_t>(found.guard.item);
  if (found.guard.kind == FullTurn)
    throw SimulationError(
        fmt::format("t = {:.9g} s: bushing '{}' is twisted by a full turn, where its rotation "
                    "vector has no direction; make it stiffer, or use a joint with a torsion "
                    "spring",
                    state.t, bushings_[i].name));
  world.begin(state);
  compute(world.look(state));
  BushingModes modes = state.modes_of<BushingModes>(index());
  modes[i] = now_[i].turn;
  state.set_modes(index(), std::move(modes));
  return {};
}

std::string BushingGroup::name_of(const Guard& guard) const {
  return bushings_[static_cast<std::size_t>(guard.item)].name;
}

void BushingGroup::save(const State& state, ModeTable& out) const {
  const BushingModes& modes = state.modes_of<BushingModes>(index());
  for (std::size_t i = 0; i < bushings_.size(); ++i)
    out[bushings_[i].name] = {modes[i].w, modes[i].x, modes[i].y, modes[i].z};
}

void BushingGroup::load(const ModeTable& in, State& state) const {
  BushingModes modes;
  for (const Bushing& bushing : bushings_) {
    const std::vector<double>& n = entry_of(in, "bushing", bushing.name);
    const bool fits = n.size() == 4 &&
                      std::abs(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] + n[3] * n[3] - 1.0) < 1e-9;
    if (!fits)
      throw std::invalid_argument("the saved rotation of bushing '" + bushing.name +
                                  "' is not a unit quaternion");
    modes.push_back({n[0], n[1], n[2], n[3]});
  }
  state.set_modes(index(), std::move(modes));
}

}  // namespace catena
