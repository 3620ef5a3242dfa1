#include "catena/model/model_compiler.hpp"

#include <fmt/format.h>

#include "catena/math/index.hpp"
#include "catena/math/views.hpp"
#include "catena/model/physical_checks.hpp"

namespace catena {

Model ModelCompiler::compile() {
  attach_floating_bodies();
  check_connected();
  fill_infos();
  check_coordinate_names(out_.joints);
  return assemble(std::move(out_));
}

void ModelCompiler::attach_floating_bodies() {
  for (std::size_t b = 1; b < in_.bodies_.size(); ++b) {
    if (in_.bodies_[b].inboard_joint >= 0) continue;
    const std::string name = in_.bodies_[b].name;
    if (!in_.float_unattached_)
      throw ModelError(fmt::format("body '{}' has no joint to a parent; add one: a weld if it is "
                                   "fixed, a free joint if it can fly",
                                   name),
                       {"body", name, ""});
    in_.add_joint(free_joint(name + "_free"), world_body, BodyId{static_cast<int>(b)});
  }
}

void ModelCompiler::check_connected() const {
  for (std::size_t b = 1; b < in_.bodies_.size(); ++b) {
    std::size_t steps = 0;
    for (std::size_t up = b; up != 0; ++steps) {
      const auto& joint = in_.joints_[to_index(in_.bodies_[up].inboard_joint)];
      if (steps > in_.bodies_.size())
        throw ModelError(
            fmt::format("body '{}' is its own ancestor: its joints form a cycle through joint "
                        "'{}'; cut the cycle "
                        "so that every body leads back to the world",
                        in_.bodies_[b].name, joint.spec.name),
            {"body", in_.bodies_[b].name, ""});
      up = to_index(joint.parent.index);
    }
  }
}

void ModelCompiler::fill_infos() {
  if (!in_.gravity_.allFinite())
    throw ModelError(
        fmt::format("gravity is ({}, {}, {}), expected finite numbers; see set_gravity()",
                    in_.gravity_.x(), in_.gravity_.y(), in_.gravity_.z()),
        {"model", "", "gravity"});
  out_.gravity = to_vec3(in_.gravity_);
  out_.warnings = in_.remarks_;
  out_.springs = std::move(in_.springs_);
  out_.fuse_welds = in_.fuse_welds_;
  for (std::size_t j = 0; j < in_.joints_.size(); ++j) {
    const auto& joint = in_.joints_[j];
    JointSpec spec = joint.spec;
    const Subject subject{"joint", spec.name, ""};
    for (std::string& remark : about(subject, [&] { return check_and_complete(spec); }))
      out_.warnings.push_back(std::move(remark));
    out_.joints.push_back(
        describe_joint(std::move(spec), joint.parent, joint.child, joint.X_PF, joint.X_BM));
  }
  for (const auto& body : in_.bodies_) {
    BodyInfo info;
    info.name = body.name;
    info.inertia = body.inertia;
    info.inboard_joint = JointId{body.inboard_joint};
    if (body.inboard_joint >= 0) info.parent = in_.joints_[to_index(body.inboard_joint)].parent;
    info.frame = body.frame;
    info.shapes = body.shapes;
    out_.bodies.push_back(std::move(info));
  }
  for (const auto& frame : in_.frames_)
    out_.frames.push_back({frame.name, frame.body, frame.X_BF, 0, Transform<double>::identity()});
}

}  // namespace catena
