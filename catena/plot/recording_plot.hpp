#pragma once
// Figures of recordings: which columns go into which panel, with units and events.

#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "catena/plot/plot.hpp"
#include "catena/record/event_file.hpp"
#include "catena/record/recording_file.hpp"

namespace catena {

// What a column holds, by the table of columns (column.hpp) and its name alone. The unit is empty
// where it is not known.
struct PlottedQuantity {
  std::string name, unit;
  bool operator==(const PlottedQuantity&) const = default;
};
PlottedQuantity quantity_of(std::string_view column);

// The column of this name, or all but `t` that match the glob pattern ("q.*", "f.elbow.f?"), in the
// order of the recording. Throws RecordingError where there is none.
std::vector<std::string> matching_columns(const RecordedTable& table, const std::string& pattern);

struct PlotRequest {
  // The patterns of each panel. Without panels: q.*, v.* and energy.*, those that exist.
  std::vector<std::vector<std::string>> panels = {};
  // Per panel, the last one for all further panels: the column over which it is drawn; empty: t. A
  // panel of v.a over q.a is a phase plot.
  std::vector<std::string> over = {};
  std::string title = {};
  double from = -std::numeric_limits<double>::infinity();  // s
  double to = std::numeric_limits<double>::infinity();     // s
  // Angles in degrees. Where a unit is not known: of joints with one coordinate, and their rates.
  bool degrees = false;
  // Units of columns whose names leave them open; they go before those of the recording.
  std::map<std::string, std::string> units = {};
};

// The columns over the column `t` or another one, with the events as markers. Throws RecordingError
// for columns that do not exist and for times without samples.
Figure recording_figure(const RecordedTable& table, const std::vector<Event>& events,
                        const PlotRequest& request);

}  // namespace catena
