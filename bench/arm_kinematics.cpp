#include "arm_kinematics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <functional>
#include <numbers>
#include <random>

#include "catena/arm/numeric_ik.hpp"
#include "catena/arm/wrist_arm.hpp"
#include "catena/formats/urdf.hpp"
#include "catena/library/puma560.hpp"
#include "catena/model/configuration.hpp"
#include "peers.hpp"

namespace catena::bench {

namespace {

using Eigen::VectorXd;

constexpr double arm_tolerance = 1e-9;
constexpr double kdl_tolerance = 1e-5;  // that it has by itself; with less it seldom ends well

// The iiwa's limits as its maker gives them, degrees: the file has none.
void limit_iiwa(ModelBuilder& builder) {
  const double limits[] = {170, 120, 170, 120, 170, 120, 175};
  for (int i = 0; i < 7; ++i) {
    JointSpec& joint = builder.joint(builder.find_joint(fmt::format("iiwa_joint_{}", i + 1)));
    joint.position_lower = -limits[i] * std::numbers::pi / 180.0;
    joint.position_upper = limits[i] * std::numbers::pi / 180.0;
  }
}

struct ArmCase {
  std::string name;
  Model model;
  FrameId frame;
  std::vector<int> places;  // of the hinges that move the frame, in q
  std::vector<double> axes, points, lower, upper;
  VectorXd start;  // the middle of all limits
  std::vector<VectorXd> configurations = {};
  std::vector<Transform<double>> poses = {};
};

ArmCase arm_case(std::string name, Model model, const std::string& frame, int poses) {
  ArmCase out{std::move(name), std::move(model), {}, {}, {}, {}, {}, {}, {}};
  const Model& m = out.model;
  out.frame = m.find_frame(frame);
  Kinematics<double> kinematics(m);
  out.start = neutral_configuration(m);
  kinematics.compute(m, out.start);
  std::vector<int> nodes;
  for (int n = m.frame(out.frame).node; n != 0; n = m.nodes()[static_cast<std::size_t>(n)].parent)
    if (m.nodes()[static_cast<std::size_t>(n)].nv == 1) nodes.insert(nodes.begin(), n);
  for (const int n : nodes) {
    const Node& node = m.nodes()[static_cast<std::size_t>(n)];
    const Transform<double>& X = kinematics.node_poses()[static_cast<std::size_t>(n)];
    for (int k = 0; k < 3; ++k) {
      out.axes.push_back(X.rotation.c2[k]);
      out.points.push_back(X.translation[k]);
    }
    const JointSpec& spec = m.joint(JointId{node.joint}).spec;
    out.places.push_back(node.q);
    out.lower.push_back(spec.position_lower[0]), out.upper.push_back(spec.position_upper[0]);
    out.start[node.q] = 0.5 * (out.lower.back() + out.upper.back());
  }
  std::mt19937_64 random(2024);
  for (int i = 0; i < poses; ++i) {
    out.configurations.push_back(random_configuration(m, random));
    kinematics.compute(m, out.configurations.back());
    out.poses.push_back(kinematics.pose(m, out.frame));
  }
  return out;
}

std::array<double, 12> numbers_of(const Transform<double>& X) {
  std::array<double, 12> out{};
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r) out[static_cast<std::size_t>(3 * c + r)] = X.rotation(r, c);
  for (int r = 0; r < 3; ++r) out[static_cast<std::size_t>(9 + r)] = X.translation[r];
  return out;
}

// Times a solver on all poses, and checks each answer by the model.
ArmTimes measure_solver(const ArmCase& arm, const std::string& solver, double tolerance,
                        const std::function<const VectorXd*(std::size_t)>& solve) {
  Kinematics<double> kinematics(arm.model);
  std::vector<double> times;
  int found = 0, inside = 0;
  for (std::size_t i = 0; i < arm.poses.size(); ++i) {
    const auto begin = std::chrono::steady_clock::now();
    const VectorXd* q = solve(i);
    const auto end = std::chrono::steady_clock::now();
    times.push_back(std::chrono::duration<double, std::micro>(end - begin).count());
    if (q == nullptr) continue;
    kinematics.compute(arm.model, *q);
    const Transform<double> pose = kinematics.pose(arm.model, arm.frame);
    double error = norm(pose.translation - arm.poses[i].translation);
    for (int c = 0; c < 3; ++c)
      error = std::max(error, norm(pose.rotation.column(c) - arm.poses[i].rotation.column(c)));
    if (!(error < 10.0 * tolerance)) continue;
    ++found;
    bool within = true;
    for (std::size_t k = 0; k < arm.places.size(); ++k) {
      const double at = (*q)[arm.places[k]];
      within = within && at >= arm.lower[k] - 1e-12 && at <= arm.upper[k] + 1e-12;
    }
    inside += within ? 1 : 0;
  }
  const double count = static_cast<double>(times.size());
  double sum = 0.0;
  for (const double t : times) sum += t;
  std::sort(times.begin(), times.end());
  return {arm.name,
          solver,
          static_cast<int>(times.size()),
          found / count,
          inside / count,
          times[times.size() / 2],
          sum / count,
          times[times.size() * 99 / 100]};
}

ArmTimes measure_numeric(const ArmCase& arm) {
  NumericIk ik(arm.model, {IkTarget::at_pose(arm.frame, arm.poses[0])},
               {.tolerance = arm_tolerance});
  return measure_solver(arm, "Catena, numeric", arm_tolerance,
                        [&](std::size_t i) -> const VectorXd* {
                          ik.target(0).pose = arm.poses[i];
                          const IkResult& result = ik.solve(arm.start);
                          return result.converged() ? &result.q : nullptr;
                        });
}

ArmTimes measure_closed_form(const ArmCase& arm) {
  const WristArm closed(arm.model, arm.frame);
  VectorXd q = arm.start;
  WristArm::Joints start{};
  for (std::size_t k = 0; k < 6; ++k) start[k] = arm.start[arm.places[k]];
  return measure_solver(arm, "Catena, closed form (all)", arm_tolerance,
                        [&](std::size_t i) -> const VectorXd* {
                          const ArmSolutions all = closed.solve(arm.poses[i], start);
                          const ArmSolution* best = closed.nearest(all, start);
                          if (best == nullptr) return nullptr;
                          for (std::size_t k = 0; k < 6; ++k) q[arm.places[k]] = best->q[k];
                          return &q;
                        });
}

ArmTimes measure_peer(const ArmCase& arm, SolveArm solve) {
  const std::array<double, 12> end = [&] {
    Kinematics<double> kinematics(arm.model);
    kinematics.compute(arm.model, neutral_configuration(arm.model));
    return numbers_of(kinematics.pose(arm.model, arm.frame));
  }();
  const ArmChain chain{static_cast<int>(arm.places.size()), arm.axes.data(), arm.points.data(),
                       end.data()};
  VectorXd q = arm.start;
  std::vector<double> start, found(arm.places.size());
  for (const int place : arm.places) start.push_back(arm.start[place]);
  return measure_solver(arm, "KDL, LMA (one start)", kdl_tolerance,
                        [&](std::size_t i) -> const VectorXd* {
                          const std::array<double, 12> pose = numbers_of(arm.poses[i]);
                          if (!solve(chain, pose.data(), start.data(), kdl_tolerance, found.data()))
                            return nullptr;
                          for (std::size_t k = 0; k < found.size(); ++k)
                            q[arm.places[k]] = found[k];
                          return &q;
                        });
}

}  // namespace

std::vector<ArmTimes> measure_arms(bool quick, std::vector<std::string>& notes) {
  const int poses = quick ? 1000 : 10000;
  const struct {
    const char *name, *file, *frame;
  } robots[] = {{"panda", "panda/panda.urdf", "panda_link8"},
                {"ur5", "ur5/ur5_robot.urdf", "ee_link"},
                {"iiwa", "iiwa_drake/kuka_iiwa_robot.urdf", "iiwa_link_7"}};
  std::vector<ArmCase> arms;
  arms.push_back(arm_case("puma560", puma560(), "tool", poses));
  for (const auto& robot : robots) {
    const std::string path = std::string(CATENA_SHARED_DIR) + "/robots/" + robot.file;
    if (!std::filesystem::exists(path)) {
      notes.push_back(fmt::format("{}: left out, {} is not there", robot.name, path));
      continue;
    }
    ModelBuilder builder = read_urdf(path, {.fuse_fixed_joints = true});
    if (robot.name == std::string("iiwa")) limit_iiwa(builder);
    arms.push_back(arm_case(robot.name, builder.build(), robot.frame, poses));
  }
  const auto solve = reinterpret_cast<SolveArm>(load_module("KDL", notes).find("solve_arm"));
  std::vector<ArmTimes> times;
  for (const ArmCase& arm : arms) {
    times.push_back(measure_numeric(arm));
    if (arm.name == "puma560") times.push_back(measure_closed_form(arm));
    if (solve != nullptr) times.push_back(measure_peer(arm, solve));
  }
  return times;
}

std::string arms_text(const std::vector<ArmTimes>& times) {
  std::string text = fmt::format(
      "\nInverse kinematics, random poses inside limits, from the middle of the limits, to {:g} "
      "(KDL: {:g})\n"
      "{:<9} {:<26} {:>7} {:>8} {:>8} {:>10} {:>10} {:>10}\n",
      arm_tolerance, kdl_tolerance, "arm", "solver", "poses", "found", "inside", "median us",
      "mean us", "99 % us");
  for (const ArmTimes& t : times)
    text += fmt::format("{:<9} {:<26} {:>7} {:>7.2f}% {:>7.2f}% {:>10.1f} {:>10.1f} {:>10.1f}\n",
                        t.arm, t.solver, t.poses, 100 * t.found, 100 * t.inside_limits, t.median_us,
                        t.mean_us, t.slow_us);
  return text;
}

std::string arms_csv(const std::vector<ArmTimes>& times) {
  std::string text;
  for (const ArmTimes& t : times)
    text += fmt::format(
        "arm,{0},found,{1},{2:.6f}\narm,{0},inside,{1},{3:.6f}\n"
        "arm,{0},median_us,{1},{4:.3f}\n",
        t.arm, t.solver, t.found, t.inside_limits, t.median_us);
  return text;
}

}  // namespace catena::bench
