// Recordings as text: a line of names, then one line of numbers per row.

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "catena/record/csv_text.hpp"
#include "catena/record/output_file.hpp"
#include "catena/record/recording_formats.hpp"

namespace catena {

namespace {

class CsvSink final : public RecordingSink {
 public:
  CsvSink(const std::string& path, const std::vector<std::string>& columns)
      : column_count_(columns.size()), file_(path) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (i > 0) text_.push_back(',');
      text_.append(csv::quoted(columns[i]));
    }
    text_.push_back('\n');
    bring_to_file();
  }

  void write_rows(std::span<const double> rows, const RecordedPoints&) override {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      // Without a precision fmt writes the shortest text that reads as the same double.
      fmt::format_to(std::back_inserter(text_), "{}", rows[i]);
      text_.push_back((i + 1) % column_count_ == 0 ? '\n' : ',');
    }
    bring_to_file();
  }

  void finish() override { file_.check_in_place(); }

 private:
  void bring_to_file() {
    file_.append({text_.data(), text_.size()});
    text_.clear();
  }

  std::size_t column_count_;
  OutputFile file_;
  fmt::memory_buffer text_;
};

// Where a line of numbers stands, for errors.
struct Place {
  const std::string& path;
  int line;
};

void append_row(const Place& place, std::string_view line, RecordedTable& table) {
  const std::size_t expected = table.names.size();
  const auto found = 1 + static_cast<std::size_t>(std::count(line.begin(), line.end(), ','));
  if (found != expected)
    throw RecordingError(
        fmt::format("{}:{}: found {} field{}, expected {}, one per name in line 1; complete the "
                    "line or remove it",
                    place.path, place.line, found, found == 1 ? "" : "s", expected));
  for (std::size_t i = 0; i < expected; ++i) {
    const std::size_t comma = line.find(',');
    const std::string_view field = line.substr(0, comma);
    double value = 0.0;
    if (!csv::parse_number(field, value))
      throw RecordingError(fmt::format(
          "{}:{}: found '{}' in column '{}', expected a number; write it like 0.5, -1e-3 or nan",
          place.path, place.line, field, table.names[i]));
    table.columns[i].push_back(value);
    if (comma != std::string_view::npos) line.remove_prefix(comma + 1);
  }
}

}  // namespace

std::unique_ptr<RecordingSink> create_csv(const std::string& path,
                                          const std::vector<std::string>& columns) {
  return std::make_unique<CsvSink>(path, columns);
}

RecordedTable read_csv(const std::string& path) {
  const std::string text = csv::read_text(path);
  csv::Reader reader(text);
  RecordedTable table;
  if (!reader.next_record(table.names))
    throw RecordingError(fmt::format(
        "{}:1: found no complete line, expected one of column names separated by commas", path));
  table.columns.resize(table.names.size());
  std::string_view line;
  while (reader.next_line(line))
    if (!line.empty()) append_row({path, reader.line_number()}, line, table);
  return table;
}

}  // namespace catena
