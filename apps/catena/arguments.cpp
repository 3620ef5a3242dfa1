#include "apps/catena/arguments.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <string>

#include "catena/sim/options.hpp"

namespace catena::app {

namespace {

// Says in short what is expected, where CLI::PositiveNumber writes out the largest number.
std::string positive(const std::string& text) {
  double number = 0.0;
  const bool fits =
      CLI::detail::lexical_cast(text, number) && number > 0.0 && std::isfinite(number);
  return fits ? std::string()
              : fmt::format("found '{}', expected a number greater than 0, without a unit", text);
}

std::string is_picture(const std::string& path) {
  const bool known = path.ends_with(".svg") || path.ends_with(".png");
  return known ? std::string() : path + ": expected a picture that ends in .svg or .png";
}

void add_settings(CLI::App& command, std::vector<std::string>& settings) {
  command
      .add_option("--set", settings, "Give a parameter of the scenario another value; repeatable")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
}

}  // namespace

// What follows `catena check` and `catena info`.
CLI::App* add_check(CLI::App& app, CheckOptions& options) {
  CLI::App* check = app.add_subcommand("check", "Report what looks wrong in a scenario");
  check->add_option("SCENARIO", options.scenario, "Scenario file (YAML), or the name of an example")
      ->required();
  add_settings(*check, options.settings);
  check->add_flag("--json", options.json, "Write JSON");
  return check;
}
CLI::App* add_info(CLI::App& app, InfoOptions& options) {
  CLI::App* info = app.add_subcommand("info", "Print a mechanism as a tree, with its totals");
  info->add_option("FILE", options.file, "Scenario file (YAML) or robot (URDF)")->required();
  info->add_option("--body", options.body, "Print mass, centre and inertia of this body")
      ->type_name("NAME");
  add_settings(*info, options.settings);
  info->add_flag("--json", options.json, "Write JSON, with all bodies and joints");
  return info;
}

// What follows `catena run`.
CLI::App* add_run(CLI::App& app, RunOptions& options) {
  CLI::App* run = app.add_subcommand("run", "Simulate a scenario and write its recording");
  run->add_option("SCENARIO", options.scenario, "Scenario file (YAML), or the name of an example")
      ->required();
  run->add_option("-o,--out", options.out,
                  "Recording to write, .csv or .h5 (default: SCENARIO.csv in this folder)")
      ->type_name("FILE");
  run->add_option("--plot", options.plot, "Also plot the panels of the scenario, .svg or .png")
      ->type_name("FILE")
      ->check(is_picture);
  run->add_option("--report", options.report, "Also write the summary as JSON")
      ->type_name("FILE.json");
  run->add_option("--duration", options.duration, "Simulated time [s], overrides the scenario")
      ->check(positive);
  run->add_option("--interval", options.interval, "Time between samples [s]")->check(positive);
  run->add_option("--integrator", options.integrator, "Overrides the scenario")
      ->check(CLI::IsMember(catena::integrator_names))
      ->type_name("NAME");
  run->add_option("--step", options.step, "Step of the integrator [s]")->check(positive);
  run->add_option("--tolerance", options.tolerance, "Relative tolerance of the integrator")
      ->check(positive);
  add_settings(*run, options.settings);
  run->add_flag("--settle", options.settle,
                "Place free bodies onto what is below them before the run");
  run->add_option("--threads", options.threads,
                  "Threads for contacts; results are the same, bit for bit")
      ->check(CLI::Range(1, 256));
  run->add_option("--from", options.from, "Continue from a checkpoint")->type_name("FILE");
  run->add_option("--save", options.save, "Write a checkpoint at the end")->type_name("FILE");
  CLI::Option* file =
      run->add_option("--checkpoint", options.checkpoint,
                      "Write a checkpoint during the run, at the time --checkpoint-at")
          ->type_name("FILE");
  CLI::Option* at =
      run->add_option("--checkpoint-at", options.checkpoint_at,
                      "Time of this checkpoint [s]: after the first step that reaches it");
  at->needs(file);
  file->needs(at);
  return run;
}

// What follows `catena plot`.
CLI::App* add_plot(CLI::App& app, PlotOptions& options) {
  CLI::App* plot =
      app.add_subcommand("plot", "Plot columns of a recording over time, or over another column");
  plot->add_option("recording", options.recording,
                   "Recording, .csv or .h5, its events file, the table of a sweep, or the name of "
                   "an example, which is run first")
      ->required()
      ->type_name("RECORDING");
  plot->add_option("columns", options.columns,
                   "One column or glob such as 'q.*' per panel (default: q.*, v.* and energy.*)")
      ->type_name("COLUMN");
  plot->add_option("--panel", options.panels, "One more panel with several columns or globs")
      ->type_name("'PATTERN,...'")
      ->allow_extra_args(false);
  plot->add_option("-o,--out", options.out,
                   "Picture to write, .svg or .png (default: RECORDING.svg)")
      ->type_name("FILE");
  plot->add_option("--x", options.over, "Column for the horizontal axis (default: time)")
      ->type_name("COLUMN");
  plot->add_option("--title", options.title, "Heading (default: name of the recording)");
  plot->add_option("--from", options.from, "Start of the plotted time range [s]");
  plot->add_option("--to", options.to, "End of the plotted time range [s]");
  plot->add_flag("--degrees", options.degrees,
                 "Show q, v and a of joints with one coordinate in degrees");
  plot->add_flag("--no-events", options.no_events, "Omit the lines at events");
  return plot;
}

// What follows `catena view`.
CLI::App* add_view(CLI::App& app, ViewOptions& options) {
  CLI::App* view = app.add_subcommand("view", "Show a scenario or a recording in the browser");
  view->add_option(
          "FILE", options.file,
          "A scenario (YAML), an example or a robot (URDF) to simulate live, or a recording "
          "(.csv, .h5)")
      ->required();
  view->add_option("--export", options.page,
                   "Write one self-contained page instead of opening a browser")
      ->type_name("PAGE.html");
  view->add_option("--scenario", options.scenario,
                   "Scenario of a recording, if not the original one")
      ->type_name("FILE");
  view->add_flag("--paused", options.paused, "Wait for the play button");
  view->add_flag("!--no-browser", options.browser, "Only print the address");
  view->add_option("--port", options.port, "Port to listen on (default: any free port)")
      ->check(CLI::Range(0, 65535));
  view->add_option("--address", options.address,
                   "Address to listen on; with 0.0.0.0 other machines may connect with a token");
  view->add_option("--token", options.token, "Token in the address, instead of a random one");
  return view;
}

// What follows `catena render`.
CLI::App* add_render(CLI::App& app, RenderOptions& options) {
  CLI::App* render =
      app.add_subcommand("render", "Draw a picture or a film of a scenario or a recording");
  render->add_option("FILE", options.file, "A scenario, a robot or a recording, as for view")
      ->required();
  render
      ->add_option("-o,--out", options.out, "A picture (.png) or a film (.mp4, .webm, .webp, .gif)")
      ->required()
      ->type_name("FILE");
  render->add_option("--scenario", options.scenario, "Scenario of a recording")->type_name("FILE");
  render->add_option("--time", options.time,
                     "Time of a picture [s] (default: from the scenario, otherwise the start)");
  render->add_option("--from", options.from, "Start of a film [s]");
  render->add_option("--to", options.to, "End of a film [s]");
  render->add_option("--fps", options.frames_per_second, "Pictures per second")
      ->check(CLI::Range(1.0, 120.0));
  render->add_option("--speed", options.speed, "Seconds of motion per second of film")
      ->check(positive);
  render->add_option("--size", options.size, "Size in pixels (default: 1280x720)")
      ->type_name("WIDTHxHEIGHT");
  render->add_option("--view", options.view, "Direction of view")
      ->check(CLI::IsMember({"iso", "front", "side", "top"}));
  render->add_option("--theme", options.theme, "Colours: light or dark")
      ->check(CLI::IsMember({"light", "dark"}));
  render->add_option("--layers", options.layers,
                     "Layers to show (forces,frames) and to hide (-grid)");
  render->add_flag("--panels", options.panels, "Draw the whole page, with its plots");
  return render;
}

// What follows `catena statics`.
CLI::App* add_statics(CLI::App& app, StaticsOptions& options) {
  CLI::App* statics = app.add_subcommand(
      "statics", "Analyse a network of cables and struts: self-stress, stability, frequencies");
  statics->add_option("NETWORK", options.network, "Network file (YAML)")->required();
  statics->add_option("--csv", options.csv, "Also write the table of members")->type_name("FILE");
  return statics;
}

// What follows `catena grasp`.
CLI::App* add_grasp(CLI::App& app, GraspOptions& options) {
  CLI::App* grasp =
      app.add_subcommand("grasp", "Analyse how hands hold objects: closure, quality, forces");
  grasp->add_option("SCENARIO", options.scenario,
                    "Scenario file (YAML) with 'grasps', or the name of an example");
  grasp->add_option("--at", options.at, "Time [s] (default: end of the run)")->type_name("SECONDS");
  grasp->add_flag("--json", options.json, "Write JSON, with contacts and joint positions");
  grasp->add_flag("--pull", options.pull, "Also pull the objects slowly until they slip");
  grasp->add_option("--save", options.save, "Also write the grasps to a file for --load")
      ->type_name("FILE.json");
  grasp->add_option("--load", options.load, "Instead of SCENARIO: analyse a saved grasp")
      ->type_name("FILE.json");
  grasp->callback([&options] {
    if (options.scenario.empty() == options.load.empty())
      throw CLI::ValidationError("grasp", "expected SCENARIO, or --load FILE.json");
    if (!options.load.empty() && (options.at || options.pull || !options.save.empty()))
      throw CLI::ValidationError("grasp", "--at, --pull and --save need a SCENARIO to run");
  });
  return grasp;
}

// What follows `catena sweep`.
CLI::App* add_sweep(CLI::App& app, SweepCommand& command) {
  CLI::App* sweep =
      app.add_subcommand("sweep", "Run a scenario over many parameter values and write a table");
  sweep
      ->add_option("STUDY", command.study,
                   "Scenario file (YAML) with 'study', or the name of an example")
      ->required();
  sweep->add_option("-j,--jobs", command.jobs, "Simultaneous runs (default: one per processor)")
      ->check(CLI::Range(1, 10000));
  sweep
      ->add_option("-o,--out", command.out,
                   "Table to write or complete, .csv (default: STUDY.sweep.csv in this folder)")
      ->type_name("FILE")
      ->check([](const std::string& path) {
        return path.ends_with(".csv") ? std::string()
                                      : path + ": expected a table that ends in .csv";
      });
  sweep->add_option("--plot", command.plot, "Also draw the map of the study, .svg or .png")
      ->type_name("FILE")
      ->check(is_picture);
  return sweep;
}

// What follows `catena new` and `catena examples`.
CLI::App* add_new(CLI::App& app, NewOptions& options) {
  CLI::App* begin = app.add_subcommand("new", "Write a short scenario to start from");
  begin->add_option("KIND", options.kind, "pendulum, arm, four_bar, falling or cable")->required();
  begin->add_option("FILE", options.out, "Scenario to write, .yaml")->required();
  return begin;
}
CLI::App* add_examples(CLI::App& app, ExamplesOptions& options) {
  CLI::App* examples =
      app.add_subcommand("examples", "List the built-in examples, or write one to a file");
  examples->add_option("NAME", options.name, "Example to write; without it, all are listed");
  examples->add_option("FILE", options.out, "File to write (default: NAME.yaml)");
  return examples;
}

// What follows `catena convert`.
CLI::App* add_convert(CLI::App& app, ConvertOptions& options) {
  CLI::App* convert = app.add_subcommand(
      "convert",
      "Write a scenario or robot as one scenario file, with includes, parameters, built-in models "
      "and robot files expanded and numbers in SI units");
  convert->add_option("IN", options.in, "A scenario (YAML) or a robot (URDF)");
  convert->add_option("OUT", options.out, "Scenario to write, .yaml");
  convert->add_option("--builtin", options.builtin, "Instead of IN: a built-in model")
      ->type_name("NAME");
  convert
      ->add_option("--links", options.size,
                   "Number of links of a built-in chain, or of four-bars of an n_four_bar")
      ->check(positive);
  convert->callback([&options] {
    if (!options.builtin.empty() && options.out.empty())
      options.out = std::exchange(options.in, {});
    if (options.builtin.empty() == options.in.empty())
      throw CLI::ValidationError("convert", "expected IN and OUT, or --builtin NAME and OUT");
    if (!options.out.ends_with(".yaml") && !options.out.ends_with(".yml"))
      throw CLI::ValidationError("OUT", options.out.empty()
                                            ? "expected the file to write, .yaml"
                                            : options.out + ": expected a file that ends in .yaml");
  });
  return convert;
}

}  // namespace catena::app
