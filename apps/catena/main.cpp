// The command line: reads the arguments and hands over to one subcommand.

#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>
#include <string>

#include "apps/catena/commands.hpp"
#include "catena/io/scenario_error.hpp"
#include "catena/model/model_error.hpp"

namespace {

int run(int argc, char** argv) {
  using namespace catena::app;
  CLI::App app{"Catena simulates mechanisms that change.", "catena"};
  app.set_version_flag("--version", "catena " CATENA_VERSION);
  app.require_subcommand(1);

  CLI::App* demo = app.add_subcommand("demo", "Show what the library does, in a few seconds");
  CLI::App* check = app.add_subcommand("check", "Say what is suspicious about a scenario");
  CLI::App* info = app.add_subcommand("info", "Draw a mechanism as a tree, with its totals");
  CLI::App* schema = app.add_subcommand("schema", "Print the JSON Schema of scenario files");
  CLI::App* bench = app.add_subcommand("bench", "Measure against other libraries");
  demo->fallthrough();  // so that it, too, knows --version
  std::string picture;
  const CLI::Option* picture_option =
      demo->add_option("--picture", picture,
                       "Also write a picture of the motion (SVG), to catena_demo.svg unless named")
          ->expected(0, 1)
          ->type_name("FILE");
  std::string scenario;
  check->add_option("SCENARIO", scenario, "Scenario file (YAML)")->required();
  info->add_option("FILE", scenario, "Scenario file (YAML) or robot (URDF)")->required();
  bench->prefix_command();
  bench->footer("All other arguments are handed on to catena_bench.");

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? exit_success : exit_bad_input;
  }
  if (picture_option->count() > 0 && picture.empty()) picture = "catena_demo.svg";
  if (demo->parsed()) return run_demo(picture);
  if (check->parsed()) return run_check(scenario);
  if (info->parsed()) return run_info(scenario);
  if (schema->parsed()) return run_schema();
  return run_bench(bench->remaining());
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const catena::ModelError& error) {
    std::cerr << "catena: " << error.what() << '\n';
    return catena::app::exit_bad_input;
  } catch (const catena::ScenarioError& error) {
    std::cerr << "catena: " << error.what() << '\n';
    return catena::app::exit_bad_input;
  } catch (const std::exception& error) {
    std::cerr << "catena: " << error.what() << '\n';
    return catena::app::exit_failure;
  }
}
