#pragma once
// Runs the variants of a study, several at a time.

#include <functional>
#include <string>

#include "catena/study/study_table.hpp"

namespace catena {

struct SweepOptions {
  int jobs = 1;                     // processes at a time
  std::string table = {};           // file; rows that it has already are not run again
  std::function<bool()> stop = {};  // asked now and then; rows so far are kept
  // How many rows there are, and how many variants run.
  std::function<void(std::size_t done, std::size_t running)> progress = {};
};

// Each variant runs in a process of its own, so that one that dies becomes a row as well, and what
// comes out does not depend on how many run at a time. The file is brought up to date after each.
// Returns whether all rows are there. Throws RecordingError where the table is of another study,
// WriteError, and std::runtime_error where there are no more processes.
bool sweep(const Study& study, StudyTable& table, const SweepOptions& options);

}  // namespace catena
