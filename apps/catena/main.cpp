// The command line: reads the arguments and hands over to one subcommand.

#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>

#include "apps/catena/commands.hpp"
#include "catena/model/model_error.hpp"

namespace {

int run(int argc, char** argv) {
  using namespace catena::app;
  CLI::App app{"Catena simulates mechanisms that change.", "catena"};
  app.set_version_flag("--version", "catena " CATENA_VERSION);
  app.require_subcommand(1);

  CLI::App* demo = app.add_subcommand("demo", "Show what the library does, in a few seconds");
  CLI::App* bench = app.add_subcommand("bench", "Measure against other libraries");
  demo->fallthrough();  // so that it, too, knows --version
  bench->prefix_command();
  bench->footer("All other arguments are handed on to catena_bench.");

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? exit_success : exit_bad_input;
  }
  if (demo->parsed()) return run_demo();
  return run_bench(bench->remaining());
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const catena::ModelError& error) {
    std::cerr << "catena: " << error.what() << '\n';
    return catena::app::exit_bad_input;
  } catch (const std::exception& error) {
    std::cerr << "catena: " << error.what() << '\n';
    return catena::app::exit_failure;
  }
}
