#pragma once
// Recordings: named columns of numbers with one row per sample, as text (.csv) or HDF5 (.h5).

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "catena/elements/column.hpp"
#include "catena/math/error.hpp"
#include "catena/record/contact_points.hpp"
#include "catena/record/output_file.hpp"

namespace catena {

// A recording that cannot be read or written as asked, or a column that it does not have.
class RecordingError : public Error {
 public:
  using Error::Error;
};

// What a recording holds: columns[i] belongs to names[i], and all columns are equally long.
struct RecordedTable {
  std::vector<std::string> names = {};
  std::vector<std::vector<double>> columns = {};
  std::map<std::string, std::string> units = {};  // of columns by their names, those that are known

  std::size_t row_count() const { return columns.empty() ? 0 : columns.front().size(); }
  bool has(std::string_view name) const;
  // Throws RecordingError with the nearest existing name.
  const std::vector<double>& column(std::string_view name) const;
};

// Reads .csv, .h5 and .hdf5. Numbers are bitwise those that were written. Of a run that was killed
// it gives the rows that reached the file; a last line without its end is dropped. Throws
// RecordingError with file, line, what was found, what was expected and what to try.
RecordedTable read_recording(const std::string& path);

// Throws RecordingError unless the path ends in .csv, .h5 or .hdf5.
void check_recording_ending(const std::string& path);

class RecordingSink;

// Writes a recording row by row. Rows are gathered in blocks; after each block, and at least once a
// second while rows arrive, the file on disk is whole and readable.
class RecordingWriter {
 public:
  // The ending of the path chooses the format: .csv, .h5 or .hdf5. An existing file is replaced,
  // unless another writer has it open: then it throws RecordingError.
  static std::unique_ptr<RecordingWriter> create(const std::string& path,
                                                 std::vector<std::string> columns);
  // HDF5 files keep the units, too; and where `bodies` are given, the names of all bodies from the
  // world on, a table of the points where shapes touch.
  static std::unique_ptr<RecordingWriter> create(const std::string& path,
                                                 std::span<const RecordedColumn> columns,
                                                 const std::vector<std::string>& bodies = {});
  // Closes the file. Call close() yourself to hear of errors.
  ~RecordingWriter();
  RecordingWriter(const RecordingWriter&) = delete;
  RecordingWriter& operator=(const RecordingWriter&) = delete;

  // One number per column. Throws WriteError when the file cannot take them (disk full): the
  // message says up to where the recording is good, the writer is closed.
  void write_row(std::span<const double> row);
  // Whether the file has a table of points, and those of the row that was written last.
  bool keeps_points() const { return keeps_points_; }
  void write_points(double t, std::span<const TouchPoint> points);
  // Brings all rows so far to the file.
  void flush();
  // Likewise, once a second: for those who have no row to write.
  void flush_if_due();
  // Flushes and closes; further rows are an error, a second close() does nothing. Throws WriteError
  // also where the file was deleted meanwhile.
  void close();

  const std::string& path() const { return path_; }
  const std::vector<std::string>& columns() const { return columns_; }

 private:
  RecordingWriter(std::string path, std::vector<std::string> columns,
                  std::unique_ptr<RecordingSink> sink, bool keeps_points);

  std::string how_far() const;

  using Clock = std::chrono::steady_clock;
  std::string path_;
  std::vector<std::string> columns_;
  std::unique_ptr<RecordingSink> sink_;  // null once closed
  std::vector<double> rows_;             // not yet written, one row after the other
  RecordedPoints points_;                // likewise
  bool keeps_points_;
  std::size_t row_count_ = 0;    // of the file
  double last_row_start_ = 0.0;  // the first number of its last row
  Clock::time_point last_flush_;
};

}  // namespace catena
