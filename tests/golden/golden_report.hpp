#pragma once
// What a run does otherwise than its record says.

#include <string>

#include "tests/golden/golden_record.hpp"

namespace catena::test {

// Whether this program is built as the one that wrote the records: rounding is the same.
bool is_build_of_records();
// What differs by more than the tolerances of `expected`: of each kind and name the first event,
// and per column the first sample. Empty: nothing. With same_rounding == false, by more than
// recordings of two builds may differ by: see docs/recordings.md.
std::string report(const GoldenRecord& expected, const GoldenRecord& found, bool same_rounding);

}  // namespace catena::test
