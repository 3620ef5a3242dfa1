#pragma once
// The subcommands of the program. Each returns the program's exit code.

#include <optional>
#include <string>
#include <vector>

namespace catena::app {

inline constexpr int exit_success = 0;
inline constexpr int exit_failure = 1;
inline constexpr int exit_bad_input = 2;

// Exit code 1 when the simulated motion loses energy or momentum. Writes the picture (SVG) to the
// file named, if any.
int run_demo(const std::string& picture);

struct RunOptions {
  std::string scenario = {};
  std::string out = {};     // the recording; the scenario's name with .csv if empty
  std::string plot = {};    // a picture of it, if not empty
  std::string report = {};  // what the summary says as JSON, if not empty
  std::optional<double> duration = {}, interval = {}, step = {}, tolerance = {};
  std::string integrator = {};               // a name of integrator_names
  std::vector<std::string> settings = {};    // of parameters, NAME=VALUE each
  bool settle = false;                       // puts what starts off the ground onto it
  std::optional<int> threads = {};           // instead of those of the scenario
  std::string from = {};                     // continues from this checkpoint
  std::string save = {};                     // writes a checkpoint at the end
  std::string checkpoint = {};               // writes one after the first step that reaches
  std::optional<double> checkpoint_at = {};  // this time
};
// Simulates a scenario and writes its recording.
int run_scenario(const RunOptions& options);

struct PlotOptions {
  std::string recording = {};
  std::vector<std::string> columns = {};  // names or globs, each for a panel of its own
  std::vector<std::string> panels = {};   // names and globs for one panel, separated by commas
  std::string over = {};                  // the column over which they are drawn; t if empty
  std::string out = {};                   // the recording's name with .svg if empty
  std::optional<std::string> title = {};  // the recording's name if not given
  std::optional<double> from = {}, to = {};
  bool degrees = false;
  bool no_events = false;
};
// Draws columns of a recording over time.
int run_plot(const PlotOptions& options);
struct ViewOptions {
  std::string file = {};      // a scenario, a robot or a recording
  std::string scenario = {};  // of a recording, if not the one that it was made from
  std::string page = {};      // exports a page instead, if not empty
  std::string address = "127.0.0.1", token = {};
  unsigned short port = 0;  // 0: any free one
  bool browser = true, paused = false;
};
// Shows a scenario live, or a recording, in the browser.
int run_view(const ViewOptions& options);

struct RenderOptions {
  std::string file = {}, scenario = {};  // as in ViewOptions
  std::string out = {};                  // .png, .mp4, .webm, .webp or .gif
  // What is not given is as the scenario says.
  std::optional<double> time = {}, from = {}, to = {}, speed = {};
  double frames_per_second = 30.0;
  std::string size = "1280x720", theme = "light", view = {}, layers = {};
  bool panels = false;
};
// Draws a picture or a film without a screen.
int run_render(const RenderOptions& options);

struct ConvertOptions {
  std::string in = {};       // a scenario or a robot
  std::string builtin = {};  // or a built-in model
  int size = 0;              // its links or four-bars; 0: it has none
  std::string out = {};      // a scenario, .yaml
};
// Writes what a file describes as a scenario that needs no other file.
int run_convert(const ConvertOptions& options);

struct ExamplesOptions {
  std::string name = {};  // lists them if empty
  std::string out = {};   // NAME.yaml if empty
};
// Lists the scenarios that come with the program, or writes one of them.
int run_examples(const ExamplesOptions& options);

struct NewOptions {
  std::string kind = {}, out = {};
};
// Writes a short scenario to start from.
int run_new(const NewOptions& options);

struct CheckOptions {
  std::string scenario = {};
  std::vector<std::string> settings = {};  // of parameters, NAME=VALUE each
  bool json = false;
};
// Prints what is suspicious about a scenario.
int run_check(const CheckOptions& options);

struct StaticsOptions {
  std::string network = {};
  std::string csv = {};  // a table of the members, if not empty
};
// Prints self-stresses, mechanisms, stability and frequencies of a network of cables and struts.
int run_statics(const StaticsOptions& options);

struct GraspOptions {
  std::string scenario = {};
  std::optional<double> at = {};  // s; the end if not given
  bool json = false;
  bool pull = false;      // finds by pulling where objects slip
  std::string save = {};  // writes the grasps to this file, if not empty
  std::string load = {};  // judges those of this file instead of running a scenario
};
// Runs a scenario to a time and prints how its hands hold their objects then.
int run_grasp(const GraspOptions& options);

struct SweepCommand {
  std::string study = {};
  std::string out = {};   // the table; STUDY.sweep.csv if empty
  std::string plot = {};  // a picture of it, if not empty
  int jobs = 0;           // processes at a time; as many as there are processors if 0
};
// Runs all variants of a study and writes their table.
int run_sweep(const SweepCommand& command);

struct InfoOptions {
  std::string file = {};
  std::string body = {};                   // only this one, if not empty
  std::vector<std::string> settings = {};  // of parameters, NAME=VALUE each
  bool json = false;
};
// Prints the mechanism of a scenario or of a URDF file as a tree.
int run_info(const InfoOptions& options);

// Prints the JSON Schema of scenario files.
int run_schema();

// Hands over to the benchmark program, which is built separately because it needs the peers.
int run_bench(const std::vector<std::string>& arguments);

}  // namespace catena::app
