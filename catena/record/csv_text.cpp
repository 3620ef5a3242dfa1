#include "catena/record/csv_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>

#include "catena/record/recording_file.hpp"

namespace catena::csv {

std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  // A folder can be opened, but its first byte cannot be read; an empty file has none.
  if (file && file.peek() != std::ifstream::traits_type::eof()) text << file.rdbuf();
  if (!file.is_open() || file.bad() || !text)
    throw RecordingError(fmt::format(
        "{}: cannot be read, expected a file with a line of column names; check the path and its "
        "permissions",
        path));
  return std::move(text).str();
}

std::string quoted(std::string_view field) {
  if (field.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(field);
  std::string result = "\"";
  for (const char c : field) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + '"';
}

bool parse_number(std::string_view field, double& value) {
  constexpr std::string_view blanks = " \t";
  const std::size_t begin = field.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return false;
  field = field.substr(begin, field.find_last_not_of(blanks) - begin + 1);
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  return error == std::errc() && end == field.data() + field.size();
}

bool Reader::next_line(std::string_view& line) {
  const std::size_t end = text_.find('\n', at_);
  if (end == std::string_view::npos) return false;
  line = text_.substr(at_, end - at_);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  at_ = end + 1;
  line_number_ = next_line_number_++;
  return true;
}

bool Reader::next_record(std::vector<std::string>& fields) {
  fields.assign(1, {});
  bool in_quotes = false;
  for (std::size_t i = at_; i < text_.size(); ++i) {
    const char c = text_[i];
    const char next = i + 1 < text_.size() ? text_[i + 1] : '\0';
    const bool line_end = c == '\n' || (c == '\r' && next == '\n');
    const bool literal = c != '"' && (in_quotes || (c != ',' && !line_end));
    if (literal) {
      fields.back() += c;
    } else if (in_quotes && next == '"') {
      fields.back() += '"';
      ++i;
    } else if (c == '"') {
      in_quotes = !in_quotes;
    } else if (c == ',') {
      fields.emplace_back();
    } else if (c == '\n') {
      const std::string_view record = text_.substr(at_, i + 1 - at_);
      line_number_ = next_line_number_;
      next_line_number_ += static_cast<int>(std::count(record.begin(), record.end(), '\n'));
      at_ = i + 1;
      return true;
    }
  }
  return false;
}

}  // namespace catena::csv
