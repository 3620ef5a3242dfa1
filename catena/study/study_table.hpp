#pragma once
// The table of a study: one row per variant, in the order of the grid, as text (.csv). It may be
// incomplete; a sweep then continues from there.

#include <optional>
#include <string>
#include <vector>

#include "catena/study/variant_run.hpp"

namespace catena {

// Columns: parameters, results, `end`, `t_end`, `message`, and `study`, which tells by which
// scenario a row was made.
class StudyTable {
 public:
  explicit StudyTable(const Study& study);

  // Rows of a file that an earlier sweep of the same study has written. Throws RecordingError
  // that says why where it is of another one, or no such table.
  void load(const std::string& path);
  // Replaces the file by all rows that are there, at once: a reader sees the old or the new one.
  // Throws WriteError.
  void save(const std::string& path) const;

  void set(std::size_t variant, VariantRow row) { rows_.at(variant) = std::move(row); }
  const std::optional<VariantRow>& row(std::size_t variant) const { return rows_.at(variant); }
  std::size_t row_count() const;  // of those that are there
  bool is_complete() const { return row_count() == rows_.size(); }

  std::string header() const;
  std::string text_of(std::size_t variant) const;  // its line

 private:
  std::size_t variant_of(const std::vector<std::string>& fields, const std::string& where) const;

  const Study& study_;
  std::string mark_;  // of the scenario
  std::vector<std::optional<VariantRow>> rows_;
};

// A row as bytes that go from one process to another.
std::string packed(const VariantRow& row);
std::optional<VariantRow> unpacked(const std::string& bytes);

}  // namespace catena
