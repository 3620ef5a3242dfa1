// Disks that are full, files that vanish, two writers of one file.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "catena/record/event_file.hpp"
#include "catena/record/recording_file.hpp"
#include "tests/support/recording_message.hpp"
#include "tests/support/scratch_folder.hpp"

namespace catena {
namespace {

// Files grow to so many bytes and no further, as on a disk that is full.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit now{bytes, old_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &now);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, old_handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit old_{};
  void (*old_handler_)(int);
};

class FailingDisk : public testing::TestWithParam<const char*> {
 protected:
  std::string path(const std::string& stem = "r") const { return folder_.path(stem + GetParam()); }

  ScratchFolder folder_;
};
INSTANTIATE_TEST_SUITE_P(Formats, FailingDisk, testing::Values(".csv", ".h5"),
                         [](const auto& p) { return std::string(p.param).substr(1); });

// Whatever the size at which the disk is full, all rows of the last flush are there.
TEST_P(FailingDisk, LeavesTheRowsOfTheLastFlush) {
  for (rlim_t most = 20'000; most < 200'000; most += 7'919) {
    std::size_t flushed = 0;
    std::string message;
    try {
      const FileSizeLimit limit(most);
      const auto writer = RecordingWriter::create(path(), {"t", "x", "y"});
      for (std::size_t i = 0; i < 100'000; ++i) {
        const double x = static_cast<double>(i) / 7.0;
        writer->write_row(std::array{x, 2.0 * x, 3.0 * x});
        if (i % 100 == 99) writer->flush(), flushed = i + 1;
      }
      FAIL() << "the limit was not reached";
    } catch (const WriteError& error) {
      message = error.what();
    }
    const auto table = read_recording(path());
    ASSERT_EQ(table.row_count(), flushed) << most;
    if (flushed == 0) continue;
    const double last = static_cast<double>(flushed - 1) / 7.0;
    EXPECT_EQ(table.column("y").back(), 3.0 * last);
    EXPECT_NE(message.find(fmt::format("the recording is good for its first {} rows, up to t = "
                                       "{:.9g} s",
                                       flushed, last)),
              std::string::npos)
        << message;
    EXPECT_LE(std::filesystem::file_size(path()), most);
  }
}

TEST_P(FailingDisk, AWriterIsClosedByTheFailure) {
  const auto writer = RecordingWriter::create(path(), {"t"});
  {
    const FileSizeLimit limit(std::filesystem::file_size(path()));
    writer->write_row(std::array{1.0});
    EXPECT_THROW(writer->flush(), WriteError);
  }
  EXPECT_THROW(writer->write_row(std::array{2.0}), RecordingError);
  writer->close();
  EXPECT_EQ(read_recording(path()).row_count(), 0U);
}

// Nobody would find it.
TEST_P(FailingDisk, AFileThatVanishedIsReported) {
  std::filesystem::create_directory(folder_.path("sub"));
  const auto writer = RecordingWriter::create(path("sub/r"), {"t"});
  writer->write_row(std::array{1.0});
  std::filesystem::remove_all(folder_.path("sub"));
  try {
    writer->close();
    FAIL() << "nothing was thrown";
  } catch (const WriteError& error) {
    EXPECT_EQ(error.what(), path("sub/r") +
                                ": was deleted or replaced while it was written; "
                                "nothing of it is left");
  }
}

TEST_P(FailingDisk, ASecondWriterIsRefused) {
  const std::string r = path();
  auto first = RecordingWriter::create(r, {"t"});
  first->write_row(std::array{1.0});
  first->flush();
  EXPECT_EQ(message_of([&] {
              RecordingWriter::create(r, {"t", "x"});
            }),
            r + ": another run is writing this file; wait for its end, or choose another name");
  first->write_row(std::array{2.0});
  first->close();
  EXPECT_EQ(read_recording(r).row_count(), 2U);
  first.reset();
  RecordingWriter::create(r, {"t", "x"})->close();
  EXPECT_EQ(read_recording(r).names.size(), 2U);
}

TEST(FailingDiskEvents, ASecondWriterIsRefused) {
  const ScratchFolder folder;
  const EventWriter events(folder.path("r.csv"));
  EXPECT_NE(message_of([&] { EventWriter(folder.path("r.h5")); }).find("another run is writing"),
            std::string::npos);
}

TEST(FailingDiskEvents, KeepWholeLines) {
  const ScratchFolder folder;
  EventWriter events(folder.path("r.csv"));
  events.write(1.0, "limit", "elbow");
  const auto size = std::filesystem::file_size(events.path());
  {
    const FileSizeLimit limit(size + 5);
    EXPECT_THROW(events.write(2.0, "limit", "knee"), WriteError);
  }
  EXPECT_EQ(std::filesystem::file_size(events.path()), size);
  EXPECT_EQ(read_events(events.path()).size(), 1U);
}

TEST(FailingDiskHdf5, AnEmptyFileIsNamed) {
  const ScratchFolder folder;
  std::ofstream(folder.path("r.h5")).close();
  EXPECT_NE(message_of([&] { read_recording(folder.path("r.h5")); }).find("it is empty"),
            std::string::npos);
}

}  // namespace
}  // namespace catena
