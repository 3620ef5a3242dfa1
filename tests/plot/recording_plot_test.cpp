#include "catena/plot/recording_plot.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <numbers>

#include "catena/plot/event_colours.hpp"
#include "tests/support/recording_message.hpp"

namespace catena {
namespace {

using Names = std::vector<std::string>;

RecordedTable example_table() {
  RecordedTable table;
  table.names = {"t",     "q.hip",     "q.knee",    "q.base.0",       "q.base.1",
                 "v.hip", "f.knee.mx", "f.knee.fz", "energy.kinetic", "q[1]"};
  for (std::size_t i = 0; i < table.names.size(); ++i) {
    const auto k = static_cast<double>(i);
    table.columns.push_back({k, k + 1.0, k + 2.0});
  }
  return table;
}

Names labels(const Panel& panel) {
  Names names;
  for (const Series& series : panel.series) names.push_back(series.label);
  return names;
}

TEST(RecordingPlot, KnowsUnits) {
  EXPECT_EQ(quantity_of("t"), (PlottedQuantity{"t", "s"}));
  EXPECT_EQ(quantity_of("q.elbow"), (PlottedQuantity{"q", "rad or m"}));
  EXPECT_EQ(quantity_of("v.base.3"), (PlottedQuantity{"v", "rad/s or m/s"}));
  EXPECT_EQ(quantity_of("a.elbow"), (PlottedQuantity{"a", "rad/s² or m/s²"}));
  EXPECT_EQ(quantity_of("tau.elbow"), (PlottedQuantity{"τ", "N m or N"}));
  EXPECT_EQ(quantity_of("f.elbow.my"), (PlottedQuantity{"moment", "N m"}));
  EXPECT_EQ(quantity_of("f.my.fx"), (PlottedQuantity{"force", "N"}));
  EXPECT_EQ(quantity_of("p.tip.x"), (PlottedQuantity{"p", "m"}));
  EXPECT_EQ(quantity_of("x.seat.z"), (PlottedQuantity{"position", "m"}));
  EXPECT_EQ(quantity_of("x.quill.qw"), (PlottedQuantity{"quaternion", ""}));
  EXPECT_EQ(quantity_of("contact.heel.fz"), (PlottedQuantity{"force", "N"}));
  EXPECT_EQ(quantity_of("contact.heel.gap"), (PlottedQuantity{"gap", "m"}));
  EXPECT_EQ(quantity_of("cable.rope.strain"), (PlottedQuantity{"strain", ""}));
  EXPECT_EQ(quantity_of("cable.rope.tension"), (PlottedQuantity{"tension", "N"}));
  EXPECT_EQ(quantity_of("cable.rope.length"), (PlottedQuantity{"length", "m"}));
  EXPECT_EQ(quantity_of("energy.balance"), (PlottedQuantity{"energy", "J"}));
  EXPECT_EQ(quantity_of("whatever"), (PlottedQuantity{"whatever", ""}));
}

TEST(RecordingPlot, FindsColumnsByNameAndGlob) {
  const RecordedTable table = example_table();
  EXPECT_EQ(matching_columns(table, "q.*"), (Names{"q.hip", "q.knee", "q.base.0", "q.base.1"}));
  EXPECT_EQ(matching_columns(table, "f.*.f?"), Names{"f.knee.fz"});
  EXPECT_EQ(matching_columns(table, "q[1]"), Names{"q[1]"});  // a name before a glob
  EXPECT_EQ(matching_columns(table, "*").size(), table.names.size() - 1);
  EXPECT_EQ(matching_columns(table, "t"), Names{"t"});
  EXPECT_EQ(message_of([&] { matching_columns(table, "q.hipp"); }),
            "the recording has no column named 'q.hipp'; did you mean 'q.hip'?");
  EXPECT_EQ(message_of([&] { matching_columns(table, "energy"); }),
            "the recording has no column named 'energy', but several that begin so; write "
            "'energy.*' for all of them");
  EXPECT_EQ(message_of([&] { matching_columns(table, "x*"); }).substr(0, 47),
            "no column of the recording matches 'x*'; it has");
}

TEST(RecordingPlot, DefaultPanelsAreThoseThatExist) {
  const Figure figure = recording_figure(example_table(), {}, {});
  ASSERT_EQ(figure.panels.size(), 3U);
  EXPECT_EQ(figure.panels[0].y_label, "q [rad or m]");
  EXPECT_EQ(figure.panels[1].y_label, "v [rad/s or m/s]");
  EXPECT_EQ(figure.panels[2].y_label, "energy [J]");
  EXPECT_EQ(figure.x_label, "t [s]");
  const Figure other = recording_figure({{"t", "b", "a"}, {{0}, {1}, {2}}}, {}, {});
  ASSERT_EQ(other.panels.size(), 1U);
  EXPECT_EQ(labels(other.panels[0]), (Names{"b", "a"}));
}

TEST(RecordingPlot, PanelsHoldEachColumnOnce) {
  const Figure figure =
      recording_figure(example_table(), {}, {.panels = {{"q.knee", "q.*"}, {"f.knee.*"}}});
  EXPECT_EQ(labels(figure.panels[0]), (Names{"q.knee", "q.hip", "q.base.0", "q.base.1"}));
  EXPECT_EQ(figure.panels[1].y_label, "moment [N m], force [N]");
}

TEST(RecordingPlot, CutsRowsAndEventsToTheTimesAskedFor) {
  const std::vector<Event> events = {{0.5, "cut", "rope", {}}, {1.5, "impact", "heel", {}}};
  const Figure figure = recording_figure(example_table(), events, {.from = 1.0, .to = 2.0});
  EXPECT_EQ(figure.panels[0].series[0].x, (std::vector<double>{1.0, 2.0}));
  EXPECT_EQ(figure.panels[0].series[0].y, (std::vector<double>{2.0, 3.0}));
  ASSERT_EQ(figure.markers.size(), 1U);
  EXPECT_EQ(figure.markers[0].label, "impact heel");
  EXPECT_EQ(figure.markers[0].colour, event_colour(EventGroup::Impact));
  EXPECT_EQ(message_of([] { recording_figure(example_table(), {}, {.from = 5.0, .to = 6.0}); }),
            "found no rows from t = 5 to 6, the recording goes from 0 to 2");
}

TEST(RecordingPlot, DoesNotMarkWhereTheScenarioIsNoted) {
  const std::vector<Event> events = {{0.0, "run", "Swing", {{"scenario", "/models/swing.yaml"}}},
                                     {0.0, "hold", "hip", {}}};
  const Figure figure = recording_figure(example_table(), events, {});
  ASSERT_EQ(figure.markers.size(), 1U);
  EXPECT_EQ(figure.markers[0].label, "hold hip");
}

TEST(RecordingPlot, TurnsOnlyAnglesIntoDegrees) {
  const Figure figure = recording_figure(
      example_table(), {},
      {.panels = {{"q.hip"}, {"v.hip"}, {"q.base.0"}, {"f.knee.fz"}}, .degrees = true});
  EXPECT_EQ(figure.panels[0].y_label, "q [deg]");
  EXPECT_NEAR(figure.panels[0].series[0].y[0], 57.29577951308232, 1e-12);
  EXPECT_EQ(figure.panels[1].y_label, "v [deg/s]");
  EXPECT_EQ(figure.panels[2].series[0].y[0], 3.0);
  EXPECT_EQ(figure.panels[3].series[0].y[0], 7.0);
}

TEST(RecordingPlot, TakesUnitsFromTheMechanism) {
  const std::map<std::string, std::string> units = {{"q.hip", "rad"}};
  const Figure figure =
      recording_figure(example_table(), {}, {.panels = {{"q.hip"}, {"q.knee"}}, .units = units});
  EXPECT_EQ(figure.panels[0].y_label, "q [rad]");
  EXPECT_EQ(figure.panels[1].y_label, "q [rad or m]");
}

// Those of the request go before those of the file; only angles are turned into degrees.
TEST(RecordingPlot, TakesUnitsFromTheRecording) {
  RecordedTable table = example_table();
  table.units = {{"q.hip", "m"}, {"q.knee", "rad"}, {"q.base.0", "rad"}, {"v.hip", "rad/s"}};
  const Figure figure =
      recording_figure(table, {},
                       {.panels = {{"q.hip"}, {"q.knee"}, {"q.base.0"}, {"v.hip"}},
                        .degrees = true,
                        .units = {{"v.hip", "m/s"}}});
  EXPECT_EQ(figure.panels[0].y_label, "q [m]");
  EXPECT_EQ(figure.panels[0].series[0].y[0], 1.0);
  EXPECT_EQ(figure.panels[1].y_label, "q [deg]");
  EXPECT_EQ(figure.panels[2].y_label, "q [deg]");
  EXPECT_NEAR(figure.panels[2].series[0].y[0], 3.0 * 57.29577951308232, 1e-12);
  EXPECT_EQ(figure.panels[3].y_label, "v [m/s]");
}

// A phase plot beside a panel over time: its own axis, and no lines at events.
TEST(RecordingPlot, PanelsMayBeOverAnotherColumn) {
  PlotRequest request;
  request.panels = {{"v.hip"}, {"q.hip"}};
  request.over = {"q.hip", ""};
  request.degrees = true;
  const RecordedTable table = example_table();
  const Figure figure = recording_figure(table, {}, request);
  EXPECT_EQ(figure.panels[0].x_label, "q.hip [deg]");
  EXPECT_EQ(figure.panels[0].series[0].x[1], table.column("q.hip")[1] * 180.0 / std::numbers::pi);
  EXPECT_EQ(figure.panels[0].series[0].y.size(), 3u);
  EXPECT_EQ(figure.panels[1].x_label, "");
  EXPECT_EQ(figure.panels[1].series[0].x, table.column("t"));
  request.over = {"v.hip"};  // for all panels
  EXPECT_EQ(recording_figure(table, {}, request).panels[1].x_label, "v.hip [deg/s]");
  request.over = {"q.hipp"};
  EXPECT_EQ(message_of([&] { recording_figure(table, {}, request); }),
            "the recording has no column named 'q.hipp'; did you mean 'q.hip'?");
}

TEST(RecordingPlot, NeedsTime) {
  EXPECT_EQ(message_of([] {
              recording_figure({{"q.a"}, {{1.0}}}, {}, {});
            }),
            "the recording has no column named 't'");
  EXPECT_EQ(message_of([] {
              recording_figure({{"t"}, {{}}}, {}, {});
            }),
            "the recording has no rows yet");
}

}  // namespace
}  // namespace catena
