// LiveSession: what people at a viewer do to a simulation.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "catena/dynamics/inverse_inertia.hpp"
#include "catena/record/state_file.hpp"
#include "catena/view/json.hpp"
#include "catena/view/live.hpp"

namespace catena {

namespace {

// A pulled body swings about the hand this often per second, and comes to rest soon.
constexpr double pull_frequency = 2.0, pull_damping_ratio = 0.5;

// The mass that a force at a point of a body feels, on average over its directions.
double mass_at(const Model& model, const State& state, BodyId body, const Vec3<double>& at) {
  Workspace<double> ws(model);
  InverseInertia inverse(model);
  inverse.compute(In<double>(state.q.data(), model.nq()), {}, ws);
  const double mobility = inverse.at_point(body, at).trace() / 3.0;
  return mobility > 0.0 ? 1.0 / mobility : model.total_mass();
}

double rounded(double x) {
  const double unit = std::pow(10.0, std::floor(std::log10(x)));
  return unit * std::ceil(x / unit);
}

// The motor that sliders move.
const std::string hand = "by hand";

bool takes_an_effort(const JointInfo& joint) {
  return joint.spec.kind != JointKind::Weld && joint.spec.kind != JointKind::Free &&
         joint.spec.kind != JointKind::Spherical && joint.spec.kind != JointKind::Custom;
}

}  // namespace

// A slider for the target of each servo, and one for an effort on each other coordinate.
void LiveSession::add_hands() {
  SimulationSetup& setup = scenario_.setup;
  // Sliders move the targets of this session alone.
  for (Motor& motor : setup.motors)
    if (motor.offsets) motor.offsets = std::make_shared<std::vector<double>>(*motor.offsets);
  const Model& model = *setup.model;
  const double g = norm(model.gravity()), weight = model.total_mass() * (g > 0.0 ? g : 1.0);
  std::vector<bool> taken(static_cast<std::size_t>(model.nv()), false);
  for (const PrescribedMotion& path : setup.prescribed)
    if (path.dof < model.nv()) taken[static_cast<std::size_t>(path.dof)] = true;
  const auto add = [&](int dof, bool angle, bool is_target, std::shared_ptr<double> value) {
    const std::string name = model.coordinate_name(dof);
    const double range = is_target ? (angle ? std::numbers::pi / 2.0 : 0.5)
                                   : rounded(0.5 * weight * (angle ? 0.2 : 1.0));
    scene_.sliders.push_back(
        {name, is_target, range, 0.0, is_target ? (angle ? "rad" : "m") : (angle ? "N m" : "N")});
    hands_.push_back({name, std::move(value)});
    taken[static_cast<std::size_t>(dof)] = true;
  };
  const auto each = [&](const auto& do_to) {
    for (int j = 0; j < model.joint_count(); ++j) {
      const JointInfo& joint = model.joint(JointId{j});
      if (!takes_an_effort(joint)) continue;
      for (int k = 0; k < joint.nv; ++k)
        if (!taken[static_cast<std::size_t>(joint.v + k)])
          do_to(joint.v + k, is_angle(joint.spec, k));
    }
  };
  each([&](int dof, bool angle) {
    for (const Motor& motor : setup.motors)
      for (std::size_t i = 0; motor.offsets && i < motor.dofs.size(); ++i)
        if (motor.dofs[i] == dof && !taken[static_cast<std::size_t>(dof)])
          add(dof, angle, true, {motor.offsets, &(*motor.offsets)[i]});
  });
  std::vector<std::pair<int, bool>> others;
  each([&](int dof, bool angle) { others.emplace_back(dof, angle); });
  const auto efforts = std::make_shared<std::vector<double>>(others.size(), 0.0);
  std::vector<int> dofs;
  for (std::size_t i = 0; i < others.size(); ++i) {
    add(others[i].first, others[i].second, false, {efforts, &(*efforts)[i]});
    dofs.push_back(others[i].first);
  }
  setup.motors.push_back(hand_motor(hand, std::move(dofs), efforts));
}

void LiveSession::carry_out(const PullMessage& message, ClientId client) {
  const Model& model = simulation_->model();
  const BodyId body{message.body + 1};
  if (message.body < 0 || body.index >= model.body_count())
    throw MessageError(
        fmt::format("pull: found body {}, expected 0 to {}", message.body, model.body_count() - 2));
  const double m = mass_at(model, simulation_->state(), body, message.at);
  const double omega = 2.0 * std::numbers::pi * pull_frequency;
  const double stiffness = m * omega * omega;
  simulation_->pull(
      Pull{body, message.at, message.to, stiffness, 2.0 * pull_damping_ratio * m * omega});
  // Who pulls sees how hard.
  if (puller_ == client && std::abs(stiffness - told_stiffness_) <= 0.01 * stiffness) return;
  told_stiffness_ = stiffness;
  outlets_.reply(client, make_payload(fmt::format(R"({{"is":"pull","stiffness":{}}})",
                                                  json_number(stiffness))));
}

// The simulation's own targets follow those of the session.
void LiveSession::move_targets() {
  for (std::size_t m = 0; m < scenario_.setup.motors.size(); ++m)
    if (const auto& offsets = scenario_.setup.motors[m].offsets)
      *simulation_->setup().motors[m].offsets = *offsets;
}

void LiveSession::carry_out(const SetMessage& message) {
  for (std::size_t i = 0; i < hands_.size(); ++i)
    if (hands_[i].name == message.motor) {
      *hands_[i].value = message.value;
      move_targets();
      simulation_->inputs_changed();
      const std::scoped_lock lock(mutex_);
      scene_.sliders[i].value = message.value;
      scene_text_ = nullptr;  // those who come later get a new one
      return;
    }
  throw MessageError(fmt::format("set: there is no motor '{}'", message.motor));
}

void LiveSession::carry_out(const ConnectMessage& message) {
  const Model& model = *scenario_.setup.model;
  const FrameInfo& a = model.frame(model.find_frame(message.a));
  const FrameInfo& b = model.frame(model.find_frame(message.b));
  Connect connect;
  std::string name;
  do name = fmt::format("by_hand_{}", ++connections_);
  while (std::any_of(scene_.joints.begin(), scene_.joints.end(),
                     [&](const SceneJoint& joint) { return joint.name == name; }));
  connect.joint.spec = message.kind == JointKind::Weld ? weld(name)
                       : message.kind == JointKind::Spherical
                           ? spherical(name)
                           : revolute(name, Eigen::Vector3d::UnitZ());
  connect.joint.a = a.body;
  connect.joint.b = b.body;
  connect.joint.X_AF = a.X_BF;
  connect.joint.X_BM = b.X_BF;
  connect.here = true;
  std::vector<SimulationEvent> events;
  simulation_->connect(connect, &events);
  // Frames get one more joint; recorded columns stay those of the start.
  connect.joint.X_BM = simulation_->state().changes->back().connected.X_BM;
  Scene scene = scene_;
  add_joint(connect.joint, scene);
  set_scene(std::move(scene));
  structure_seen_ = simulation_->structure_count();
  outlets_.text(scene_text());
  note(events);
  publish(simulation_->state());
}

std::string LiveSession::saved_text(const std::string& name) const {
  std::string text = fmt::format(
      "# {} at t = {:.6g} s, as it was in the viewer.\nname: {}\ninclude: {}\nstate: |\n",
      scenario_.name, simulation_->state().t, json_text(name),
      json_text(std::filesystem::absolute(path_).string()));
  std::istringstream lines(checkpoint_text(make_checkpoint(*simulation_, simulation_->state())));
  for (std::string line; std::getline(lines, line);) text += "  " + line + '\n';
  return text;
}

void LiveSession::carry_out_save(ClientId client) {
  const std::string name = fmt::format("{} {}", scenario_.name, ++saved_),
                    file = fmt::format("{}_{}.yaml", std::filesystem::path(path_).stem().string(),
                                       saved_);
  outlets_.reply(client, make_payload(fmt::format(R"({{"is":"saved","name":{},"text":{}}})",
                                                  json_text(file), json_text(saved_text(name)))));
}

}  // namespace catena
