// Draws the columns of a recording.

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <stdexcept>

#include "apps/catena/commands.hpp"
#include "catena/plot/recording_plot.hpp"
#include "catena/plot/table_plot.hpp"

namespace catena::app {

namespace {

// "q.a,v.*" -> "q.a", "v.*"
std::vector<std::string> split(const std::string& patterns) {
  std::vector<std::string> result;
  for (std::size_t begin = 0; begin <= patterns.size();) {
    const std::size_t end = std::min(patterns.find(',', begin), patterns.size());
    if (end > begin) result.push_back(patterns.substr(begin, end - begin));
    begin = end + 1;
  }
  return result;
}

PlotRequest request_of(const PlotOptions& options) {
  PlotRequest request;
  for (const std::string& column : options.columns) request.panels.push_back({column});
  for (const std::string& panel : options.panels) request.panels.push_back(split(panel));
  if (!options.over.empty()) request.over = {options.over};
  request.title =
      options.title ? *options.title : std::filesystem::path(options.recording).stem().string();
  request.degrees = options.degrees;
  if (options.from) request.from = *options.from;
  if (options.to) request.to = *options.to;
  return request;
}

std::string counted(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

Figure events_figure(const PlotOptions& options) {
  const std::vector<Event> events = read_events(options.recording);
  PlotRequest request = request_of(options);
  const bool is_usual = request.panels.empty();
  if (is_usual) request.panels = {{"count.*"}};
  const RecordedTable table = table_of_events(events);
  if (table.row_count() == 0)
    throw RecordingError(options.recording +
                         ": the run had no events, so there is nothing to draw");
  Figure figure =
      recording_figure(table, options.no_events ? std::vector<Event>{} : events, request);
  if (is_usual) figure.panels[0].y_label = "events so far";
  return figure;
}

Figure sweep_figure_of(const PlotOptions& options) {
  if (options.from || options.to)
    throw RecordingError(options.recording +
                         ": it is the table of a sweep, without times; leave out --from and --to");
  const PlotRequest request = request_of(options);
  const SweepTable table = read_sweep_table(options.recording);
  if (table.left_out > 0)
    std::cerr << fmt::format("note: {} that did not reach the end {} left out\n",
                             counted(table.left_out, "run"), table.left_out == 1 ? "is" : "are");
  return sweep_figure(table, request.panels, options.over, request.title);
}

Figure figure_of(const PlotOptions& options) {
  if (is_events_file(options.recording)) return events_figure(options);
  if (is_sweep_table(options.recording)) return sweep_figure_of(options);
  const RecordedTable table = read_recording(options.recording);
  const std::string events_file = events_path(options.recording);
  std::vector<Event> events;
  if (!options.no_events && std::filesystem::exists(events_file)) events = read_events(events_file);
  return recording_figure(table, events, request_of(options));
}

}  // namespace

int run_plot(const PlotOptions& options) {
  const Figure figure = figure_of(options);
  const std::string out =
      !options.out.empty()
          ? options.out
          : std::filesystem::path(options.recording).replace_extension(".svg").string();
  try {
    write_figure(figure, out);
  } catch (const std::invalid_argument& error) {
    std::cerr << "catena: " << error.what() << '\n';
    return exit_bad_input;
  }
  std::size_t curves = 0;
  for (const Panel& panel : figure.panels) curves += panel.series.size();
  fmt::print("{}: {}, {}, {}\n", out, counted(figure.panels.size(), "panel"),
             counted(curves, "curve"), counted(figure.markers.size(), "event"));
  return exit_success;
}

}  // namespace catena::app
