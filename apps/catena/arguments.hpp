#pragma once
// The arguments of each subcommand: which there are, what they are for, and what they may be.

#include "apps/catena/commands.hpp"

namespace CLI {
class App;
}

namespace catena::app {

CLI::App* add_check(CLI::App& app, CheckOptions& options);
CLI::App* add_info(CLI::App& app, InfoOptions& options);
CLI::App* add_run(CLI::App& app, RunOptions& options);
CLI::App* add_plot(CLI::App& app, PlotOptions& options);
CLI::App* add_view(CLI::App& app, ViewOptions& options);
CLI::App* add_render(CLI::App& app, RenderOptions& options);
CLI::App* add_statics(CLI::App& app, StaticsOptions& options);
CLI::App* add_grasp(CLI::App& app, GraspOptions& options);
CLI::App* add_sweep(CLI::App& app, SweepCommand& command);
CLI::App* add_new(CLI::App& app, NewOptions& options);
CLI::App* add_examples(CLI::App& app, ExamplesOptions& options);
CLI::App* add_convert(CLI::App& app, ConvertOptions& options);

}  // namespace catena::app
