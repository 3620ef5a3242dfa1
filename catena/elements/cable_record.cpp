// CableGroup: recordings and checkpoints.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "catena/elements/cable_group.hpp"

namespace catena {

// Of the whole cable; where it has several sections, also the tension of each and the angle of wrap
// between them.
void CableGroup::name_columns(std::vector<RecordedColumn>& out) const {
  for (int c = 0; c < forces_.count(); ++c) {
    const std::string& name = forces_.cable(c).name;
    for (const ColumnKind kind :
         {ColumnKind::CableStrain, ColumnKind::CableTension, ColumnKind::CableLength})
      add_columns(kind, name, out);
    const int sections = forces_.section_count(c);
    for (int k = 0; k < sections && sections > 1; ++k)
      out.push_back(make_column(ColumnKind::SectionTension, name, "tension." + std::to_string(k)));
    for (int k = 1; k < sections; ++k)
      out.push_back(make_column(ColumnKind::WrapAngle, name, "wrap." + std::to_string(k)));
  }
}

// The largest strain and tension, and the length of all sections.
void CableGroup::record(const Look&, double*& out) const {
  for (int c = 0; c < forces_.count(); ++c) {
    const int sections = forces_.section_count(c);
    double strain = forces_.section(c, 0).strain, tension = 0.0, length = 0.0;
    for (int k = 0; k < sections; ++k) {
      strain = std::max(strain, forces_.section(c, k).strain);
      tension = std::max(tension, forces_.section(c, k).tension);
      length += forces_.length(c, k);
    }
    *out++ = strain, *out++ = tension, *out++ = length;
    for (int k = 0; k < sections && sections > 1; ++k) *out++ = forces_.section(c, k).tension;
    for (int k = 0; k + 1 < sections; ++k) *out++ = forces_.wrap(c, k);
  }
}

void CableGroup::save(const State& state, ModeTable& out) const {
  const CableModes& modes = state.modes_of<CableModes>(index());
  for (int c = 0; c < forces_.count(); ++c) {
    const CableMode& mode = modes[static_cast<std::size_t>(c)];
    std::vector<double>& numbers = out[forces_.cable(c).name];
    numbers = {static_cast<double>(mode.material.size())};
    const auto add = [&](const auto& values) {
      numbers.insert(numbers.end(), values.begin(), values.end());
    };
    add(mode.taut), add(mode.slips), add(mode.material), add(mode.arrived), add(mode.left);
  }
}

void CableGroup::load(const ModeTable& in, State& state) const {
  CableModes modes;
  for (int c = 0; c < forces_.count(); ++c) {
    const std::string& name = forces_.cable(c).name;
    const std::vector<double>& numbers = entry_of(in, "cable", name);
    const auto n = static_cast<std::size_t>(forces_.section_count(c));
    if (numbers.size() != 5 * n + 2 || numbers[0] != static_cast<double>(n))
      throw std::invalid_argument("cable '" + name + "' has another number of sections");
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const bool is_mode = i >= 1 && i < 2 * n;  // taut, slips
      if (!std::isfinite(numbers[i]) || (is_mode && std::abs(numbers[i]) > 1.0))
        throw std::invalid_argument(
            fmt::format("number {} of cable '{}' is {}, which is impossible", i, name, numbers[i]));
    }
    CableMode mode;
    std::size_t next = 1;
    const auto take = [&](auto& values, std::size_t count) {
      using Number = typename std::remove_reference_t<decltype(values)>::value_type;
      for (std::size_t i = 0; i < count; ++i)
        values.push_back(static_cast<Number>(numbers[next++]));
    };
    take(mode.taut, n), take(mode.slips, n - 1), take(mode.material, n);
    take(mode.arrived, n + 1), take(mode.left, n + 1);
    modes.push_back(std::move(mode));
  }
  state.set_modes(index(), std::move(modes));
}

}  // namespace catena
