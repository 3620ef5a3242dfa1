// Pictures of lists of events and of tables of sweeps.

#include "catena/plot/table_plot.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/scratch_folder.hpp"

namespace catena {
namespace {

TEST(EventsPlot, CountsAndNumbers) {
  std::vector<Event> events = {{0.0, "run", "x", {{"scenario", std::string("a.yaml")}}},
                               {1.0, "limit", "j", {{"v_before", 2.0}}},
                               {2.0, "hold", "j", {}},
                               {3.0, "limit", "j", {{"v_before", -1.0}}}};
  const RecordedTable table = table_of_events(events);
  EXPECT_EQ(table.names, (std::vector<std::string>{"t", "count.limit", "count.hold", "v_before"}));
  ASSERT_EQ(table.row_count(), 9u);
  EXPECT_EQ(table.column("count.limit").back(), 2.0);
  EXPECT_EQ(table.column("count.limit")[0], 0.0);
  EXPECT_EQ(table.column("count.limit")[1], 1.0);
  EXPECT_EQ(table.column("v_before")[1], 2.0);
  EXPECT_TRUE(std::isnan(table.column("v_before")[2]));
  EXPECT_EQ(table.column("v_before")[7], -1.0);
}

const char* const sweep =
    "friction,length,eps,height,end,t_end,message,study\n"
    "0.4,1,0.5,3,end,1,,ab\n0.4,2,0.7,4,end,1,,ab\n"
    "0.2,1,0.1,1,end,1,,ab\n0.2,2,0.3,2,stopped,0.5,it fell,ab\n";

TEST(SweepPlot, ResultsOverAParameter) {
  const ScratchFolder folder;
  const std::string path = folder.write("s.sweep.csv", sweep);
  EXPECT_TRUE(is_sweep_table(path));
  const SweepTable table = read_sweep_table(path);
  EXPECT_EQ(table.parameters, (std::vector<std::string>{"friction", "length"}));
  EXPECT_EQ(table.results, (std::vector<std::string>{"eps", "height"}));
  EXPECT_EQ(table.left_out, 1u);
  const Figure figure = sweep_figure(table, {{"eps"}}, "", "title");
  ASSERT_EQ(figure.panels.size(), 1u);
  ASSERT_EQ(figure.panels[0].series.size(), 2u);
  EXPECT_EQ(figure.x_label, "friction");
  EXPECT_EQ(figure.panels[0].series[0].label, "eps, length = 1");
  EXPECT_EQ(figure.panels[0].series[0].x, (std::vector<double>{0.2, 0.4}));
  EXPECT_EQ(figure.panels[0].series[0].y, (std::vector<double>{0.1, 0.5}));
  EXPECT_TRUE(std::isnan(figure.panels[0].series[1].y[0]));
  const Figure over_length = sweep_figure(table, {}, "length", "title");
  EXPECT_EQ(over_length.panels.size(), 2u);
  EXPECT_EQ(over_length.panels[1].series[1].label, "height, friction = 0.4");
}

TEST(SweepPlot, MistakesNameWhatThereIs) {
  const ScratchFolder folder;
  const SweepTable table = read_sweep_table(folder.write("s.csv", sweep));
  const auto message = [&](const std::string& result, const std::string& over) -> std::string {
    try {
      (void)sweep_figure(table, {{result}}, over, "");
    } catch (const RecordingError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message("esp", "").find("no result 'esp'; did you mean 'eps'?"), std::string::npos);
  EXPECT_NE(message("eps", "lenght").find("did you mean 'length'?"), std::string::npos);
  EXPECT_FALSE(is_sweep_table(folder.write("r.csv", "t,q.a\n0,1\n")));
}

TEST(RecordingPlot, PatternsThatMatchNothingNameWhatIsNear) {
  RecordedTable table;
  for (int i = 0; i < 20; ++i) table.names.push_back("q.joint" + std::to_string(i));
  for (const char* const name : {"contact.a.object.fx", "contact.a.object.gap", "energy.work"})
    table.names.emplace_back(name);
  table.columns.resize(table.names.size());
  const auto message = [&](const std::string& pattern) -> std::string {
    try {
      (void)matching_columns(table, pattern);
    } catch (const RecordingError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message("contact.*.object.fn").find("contact.a.object.fx"), std::string::npos);
  EXPECT_NE(message("contact.*.object.fn").find("contact.a.object.gap"), std::string::npos);
  EXPECT_NE(message("forces*").find("q.*, contact.*, energy.*"), std::string::npos)
      << message("forces*");
}

}  // namespace
}  // namespace catena
