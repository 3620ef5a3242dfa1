#include "catena/study/study_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "catena/record/csv_text.hpp"
#include "catena/record/recording_file.hpp"

namespace catena {

namespace {

constexpr std::string_view own_columns[] = {"end", "t_end", "message", "study"};

std::string line_of(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& field : fields) line += (line.empty() ? "" : ",") + csv::quoted(field);
  return line + "\n";
}

// All digits: what is read is what was written.
std::string number_text(double value) {
  return std::isnan(value) ? "nan" : fmt::format("{}", value);
}

double number_in(const std::string& field, const std::string& where) {
  double value = 0.0;
  if (!csv::parse_number(field, value))
    throw RecordingError(fmt::format("{}: found '{}', expected a number", where, field));
  return value;
}

bool same_number(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

// One line, whatever it was.
std::string flat(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace

StudyTable::StudyTable(const Study& study)
    : study_(study),
      mark_(fmt::format("{:016x}", study.fingerprint())),
      rows_(study.variant_count()) {}

std::size_t StudyTable::row_count() const {
  return static_cast<std::size_t>(
      std::count_if(rows_.begin(), rows_.end(), [](const auto& row) { return row.has_value(); }));
}

std::string StudyTable::header() const {
  std::vector<std::string> names;
  for (const StudyParameter& parameter : study_.parameters()) names.push_back(parameter.name);
  for (const StudyResult& result : study_.results()) names.push_back(result.name);
  names.insert(names.end(), std::begin(own_columns), std::end(own_columns));
  return line_of(names);
}

std::string StudyTable::text_of(std::size_t variant) const {
  const VariantRow& row = rows_.at(variant).value();
  std::vector<std::string> fields;
  for (const double value : study_.values_of(variant)) fields.push_back(number_text(value));
  for (const double value : row.results) fields.push_back(number_text(value));
  fields.insert(fields.end(), {row.end, number_text(row.t_end), flat(row.message), mark_});
  return line_of(fields);
}

std::size_t StudyTable::variant_of(const std::vector<std::string>& fields,
                                   const std::string& where) const {
  std::size_t variant = 0;
  for (std::size_t i = 0; i < study_.parameters().size(); ++i) {
    const StudyParameter& parameter = study_.parameters()[i];
    const double value = number_in(fields[i], where);
    const auto found = std::find_if(parameter.values.begin(), parameter.values.end(),
                                    [&](double x) { return same_number(x, value); });
    if (found == parameter.values.end())
      throw RecordingError(
          fmt::format("{}: {} = {} is not a value of this study; remove the table, or name another "
                      "one with --out",
                      where, parameter.name, value));
    variant = variant * parameter.values.size() +
              static_cast<std::size_t>(found - parameter.values.begin());
  }
  return variant;
}

void StudyTable::load(const std::string& path) {
  const std::string text = csv::read_text(path);
  csv::Reader reader(text);
  std::vector<std::string> fields;
  if (!reader.next_record(fields)) return;  // nothing was written yet
  if (line_of(fields) != header())
    throw RecordingError(
        fmt::format("{}: it is the table of another study, with the columns {}; expected {}; "
                    "remove it, or name another one with --out",
                    path, fmt::join(fields, ", "), header().substr(0, header().size() - 1)));
  const std::size_t count = fields.size(), parameters = study_.parameters().size();
  while (reader.next_record(fields)) {
    const std::string where = fmt::format("{}:{}", path, reader.line_number());
    if (fields.size() != count)
      throw RecordingError(
          fmt::format("{}: found {} fields, expected {}", where, fields.size(), count));
    if (fields.back() != mark_)
      throw RecordingError(
          fmt::format("{}: the scenario has changed since this row was made; remove the table to "
                      "start again, or name another one with --out",
                      where));
    VariantRow row;
    for (std::size_t i = 0; i < study_.results().size(); ++i)
      row.results.push_back(number_in(fields[parameters + i], where));
    row.end = fields[count - 4], row.message = fields[count - 2];
    row.t_end = number_in(fields[count - 3], where);
    set(variant_of(fields, where), std::move(row));
  }
}

void StudyTable::save(const std::string& path) const {
  const std::string beside = path + ".part";
  std::ofstream file(beside, std::ios::binary);
  file << header();
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (rows_[i]) file << text_of(i);
  file.close();
  std::error_code error;
  if (file) std::filesystem::rename(beside, path, error);
  if (!file || error)
    throw WriteError(fmt::format(
        "{}: cannot be written; check that its folder exists and that the disk has room", path));
}

std::string packed(const VariantRow& row) {
  std::vector<std::string> fields{row.end, number_text(row.t_end), flat(row.message)};
  for (const double value : row.results) fields.push_back(number_text(value));
  return line_of(fields);
}

std::optional<VariantRow> unpacked(const std::string& bytes) {
  csv::Reader reader(bytes);
  std::vector<std::string> fields;
  if (!reader.next_record(fields) || fields.size() < 3) return std::nullopt;
  VariantRow row;
  row.end = fields[0], row.message = fields[2];
  if (!csv::parse_number(fields[1], row.t_end)) return std::nullopt;
  for (std::size_t i = 3; i < fields.size(); ++i) {
    row.results.push_back(0.0);
    if (!csv::parse_number(fields[i], row.results.back())) return std::nullopt;
  }
  return row;
}

}  // namespace catena
