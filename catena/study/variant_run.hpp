#pragma once
// One run of a study: from the values of its parameters to a row of the table.

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "catena/scenario/study.hpp"

namespace catena {

struct VariantRow {
  std::vector<double> results;  // by StudyResult; NaN where there is none
  // end: it was reached. stopped: the run ended before. energy: energies are wrong. refused: these
  // values make no scenario, or one that cannot start. crashed: its process died.
  std::string end;
  double t_end = std::numeric_limits<double>::quiet_NaN();  // s
  std::string message;                                      // why, where the end was not reached
};

// Whatever happens becomes a row. Nothing (an empty `end`) where `stop` asked to end it.
VariantRow run_variant(const Study& study, std::size_t variant,
                       const std::function<bool()>& stop = {});

// Throws ScenarioError where a result names a column that the first variant does not record.
// Nothing happens where that variant cannot start: other ones may.
void check_columns(const Study& study);

}  // namespace catena
