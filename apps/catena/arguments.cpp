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

}  // namespace

// What follows `catena run`.
CLI::App* add_run(CLI::App& app, RunOptions& options) {
  CLI::App* run = app.add_subcommand("run", "Simulate a scenario and write its recording");
  run->add_option("SCENARIO", options.scenario, "Scenario file (YAML), or the name of an example")
      ->required();
  run->add_option("-o,--out", options.out,
                  "The recording, .csv or .h5; SCENARIO.csv in this folder if not given")
      ->type_name("FILE");
  run->add_option("--plot", options.plot, "Also draw the scenario's plots, .svg or .png")
      ->type_name("FILE")
      ->check(is_picture);
  run->add_option("--report", options.report, "Also write what the summary says, as JSON")
      ->type_name("FILE.json");
  run->add_option("--duration", options.duration, "Simulated time [s], instead of the scenario's")
      ->check(positive);
  run->add_option("--interval", options.interval, "Time between samples [s]")->check(positive);
  run->add_option("--integrator", options.integrator, "Instead of the scenario's")
      ->check(CLI::IsMember(catena::integrator_names))
      ->type_name("NAME");
  run->add_option("--step", options.step, "Step of the integrator [s]")->check(positive);
  run->add_option("--tolerance", options.tolerance, "Relative tolerance of the integrator")
      ->check(positive);
  run->add_flag("--settle", options.settle,
                "Put bodies that start above the ground, or inside it, onto what is below them");
  run->add_option("--threads", options.threads,
                  "Threads that share the work of contacts; results are the same, bit for bit")
      ->check(CLI::Range(1, 256));
  run->add_option("--from", options.from, "Continue from a checkpoint")->type_name("FILE");
  run->add_option("--save", options.save, "Write a checkpoint at the end")->type_name("FILE");
  CLI::Option* file =
      run->add_option("--checkpoint", options.checkpoint,
                      "Write a checkpoint during the run, at the time --checkpoint-at")
          ->type_name("FILE");
  CLI::Option* at =
      run->add_option("--checkpoint-at", options.checkpoint_at,
                      "When to write it: after the first step that reaches this time [s]");
  at->needs(file);
  file->needs(at);
  return run;
}

// What follows `catena plot`.
CLI::App* add_plot(CLI::App& app, PlotOptions& options) {
  CLI::App* plot =
      app.add_subcommand("plot", "Draw columns of a recording over time, or over another one");
  plot->add_option("recording", options.recording,
                   "The recording, .csv or .h5, or the name of an example, which is run first")
      ->required()
      ->type_name("RECORDING");
  plot->add_option("columns", options.columns,
                   "A column or a glob such as 'q.*' for each panel; q.*, v.* and energy.* if none")
      ->type_name("COLUMN");
  plot->add_option("--panel", options.panels,
                   "One more panel, with the columns of several names or globs")
      ->type_name("'PATTERN,...'")
      ->allow_extra_args(false);
  plot->add_option("-o,--out", options.out, "The picture, .svg or .png; RECORDING.svg if not given")
      ->type_name("FILE");
  plot->add_option("--x", options.over, "The column over which they are drawn, instead of time")
      ->type_name("COLUMN");
  plot->add_option("--title", options.title, "The heading; the recording's name if not given");
  plot->add_option("--from", options.from, "Leave out what is before this time [s]");
  plot->add_option("--to", options.to, "Leave out what is after this time [s]");
  plot->add_flag("--degrees", options.degrees,
                 "Show q, v and a of joints with one coordinate in degrees");
  plot->add_flag("--no-events", options.no_events, "Leave out the lines at events");
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
                   "Write one self-contained page, instead of opening a browser")
      ->type_name("PAGE.html");
  view->add_option("--scenario", options.scenario,
                   "The scenario of a recording, if not the one that it was made from")
      ->type_name("FILE");
  view->add_flag("--paused", options.paused, "Wait for the play button");
  view->add_flag("!--no-browser", options.browser, "Only print the address");
  view->add_option("--port", options.port, "Port to listen at; any free one if not given");
  view->add_option("--address", options.address,
                   "Address to listen at; with 0.0.0.0 other machines may connect, by a token");
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
  render->add_option("--scenario", options.scenario, "The scenario of a recording")
      ->type_name("FILE");
  render->add_option("--time", options.time,
                     "The moment of a picture [s]; what the scenario says, or the start");
  render->add_option("--from", options.from, "Time at which a film starts [s]");
  render->add_option("--to", options.to, "Time at which it ends [s]");
  render->add_option("--fps", options.frames_per_second, "Pictures per second")
      ->check(CLI::Range(1.0, 120.0));
  render->add_option("--speed", options.speed, "Seconds of motion per second of film")
      ->check(positive);
  render->add_option("--size", options.size, "Size in pixels; 1280x720 if not given")
      ->type_name("WIDTHxHEIGHT");
  render->add_option("--view", options.view, "Direction of view")
      ->check(CLI::IsMember({"iso", "front", "side", "top"}));
  render->add_option("--theme", options.theme, "Colours: light or dark")
      ->check(CLI::IsMember({"light", "dark"}));
  render->add_option("--layers", options.layers,
                     "What else is drawn (forces,frames), and what is not (-grid)");
  render->add_flag("--panels", options.panels, "Draw the whole page, with its plots");
  return render;
}

// What follows `catena statics`.
CLI::App* add_statics(CLI::App& app, StaticsOptions& options) {
  CLI::App* statics = app.add_subcommand(
      "statics", "Self-stress, stability and frequencies of a network of cables and struts");
  statics->add_option("NETWORK", options.network, "Network file (YAML)")->required();
  statics->add_option("--csv", options.csv, "Also write the table of members")->type_name("FILE");
  return statics;
}

// What follows `catena grasp`.
CLI::App* add_grasp(CLI::App& app, GraspOptions& options) {
  CLI::App* grasp =
      app.add_subcommand("grasp", "Say how hands hold their objects: closure, quality, forces");
  grasp->add_option("SCENARIO", options.scenario,
                    "Scenario file (YAML) with 'grasps', or the name of an example");
  grasp->add_option("--at", options.at, "Time [s]; the end of the run if not given")
      ->type_name("SECONDS");
  grasp->add_flag("--json", options.json, "Write JSON, with contacts and joint positions");
  grasp->add_flag("--pull", options.pull, "Also pull the objects slowly until they slip");
  grasp->add_option("--save", options.save, "Also write the grasps, to judge them again")
      ->type_name("FILE.json");
  grasp->add_option("--load", options.load, "Instead of SCENARIO: judge what was saved")
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
  CLI::App* sweep = app.add_subcommand(
      "sweep", "Run a scenario with many values of its parameters, and write a table");
  sweep
      ->add_option("STUDY", command.study,
                   "Scenario file (YAML) with 'study', or the name of an example")
      ->required();
  sweep->add_option("-j,--jobs", command.jobs, "Runs at a time; one per processor if not given")
      ->check(CLI::Range(1, 10000));
  sweep
      ->add_option(
          "-o,--out", command.out,
          "The table, .csv; STUDY.sweep.csv here if not named. One that exists is completed")
      ->type_name("FILE")
      ->check([](const std::string& path) {
        return path.ends_with(".csv") ? std::string()
                                      : path + ": expected a table that ends in .csv";
      });
  sweep->add_option("--plot", command.plot, "Also draw the study's map, .svg or .png")
      ->type_name("FILE")
      ->check(is_picture);
  return sweep;
}

// What follows `catena new` and `catena examples`.
CLI::App* add_new(CLI::App& app, NewOptions& options) {
  CLI::App* begin = app.add_subcommand("new", "Write a short scenario to start from");
  begin->add_option("KIND", options.kind, "pendulum, arm, four_bar, falling or cable")->required();
  begin->add_option("FILE", options.out, "The scenario that is written, .yaml")->required();
  return begin;
}
CLI::App* add_examples(CLI::App& app, ExamplesOptions& options) {
  CLI::App* examples = app.add_subcommand(
      "examples", "List the scenarios that come with the program, or write one to a file");
  examples->add_option("NAME", options.name, "The example to write; without it, all are listed");
  examples->add_option("FILE", options.out, "The file that is written; NAME.yaml if not given");
  return examples;
}

// What follows `catena convert`.
CLI::App* add_convert(CLI::App& app, ConvertOptions& options) {
  CLI::App* convert = app.add_subcommand(
      "convert",
      "Write a scenario or robot as one scenario file: includes, parameters, built-in "
      "models and robot files expanded, numbers in SI units");
  convert->add_option("IN", options.in, "A scenario (YAML) or a robot (URDF)");
  convert->add_option("OUT", options.out, "The scenario that is written, .yaml");
  convert->add_option("--builtin", options.builtin, "Instead of IN: a built-in model")
      ->type_name("NAME");
  convert
      ->add_option("--links", options.size,
                   "How many links a built-in chain has, or four-bars an n_four_bar")
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
