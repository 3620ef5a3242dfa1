// The table of points of contact in recordings: what is written is what is read.

#include "catena/record/contact_points.hpp"

#include <gtest/gtest.h>

#include <array>

#include "catena/record/recording_file.hpp"
#include "tests/support/scratch_folder.hpp"

namespace catena::contact_points {
namespace {

const std::vector<RecordedColumn> columns = {make_column(ColumnKind::Time)};
const std::vector<std::string> bodies = {"world", "box", "left/foot"};

// Number i: all its numbers are different.
TouchPoint point(int i) {
  TouchPoint p;
  p.is = i % 2 == 0 ? TouchPoint::Is::Sticking : TouchPoint::Is::Sliding;
  p.point = {0.1 * i, 1.0 / 3.0, -2.0}, p.normal = {0, 0.6, 0.8}, p.force = {i * 1e-17, 2.5, 9.81};
  p.gap = -1e-15 * i;
  p.a = BodyId{1 + i % 2}, p.b = BodyId{0};
  p.feature = 0xfedcba9876543210U + static_cast<unsigned>(i);  // more than a double holds
  p.friction = 0.5;
  p.of_shapes = true;
  return p;
}

TEST(ContactPoints, AreReadAsTheyWereWritten) {
  const ScratchFolder folder;
  const std::string path = folder.path("r.h5");
  {
    auto writer = RecordingWriter::create(path, columns, bodies);
    EXPECT_TRUE(writer->keeps_points());
    for (int row = 0; row < 3; ++row) {
      writer->write_row(std::array{0.5 * row});
      std::vector<TouchPoint> points;
      for (int i = 0; i < row; ++i) points.push_back(point(10 * row + i));
      points.emplace_back();  // open: it is not there
      writer->write_points(0.5 * row, points);
      writer->flush();
    }
    writer->close();
  }
  const RecordedPoints read = read_contact_points(path);
  EXPECT_EQ(read.bodies, bodies);
  ASSERT_EQ(read.count(), 3U);
  EXPECT_EQ(read.t, (std::vector<double>{0.5, 1.0, 1.0}));
  const std::array numbers = {10, 20, 21};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const TouchPoint was = point(numbers[i]), is = read.point(i);
    EXPECT_EQ(is.is, was.is);
    EXPECT_EQ(is.feature, was.feature);
    EXPECT_EQ(is.a, was.a);
    EXPECT_EQ(is.b, was.b);
    EXPECT_EQ(is.gap, was.gap);
    EXPECT_EQ(is.friction, was.friction);
    for (int k = 0; k < 3; ++k) {
      EXPECT_EQ(is.point[k], was.point[k]);
      EXPECT_EQ(is.normal[k], was.normal[k]);
      EXPECT_EQ(is.force[k], was.force[k]);
    }
  }
  // The columns are those of the recording alone.
  EXPECT_EQ(read_recording(path).names, (std::vector<std::string>{"t"}));
  EXPECT_EQ(read_recording(path).row_count(), 3U);
}

TEST(ContactPoints, FilesWithoutATableHaveNone) {
  const ScratchFolder folder;
  for (const std::string name : {"r.csv", "s.h5"}) {
    auto writer = RecordingWriter::create(folder.path(name), columns,
                                          name == "r.csv" ? bodies : std::vector<std::string>{});
    writer->write_row(std::array{0.0});
    writer->write_points(0.0, std::array{point(1)});
    writer->close();
    EXPECT_EQ(read_contact_points(folder.path(name)).count(), 0U) << name;
  }
}

TEST(ContactPoints, MoreThanFitIntoMemoryReachTheFile) {
  const ScratchFolder folder;
  const std::string path = folder.path("r.h5");
  auto writer = RecordingWriter::create(path, columns, bodies);
  const std::vector<TouchPoint> many(30000, point(4));
  for (int row = 0; row < 4; ++row) {
    writer->write_row(std::array{0.1 * row});
    writer->write_points(0.1 * row, many);
  }
  EXPECT_EQ(read_contact_points(path).count(), 120000U);  // flushed before it is closed
  writer->close();
  EXPECT_EQ(read_contact_points(path).count(), 120000U);
  EXPECT_EQ(read_recording(path).row_count(), 4U);
}

}  // namespace
}  // namespace catena::contact_points
