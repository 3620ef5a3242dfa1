// Recordings: what is written is what is read, to the last bit and also after a crash.

#include "catena/record/recording_file.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <limits>
#include <thread>

#include "tests/support/recording_message.hpp"
#include "tests/support/scratch_folder.hpp"

namespace catena {
namespace {

using Limits = std::numeric_limits<double>;

class RecordingFile : public testing::TestWithParam<const char*> {
 protected:
  std::string path(const std::string& stem = "r") const { return folder_.path(stem + GetParam()); }

  ScratchFolder folder_;
};
INSTANTIATE_TEST_SUITE_P(Formats, RecordingFile, testing::Values(".csv", ".h5", ".hdf5"),
                         [](const auto& p) { return std::string(p.param).substr(1); });

const std::vector<double> special_values = {
    0.0,
    -0.0,
    0.1,
    -1.0 / 3.0,
    6.02214076e23,
    Limits::max(),
    Limits::lowest(),
    Limits::min(),
    Limits::denorm_min(),
    -3.0 * Limits::denorm_min(),
    Limits::epsilon(),
    1.0 + Limits::epsilon(),
    Limits::infinity(),
    -Limits::infinity(),
    Limits::quiet_NaN(),
};

TEST_P(RecordingFile, KeepsEveryBit) {
  auto writer = RecordingWriter::create(path(), {"t", "x"});
  for (const double x : special_values) writer->write_row(std::array{1.0, x});
  writer->close();

  const RecordedTable table = read_recording(path());
  EXPECT_EQ(table.names, (std::vector<std::string>{"t", "x"}));
  ASSERT_EQ(table.row_count(), special_values.size());
  for (std::size_t i = 0; i < special_values.size(); ++i)
    EXPECT_EQ(std::bit_cast<std::uint64_t>(table.column("x")[i]),
              std::bit_cast<std::uint64_t>(special_values[i]))
        << special_values[i];
}

TEST_P(RecordingFile, KeepsNamesAndTheirOrder) {
  std::vector<std::string> names = {"t", "q.b", "q.a", "f.z.mx", "a", "with, comma", "\"quoted\""};
  for (int i = 0; i < 200; ++i) names.push_back("q.joint" + std::to_string(i));
  RecordingWriter::create(path(), names)->write_row(std::vector<double>(names.size(), 1.0));
  EXPECT_EQ(read_recording(path()).names, names);
}

TEST_P(RecordingFile, FindsColumnsWithSlashesByTheirName) {
  RecordingWriter::create(path(), {"t", "q.left/knee"})->write_row(std::array{1.0, 2.0});
  EXPECT_EQ(read_recording(path()).column("q.left/knee"), std::vector<double>{2.0});
}

TEST_P(RecordingFile, IsWholeAfterManyBlocksAndFlushes) {
  constexpr int rows = 5000;
  auto writer = RecordingWriter::create(path(), {"t", "x", "y"});
  for (int i = 0; i < rows; ++i) {
    writer->write_row(std::array{0.001 * i, 1.0 * i, -1.0 * i});
    if (i % 777 == 0) writer->flush();
  }
  writer.reset();  // no close(): the destructor brings the rest to the file
  const RecordedTable table = read_recording(path());
  ASSERT_EQ(table.row_count(), rows);
  for (std::size_t i = 0; i < rows; ++i) {
    ASSERT_EQ(table.column("x")[i], static_cast<double>(i));
    ASSERT_EQ(table.column("y")[i], -static_cast<double>(i));
  }
}

TEST_P(RecordingFile, WithoutRowsIsEmpty) {
  RecordingWriter::create(path(), {"t", "x"});
  EXPECT_EQ(read_recording(path()).row_count(), 0U);
  EXPECT_EQ(read_recording(path()).columns.size(), 2U);
}

// Runs in a child process that ends as if it was killed: no destructors, no buffers written.
template <class Body>
void die_after(const Body& body) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    try {
      body();
    } catch (const std::exception&) {
      ::_exit(1);
    }
    ::_exit(7);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 7);
}

TEST_P(RecordingFile, HoldsWhatWasFlushedWhenTheProgramDies) {
  die_after([&] {
    auto writer = RecordingWriter::create(path(), {"t", "x"});
    for (int i = 0; i < 3000; ++i) writer->write_row(std::array{1.0 * i, 2.0 * i});
    writer->flush();
    for (int i = 3000; i < 3010; ++i) writer->write_row(std::array{1.0 * i, 2.0 * i});
    (void)writer.release();
  });
  const RecordedTable table = read_recording(path());
  ASSERT_GE(table.row_count(), 3000U);
  EXPECT_EQ(table.column("x")[2999], 5998.0);
}

TEST_P(RecordingFile, HoldsWholeBlocksWhenTheProgramDiesWithoutFlush) {
  die_after([&] {
    auto writer = RecordingWriter::create(path(), {"t", "x"});
    for (int i = 0; i < 2500; ++i) writer->write_row(std::array{1.0 * i, 2.0 * i});
    (void)writer.release();
  });
  const RecordedTable table = read_recording(path());
  ASSERT_GE(table.row_count(), 2048U);
  for (std::size_t i = 0; i < table.row_count(); ++i)
    ASSERT_EQ(table.column("x")[i], 2.0 * static_cast<double>(i));
}

TEST_P(RecordingFile, CanBeReadWhileAnotherProgramWritesIt) {
  std::array<int, 2> ready{}, done{};
  ASSERT_EQ(::pipe(ready.data()), 0);
  ASSERT_EQ(::pipe(done.data()), 0);
  char byte = 0;
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    auto writer = RecordingWriter::create(path(), {"t"});
    writer->write_row(std::array{1.0});
    writer->flush();
    const bool told = ::write(ready[1], &byte, 1) == 1;
    ::_exit(told && ::read(done[0], &byte, 1) == 1 ? 0 : 1);
  }
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  EXPECT_EQ(read_recording(path()).row_count(), 1U);
  ASSERT_EQ(::write(done[1], &byte, 1), 1);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  for (const int end : {ready[0], ready[1], done[0], done[1]}) ::close(end);
}

TEST_P(RecordingFile, ThreadsWriteSeveralAtOnce) {
  std::vector<std::thread> threads;
  for (int k = 0; k < 4; ++k)
    threads.emplace_back([this, k] {
      auto writer = RecordingWriter::create(path(std::to_string(k)), {"t", "x"});
      for (int i = 0; i < 3000; ++i) writer->write_row(std::array{1.0 * i, 1.0 * k});
    });
  for (std::thread& thread : threads) thread.join();
  for (int k = 0; k < 4; ++k) {
    const RecordedTable table = read_recording(path(std::to_string(k)));
    ASSERT_EQ(table.row_count(), 3000U);
    EXPECT_EQ(table.column("x")[2999], k);
  }
}

TEST_P(RecordingFile, WriterSaysWhatIsWrong) {
  const std::string r = path();
  EXPECT_EQ(message_of([&] { RecordingWriter::create(r, std::vector<std::string>{}); }),
            r + ": found no columns, expected at least one");
  EXPECT_EQ(message_of([&] {
              RecordingWriter::create(r, {"t", ""});
            }),
            r + ": column 2 has no name, expected one; name it like 'q.elbow'");
  EXPECT_EQ(message_of([&] {
              RecordingWriter::create(r, {"t", "x", "t"});
            }),
            r + ": found two columns named 't', expected different names; rename one");
  const std::string nowhere = path("nowhere/r");
  EXPECT_EQ(message_of([&] { RecordingWriter::create(nowhere, {"t"}); }),
            nowhere +
                ": cannot be written (No such file or directory); check that its folder exists and "
                "may be written to");
  auto writer = RecordingWriter::create(r, {"t", "x"});
  EXPECT_EQ(message_of([&] { writer->write_row(std::array{1.0}); }),
            "write_row: found 1 numbers, expected 2, one per column of " + r);
  writer->close();
  writer->close();
  EXPECT_EQ(message_of([&] {
              writer->write_row(std::array{1.0, 2.0});
            }),
            "write_row: " + r + " is closed; write all rows before close()");
}

TEST_P(RecordingFile, MissingFileIsNamed) {
  EXPECT_EQ(message_of([&] { read_recording(path()); }).find(path() + ": cannot be read"), 0U);
}

TEST(Recording, OtherEndingsAreRefused) {
  EXPECT_EQ(message_of([] { RecordingWriter::create("r.txt", {"t"}); }),
            "r.txt: found the ending '.txt', expected .csv, .h5 or .hdf5; rename the recording");
  EXPECT_NE(message_of([] { read_recording("r"); }).find("expected .csv, .h5 or .hdf5"),
            std::string::npos);
}

TEST(Recording, FullDiskIsReported) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP();
  const ScratchFolder folder;
  std::filesystem::create_symlink("/dev/full", folder.path("r.csv"));
  EXPECT_THROW(RecordingWriter::create(folder.path("r.csv"), {"t"}), WriteError);
}

TEST(Recording, MisspeltColumnGetsTheNearestName) {
  const RecordedTable table{{"t", "q.elbow"}, {{}, {}}};
  EXPECT_EQ(message_of([&] { (void)table.column("q.elbwo"); }),
            "the recording has no column named 'q.elbwo'; did you mean 'q.elbow'?");
}

// HDF5 files say what they measure; text has no place for it.
TEST(RecordingUnits, AreKeptInHdf5) {
  const ScratchFolder folder;
  const std::vector<RecordedColumn> columns = {
      make_column(ColumnKind::Time),
      {"a.left/knee", ColumnKind::Acceleration, "left/knee", "rad/s²"},
      make_column(ColumnKind::CableStrain, "rope", "strain")};
  for (const char* name : {"r.h5", "r.csv"}) {
    const std::string path = folder.path(name);
    const auto writer = RecordingWriter::create(path, std::span(columns));
    writer->write_row(std::array{1.0, 2.0, 3.0});
    writer->close();
  }
  const RecordedTable table = read_recording(folder.path("r.h5"));
  EXPECT_EQ(table.names, names_of(columns));
  EXPECT_EQ(table.units, (std::map<std::string, std::string>{
                             {"t", "s"}, {"a.left/knee", "rad/s²"}, {"cable.rope.strain", ""}}));
  EXPECT_EQ(table.column("a.left/knee"), std::vector<double>{2.0});
  const RecordedTable text = read_recording(folder.path("r.csv"));
  EXPECT_TRUE(text.units.empty());
  EXPECT_EQ(text.names, names_of(columns));
}

}  // namespace
}  // namespace catena
