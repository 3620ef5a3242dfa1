// catena check: what is suspicious about a scenario, in plain words.

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <iostream>

#include "apps/catena/before_run.hpp"
#include "apps/catena/check_parts.hpp"
#include "apps/catena/commands.hpp"
#include "catena/mechanism/condition_text.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/recorder.hpp"
#include "catena/sim/simulation.hpp"
#include "catena/view/json.hpp"

namespace catena::app {

namespace {

// "a, b, c and 4 more"
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t shown = 6;
  if (names.size() <= shown + 1) return fmt::format("{}", fmt::join(names, ", "));
  const std::vector<std::string> first(names.begin(), names.begin() + shown);
  return fmt::format("{} and {} more", fmt::join(first, ", "), names.size() - shown);
}

void check_masses(const Model& model, Remarks& remarks) {
  constexpr double most = 1e6;
  for (int j = 0; j < model.joint_count(); ++j) {
    const JointInfo& joint = model.joint(JointId{j});
    const BodyInfo& parent = model.body(joint.parent);
    const BodyInfo& child = model.body(joint.child);
    const double a = parent.inertia.mass, b = child.inertia.mass;
    if (joint.parent == world_body || !(a > 0.0) || !(b > 0.0)) continue;
    if (std::max(a / b, b / a) > most)
      remarks.push_back(
          fmt::format("the mass of body '{}' is {:.3g} kg and that of its neighbour '{}' {:.3g} "
                      "kg: so large a ratio reduces accuracy; check the units of both",
                      child.name, b, parent.name, a));
  }
}

// Without mass they are aids: the world of a part that is moved, the middle of two joints.
void check_bodies(const Scenario& scenario, Remarks& remarks) {
  const Model& model = *scenario.setup.model;
  std::vector<std::string> bare;
  for (int b = 1; b < model.body_count(); ++b)
    if (model.shapes(BodyId{b}).empty() && model.body(BodyId{b}).inertia.mass > 0.0 &&
        !scenario.is_hidden(BodyId{b}))
      bare.push_back(fmt::format("'{}'", model.body(BodyId{b}).name));
  if (!bare.empty())
    remarks.push_back(fmt::format(
        "{} no shapes, so pictures show stand-ins, rods to what {} or blocks of {} inertia: {}; "
        "'draw: false' hides a body",
        bare.size() == 1 ? "one body has" : fmt::format("{} bodies have", bare.size()),
        bare.size() == 1 ? "it carries" : "they carry", bare.size() == 1 ? "its" : "their",
        listed(bare)));
}

// Springs of a joint's own are among the warnings of the model.
void check_springs(const Model& model, Remarks& remarks) {
  for (const Spring& spring : model.springs()) {
    const JointInfo& first = model.joint(spring.joints.front());
    if (spring.joints.size() == 1 && first.spec.stiffness.size() > 0) continue;
    for (const JointId id : spring.joints) {
      const JointInfo& joint = model.joint(id);
      if (joint.nq != joint.nv) continue;
      for (int k = 0; k < joint.nv; ++k) {
        const double rest = spring.rest[joint.q + k];
        if (rest < joint.spec.position_lower[k] || rest > joint.spec.position_upper[k])
          remarks.push_back(fmt::format(
              "spring '{}': its rest position {:.6g} of '{}' lies outside the limits [{:.6g}, "
              "{:.6g}], so it presses the joint against a limit",
              spring.name, rest, model.coordinate_name(joint.v + k), joint.spec.position_lower[k],
              joint.spec.position_upper[k]));
      }
    }
  }
}

void check_start(const SimulationSetup& setup, Remarks& remarks) {
  const Model& model = *setup.model;
  std::vector<std::string> on_limit;
  for (int j = 0; j < model.joint_count(); ++j) {
    const JointInfo& joint = model.joint(JointId{j});
    if (joint.nq != joint.nv) continue;
    for (int k = 0; k < joint.nv; ++k) {
      const double q = setup.q[joint.q + k];
      const double lower = joint.spec.position_lower[k], upper = joint.spec.position_upper[k];
      const std::string name = model.coordinate_name(joint.v + k);
      if (q < lower || q > upper)
        remarks.push_back(fmt::format("'{}' starts at {:.6g}, outside its limits [{:.6g}, {:.6g}]",
                                      name, q, lower, upper));
      else if (q == lower || q == upper)
        on_limit.push_back(fmt::format("'{}'", name));
    }
  }
  if (!on_limit.empty())
    remarks.push_back(fmt::format("{} exactly on a limit: {}",
                                  on_limit.size() == 1
                                      ? "one coordinate starts"
                                      : fmt::format("{} coordinates start", on_limit.size()),
                                  listed(on_limit)));
}

void check_motors(const SimulationSetup& setup, const State& start, Remarks& remarks) {
  for (const Motor& motor : setup.motors) {
    Eigen::VectorXd effort = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(motor.dofs.size()));
    motor.effort(start.t, start.q, start.v, effort);
    if (!effort.allFinite())
      remarks.push_back(
          fmt::format("motor '{}': its effort is not finite at the start", motor.name));
  }
}

// A condition is met where it becomes true: one that is true from the start is not.
void check_conditions(const Mechanism& mechanism, const Simulation& start, Remarks& remarks) {
  const std::vector<StructureEvent>& events = start.setup().changes;
  const State& state = start.state();
  for (std::size_t i = 0; i < std::min(events.size(), mechanism.changes.size()); ++i) {
    const StructureEvent& event = events[i];
    const std::string& when = mechanism.changes[i].when;
    if (event.direction != StructureEvent::Direction::Rising || event.probes ||
        !event.readings.empty() || when.empty() || !margin_of(when))
      continue;
    if (event.when(state.t, state.q, state.v) >= 0.0)
      remarks.push_back(
          fmt::format("change '{}': '{}' is true at the start; it takes place when this becomes "
                      "true again, after it was false",
                      event.name, when));
  }
}

void check_recording(const Scenario& scenario, Remarks& remarks) {
  if (scenario.record.interval > scenario.duration)
    remarks.push_back(
        fmt::format("the recording takes a sample every {:.6g} s, but the run lasts only {:.6g} s",
                    scenario.record.interval, scenario.duration));
}

// Links of one mechanism that overlap at the start do not touch each other.
void check_ignored(const Simulation& start, Remarks& remarks) {
  constexpr std::size_t shown = 12;
  std::size_t count = 0;
  for (const SimulationEvent& event : start.start_events())
    if (event.kind == EventKind::Ignore && ++count <= shown) remarks.push_back(event.note);
  if (count > shown)
    remarks.push_back(fmt::format("{} more pairs of links overlap at the start", count - shown));
}

// What can be said only of a start whose loops are closed, or of the state that was saved. Returns
// what there is to say about the loops.
std::string check_motion(const Scenario& scenario, Simulation& start, Remarks& remarks) {
  if (scenario.state) start.restore(state_of(*scenario.state, scenario.setup));
  check_motors(scenario.setup, start.state(), remarks);
  check_integrator(scenario, start, remarks);
  check_steps(scenario, start, remarks);
  check_paths(scenario, start, remarks);
  const std::string wraps = check_wraps(scenario, start, remarks);
  return (scenario.setup.loops && !scenario.state ? check_loops(start, remarks) : std::string()) +
         wraps;
}

std::string check_json(const Scenario& scenario, const std::string& path, const std::string& loops,
                       const Remarks& remarks) {
  std::string list;
  for (const std::string& remark : remarks)
    list += (list.empty() ? "\n    " : ",\n    ") + json_text(remark);
  return fmt::format(
      "{{\n  \"check\": 1,\n  \"scenario\": {},\n  \"name\": {},\n  \"loops\": {},\n"
      "  \"remarks\": [{}]\n}}\n",
      json_text(path), json_text(scenario.name), json_text(loops), list);
}

}  // namespace

int run_check(const CheckOptions& options) {
  const std::string& path = options.scenario;
  const std::vector<ParameterSetting> settings = parse_settings(options.settings);
  Scenario scenario = load_scenario(path, settings);
  const Model& model = *scenario.setup.model;
  Simulation simulation = started(scenario.setup, path);
  Remarks remarks = scenario.warnings;
  check_plot_columns(scenario, Recorder(simulation, scenario.record).columns(), path, remarks);
  remarks.insert(remarks.end(), model.warnings().begin(), model.warnings().end());
  check_masses(model, remarks);
  check_springs(model, remarks);
  check_stiffness(scenario.setup, remarks);
  const Mechanism mechanism = read_mechanism(path, settings);
  check_angles(mechanism, remarks);
  if (!scenario.state) check_conditions(mechanism, simulation, remarks);
  check_drives(scenario, remarks);
  check_surfaces(scenario, remarks);
  if (!scenario.state) {
    check_start(scenario.setup, remarks);
    check_ground(scenario.setup, remarks);
    check_ignored(simulation, remarks);
    check_shapes(scenario, simulation, remarks);
    check_joined(scenario.setup, remarks);
    check_idle_contacts(scenario.setup, remarks);
    check_falling(scenario.setup, remarks);
  }
  const std::string loops = check_motion(scenario, simulation, remarks);
  check_recording(scenario, remarks);
  check_bodies(scenario, remarks);
  if (options.json) {
    std::cout << check_json(scenario, path, loops, remarks);
    return exit_success;
  }
  std::cout << loops;
  for (const std::string& remark : remarks) std::cout << "- " << remark << '\n';
  if (remarks.empty()) std::cout << "nothing suspicious\n";
  return exit_success;
}

}  // namespace catena::app
