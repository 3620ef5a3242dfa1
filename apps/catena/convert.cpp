// Writes the description of a scenario or robot as a scenario file of its own.

#include <fmt/format.h>

#include <filesystem>
#include <iostream>

#include "apps/catena/commands.hpp"
#include "catena/scenario/scenario.hpp"

namespace catena::app {

namespace {

Mechanism described(const ConvertOptions& options, ReadReport& report) {
  if (options.builtin.empty()) return read_mechanism(options.in, &report);
  const char* const what = options.builtin == "n_four_bar" ? "four_bars" : "links";
  const std::string size = options.size > 0 ? fmt::format(", {}: {}", what, options.size) : "";
  Mechanism mechanism = parse_mechanism(
      fmt::format("model: {{builtin: {}{}}}\n", options.builtin, size), "--builtin", "", &report);
  mechanism.name = options.builtin;
  return mechanism;
}

}  // namespace

int run_convert(const ConvertOptions& options) {
  // Comments, parameters and units of the original would be lost.
  std::error_code none;
  if (!options.in.empty() && std::filesystem::equivalent(options.in, options.out, none))
    throw ScenarioError(
        fmt::format("{}: this file is the input; choose another name for the output", options.out));
  ReadReport report;
  const Mechanism mechanism = described(options, report);
  for (const std::string& warning : report.warnings) std::cerr << "remark: " << warning << '\n';
  const Scenario scenario = compile(mechanism);  // what does not run is not written
  save_scenario(mechanism, options.out);
  const auto bodies = mechanism.bodies.size();
  const int freedom = scenario.setup.model->nv();
  std::cout << fmt::format("{}: {} {}, {} degree{} of freedom\n", options.out, bodies,
                           bodies == 1 ? "body" : "bodies", freedom, freedom == 1 ? "" : "s");
  return exit_success;
}

}  // namespace catena::app
