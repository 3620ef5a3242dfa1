// The command line: reads the arguments and hands over to one subcommand.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "apps/catena/arguments.hpp"
#include "apps/catena/commands.hpp"
#include "apps/catena/examples.hpp"
#include "apps/catena/interrupt.hpp"
#include "apps/catena/licenses.hpp"
#include "apps/catena/mistyped.hpp"
#include "catena/mechanism/compile.hpp"
#include "catena/model/model_error.hpp"
#include "catena/record/recording_file.hpp"
#include "catena/record/state_file.hpp"
#include "catena/sim/options.hpp"
#include "catena/yaml/scenario_error.hpp"

namespace {

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

int dispatch(int argc, char** argv) {
  using namespace catena::app;
  CLI::App app{"Catena simulates mechanisms whose structure changes as they move.", "catena"};
  app.set_version_flag("--version", "catena " CATENA_VERSION);
  app.add_flag_callback(
      "--licenses",
      [] {
        std::fputs(licenses().c_str(), stdout);
        throw CLI::Success();
      },
      "Print the licences of the program and of its components");
  app.require_subcommand(1);

  CLI::App* demo = app.add_subcommand("demo", "Show what the library does, within a few seconds");
  RunOptions run_options;
  const CLI::App* run = add_run(app, run_options);
  PlotOptions plot_options;
  const CLI::App* plot = add_plot(app, plot_options);
  ViewOptions view_options;
  const CLI::App* view = add_view(app, view_options);
  RenderOptions render_options;
  const CLI::App* render = add_render(app, render_options);
  StaticsOptions statics_options;
  const CLI::App* statics = add_statics(app, statics_options);
  GraspOptions grasp_options;
  const CLI::App* grasp = add_grasp(app, grasp_options);
  SweepCommand sweep_command;
  const CLI::App* sweep = add_sweep(app, sweep_command);
  NewOptions new_options;
  const CLI::App* begin = add_new(app, new_options);
  ExamplesOptions examples_options;
  const CLI::App* examples = add_examples(app, examples_options);
  ConvertOptions convert_options;
  const CLI::App* convert = add_convert(app, convert_options);
  CheckOptions check_options;
  const CLI::App* check = add_check(app, check_options);
  InfoOptions info_options;
  const CLI::App* info = add_info(app, info_options);
  CLI::App* schema = app.add_subcommand("schema", "Print the JSON Schema of scenario files");
  CLI::App* bench = app.add_subcommand("bench", "Compare the speed with other libraries");
  demo->fallthrough();  // so that it, too, knows --version
  std::string picture;
  const CLI::Option* picture_option =
      demo->add_option("--picture", picture,
                       "Also write a picture of the motion (SVG), to catena_demo.svg unless named")
          ->expected(0, 1)
          ->type_name("FILE");
  bench->prefix_command();
  bench->footer("All other arguments are passed on to catena_bench.");

  const std::vector<std::string> names = command_names(app);
  const std::string first = argc > 1 ? argv[1] : "help";
  if (first == "help") {
    const std::string about = argc > 2 ? argv[2] : "";
    const bool known = std::find(names.begin(), names.end(), about) != names.end();
    if (!about.empty() && !known) return unknown_command(about, names);
    fmt::print("{}", known ? app.get_subcommand(about)->help("catena") : app.help());
    return exit_success;
  }
  if (first.starts_with('-') && first != "-h" && first != "--help" && first != "--version" &&
      first != "--licenses")
    return unknown_option(first);
  if (argc > 1 && argv[1][0] != '-' &&
      std::find(names.begin(), names.end(), argv[1]) == names.end())
    return unknown_command(argv[1], names);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError&) {
    return unexpected_words(*app.get_subcommands().front());
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? exit_success : exit_bad_input;
  }
  if (picture_option->count() > 0 && picture.empty()) picture = "catena_demo.svg";
  if (demo->parsed()) return run_demo(picture);
  for (std::string* path :
       {&run_options.scenario, &view_options.file, &view_options.scenario, &render_options.file,
        &render_options.scenario, &convert_options.in, &grasp_options.scenario,
        &sweep_command.study, &check_options.scenario, &info_options.file})
    if (!path->empty()) *path = scenario_path(*path);
  if (begin->parsed()) return run_new(new_options);
  if (examples->parsed()) return run_examples(examples_options);
  if (run->parsed()) return run_scenario(run_options);
  if (plot->parsed()) {
    plot_options.recording = recording_path(plot_options.recording);
    return run_plot(plot_options);
  }
  if (view->parsed()) return run_view(view_options);
  if (render->parsed()) return run_render(render_options);
  if (statics->parsed()) return run_statics(statics_options);
  if (grasp->parsed()) return run_grasp(grasp_options);
  if (sweep->parsed()) return run_sweep(sweep_command);
  if (convert->parsed()) return run_convert(convert_options);
  if (check->parsed()) return run_check(check_options);
  if (info->parsed()) return run_info(info_options);
  if (schema->parsed()) return run_schema();
  return run_bench(bench->remaining());
}

// Whether an error is about what the user gave, rather than about what happened.
bool is_bad_input(const std::exception& error) {
  const auto is = [&]<class Error>() { return dynamic_cast<const Error*>(&error) != nullptr; };
  return is.operator()<catena::ModelError>() || is.operator()<catena::MechanismError>() ||
         is.operator()<catena::ScenarioError>() || is.operator()<catena::RecordingError>() ||
         is.operator()<catena::StateFileError>() || is.operator()<std::invalid_argument>();
}

// What was printed has to arrive: a full disk behind `> report.txt` is an error, too.
int with_output_written(int exit_code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
  std::cerr << "catena: the report could not be written to the standard output: "
            << std::strerror(errno) << '\n';
  return exit_code == catena::app::exit_success ? catena::app::exit_failure : exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  // A file that may not grow any more is reported as such, not by a signal.
  std::signal(SIGXFSZ, SIG_IGN);
  std::optional<catena::app::InterruptGuard> guard;
  if (argc > 1 && (argv[1] == std::string_view("run") || argv[1] == std::string_view("sweep")))
    guard.emplace();
  try {
    return with_output_written(dispatch(argc, argv));
  } catch (const std::exception& error) {
    std::cerr << "catena: " << error.what() << '\n';
    return is_bad_input(error) ? catena::app::exit_bad_input : catena::app::exit_failure;
  }
}
