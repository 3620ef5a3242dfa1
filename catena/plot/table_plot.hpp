#pragma once
// Figures of the other tables that runs leave: lists of events, and tables of sweeps.

#include <string>
#include <vector>

#include "catena/plot/recording_plot.hpp"

namespace catena {

// Events as columns over time: `count.KIND`, how many there were so far, and each number that
// events have (v_before, energy ...), as a stroke from zero.
RecordedTable table_of_events(const std::vector<Event>& events);

// A file of events that `catena run` has written, by its name.
bool is_events_file(const std::string& path);

// The table of a sweep: parameters come first, then results. Rows whose run did not reach its end
// have no results.
struct SweepTable {
  std::vector<std::string> parameters = {}, results = {};
  std::vector<std::vector<double>> rows = {};  // of both, in this order
  std::size_t left_out = 0;                    // rows without results
};
// Whether a file is one, by its first line.
bool is_sweep_table(const std::string& path);
// Throws RecordingError.
SweepTable read_sweep_table(const std::string& path);

// Results over one parameter (the first one if `over` is empty), one curve for all values of the
// others. `panels`: patterns of results; none: each has a panel of its own. Throws RecordingError
// where there is no such parameter or result.
Figure sweep_figure(const SweepTable& table, const std::vector<std::vector<std::string>>& panels,
                    const std::string& over, const std::string& title);

}  // namespace catena
