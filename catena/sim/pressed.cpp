#include "catena/sim/pressed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "catena/dynamics/recursion.hpp"
#include "catena/math/infinity.hpp"

namespace catena {

using detail::at;

namespace {

constexpr double unstopped = 1e-2;  // of the fastest
constexpr double slow_arrival =
    1e-6;  // rad/s or m/s: what goes on no faster is left to later steps
constexpr std::size_t most_names = 4;
constexpr double tolerances_inside = 10.0;  // see names_misplaced()

std::string listed(const std::set<std::string>& names) {
  std::string text;
  std::size_t count = 0;
  for (const std::string& name : names) {
    if (count == most_names) {
      text += fmt::format(" and {} more", names.size() - most_names);
      break;
    }
    text += fmt::format("{}'{}'", count++ == 0 ? "" : ", ", name);
  }
  return text;
}

// The coordinates on paths between a node and the root.
void add_paths(const MotionEquations& equations, int node, std::set<std::string>& names) {
  for (int i = node; i > 0; i = at(equations.model().nodes(), i).parent) {
    const Node& here = at(equations.model().nodes(), i);
    for (int k = here.v; k < here.v + here.nv; ++k)
      if (equations.on_path(k)) names.insert(equations.coordinates().name(k));
  }
}

std::string message(const MotionEquations& equations, const std::set<std::string>& kept,
                    std::set<std::string> paths, const State& state) {
  if (paths.empty())  // through loops, or other bodies
    for (int k = 0; k < equations.nv(); ++k)
      if (equations.on_path(k)) paths.insert(equations.coordinates().name(k));
  std::string presses = paths.empty() ? std::string("the attached body presses")
                                      : fmt::format("the path of {} presses", listed(paths));
  if (const std::string stops = equations.names_at_stops(state); !stops.empty())
    presses += fmt::format(", with stops at {}", stops);
  return fmt::format(
      "t = {:.9g} s: {} cannot be kept: {}, and nothing can yield; let the path end there, or move "
      "the joint by a motor with an effort_limit",
      state.t, listed(kept), presses);
}

}  // namespace

std::vector<int> still_arriving(const RowList& list, const Eigen::VectorXd& u, double fastest,
                                bool of_impact) {
  std::vector<int> out;
  const auto beyond = [&](const Block& block) {
    const double rate = u[block.row];
    if (block.law != Law::Bounded) return block.two_sided ? std::abs(rate) : -rate;
    if (of_impact) return -rate;
    return std::max(block.upper == infinity ? -rate : 0.0, block.lower == -infinity ? rate : 0.0);
  };
  for (std::size_t b = 0; b < list.blocks.size(); ++b)
    if (beyond(list.blocks[b]) > std::max(unstopped * fastest, slow_arrival))
      out.push_back(static_cast<int>(b));
  return out;
}

void refuse_pressed(const MotionEquations& equations, const RowList& list,
                    const std::vector<int>& blocks, const State& state) {
  std::set<std::string> kept, paths;
  for (const int number : blocks) {
    const Block& block = at(list.blocks, number);
    Guard guard;
    guard.item = block.item;
    kept.insert(equations.groups()[static_cast<std::size_t>(block.group)]->name_of(guard));
    const Row& row = list.rows[static_cast<std::size_t>(block.row)];
    if (row.dof >= 0) continue;
    add_paths(equations, row.on_a.node, paths);
    add_paths(equations, row.on_b.node, paths);
  }
  throw PressedError(message(equations, kept, std::move(paths), state));
}

void refuse_pressed(const MotionEquations& equations, const std::vector<std::string>& names,
                    const State& state) {
  throw SimulationError(message(equations, {names.begin(), names.end()}, {}, state));
}

void refuse_exchange(const MotionEquations& equations, double exchanged, double time,
                     double largest, const State& state) {
  std::vector<std::string> names;
  for (const RowOwner* const owner : equations.row_owners()) owner->add_misplaced(-1.0, names);
  const std::string numbers = fmt::format(
      "{:.3g} J were exchanged within {:.3g} s, in a run whose largest energy is {:.3g} J",
      exchanged, time, largest);
  if (names.empty())
    throw SimulationError(fmt::format(
        "t = {:.9g} s: {}; a drive works without end against something that takes its work; give "
        "it an effort_limit, or see energy_by_source for what it is",
        state.t, numbers));
  throw SimulationError(
      fmt::format("{}; {}", message(equations, {names.begin(), names.end()}, {}, state), numbers));
}

std::vector<std::string> names_misplaced(const MotionEquations& equations) {
  std::vector<std::string> names;
  // Contacts with a tolerance may be off by that, and are put back from there.
  const double limit =
      std::max(pressed_inside, tolerances_inside * equations.setup().contact_options.tolerance);
  for (const RowOwner* const owner : equations.row_owners()) owner->add_misplaced(limit, names);
  return names;
}

}  // namespace catena
