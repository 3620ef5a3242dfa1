// Damaged files in HDF5: whatever they hold, they are read or refused, and the program lives.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <random>

#include "catena/record/recording_file.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/trials.hpp"

namespace catena {
namespace {

std::string bytes_of_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Whether it was read; RecordingErrors are the only ones.
bool is_read(const std::string& path) {
  try {
    const RecordedTable table = read_recording(path);
    for (const auto& column : table.columns) EXPECT_EQ(column.size(), table.row_count());
    return true;
  } catch (const RecordingError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with(path)) << error.what();
    return false;
  }
}

// The library itself writes behind the end of its memory in one of them.
TEST(DamagedHdf5, FilesThatBrokeTheLibraryAreSurvived) {
  const ScratchFolder folder;
  int count = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(CATENA_SOURCE_DIR "/tests/fuzz/corpus/hdf5")) {
    const bool read = is_read(folder.write("r.h5", bytes_of_file(entry.path())));
    EXPECT_TRUE(read || entry.path().filename() == "overflow") << entry.path();
    ++count;
  }
  EXPECT_GE(count, 4);
}

TEST(DamagedHdf5, AnyBytesMayBeWrong) {
  const ScratchFolder folder;
  const std::string whole = bytes_of_file(CATENA_SOURCE_DIR "/tests/fuzz/corpus/hdf5/ordered");
  ASSERT_FALSE(whole.empty());
  std::minstd_rand random(1);
  for (int trial = 0; trial < test::trials(200); ++trial) {
    std::string damaged = whole;
    for (int i = 0; i < 1 + trial % 8; ++i)
      damaged[random() % damaged.size()] = static_cast<char>(random());
    if (trial % 5 == 0) damaged.resize(random() % damaged.size());
    is_read(folder.write("r.h5", damaged));
  }
}

}  // namespace
}  // namespace catena
