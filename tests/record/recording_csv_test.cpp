// Recordings as text that was cut short, edited or written by others.

#include <gtest/gtest.h>

#include "catena/record/recording_file.hpp"
#include "tests/support/scratch_folder.hpp"

namespace catena {
namespace {

class RecordingCsv : public testing::Test {
 protected:
  RecordedTable read(const std::string& text) {
    return read_recording(folder_.write("r.csv", text));
  }

  // Without the folder of the file.
  std::string error_of(const std::string& text) {
    try {
      read(text);
    } catch (const RecordingError& error) {
      const std::string message = error.what();
      return message.substr(message.find("r.csv"));
    }
    return "no error";
  }

  ScratchFolder folder_;
};

TEST_F(RecordingCsv, LastLineWithoutItsEndIsDropped) {
  const std::string whole = "t,x\n0,1\n0.5,2.25\n";
  EXPECT_EQ(read(whole).row_count(), 2U);
  // Also where it looks complete: 2.25 may have lost digits.
  for (std::size_t end = whole.size() - 1; end >= 8; --end)
    EXPECT_EQ(read(whole.substr(0, end)).row_count(), 1U) << whole.substr(0, end);
}

TEST_F(RecordingCsv, WrongNumberOfFields) {
  EXPECT_EQ(error_of("t,x,y\n0,1,2\n1,2\n"),
            "r.csv:3: found 2 fields, expected 3, one per name in line 1; complete the line or "
            "remove it");
  EXPECT_EQ(error_of("t,x\n0,1,2\n").substr(0, 36), "r.csv:2: found 3 fields, expected 2,");
}

TEST_F(RecordingCsv, NotANumber) {
  EXPECT_EQ(error_of("t,x\n0,1\n1,abc\n2,3\n"),
            "r.csv:3: found 'abc' in column 'x', expected a number; write it like 0.5, -1e-3 or "
            "nan");
  EXPECT_EQ(error_of("t,x\n0,1.5m\n").substr(0, 36), "r.csv:2: found '1.5m' in column 'x',");
  EXPECT_EQ(error_of("t,x\n,1\n").substr(0, 32), "r.csv:2: found '' in column 't',");
}

TEST_F(RecordingCsv, NoHeader) {
  EXPECT_EQ(error_of(""),
            "r.csv:1: found no complete line, expected one of column names separated by commas");
  EXPECT_EQ(error_of("t,x").substr(0, 31), "r.csv:1: found no complete line");
  EXPECT_EQ(error_of("t,t\n"),
            "r.csv: found two columns named 't', expected different names; rename one");
}

TEST_F(RecordingCsv, OtherHabitsOfWritingAreUnderstood) {
  const RecordedTable table = read("t,\"x, y\"\r\n0 , 1e3\r\n\r\n1,-INF\r\n");
  EXPECT_EQ(table.names, (std::vector<std::string>{"t", "x, y"}));
  EXPECT_EQ(table.column("x, y").front(), 1000.0);
  EXPECT_LT(table.column("x, y").back(), -1e308);
}

}  // namespace
}  // namespace catena
