// catena info: a mechanism as a tree of text, and its totals.

#include <fmt/format.h>

#include <iostream>

#include "apps/catena/commands.hpp"
#include "catena/io/scenario.hpp"
#include "catena/io/urdf.hpp"

namespace catena::app {

namespace {

class TreePrinter {
 public:
  explicit TreePrinter(const Model& model) : model_(model) {
    children_.resize(static_cast<std::size_t>(model.body_count()));
    for (int j = 0; j < model.joint_count(); ++j)
      children_[static_cast<std::size_t>(model.joint(JointId{j}).parent.index)].push_back(
          JointId{j});
  }

  void print() const {
    std::cout << "world\n";
    print_children(world_body, "");
  }

 private:
  void print_children(BodyId body, const std::string& indent) const {
    const auto& joints = children_[static_cast<std::size_t>(body.index)];
    for (const JointId joint : joints) {
      const bool last = joint == joints.back();
      const JointInfo& info = model_.joint(joint);
      std::cout << indent << (last ? "└─ " : "├─ ") << line(info) << '\n';
      print_children(info.child, indent + (last ? "   " : "│  "));
    }
  }

  static std::string line(const JointInfo& joint, const BodyInfo& child) {
    std::string coordinates;
    if (joint.nv > 1 && !joint.spec.coordinate_names.empty())
      coordinates = fmt::format(": {}", fmt::join(joint.spec.coordinate_names, ", "));
    else if (joint.nv > 1)
      coordinates = fmt::format(": {} coordinates", joint.nv);
    return fmt::format("{}  {:.4g} kg  [{} {}{}]", child.name, child.inertia.mass, joint.spec.name,
                       to_string(joint.spec.kind), coordinates);
  }
  std::string line(const JointInfo& joint) const { return line(joint, model_.body(joint.child)); }

  const Model& model_;
  std::vector<std::vector<JointId>> children_;  // by body
};

std::string counted(int count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

void print_totals(const Model& model) {
  std::cout << counted(model.body_count() - 1, "body", "bodies") << ", "
            << counted(model.joint_count(), "joint", "joints") << ", "
            << counted(model.nv(), "degree of freedom", "degrees of freedom")
            << (model.nq() != model.nv() ? fmt::format(" ({} numbers in q)", model.nq()) : "")
            << fmt::format(", {:.6g} kg\n", model.total_mass());
  const Vec3<double>& g = model.gravity();
  std::cout << fmt::format("gravity ({:g}, {:g}, {:g}) m/s^2\n", g.x, g.y, g.z);
  std::vector<std::string> frames;
  for (int i = 0; i < model.frame_count(); ++i) {
    const FrameInfo& frame = model.frame(FrameId{i});
    if (model.body_frame(frame.body) != FrameId{i})
      frames.push_back(fmt::format("{} on {}", frame.name, model.body(frame.body).name));
  }
  if (!frames.empty()) std::cout << fmt::format("frames: {}\n", fmt::join(frames, ", "));
}

void print_model(const Model& model) {
  TreePrinter(model).print();
  std::cout << '\n';
  print_totals(model);
}

void print_scenario(const Scenario& scenario) {
  std::cout << scenario.name << '\n';
  if (!scenario.description.empty()) std::cout << scenario.description << '\n';
  std::cout << '\n';
  print_model(*scenario.setup.model);
  const Model& model = *scenario.setup.model;
  for (const Motor& motor : scenario.setup.motors) {
    std::vector<std::string> names;
    for (const int dof : motor.dofs) names.push_back(model.coordinate_name(dof));
    std::cout << fmt::format("motor {} on {}\n", motor.name, fmt::join(names, ", "));
  }
  for (const PrescribedMotion& motion : scenario.setup.prescribed)
    std::cout << fmt::format("prescribed motion {} of {}\n", motion.name,
                             model.coordinate_name(motion.dof));
  std::cout << fmt::format("runs for {:g} s\n", scenario.duration);
}

}  // namespace

int run_info(const std::string& path) {
  if (path.ends_with(".urdf"))
    print_model(load_urdf(path));
  else
    print_scenario(load_scenario(path));
  return exit_success;
}

int run_schema() {
  std::cout << scenario_schema();
  return exit_success;
}

}  // namespace catena::app
