// Feeds arbitrary bytes to the reader of recordings in HDF5: whatever they are, the answer is a
// table with columns of one length, or a RecordingError.

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "catena/record/recording_file.hpp"
#include "tests/fuzz/fuzz_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const catena::FuzzFile file(".h5");
  file.write(data, size);
  try {
    const catena::RecordedTable table = catena::read_recording(file.path());
    if (table.names.size() != table.columns.size()) std::abort();
    for (const auto& column : table.columns)
      if (column.size() != table.row_count()) std::abort();
  } catch (const catena::RecordingError&) {
  }
  return 0;
}
