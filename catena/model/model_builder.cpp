#include "catena/model/model_builder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catena/math/views.hpp"
#include "catena/model/model_compiler.hpp"
#include "catena/model/physical_checks.hpp"

namespace catena {

namespace {

void check_name(std::string_view name, const char* what, bool taken) {
  if (name.empty())
    throw ModelError(fmt::format("a {} has no name; give every {} one", what, what));
  if (taken)
    throw ModelError(
        fmt::format("{} '{}' exists already; names must be unique, choose another", what, name));
}

}  // namespace

ModelBuilder::ModelBuilder() {
  add_body("world");
}

ModelBuilder ModelBuilder::of(const Model& model) {
  ModelBuilder builder;
  builder.gravity_ = to_eigen(model.gravity());
  builder.tolerate_unphysical_inertia_ = true;  // it has been checked
  builder.bodies_.clear();
  builder.frames_.clear();
  for (int b = 0; b < model.body_count(); ++b) {
    const BodyInfo& body = model.body(BodyId{b});
    builder.bodies_.push_back(
        {body.name, body.inertia, body.inboard_joint.index, body.frame, body.shapes});
  }
  std::size_t joint_springs = 0;
  for (int j = 0; j < model.joint_count(); ++j) {
    const JointInfo& joint = model.joint(JointId{j});
    builder.joints_.push_back({joint.spec, joint.parent, joint.child, joint.X_PF, joint.X_BM});
    builder.fuse_welds_ |= joint.last_node < joint.first_node;
    if (joint.spec.stiffness.size() > 0) ++joint_springs;
  }
  for (int f = 0; f < model.frame_count(); ++f) {
    const FrameInfo& frame = model.frame(FrameId{f});
    builder.frames_.push_back({frame.name, frame.body, frame.X_BF});
  }
  for (const Spring& spring : model.springs().subspan(joint_springs)) {
    SpringSpec spec{spring.name, spring.joints, spring.stiffness, {}};
    for (const JointId id : spring.joints) {
      const JointInfo& joint = model.joint(id);
      const Eigen::Index old = spec.rest.size();
      spec.rest.conservativeResize(old + joint.nq);
      spec.rest.tail(joint.nq) = spring.rest.segment(joint.q, joint.nq);
    }
    builder.springs_.push_back(std::move(spec));
  }
  return builder;
}

BodyId ModelBuilder::add_body(std::string name, const Inertia<double>& inertia) {
  check_name(name, "body", frame_exists(name));
  std::string remark = check_body_inertia(name, inertia, tolerate_unphysical_inertia_);
  if (!remark.empty()) remarks_.push_back(std::move(remark));
  const BodyId id{static_cast<int>(bodies_.size())};
  frames_.push_back({name, id, Transform<double>::identity()});
  bodies_.push_back({std::move(name), inertia, -1, FrameId{static_cast<int>(frames_.size()) - 1}});
  return id;
}

void ModelBuilder::move_point_mass(double mass, BodyId from, const Vec3<double>& at, BodyId to) {
  Inertia<double>& lender = bodies_.at(static_cast<std::size_t>(from.index)).inertia;
  Body& body = bodies_.at(static_cast<std::size_t>(to.index));
  if (!(mass > 0.0 && mass < lender.mass))
    throw ModelError(fmt::format(
        "body '{}' is to carry {} kg of body '{}', expected more than 0 and less than its {} kg",
        body.name, mass, bodies_[static_cast<std::size_t>(from.index)].name, lender.mass));
  const Sym3<double> about = point_inertia(at);
  const Inertia<double> left =
      lender + Inertia<double>{-mass,
                               -mass * at,
                               {-mass * about.xx, -mass * about.xy, -mass * about.xz,
                                -mass * about.yy, -mass * about.yz, -mass * about.zz}};
  try {
    check_body_inertia(bodies_[static_cast<std::size_t>(from.index)].name, left, false);
  } catch (const ModelError& error) {
    throw ModelError(fmt::format(
        "body '{}' is to carry {} kg of another body, which leaves too little there; try less ({})",
        body.name, mass, error.what()));
  }
  lender = left;
  body.inertia += Inertia<double>{mass, Vec3<double>::zero(), Sym3<double>::zero()};
}

JointId ModelBuilder::add_joint(JointSpec spec, BodyId parent, BodyId child,
                                const Transform<double>& X_PF, const Transform<double>& X_BM) {
  bool taken = false;
  for (const Joint& joint : joints_) taken = taken || joint.spec.name == spec.name;
  check_name(spec.name, "joint", taken);
  const int count = static_cast<int>(bodies_.size());
  for (const BodyId body : {parent, child})
    if (body.index < 0 || body.index >= count)
      throw ModelError(
          fmt::format("joint '{}': there is no body with id {}; this model has {} bodies",
                      spec.name, body.index, count));
  Body& child_body = bodies_[static_cast<std::size_t>(child.index)];
  if (child == world_body)
    throw ModelError(
        fmt::format("joint '{}': the world cannot be a child; swap parent and child", spec.name));
  if (child_body.inboard_joint >= 0)
    throw ModelError(fmt::format(
        "body '{}' is the child of joint '{}' already, so joint '{}' would close a loop; a tree "
        "has one joint per child; put joints that close loops under 'loops'",
        child_body.name, joints_[static_cast<std::size_t>(child_body.inboard_joint)].spec.name,
        spec.name));
  check_pose(fmt::format("joint '{}'", spec.name), X_PF);
  check_pose(fmt::format("joint '{}'", spec.name), X_BM);
  child_body.inboard_joint = static_cast<int>(joints_.size());
  joints_.push_back({std::move(spec), parent, child, X_PF, X_BM});
  return JointId{static_cast<int>(joints_.size()) - 1};
}

FrameId ModelBuilder::add_frame(std::string name, BodyId body, const Transform<double>& X_BF) {
  check_name(name, "frame", frame_exists(name));
  if (body.index < 0 || body.index >= static_cast<int>(bodies_.size()))
    throw ModelError(fmt::format("frame '{}': there is no body with id {}", name, body.index));
  check_pose(fmt::format("frame '{}'", name), X_BF);
  frames_.push_back({std::move(name), body, X_BF});
  return FrameId{static_cast<int>(frames_.size()) - 1};
}

bool ModelBuilder::frame_exists(std::string_view name) const {
  return std::any_of(frames_.begin(), frames_.end(),
                     [&](const Frame& f) { return f.name == name; });
}

void ModelBuilder::add_spring(SpringSpec spring) {
  springs_.push_back(std::move(spring));
}

void ModelBuilder::add_shape(BodyId body, const BodyShape& shape) {
  if (body.index < 0 || body.index >= static_cast<int>(bodies_.size()))
    throw ModelError(fmt::format("add_shape: there is no body with id {}", body.index));
  Body& owner = bodies_[static_cast<std::size_t>(body.index)];
  check_shape(shape);
  check_pose(fmt::format("a shape of body '{}'", owner.name), shape.X_BS);
  owner.shapes.push_back(shape);
}

BodyId ModelBuilder::find_body(std::string_view name) const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (bodies_[i].name == name) return BodyId{static_cast<int>(i)};
    names.push_back(bodies_[i].name);
  }
  for (const Joint& joint : joints_)
    if (joint.spec.name == name && joint.child.index > 0)
      throw ModelError(
          fmt::format("there is no body named '{}'; this is a joint; the body that it carries is "
                      "'{}'",
                      name, bodies_[static_cast<std::size_t>(joint.child.index)].name));
  throw ModelError(
      fmt::format("there is no body named '{}'{}", name,
                  name == "ground" || name == "floor" || name == "base" || name == "fixed"
                      ? "; the fixed body is called 'world'"
                      : nearest_name_hint(name, names)));
}

JointId ModelBuilder::find_joint(std::string_view name) const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    if (joints_[i].spec.name == name) return JointId{static_cast<int>(i)};
    names.push_back(joints_[i].spec.name);
  }
  throw ModelError(
      fmt::format("there is no joint named '{}'{}", name, nearest_name_hint(name, names)));
}

Model ModelBuilder::build() const {
  return ModelCompiler(*this).compile();
}

}  // namespace catena
