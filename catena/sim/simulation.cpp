#include "catena/sim/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "catena/model/configuration.hpp"

namespace catena {

namespace {

constexpr double first_step = 1e-4;  // s, where nothing is known yet

// The start over all coordinates; loop joints without a value are put where the tree says.
Eigen::VectorXd start_configuration(const SimulationSetup& setup) {
  const Model& model = *setup.model;
  Eigen::VectorXd q = neutral_configuration(model);
  if (setup.loops) {
    q.conservativeResize(setup.loops->nq());
    q.tail(setup.loops->links().nq()) = neutral_configuration(setup.loops->links());
  }
  q.head(setup.q.size()) = setup.q;
  return q;
}

const SimulationSetup& checked(const SimulationSetup& setup) {
  const auto refuse = [](const std::string& what) {
    throw std::invalid_argument("Simulation: " + what);
  };
  if (!setup.model) refuse("the setup has no model");
  const Model& model = *setup.model;
  if (setup.loops && setup.loops->shared_tree() != setup.model)
    refuse("the loops belong to another model");
  const int nq = setup.loops ? setup.loops->nq() : model.nq();
  const int nv = setup.loops ? setup.loops->nv() : model.nv();
  const auto check_size = [&](const char* what, Eigen::Index size, int of_tree, int of_all) {
    if (size != 0 && size != of_tree && size != of_all)
      refuse(fmt::format("{} has {} numbers, the model needs {}", what, size, of_all));
  };
  check_size("q", setup.q.size(), model.nq(), nq);
  check_size("v", setup.v.size(), model.nv(), nv);
  const Eigen::VectorXd& e = setup.limits.restitution;
  check_size("restitution", e.size(), nv, nv);
  if ((e.array() < 0.0).any() || (e.array() > 1.0).any())
    refuse("restitution must be between 0 and 1");
  const IntegratorKind kind = setup.integrator.kind;
  if ((kind == IntegratorKind::SemiImplicitEuler || kind == IntegratorKind::RungeKutta4) &&
      !(setup.integrator.step > 0.0))
    refuse("the step of a method with fixed steps must be greater than 0");
  const auto in_range = [&](int dof) { return dof >= 0 && dof < nv; };
  for (const Motor& motor : setup.motors) {
    if (!std::all_of(motor.dofs.begin(), motor.dofs.end(), in_range))
      refuse(fmt::format("motor '{}' acts on a coordinate that does not exist", motor.name));
    if (!motor.effort_limit.empty() && motor.effort_limit.size() != motor.dofs.size())
      refuse(fmt::format("motor '{}' needs one effort limit per coordinate", motor.name));
  }
  check_contacts(model, setup.contacts);
  check_cables(model, setup.cables);
  for (const Cable& cable : setup.cables) {
    bool exists = !cable.route.empty() ||
                  (in_range(cable.joint.first_dof) && in_range(cable.joint.first_dof + 1));
    for (const CableStop& stop : cable.route)
      exists = exists && (stop.turn == -1 || in_range(stop.turn));
    if (!exists)
      refuse(fmt::format("cable '{}' uses a coordinate that does not exist", cable.name));
  }
  const Chart chart = setup.loops ? Chart(*setup.loops) : Chart(model);
  for (const PrescribedMotion& path : setup.prescribed)
    if (!in_range(path.dof) || chart.place_in_q(path.dof) < 0)
      refuse(
          fmt::format("path '{}' moves a coordinate that does not exist, or one of a spherical "
                      "or free joint",
                      path.name));
  return setup;
}

// The setup of one simulation, which shares with no other what changes.
SimulationSetup own(SimulationSetup setup) {
  find_turns(*setup.model, setup.cables);
  make_efforts(setup.motors);
  return setup;
}

}  // namespace

Simulation::Simulation(const SimulationSetup& setup)
    : setup_(own(checked(setup))),
      m_(std::make_unique<Mechanics>(setup_, setup_.changes, nullptr)),
      integrator_(make_integrator(setup.integrator)),
      options_(setup.integrator),
      start_time_(setup.start_time) {
  state_.happened.assign(setup.changes.size(), false);
  state_.t = start_time_;
  state_.q = start_configuration(setup);
  state_.v.setZero(m_->equations.nv());
  state_.v.head(setup.v.size()) = setup.v;
  state_.modes.assign(static_cast<std::size_t>(m_->equations.nv()), {});
  state_.contacts.assign(setup.contacts.size(), {});
  state_.counting_since = state_.t;
  state_.spent.setZero(static_cast<Eigen::Index>(sources().all.size()));
  m_->equations.begin(state_, false);
  m_->equations.pack(state_, y0_);
  m_->equations.unpack(state_.t, y0_, state_);  // puts prescribed coordinates on their paths
  m_->rules.start_limits(state_, start_events_);
  if (loops() != nullptr && !loops()->empty()) assemble(setup.given);
  m_->rules.start_contacts(state_, start_events_);
  if (CableForces* cables = m_->equations.cables(); cables != nullptr)
    state_.cables = cables->start(state_.t, state_.q, state_.v);
  state_.initial_energy = m_->equations.energy(state_).stored();
  m_->rules.impact(state_, start_events_);
  settle(start_events_);
}

double Simulation::limit_effort(const State& state, const Evaluation& at, int dof) const {
  const int side = state.modes[static_cast<std::size_t>(dof)].limit;
  if (side == 0) return 0.0;
  const double friction = m_->equations.breakaway_friction()[dof], effort = at.reaction[dof];
  return side < 0 ? std::max(0.0, effort - friction) : std::min(0.0, effort + friction);
}

bool Simulation::advance(double t_end, const RunObserver& observer) {
  while (state_.t < t_end) {
    run_due_changes(observer);
    step(t_end, observer);
    if (observer.step && !observer.step(state_)) return false;
  }
  return true;
}

// The next sample after t, or infinity.
double Simulation::next_sample(double t, const RunObserver& observer) const {
  if (!observer.sample || !(observer.sample_interval > 0.0))
    return std::numeric_limits<double>::infinity();
  const double k = std::floor((t - start_time_) / observer.sample_interval + 1e-9) + 1.0;
  return start_time_ + k * observer.sample_interval;
}

// Where the present step should end.
double Simulation::step_goal(double t_end, const RunObserver& observer) {
  if (integrator_->has_fixed_step()) {
    const auto grid = [&] {
      return start_time_ + static_cast<double>(state_.step_count + 1) * options_.step;
    };
    while (grid() <= state_.t + 1e-9 * options_.step) ++state_.step_count;
    return std::min(grid(), t_end);
  }
  double h = state_.next_step > 0.0 ? state_.next_step
             : options_.step > 0.0  ? options_.step
                                    : first_step;
  h = std::min(h, options_.max_step);
  double goal = t_end;
  if (!integrator_->is_dense()) goal = std::min(goal, next_sample(state_.t, observer));
  const double left = goal - state_.t;
  if (left <= 1.001 * h) return goal;
  return state_.t + (left < 2.0 * h ? 0.5 * left : h);  // no crumbs
}

double Simulation::try_step(double goal) {
  const double smallest = 1e-14 * std::max(1.0, std::abs(state_.t));
  double h = goal - state_.t;
  const double wanted = state_.next_step;
  for (;;) {
    const StepOutcome outcome = integrator_->step(m_->equations, state_.t, h, y0_, y1_);
    if (outcome.accepted && y1_.allFinite()) {
      // A step that was cut short by its goal says nothing against a longer one.
      const bool cut = h == goal - state_.t && h < 0.99 * wanted;
      state_.next_step = cut ? std::max(outcome.next_step, wanted) : outcome.next_step;
      return h;
    }
    if (integrator_->has_fixed_step() || h < smallest) throw SimulationError(diagnosis(h));
    h = std::min(outcome.next_step, 0.9 * h);
  }
}

std::string Simulation::diagnosis(double h) const {
  if (!state_.q.allFinite() || !state_.v.allFinite())
    return fmt::format("t = {:.9g} s: the state is no longer finite", state_.t);
  const char* advice =
      options_.kind == IntegratorKind::Radau
          ? "check masses, springs and motors with 'catena check'"
          : "the motion may be stiff: try 'integrator: {kind: radau}', or a smaller step";
  Eigen::Index fastest = 0;
  const double speed = state_.v.size() > 0 ? state_.v.cwiseAbs().maxCoeff(&fastest) : 0.0;
  return fmt::format(
      "t = {:.9g} s: no finite solution with a step of {:.3g} s (the fastest coordinate is '{}' "
      "with {:.3g} per second); {}",
      state_.t, h,
      state_.v.size() > 0 ? m_->equations.coordinate_name(static_cast<int>(fastest))
                          : std::string(),
      speed, advice);
}

void Simulation::step(double t_end, const RunObserver& observer) {
  m_->equations.begin(state_);
  m_->equations.pack(state_, y0_);
  m_->search.watch(state_);
  const double goal = std::min(step_goal(t_end, observer), next_change());
  double h = try_step(goal);
  const bool whole = h == goal - state_.t;
  const std::optional<FoundEvent> event = m_->search.first(*integrator_, state_.t, h, y0_, y1_);
  if (event) h = land(*event, h);
  const double t_old = state_.t, t_new = whole && !event ? goal : t_old + h;
  double sample = next_sample(t_old, observer);
  const double close = 1e-9 * observer.sample_interval;
  for (; sample < t_new - close; sample = next_sample(sample, observer)) {
    integrator_->inside(m_->equations, (sample - t_old) / h, y_inside_);
    sampled_ = state_;
    m_->equations.unpack(sample, y_inside_, sampled_);
    m_->equations.close_loops(sampled_);
    observer.sample(sampled_);
  }
  m_->equations.unpack(t_new, y1_, state_);
  m_->equations.close_loops(state_);
  if (m_->equations.loops() != nullptr) m_->rules.return_to_stops(state_);
  if (event) {
    std::vector<SimulationEvent> happened;
    count_event(*event, happened);
    apply(*event, happened);
    if (observer.event)
      for (const SimulationEvent& e : happened) observer.event(e);
  }
  if (sample <= t_new + close && observer.sample) observer.sample(state_);
}

}  // namespace catena
