#pragma once
// The groups of columns that a recording may have, by name.

#include <array>
#include <string_view>

#include "catena/sim/setup.hpp"

namespace catena {

struct RecordColumn {
  std::string_view name;
  bool RecordOptions::*option;
};

inline constexpr std::array<RecordColumn, 13> record_columns = {{
    {"q", &RecordOptions::q},
    {"v", &RecordOptions::v},
    {"a", &RecordOptions::a},
    {"tau", &RecordOptions::tau},
    {"f", &RecordOptions::wrenches},
    {"energy", &RecordOptions::energy},
    {"limits", &RecordOptions::limits},
    {"contacts", &RecordOptions::contacts},
    {"contact_points", &RecordOptions::contact_points},
    {"cables", &RecordOptions::cables},
    {"elements", &RecordOptions::elements},
    {"poses", &RecordOptions::poses},
    {"energy_by_source", &RecordOptions::energy_by_source},
}};

}  // namespace catena
