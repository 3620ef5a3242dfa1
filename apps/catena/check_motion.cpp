// catena check: steps, rates and paths of a run.

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <limits>

#include "apps/catena/check_parts.hpp"
#include "catena/sim/motion_equations.hpp"

namespace catena::app {

namespace {

struct Rates {
  double damping = 0.0;      // 1/s, the fastest decay of a velocity
  double oscillation = 0.0;  // rad/s, the fastest of what pulls back
};

double largest_eigenvalue(const Eigen::MatrixXd& A) {
  if (A.size() == 0 || !A.allFinite()) return 0.0;
  return A.eigenvalues().cwiseAbs().maxCoeff();
}

// Of accelerations by velocities and by positions at the start, loops closed and all elements at
// work: by differences.
Rates fastest_rates(const Simulation& start) {
  constexpr double by = 1e-6;
  MotionEquations equations(start.setup());
  const State& state = start.state();
  const int n = equations.nv();
  Eigen::VectorXd y, there(equations.size()), back(equations.size());
  equations.begin(state);
  equations.pack(state, y);
  Eigen::MatrixXd slopes(n, 2 * n);
  for (int k = 0; k < 2 * n; ++k) {
    const double at = y[k];
    y[k] = at + by;
    equations.derivative(state.t, y, there);
    y[k] = at - by;
    equations.derivative(state.t, y, back);
    y[k] = at;
    slopes.col(k) = (there - back).segment(n, n) / (2.0 * by);
  }
  return {largest_eigenvalue(slopes.rightCols(n)),
          std::sqrt(largest_eigenvalue(slopes.leftCols(n)))};
}

// The largest part of a step from a to b that its ends' slopes do not foretell, for a function that
// is smooth: it falls with the step. `at(t)` gives value and slope.
struct Jump {
  double t = 0.0, size = 0.0;
};
template <class Function>
Jump find_jump(const Function& at, double begin, double end) {
  constexpr int pieces = 2000, halvings = 40;
  const auto surprise = [&](double a, double b) {
    const auto [x, u] = at(a);
    const auto [y, w] = at(b);
    const double step = std::abs(y - x - 0.5 * (u + w) * (b - a));
    return std::isfinite(step) ? step : std::numeric_limits<double>::infinity();
  };
  Jump worst;
  for (int i = 0; i < pieces; ++i) {
    double a = begin + (end - begin) * i / pieces, b = begin + (end - begin) * (i + 1) / pieces;
    const double first = surprise(a, b), scale = std::abs(at(a).first) + std::abs(at(b).first);
    double size = first;
    if (!(first > 1e-9 * scale + 1e-300)) continue;
    for (int k = 0; k < halvings && size > 0.5 * first; ++k) {
      const double middle = 0.5 * (a + b);
      if (!(a < middle && middle < b)) break;
      const double left = surprise(a, middle), right = surprise(middle, b);
      (left > right ? b : a) = middle;
      size = std::max(left, right);
    }
    if (!(size > 0.5 * first)) continue;
    // Seen from both sides: at the very place a formula may have a value of its own.
    const double margin = 1e-9 * (end - begin);
    size = std::max(size, surprise(std::max(begin, a - margin), std::min(end, b + margin)));
    if (size > worst.size) worst = {b, size};
  }
  return worst;
}

}  // namespace

void check_integrator(const Scenario& scenario, const Simulation& start, Remarks& remarks) {
  constexpr int most_dofs = 500;  // the eigenvalues of more take long
  const SimulationSetup& setup = scenario.setup;
  if (setup.integrator.kind == IntegratorKind::Automatic) return;  // finds out by itself
  if (start.state().v.size() == 0 || start.state().v.size() > most_dofs) return;
  const Rates rates = fastest_rates(start);
  const double fastest = std::max(rates.damping, rates.oscillation);
  const std::string what = fmt::format(
      "{} part of the mechanism within {:.2g} s",
      rates.damping >= rates.oscillation ? "damping stops" : "a spring reverses", 1.0 / fastest);
  const IntegratorOptions& options = setup.integrator;
  switch (options.kind) {
    case IntegratorKind::RungeKutta4:
    case IntegratorKind::SemiImplicitEuler:
    case IntegratorKind::Euler: {
      const double bound = options.kind == IntegratorKind::RungeKutta4 ? 2.78 : 2.0;
      if (fastest * options.step > bound)
        remarks.push_back(
            fmt::format("{}, too fast for the fixed step of {:.2g} s: the run will become "
                        "unstable; use a step below {:.2g} s or the integrator automatic",
                        what, options.step, bound / fastest));
      break;
    }
    case IntegratorKind::DormandPrince853: {
      constexpr double many_steps = 1e5;
      const double steps = fastest * scenario.duration / 6.0;  // about what its stability allows
      if (steps > many_steps)
        remarks.push_back(fmt::format(
            "{}, so this explicit integrator will need about {:.0e} steps; use the integrator "
            "automatic",
            what, steps));
      break;
    }
    case IntegratorKind::Radau:
      if (fastest * options.max_step < 1.0)
        remarks.push_back(
            "the integrator radau is for stiff springs and dampers, but this mechanism has none; "
            "automatic would be faster");
      break;
    case IntegratorKind::Automatic:
      break;
  }
}

void check_steps(const Scenario& scenario, const Simulation& start, Remarks& remarks) {
  constexpr double many = 1e9;
  const IntegratorOptions& options = scenario.setup.integrator;
  const double begin = start.state().t, end = scenario.setup.start_time + scenario.duration;
  const double latest = std::max(std::abs(begin), std::abs(end));
  const double finest = std::nextafter(latest, std::numeric_limits<double>::infinity()) - latest;
  const bool fixed = has_fixed_step(options.kind);
  const auto look = [&](const char* what, double step) {
    if (!(step > 0.0) || !(end > begin)) return;
    if (step < finest)
      remarks.push_back(
          fmt::format("{} is {:.2g} s, which is lost in rounding when added to times around {:.6g} "
                      "s: the run never ends",
                      what, step, latest));
    else if ((end - begin) / step > many)
      remarks.push_back(
          fmt::format("{} is {:.2g} s, so the run needs {:.1e} of them: this takes too long", what,
                      step, (end - begin) / step));
  };
  if (fixed)
    look("the step", options.step);
  else
    look("the longest step", options.max_step);
  look("the time between samples", scenario.record.interval);
}

void check_path_limits(const Scenario& scenario, Remarks& remarks) {
  constexpr int looks = 1000;
  const Model& model = *scenario.setup.model;
  for (const PrescribedMotion& motion : scenario.setup.prescribed)
    for (int j = 0; j < model.joint_count(); ++j) {
      const JointInfo& joint = model.joint(JointId{j});
      const int k = motion.dof - joint.v;
      if (k < 0 || k >= joint.nv || joint.nq != joint.nv) continue;
      const double lower = joint.spec.position_lower[k], upper = joint.spec.position_upper[k];
      for (int i = 0; i <= looks; ++i) {
        const double t = scenario.setup.start_time + scenario.duration * i / looks,
                     q = motion.path(t).position;
        if (!(q < lower || q > upper)) continue;
        remarks.push_back(fmt::format(
            "prescribed motion '{}' is at {:.6g} at t = {:.6g} s, outside the limits [{:.6g}, "
            "{:.6g}] of its joint, which do not stop it",
            motion.name, q, t, lower, upper));
        break;
      }
    }
}

void check_paths(const Scenario& scenario, const Simulation& start, Remarks& remarks) {
  const double begin = start.state().t, end = scenario.setup.start_time + scenario.duration;
  check_path_limits(scenario, remarks);
  if (!(end > begin)) return;
  for (const PrescribedMotion& motion : scenario.setup.prescribed) {
    const Jump of_position = find_jump(
        [&](double t) {
          const PathPoint p = motion.path(t);
          return std::pair{p.position, p.velocity};
        },
        begin, end);
    const Jump of_velocity = find_jump(
        [&](double t) {
          const PathPoint p = motion.path(t);
          return std::pair{p.velocity, p.acceleration};
        },
        begin, end);
    if (of_position.size > 0.0)
      remarks.push_back(
          fmt::format("prescribed motion '{}': its position jumps by {:.3g} at t = {:.6g} s, which "
                      "no force can cause",
                      motion.name, of_position.size, of_position.t));
    else if (of_velocity.size > 0.0)
      remarks.push_back(
          fmt::format("prescribed motion '{}': its velocity jumps by {:.3g} at t = {:.6g} s, which "
                      "is an impact on everything that it moves",
                      motion.name, of_velocity.size, of_velocity.t));
  }
}

}  // namespace catena::app
