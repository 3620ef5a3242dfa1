#pragma once
// What a file format of recordings has to provide. Internal to this module.

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "catena/record/contact_points.hpp"
#include "catena/record/recording_file.hpp"

namespace catena {

inline constexpr std::size_t recording_block_rows = 1024;

// An open file. Its destructor closes it.
class RecordingSink {
 public:
  RecordingSink() = default;
  virtual ~RecordingSink() = default;
  RecordingSink(const RecordingSink&) = delete;
  RecordingSink& operator=(const RecordingSink&) = delete;

  // Appends whole rows, one after the other in `rows`, and leaves the file on disk readable: with
  // them, or without any of them where it throws WriteError. `points`: those of the same samples,
  // for formats that keep them.
  virtual void write_rows(std::span<const double> rows, const RecordedPoints& points) = 0;
  // Nothing follows. Throws WriteError where the file is not there any more.
  virtual void finish() = 0;
};

std::unique_ptr<RecordingSink> create_csv(const std::string& path,
                                          const std::vector<std::string>& columns);
// `units`: one per column, or none at all where they are not known. `bodies`: those of a table of
// points of contact; none: there is no such table.
std::unique_ptr<RecordingSink> create_hdf5(const std::string& path,
                                           const std::vector<std::string>& columns,
                                           const std::vector<std::string>& units,
                                           const std::vector<std::string>& bodies);
RecordedTable read_csv(const std::string& path);
RecordedTable read_hdf5(const std::string& path);

// Throws RecordingError unless every column has a name and no two have the same.
void check_column_names(const std::string& path, const std::vector<std::string>& names);

}  // namespace catena
