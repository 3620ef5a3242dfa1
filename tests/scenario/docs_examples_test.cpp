// Large because each YAML block of the documentation needs a frame: what it speaks of, around it.
// All of them are read and compiled, so that an example that does not run is found here.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "catena/formats/network_file.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/scenario/study.hpp"
#include "tests/support/scratch_folder.hpp"

namespace catena {
namespace {

struct Block {
  std::string file, text;
  int line = 0;
  std::string first_line() const { return text.substr(0, text.find('\n')); }
};

std::vector<Block> blocks_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<Block> blocks;
  std::string line;
  bool inside = false;
  for (int number = 1; std::getline(file, line); ++number) {
    if (!inside && line == "```yaml") {
      inside = true;
      blocks.push_back({path.filename().string(), "", number});
    } else if (inside && line == "```") {
      inside = false;
    } else if (inside) {
      blocks.back().text += line + "\n";
    }
  }
  return blocks;
}

std::string indented(const std::string& text, int by) {
  std::istringstream lines(text);
  std::string line, out;
  while (std::getline(lines, line))
    out += std::string(static_cast<std::size_t>(by), ' ') + line + "\n";
  return out;
}

// Where a block belongs, and what must be around it. Joints are "name:kind:body", and
// "-:-:body" a body alone; bodies that the block does not describe are made.
struct Frame {
  enum class Level { Scenario, Model, Body } level = Level::Scenario;
  std::string joints = {};  // between blanks
  std::string rest = {};    // further keys of the scenario
  std::string list = {};    // further lists of the model
};

std::string body_item(const std::string& name) {
  return fmt::format("  - {{name: {}, inertia: {{mass: 1, moments: [1, 1, 1]}}}}\n", name);
}

std::string joint_item(const std::string& name, const std::string& kind, const std::string& body) {
  const bool two = kind == "universal";
  return fmt::format("  - {{name: {}, kind: {}, parent: world, child: {}{}{}}}\n", name, kind, body,
                     two ? ", coordinates: [abduction, flexion], axis2: [0, 1, 0]" : "",
                     kind.starts_with("involute") ? ", radius: 0.1" : "");
}

// Items at the head of a list of the text, which is begun where it is not there.
std::string with_items(std::string text, const std::string& list, const std::string& items) {
  if (items.empty()) return text;
  const std::string head = list + ":\n";
  const std::size_t at = text.starts_with(head) ? 0 : text.find("\n" + head);
  if (at == std::string::npos) return text + head + items;
  return text.insert(at + head.size() + (at == 0 ? 0 : 1), items);
}

std::string framed(const std::string& block, const Frame& frame) {
  std::string lists = block, bodies, joints;
  if (frame.level == Frame::Level::Body) lists = "bodies:\n  - name: body\n" + indented(block, 4);
  const bool has_bodies = lists.starts_with("bodies:");
  std::istringstream words(frame.joints);
  for (std::string word; words >> word;) {
    const std::size_t first = word.find(':'), second = word.find(':', first + 1);
    const std::string name = word.substr(0, first),
                      kind = word.substr(first + 1, second - first - 1),
                      body = word.substr(second + 1);
    if (!has_bodies || (lists.find("- name: " + body + "\n") == std::string::npos &&
                        lists.find("name: " + body + ",") == std::string::npos))
      bodies += body_item(body);
    if (name != "-") joints += joint_item(name, kind, body);
  }
  if (frame.level != Frame::Level::Scenario) {
    lists = with_items(with_items(lists, "bodies", bodies), "joints", joints) + frame.list;
    return frame.rest + "model:\n" + indented(lists, 2);
  }
  const bool has_model = !bodies.empty() || !joints.empty() || !frame.list.empty();
  const std::string model = frame.list + "bodies:\n" + bodies + "joints:\n" + joints;
  return frame.rest + (has_model ? "model:\n" + indented(model, 2) : "") + block;
}

constexpr auto in_scenario = Frame::Level::Scenario;
constexpr auto in_model = Frame::Level::Model;
constexpr auto in_body = Frame::Level::Body;

// By the beginning of a block.
const std::vector<std::pair<std::string, Frame>>& frames() {
  static const std::vector<std::pair<std::string, Frame>> all = {
      {"name: ", {}},
      {"include: y_tree.yaml", {}},
      {"parameters: {damping: 3", {in_scenario, "j:revolute:b"}},
      {"tables:", {in_scenario, "j:revolute:b"}},
      {"model: ", {}},
      {"model:\n  builtin", {}},
      {"model:\n  parts", {}},
      {"model:\n  world", {in_scenario, "", "contact: automatic\n"}},  // with a body, see below
      {"bodies:\n  - {for", {in_model, "drop:free:ball", "parameters: {n: 3}\n"}},
      {"bodies:\n  - name: link1", {in_model, "j1:revolute:link1 j2:revolute:link2"}},
      {"shapes:", {in_body, "j:free:body"}},
      {"joints:\n  - name: wrist", {in_model, "-:-:palm"}},
      {"frames: [", {in_model, "j:revolute:link1 index.pip:revolute:p index.dip:revolute:d"}},
      {"loops:",
       {in_model,
        "c:free:coupler t:free:rocker_tip m:free:mast wheel:revolute:w pinion:revolute:p "
        "lever:revolute:l shaft:revolute:s r:free:rim"}},
      {"contacts:",
       {in_model,
        "a:free:tip b:free:forearm c:revolute:table d:free:heel e:free:ball1 f:free:ball2 "
        "g:free:stick h:revolute:drum i:free:parcel j:revolute:belt k:free:blade l:free:hub "
        "m:free:puck",
        "parameters: {r: 0.1}\n"}},
      {"strings:", {in_model, "f:free:ball"}},
      {"cables:",
       {in_model,
        "a:prismatic:light b:revolute:wheel c:prismatic:heavy d:prismatic:load "
        "unwinding:involute_eps:e"}},
      {"point_springs:", {in_model, "a:free:wheel b:free:car c:prismatic:weight"}},
      {"bushings:", {in_model, "f:free:engine"}},
      {"torsion_springs:", {in_model, "hinge:revolute:a dial:revolute:b"}},
      {"forces:", {in_model, "a:free:parachute b:free:rocket c:free:hull"}},
      {"initial:",
       {in_scenario,
        "elbow:revolute:a wrist:universal:b index.mcp:universal:c slider:prismatic:d "
        "ball:spherical:e base:free:f"}},
      {"motors:", {in_scenario, "elbow:revolute:a wrist:universal:b slider:prismatic:c"}},
      {"controllers:\n  - name: arm", {in_scenario, "", "model: {builtin: puma560}\n"}},
      {"prescribed:", {in_scenario, "crank:revolute:a"}},
      {"contact:", {in_scenario, "j:revolute:b"}},
      {"settle:", {in_scenario, "j:free:b", "ground: true\n"}},
      {"impacts:", {in_scenario, "j:revolute:b"}},
      {"changes:\n  - {name: let_go",
       {in_scenario, "swing:revolute:bar left_grip:revolute:left_hand right_grip:revolute:r",
        "motors: [{name: pump, joint: swing, effort: 1}]\n",
        "loops:\n  - {name: stay, rod: {a: r, b: {body: world, at: [1, 0, 0]}}}\n"}},
      {"changes:\n  - {when: \"hypot",
       {in_scenario, "", "parameters: {break_away: 1}\nmodel: {builtin: barrett_hand}\n"}},
      {"integrator:", {in_scenario, "j:revolute:b"}},
      {"record:", {in_scenario, "a:free:box b:revolute:table c:free:tip", "ground: true\n"}},
      {"grasps:",
       {in_scenario, "a:free:handset b:revolute:palm c:free:box d:revolute:left e:revolute:right"}},
      {"plots:", {in_scenario, "swing:revolute:b"}},
      {"picture:", {in_scenario, "j:revolute:tip"}},
  };
  return all;
}

// The longest beginning counts.
const Frame* frame_of(const Block& block) {
  const std::pair<std::string, Frame>* best = nullptr;
  for (const auto& entry : frames())
    if (block.text.starts_with(entry.first) &&
        (best == nullptr || entry.first.size() > best->first.size()))
      best = &entry;
  return best == nullptr ? nullptr : &best->second;
}

void write_files(const std::filesystem::path& folder) {
  std::ofstream(folder / "gusts.csv") << "time,speed\n0,1\n1,2\n";
  std::ofstream(folder / "chain.yaml") << "{builtin: chain, links: 2}\n";
  std::ofstream(folder / "robot.urdf")
      << R"(<robot name="r"><link name="a"><inertial><mass value="1"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>)";
  for (const auto& entry : std::filesystem::directory_iterator("examples"))
    if (entry.path().extension() == ".yaml")
      std::filesystem::copy_file(entry.path(), folder / entry.path().filename());
}

class DocsExamples : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / "catena_docs_examples";
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    write_files(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void expect_runs(const std::string& text, const Block& block) {
    try {
      (void)parse_scenario(text, fmt::format("{}:{}", block.file, block.line), folder_);
    } catch (const std::exception& error) {
      ADD_FAILURE() << block.file << ":" << block.line << ": " << error.what() << "\n" << text;
    }
  }

  // Blocks that are no scenario, or part of one, in a way of their own. Returns whether it is one.
  bool check_special(const Block& block) {
    if (block.text.starts_with("at: ")) {
      std::istringstream lines(block.text);
      for (std::string line; std::getline(lines, line);)
        expect_runs(framed("frames:\n  - name: f\n    body: b\n    " + line + "\n",
                           {in_model, "j:revolute:b"}),
                    block);
    } else if (block.text.find("[...]") != std::string::npos) {
      std::string text = block.text;
      for (std::size_t at; (at = text.find("[...]")) != std::string::npos;)
        text.replace(at, 5, "[]");
      EXPECT_NO_THROW(parse_mechanism(text, block.file, folder_)) << block.line;
    } else if (block.text.starts_with("study:")) {
      const std::string frame =
          "parameters: {friction: 1, length: 1 m, stiffness: 1}\n"
          "model:\n  bodies: [{name: b, inertia: {mass: friction, com: [0, 0, length], moments: "
          "[1, 1, 1]}}]\n  joints: [{name: joint1, kind: revolute, parent: world, child: b, "
          "spring: {stiffness: stiffness}, limits: {lower: -1, upper: 1}}]\n";
      EXPECT_NO_THROW((void)Study::parse(frame + block.text, block.file, folder_).variant(3))
          << block.line;
    } else if (block.text.starts_with("parameters: {h:")) {
      const std::filesystem::path file = folder_ / "net.yaml";
      std::ofstream(file) << block.text;
      EXPECT_NO_THROW(load_network(file)) << block.line;
    } else if (block.text.starts_with("controllers:\n  - name: tracking")) {
      const auto whole = std::filesystem::absolute("examples/tensegrity/single_strut_track.yaml");
      expect_runs("include: " + whole.string() + "\n" + block.text, block);
    } else if (block.text.starts_with("model:\n  world")) {
      expect_runs("contact: automatic\n" + block.text +
                      "  bodies:\n    - {name: b, shapes: [{sphere: {radius: 0.1}, mass: 1}]}\n"
                      "  joints:\n    - {name: f, kind: free, parent: world, child: b}\n"
                      "initial: {f: {position: [0, 0, 2]}}\n",
                  block);
    } else {
      return false;
    }
    return true;
  }

  std::filesystem::path folder_;
};

TEST_F(DocsExamples, AllBlocksAreReadAndCompiled) {
  std::vector<std::filesystem::path> files = {"README.md"};
  for (const auto& entry : std::filesystem::directory_iterator("docs"))
    if (entry.path().extension() == ".md") files.push_back(entry.path());
  int count = 0;
  for (const auto& file : files)
    for (const Block& block : blocks_of(file)) {
      ++count;
      if (check_special(block)) continue;
      const Frame* const frame = frame_of(block);
      if (frame == nullptr)
        ADD_FAILURE() << block.file << ":" << block.line
                      << ": no frame is known for this block; add one for: " << block.first_line();
      else
        expect_runs(framed(block.text, *frame), block);
    }
  EXPECT_GT(count, 40);
}

}  // namespace
}  // namespace catena
