// catena check: what is suspicious about a scenario, in plain words.

#include <fmt/format.h>

#include <Eigen/Core>
#include <cmath>
#include <iostream>

#include "apps/catena/before_run.hpp"
#include "apps/catena/commands.hpp"
#include "catena/analysis/mobility_report.hpp"
#include "catena/dynamics/mass_matrix.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/recorder.hpp"
#include "catena/sim/simulation.hpp"
#include "catena/solvers/dense.hpp"

namespace catena::app {

namespace {

using Remarks = std::vector<std::string>;

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
      remarks.push_back(fmt::format(
          "body '{}' weighs {:.3g} kg and its neighbour '{}' {:.3g} kg: so large a ratio costs "
          "digits; check the units of both",
          child.name, b, parent.name, a));
  }
}

void check_bodies(const Model& model, Remarks& remarks) {
  std::vector<std::string> invisible;
  for (int b = 1; b < model.body_count(); ++b)
    if (model.shapes(BodyId{b}).empty())
      invisible.push_back(fmt::format("'{}'", model.body(BodyId{b}).name));
  if (!invisible.empty())
    remarks.push_back(fmt::format(
        "{} without shapes, so nothing of {} is drawn: {}",
        invisible.size() == 1 ? "one body is" : fmt::format("{} bodies are", invisible.size()),
        invisible.size() == 1 ? "it" : "them", listed(invisible)));
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

void check_motors(const SimulationSetup& setup, Remarks& remarks) {
  for (const Motor& motor : setup.motors) {
    Eigen::VectorXd effort = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(motor.dofs.size()));
    motor.effort(setup.start_time, setup.q, setup.v, effort);
    if (!effort.allFinite())
      remarks.push_back(
          fmt::format("motor '{}': its effort is not finite at the start", motor.name));
  }
}

struct Rates {
  double damping = 0.0;      // 1/s, the fastest decay of a velocity
  double oscillation = 0.0;  // rad/s, the fastest of the springs
};

// Largest eigenvalues of M^-1 D and M^-1 K at the start.
Rates fastest_rates(const SimulationSetup& setup) {
  const Model& model = *setup.model;
  const int n = model.nv();
  Eigen::MatrixXd M(n, n), K = Eigen::MatrixXd::Zero(n, n);
  Workspace<double> workspace(model);
  crba(model, setup.q.head(model.nq()), M, workspace);
  for (const Spring& spring : model.springs())
    for (std::size_t i = 0; i < spring.dofs.size(); ++i)
      for (std::size_t j = 0; j < spring.dofs.size(); ++j)
        K(spring.dofs[i], spring.dofs[j]) +=
            spring.stiffness(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
  const Eigen::MatrixXd D = model.damping().asDiagonal();
  const Eigen::MatrixXd symmetric = 0.5 * (K + K.transpose());
  const double decay = largest_symmetric_value(D, M);
  const double square = largest_symmetric_value(symmetric, M);
  return {std::max(decay, 0.0), std::sqrt(std::max(square, 0.0))};
}

void check_integrator(const Scenario& scenario, Remarks& remarks) {
  constexpr int most_dofs = 500;  // the eigenvalues of more take long
  const SimulationSetup& setup = scenario.setup;
  if (setup.model->nv() == 0 || setup.model->nv() > most_dofs) return;
  const Rates rates = fastest_rates(setup);
  const double fastest = std::max(rates.damping, rates.oscillation);
  const std::string what = fmt::format(
      "{} a part of the mechanism within {:.2g} s",
      rates.damping >= rates.oscillation ? "damping stops" : "a spring turns round", 1.0 / fastest);
  const IntegratorOptions& options = setup.integrator;
  switch (options.kind) {
    case IntegratorKind::RungeKutta4:
    case IntegratorKind::SemiImplicitEuler: {
      const double bound = options.kind == IntegratorKind::RungeKutta4 ? 2.78 : 2.0;
      if (fastest * options.step > bound)
        remarks.push_back(fmt::format(
            "{}, too fast for the fixed step of {:.2g} s: the run will blow up; use a step below "
            "{:.2g} s or the integrator radau",
            what, options.step, bound / fastest));
      break;
    }
    case IntegratorKind::DormandPrince853: {
      constexpr double many_steps = 1e5;
      const double steps = fastest * scenario.duration / 6.0;  // about what its stability allows
      if (steps > many_steps)
        remarks.push_back(fmt::format(
            "{}, so an explicit integrator will need about {:.0e} steps; use the integrator radau",
            what, steps));
      break;
    }
    case IntegratorKind::Radau:
      if (fastest * options.max_step < 1.0)
        remarks.push_back(fmt::format(
            "the integrator radau is for stiff springs and dampers, but {}; dormand_prince would "
            "be faster",
            fastest == 0.0 ? "this mechanism has none" : "those of this mechanism are slow"));
      break;
  }
}

void check_recording(const Scenario& scenario, Remarks& remarks) {
  if (scenario.record.interval > scenario.duration)
    remarks.push_back(fmt::format(
        "the recording takes a sample every {:.6g} s, but the run is over after {:.6g} s",
        scenario.record.interval, scenario.duration));
}

// How far the loops leave the mechanism free where it starts.
void check_loops(const SimulationSetup& setup, Remarks& remarks) {
  for (const LoopJoint& joint : setup.loops->specs().joints)
    if (velocity_size(joint.spec.kind, joint.spec.custom.get()) == 6)
      remarks.push_back(
          fmt::format("loop joint '{}' is free: it closes no loop, but its springs and dampers act",
                      joint.spec.name));
  const Simulation start(setup);
  for (const SimulationEvent& event : start.start_events())
    if (event.kind == EventKind::Assemble) remarks.push_back(event.note);
  const MobilityReport report = mobility_report(setup.loops, start.state().q);
  std::cout << to_text(report);
  if (report.mobility == 0)
    remarks.push_back("the loops hold the mechanism fast: nothing can move where it starts");
}

}  // namespace

int run_check(const std::string& path) {
  const Scenario scenario = load_scenario(path);
  const Model& model = *scenario.setup.model;
  Simulation simulation = started(scenario.setup);
  check_plot_columns(scenario, Recorder(simulation, scenario.record).columns());
  Remarks remarks = scenario.warnings;
  remarks.insert(remarks.end(), model.warnings().begin(), model.warnings().end());
  check_masses(model, remarks);
  check_springs(model, remarks);
  check_start(scenario.setup, remarks);
  check_motors(scenario.setup, remarks);
  check_integrator(scenario, remarks);
  check_recording(scenario, remarks);
  check_bodies(model, remarks);
  if (scenario.setup.loops) check_loops(scenario.setup, remarks);
  for (const std::string& remark : remarks) std::cout << "- " << remark << '\n';
  if (remarks.empty()) std::cout << "nothing suspicious\n";
  return exit_success;
}

}  // namespace catena::app
