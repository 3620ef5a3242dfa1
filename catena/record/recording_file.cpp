#include "catena/record/recording_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <unordered_set>

#include "catena/model/model_error.hpp"
#include "catena/record/output_file.hpp"
#include "catena/record/recording_formats.hpp"

namespace catena {

namespace {

enum class Format { Csv, Hdf5 };

constexpr std::size_t most_points = 100000;  // that are kept in memory

Format format_of(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".csv") return Format::Csv;
  if (ending == ".h5" || ending == ".hdf5") return Format::Hdf5;
  throw RecordingError(
      fmt::format("{}: found the ending '{}', expected .csv, .h5 or .hdf5; rename the recording",
                  path, ending));
}

}  // namespace

bool RecordedTable::has(std::string_view name) const {
  return std::find(names.begin(), names.end(), name) != names.end();
}

const std::vector<double>& RecordedTable::column(std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    throw RecordingError(fmt::format("the recording has no column named '{}'{}", name,
                                     nearest_name_hint(name, names)));
  return columns.at(static_cast<std::size_t>(found - names.begin()));
}

RecordedTable read_recording(const std::string& path) {
  RecordedTable table = format_of(path) == Format::Csv ? read_csv(path) : read_hdf5(path);
  check_column_names(path, table.names);
  return table;
}

void check_recording_ending(const std::string& path) {
  (void)format_of(path);
}

void check_column_names(const std::string& path, const std::vector<std::string>& names) {
  if (names.empty())
    throw RecordingError(fmt::format("{}: found no columns, expected at least one", path));
  std::unordered_set<std::string_view> seen;
  for (const std::string& name : names) {
    if (name.empty())
      throw RecordingError(
          fmt::format("{}: column {} has no name, expected one; name it like 'q.elbow'", path,
                      seen.size() + 1));
    if (!seen.insert(name).second)
      throw RecordingError(fmt::format(
          "{}: found two columns named '{}', expected different names; rename one", path, name));
  }
}

std::unique_ptr<RecordingWriter> RecordingWriter::create(const std::string& path,
                                                         std::vector<std::string> columns) {
  const Format format = format_of(path);
  check_column_names(path, columns);
  auto sink =
      format == Format::Csv ? create_csv(path, columns) : create_hdf5(path, columns, {}, {});
  return std::unique_ptr<RecordingWriter>(
      new RecordingWriter(path, std::move(columns), std::move(sink), false));
}

std::unique_ptr<RecordingWriter> RecordingWriter::create(const std::string& path,
                                                         std::span<const RecordedColumn> columns,
                                                         const std::vector<std::string>& bodies) {
  std::vector<std::string> names = names_of(columns);
  if (format_of(path) == Format::Csv) return create(path, std::move(names));
  check_column_names(path, names);
  std::vector<std::string> units;
  for (const RecordedColumn& column : columns) units.push_back(column.unit);
  auto sink = create_hdf5(path, names, units, bodies);
  return std::unique_ptr<RecordingWriter>(
      new RecordingWriter(path, std::move(names), std::move(sink), !bodies.empty()));
}

RecordingWriter::RecordingWriter(std::string path, std::vector<std::string> columns,
                                 std::unique_ptr<RecordingSink> sink, bool keeps_points)
    : path_(std::move(path)),
      columns_(std::move(columns)),
      sink_(std::move(sink)),
      keeps_points_(keeps_points),
      last_flush_(Clock::now()) {
  rows_.reserve(recording_block_rows * columns_.size());
}

RecordingWriter::~RecordingWriter() {
  try {
    close();
  } catch (const std::exception&) {  // destructors do not throw; close() reports
  }
}

void RecordingWriter::write_row(std::span<const double> row) {
  if (row.size() != columns_.size())
    throw RecordingError(
        fmt::format("write_row: found {} numbers, expected {}, one per column of {}", row.size(),
                    columns_.size(), path_));
  if (sink_ == nullptr)
    throw RecordingError(
        fmt::format("write_row: {} is closed; write all rows before close()", path_));
  rows_.insert(rows_.end(), row.begin(), row.end());
  if (rows_.size() >= recording_block_rows * columns_.size())
    flush();
  else
    flush_if_due();
}

void RecordingWriter::write_points(double t, std::span<const TouchPoint> points) {
  if (!keeps_points_ || sink_ == nullptr) return;
  points_.add(t, points);
  if (points_.count() >= most_points) flush();
}

void RecordingWriter::flush_if_due() {
  if (!rows_.empty() && Clock::now() - last_flush_ > std::chrono::seconds(1)) flush();
}

void RecordingWriter::flush() {
  if (sink_ == nullptr || (rows_.empty() && points_.count() == 0)) return;
  try {
    sink_->write_rows(rows_, points_);
  } catch (const WriteError& error) {
    sink_.reset();  // a second attempt would leave a gap
    throw WriteError(fmt::format("{}; {}", error.what(), how_far()));
  }
  row_count_ += rows_.size() / columns_.size();
  if (!rows_.empty()) last_row_start_ = rows_[rows_.size() - columns_.size()];
  rows_.clear(), points_.clear();
  last_flush_ = Clock::now();
}

std::string RecordingWriter::how_far() const {
  if (row_count_ == 0) return "the recording has no rows";
  std::string text = fmt::format("the recording is good for its first {} row{}", row_count_,
                                 row_count_ == 1 ? "" : "s");
  if (columns_.front() == "t") text += fmt::format(", up to t = {:.9g} s", last_row_start_);
  return text;
}

void RecordingWriter::close() {
  flush();
  if (const std::unique_ptr<RecordingSink> sink = std::move(sink_)) sink->finish();
}

}  // namespace catena
