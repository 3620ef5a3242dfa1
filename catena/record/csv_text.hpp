#pragma once
// Comma-separated text: fields in quotes where they need them (RFC 4180), lines that are counted.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace catena::csv {

// All of a file. Throws RecordingError when it cannot be read.
std::string read_text(const std::string& path);

// The field as it stands in the file: in quotes when it holds a comma, a quote or a line end.
std::string quoted(std::string_view field);

// Independent of the locale: nan, inf, -inf and decimal numbers. False unless all of the field is
// one number; blanks around it are allowed.
bool parse_number(std::string_view field, double& value);

// Goes through a text that must outlive it. What follows the last line end is never given out: a
// line without its end was cut short when a program died.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  // The next line without its end; false after the last.
  bool next_line(std::string_view& line);
  // The next record, which covers several lines if quoted fields do; false after the last.
  bool next_record(std::vector<std::string>& fields);
  // Where the last line or record began, from 1.
  int line_number() const { return line_number_; }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  int next_line_number_ = 1;
  int line_number_ = 0;
};

}  // namespace catena::csv
