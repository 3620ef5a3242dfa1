// Recordings as frames, and pages that contain them.

#include <gtest/gtest.h>
#include <zlib.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "catena/view/export_page.hpp"
#include "catena/view/replay_answers.hpp"

namespace catena::test {
namespace {

using Json = nlohmann::json;

Scenario swinging() {
  return parse_scenario(R"(
name: Swinging
model:
  bodies: [{name: bob, shapes: [{sphere: {radius: 0.1}, at: [0, 0, -1], mass: 1}]}]
  joints: [{name: hinge, kind: revolute, parent: world, child: bob, axis: [0, 1, 0], limits: {lower: -0.5, upper: 2}}]
initial: {hinge: 1}
duration: 2
)",
                        "swinging", ".");
}

Replay replay_of(const Scenario& scenario) {
  Simulated simulated = simulate_for_viewer(scenario, {});
  EXPECT_EQ(simulated.failure, "");
  return Replay(scenario, "swinging", std::move(simulated.table), std::move(simulated.events));
}

template <class T>
T at(const std::string& bytes, std::size_t offset) {
  T x;
  std::memcpy(&x, bytes.data() + offset, sizeof(T));
  return x;
}

// A box on the ground: its four corners, with a quarter of its weight each, stand at the end of
// each frame.
TEST(Replay, HasThePointsWhereShapesTouch) {
  const Scenario scenario = parse_scenario(R"(
model:
  bodies: [{name: box, shapes: [{box: {sides: [0.4, 0.2, 0.2]}, mass: 2, drawn: false}]}]
  joints: [{name: move, kind: free, parent: world, child: box}]
initial: {move: {position: [0, 0, 0.1]}}
ground: true
duration: 0.2
)",
                                           "box", ".");
  Simulated simulated = simulate_for_viewer(scenario, {});
  Replay replay(scenario, "", std::move(simulated.table), {}, std::move(simulated.points));
  const Snapshot& shown = replay.snapshot(replay.row_count() - 1);
  ASSERT_EQ(shown.touches.size(), 4U);
  Vec3<double> sum = Vec3<double>::zero();
  for (const TouchPoint& touch : shown.touches) {
    EXPECT_NEAR(std::abs(touch.point.x), 0.2, 1e-9);
    EXPECT_NEAR(touch.point.z, 0.0, 1e-9);
    EXPECT_EQ(touch.is, TouchPoint::Is::Sticking);
    sum += touch.force;
  }
  EXPECT_NEAR(sum.z, 2 * 9.81, 1e-9);
  std::string bytes;
  replay.append_frame(replay.frame_count() - 1, bytes);
  EXPECT_EQ(at<std::uint32_t>(bytes, 12), bytes.size());
  const std::size_t first = 16 + 28 + 32;  // behind the body and the joint
  EXPECT_EQ(at<float>(bytes, first), 4.0F);
  EXPECT_EQ(at<float>(bytes, first + 4), 0.0F);   // of the box
  EXPECT_EQ(at<float>(bytes, first + 8), -1.0F);  // on the world
  EXPECT_EQ(at<float>(bytes, first + 12), 2.0F);  // sticks
  const Json scene = Json::parse(scene_text(replay.scene(), false));
  EXPECT_TRUE(scene["bodies"][0]["shapes"].empty());
  EXPECT_EQ(scene["bodies"][0]["undrawn"][0]["touches"], true);
  ASSERT_EQ(scene["surfaces"].size(), 1U);  // the ground
  EXPECT_EQ(scene["surfaces"][0]["point"], Json({0, 0, 0}));
}

TEST(Replay, HasTheBodiesWhereTheJointsPutThem) {
  const Scenario scenario = swinging();
  Simulated simulated = simulate_for_viewer(scenario, {});
  const RecordedTable table = simulated.table;
  Replay replay(scenario, "", std::move(simulated.table), std::move(simulated.events));
  ASSERT_EQ(replay.frame_count(), 201u);
  for (std::size_t i = 0; i < replay.frame_count(); i += 17) {
    std::string bytes;
    replay.append_frame(i, bytes);
    ASSERT_EQ(bytes.size(), replay.frame_size());
    EXPECT_EQ(at<std::uint32_t>(bytes, 12), bytes.size());
    EXPECT_EQ(at<double>(bytes, 0), table.column("t")[i]);
    const double half = 0.5 * table.column("q.hinge")[i];
    EXPECT_NEAR(at<float>(bytes, 16 + 12), std::cos(half), 1e-7);  // quaternion w, y
    EXPECT_NEAR(at<float>(bytes, 16 + 20), std::sin(half), 1e-7);
    EXPECT_EQ(at<float>(bytes, 16 + 28), 1.0F);  // the joint is whole
    EXPECT_NEAR(at<float>(bytes, 16 + 28 + 28), table.column("f.hinge.fz")[i], 1e-5);
  }
}

// From q alone the poses are the same as recorded ones.
TEST(Replay, NeedsPositionsOrPoses) {
  const Scenario scenario = swinging();
  Simulated simulated = simulate_for_viewer(scenario, {});
  RecordedTable with = simulated.table, without;
  for (std::size_t c = 0; c < with.names.size(); ++c)
    if (!with.names[c].starts_with("x."))
      without.names.push_back(with.names[c]), without.columns.push_back(with.columns[c]);
  RecordedTable neither{{"t"}, {with.column("t")}};
  Replay a(scenario, "", std::move(with), {}), b(scenario, "", std::move(without), {});
  for (std::size_t row : {0u, 50u, 200u})
    EXPECT_LT(norm(a.snapshot(row).poses[1] * Vec3<double>{0, 0, -1} -
                   b.snapshot(row).poses[1] * Vec3<double>{0, 0, -1}),
              1e-14);
  try {
    Replay(scenario, "", std::move(neither), {});
    FAIL();
  } catch (const RecordingError& error) {
    EXPECT_NE(std::string(error.what()).find("no column 'q.hinge'"), std::string::npos);
  }
}

TEST(Replay, TellsEventsAndTimes) {
  Replay replay = replay_of(swinging());
  const Json json = Json::parse(replay.recording_text());
  EXPECT_EQ(json["frames"], 201);
  EXPECT_EQ(json["rows"], 201);
  EXPECT_NEAR(json["interval"].get<double>(), 0.01, 1e-9);
  ASSERT_FALSE(json["events"].empty());
  EXPECT_EQ(json["events"][0]["kind"], "limit");
  EXPECT_EQ(json["events"][0]["name"], "hinge");
  replay.thin_out(50, 20);
  const Json thin = Json::parse(replay.recording_text());
  EXPECT_EQ(thin["frames"], 41);
  EXPECT_EQ(thin["rows"], 19);
  EXPECT_NEAR(thin["interval"].get<double>(), 0.05, 1e-9);
}

// A stop that holds the hinge is lit up.
TEST(Replay, ShowsActiveStops) {
  Scenario scenario = swinging();
  scenario.setup.q[0] = -0.5;
  scenario.setup.model = parse_scenario(R"(
model:
  bodies: [{name: bob, shapes: [{sphere: {radius: 0.1}, at: [1, 0, 0], mass: 1}]}]
  joints: [{name: hinge, kind: revolute, parent: world, child: bob, axis: [0, 1, 0], limits: {lower: -2, upper: 0.5}}]
)",
                                        "stop", ".")
                             .setup.model;
  Replay replay = replay_of(scenario);
  std::string bytes;
  replay.append_frame(200, bytes);
  EXPECT_EQ(at<float>(bytes, 16 + 28 + 4), 1.0F);  // it has fallen onto its upper one
}

TEST(Replay, AnswersWithFramesAndColumns) {
  Replay replay = replay_of(swinging());
  ReplayAnswers answers(replay);
  EXPECT_EQ(answers.greet().size(), 2u);
  std::string got, complaint;
  const auto ask = [&](const ClientMessage& message) {
    got.clear(), complaint.clear();
    answers.handle(
        message, [&](Payload p) { got = *p; }, [&](Payload p) { complaint = *p; });
  };
  ask(FramesMessage{7, 190, 50, 5});
  EXPECT_EQ(got[0], 2);
  EXPECT_EQ(at<std::uint32_t>(got, 4), 7u);
  EXPECT_EQ(at<std::uint32_t>(got, 16), 3u);  // 190, 195, 200
  ASSERT_EQ(got.size(), 24 + 3 * replay.frame_size());
  EXPECT_NEAR(at<double>(got, 24 + 2 * replay.frame_size()), 2.0, 1e-12);
  ask(FramesMessage{8, 4000000000U, 1, 1});
  EXPECT_EQ(at<std::uint32_t>(got, 16), 0u);
  ask(ColumnMessage{9, "q.hinge"});
  EXPECT_EQ(got[0], 3);
  ASSERT_EQ(got.size(), 16 + 4 * 201u);
  EXPECT_EQ(at<float>(got, 16), 1.0F);
  ask(ColumnMessage{10, "q.hinges"});
  EXPECT_EQ(got, "");
  EXPECT_NE(complaint.find("no column 'q.hinges'"), std::string::npos);
  ask(PlayMessage{});
  EXPECT_EQ(got, "");
  EXPECT_NE(complaint.find("this is a recording"), std::string::npos);
}

// A row at a mark and one at an end between two samples do not shift the others.
TEST(Replay, RowsBetweenSamplesAreLeftOut) {
  const Scenario scenario = swinging();
  Simulated simulated = simulate_for_viewer(scenario, {});
  RecordedTable& table = simulated.table;
  const std::size_t rows = table.column("t").size();
  for (std::vector<double>& column : table.columns) {
    column.insert(column.begin() + 51, 0.5 * (column[50] + column[51]));
    column.push_back(column.back());
  }
  for (std::size_t c = 0; c < table.names.size(); ++c)
    if (table.names[c] == "t") table.columns[c].back() += 0.003;
  Replay replay(scenario, "s.yaml", table, {}, {});
  EXPECT_NE(replay.recording_text().find("\"rows\":" + std::to_string(rows)), std::string::npos);
  std::string bytes;
  replay.append_frame(150, bytes);
  EXPECT_NEAR(at<double>(bytes, 0), 1.5, 1e-12);
}

// A recording of somebody else's program may have any columns.
TEST(Replay, RefusesRecordingsWithoutAllNumbersOfAPose) {
  const auto refusal = [](const std::vector<std::string>& names) -> std::string {
    RecordedTable table;
    table.names = names;
    table.columns.assign(names.size(), {0.0, 0.1});
    try {
      Replay replay(swinging(), "short", std::move(table), {});
      std::string bytes;
      replay.append_frame(1, bytes);
      return "";
    } catch (const RecordingError& error) {
      return error.what();
    }
  };
  const std::string needs = "the recording has no column 'q.hinge'";
  EXPECT_TRUE(refusal({"t", "x.bob.x"}).starts_with(needs + " and no column 'x.bob.y'"));
  EXPECT_TRUE(refusal({"t", "x.bob.x", "x.bob.y", "x.bob.z", "x.bob.qw", "x.bob.qx", "x.bob.qy"})
                  .starts_with(needs));
  EXPECT_TRUE(refusal({"t"}).starts_with(needs));
  EXPECT_NE(refusal({"q.hinge"}), "");
  EXPECT_EQ(refusal({"t", "q.hinge"}), "");
  EXPECT_EQ(refusal({"x.bob.qz", "x.bob.qy", "x.bob.qx", "x.bob.qw", "x.bob.z", "x.bob.y",
                     "x.bob.x", "t"}),
            "");
}

// Forces of a contact of which a part is missing are not shown.
TEST(Replay, LeavesOutForcesWithoutAllParts) {
  const Scenario scenario = parse_scenario(R"(
model:
  bodies: [{name: ball, shapes: [{sphere: {radius: 0.1}, mass: 1}]}]
  joints: [{name: slide, kind: prismatic, axis: [0, 0, 1], parent: world, child: ball}]
  contacts: [{name: floor, point: ball, radius: 0.1, plane: world}]
initial: {slide: 1}
)",
                                           "falling", ".");
  RecordedTable table;
  table.names = {"t", "q.slide", "contact.floor.fx"};
  table.columns.assign(3, {0.0, 0.1});
  Replay replay(scenario, "falling", std::move(table), {});
  EXPECT_EQ(replay.snapshot(1).contacts.front().is, TouchPoint::Is::Open);
}

std::string inflated(const std::string& page, const std::string& id, std::size_t size) {
  const std::string mark = "<script id=\"" + id + "\" type=\"text/plain\">";
  const std::size_t from = page.find(mark) + mark.size();
  const std::string text = page.substr(from, page.find("</script>", from) - from);
  std::string data;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    bits = bits << 6 | static_cast<unsigned>(digits.find(c));
    count += 6;
    if (count < 8) continue;
    count -= 8;
    data += static_cast<char>(bits >> count & 255U);
  }
  std::string out(size, '\0');
  uLongf got = size;
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(out.data()), &got,
                       reinterpret_cast<const Bytef*>(data.data()), data.size()),
            Z_OK);
  EXPECT_EQ(got, size);
  return out;
}

TEST(ExportedPage, ContainsEveryFrameAndColumn) {
  Replay replay = replay_of(swinging());
  const std::string page =
      exported_page("<html><!--catena-data--><script>x</script></html>", replay);
  EXPECT_TRUE(page.starts_with("<html><script id=\"catena-scene\""));
  EXPECT_TRUE(page.ends_with("<script>x</script></html>"));
  std::string frames, columns;
  for (std::size_t i = 0; i < replay.frame_count(); ++i) replay.append_frame(i, frames);
  for (std::size_t c = 0; c < replay.scene().columns.size(); ++c) replay.append_column(c, columns);
  EXPECT_EQ(inflated(page, "catena-frames", frames.size()), frames);
  EXPECT_EQ(inflated(page, "catena-columns", columns.size()), columns);
  EXPECT_THROW(exported_page("<html></html>", replay), std::logic_error);
}

TEST(Simulated, StopsWithItsReasonWhereTheSimulationDoes) {
  Scenario scenario = swinging();
  scenario.setup.motors.push_back({"wild",
                                   {0},
                                   [](double t, In<double>, In<double>, Out<double> effort) {
                                     effort[0] = t > 0.5 ? std::nan("") : 0.0;
                                   },
                                   {}});
  const Simulated simulated = simulate_for_viewer(scenario, {});
  EXPECT_NE(simulated.failure, "");
  EXPECT_GT(simulated.table.row_count(), 40u);
}

}  // namespace
}  // namespace catena::test
