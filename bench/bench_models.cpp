#include "bench_models.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <stdexcept>

#include "catena/formats/urdf.hpp"
#include "catena/library/builtin_models.hpp"

namespace catena::bench {
namespace {

struct Robot {
  const char* key;
  const char* kind;
  const char* file;  // in the shared folder
  bool floating;
  const char* stand_in;  // key of the built-in mechanism of the same size
};
constexpr std::array robots = {
    Robot{"panda", "arm", "robots/panda/panda.urdf", false, "arm"},
    Robot{"anymal", "quadruped", "robots/anymal_c/anymal.urdf", true, "quadruped"},
    Robot{"simple_humanoid", "humanoid", "robots/simple_humanoid/simple_humanoid.urdf", true,
          "humanoid"}};
constexpr std::array chain_lengths = {5, 10, 20, 50, 100, 200, 500};

std::string path_of(const Robot& robot) {
  return std::string(CATENA_SHARED_DIR) + "/" + robot.file;
}

Model load_robot(const Robot& robot) {
  UrdfOptions options;
  options.fuse_fixed_joints = true;
  options.floating_base = robot.floating;
  if (std::string(robot.key) == "panda")
    options.lock_joints = {"panda_finger_joint1", "panda_finger_joint2"};
  return load_urdf(path_of(robot), options);
}

}  // namespace

std::vector<BenchModel> bench_models(std::vector<std::string>& notes) {
  std::vector<BenchModel> models;
  for (const Robot& robot : robots) {
    if (std::filesystem::exists(path_of(robot))) {
      models.push_back({robot.key, fmt::format("{}: {}", robot.kind, robot.key)});
    } else {
      models.push_back({robot.stand_in, fmt::format("{}: built in", robot.kind)});
      notes.push_back(fmt::format("{} not found in the shared folder: the built-in {} stands in",
                                  robot.file, robot.stand_in));
    }
  }
  models.insert(models.begin() + 1, {"hand", "hand: built in"});
  for (const int links : chain_lengths)
    models.push_back({fmt::format("chain {}", links), fmt::format("chain of {}", links), links});
  return models;
}

Model make_model(const std::string& key) {
  for (const Robot& robot : robots)
    if (key == robot.key) return load_robot(robot);
  if (key == "arm") return arm();
  if (key == "hand") return hand({.tissue = HandTissue::Document});
  if (key == "quadruped") return quadruped();
  if (key == "humanoid") return humanoid();
  for (const int links : chain_lengths)
    if (key == fmt::format("chain {}", links)) return chain(links);
  throw std::invalid_argument(fmt::format("no benchmark model is called '{}'", key));
}

}  // namespace catena::bench
