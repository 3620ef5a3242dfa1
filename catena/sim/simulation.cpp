#include "catena/sim/simulation.hpp"

#include "catena/sim/simulation_impl.hpp"

namespace catena {

namespace {

// Calls action(found), and adds the events that it has found to `events` unless that is null.
template <class Action>
void with_events(std::vector<SimulationEvent>* events, Action&& action) {
  std::vector<SimulationEvent> found;
  action(found);
  if (events != nullptr) events->insert(events->end(), found.begin(), found.end());
}

}  // namespace

Simulation::Simulation(const SimulationSetup& setup) : impl_(std::make_unique<Impl>(setup)) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

const SimulationSetup& Simulation::setup() const {
  return impl_->setup;
}
const Model& Simulation::model() const {
  return impl_->equations->model();
}
const Loops* Simulation::loops() const {
  return impl_->equations->coordinates().loops().get();
}
const State& Simulation::state() const {
  return impl_->state;
}
long Simulation::structure_count() const {
  return impl_->structure_count;
}
const Structure& Simulation::structure() {
  return impl_->structure.now();
}
const std::optional<Pull>& Simulation::pull() const {
  return impl_->pulled;
}
const Ledger& Simulation::ledger() const {
  return impl_->equations->ledger();
}
MotionEquations& Simulation::observed() {
  return impl_->observed();
}
const std::vector<SimulationEvent>& Simulation::start_events() const {
  return impl_->start_events;
}

void Simulation::restore(const State& state) {
  impl_->refuse_inside_sample("restore()");
  impl_->restore(state);
}

void Simulation::connect(const Connect& what, std::vector<SimulationEvent>* events) {
  impl_->refuse_inside_sample("connect()");
  with_events(events, [&](auto& found) { impl_->connect(what, found); });
}

void Simulation::cut(std::string_view name, std::vector<SimulationEvent>* events) {
  impl_->refuse_inside_sample("cut()");
  with_events(events, [&](auto& found) { impl_->cut(name, found); });
}

void Simulation::switch_element(const SwitchedElement& element, bool on,
                                std::vector<SimulationEvent>* events) {
  impl_->refuse_inside_sample("switch_element()");
  with_events(events, [&](auto& found) {
    impl_->switch_element(element, on ? EventKind::On : EventKind::Off, found);
  });
}

void Simulation::pull(const std::optional<Pull>& pull, std::vector<SimulationEvent>* events) {
  impl_->refuse_inside_sample("pull()");
  with_events(events, [&](auto& found) { impl_->pull(pull, found); });
}

void Simulation::inputs_changed(std::vector<SimulationEvent>* events) {
  impl_->refuse_inside_sample("inputs_changed()");
  with_events(events, [&](auto& found) { impl_->inputs_changed(found); });
}

bool Simulation::advance(double t_end, const RunObserver& observer) {
  impl_->refuse_inside_sample("advance()");
  return impl_->advance(t_end, observer);
}

void Simulation::evaluate(const State& state, Evaluation& out) {
  observed().observe(state);
  observed().begin(state);
  observed().evaluate(state, out);
}

std::vector<TouchPoint> Simulation::touch_points(const State& state) {
  Evaluation forces;
  evaluate(state, forces);
  std::vector<TouchPoint> points;
  const Look look = observed().look(state);
  for (const auto& group : observed().groups()) group->add_touch_points(look, state, points);
  return points;
}

double Simulation::limit_effort(const State& state, const Evaluation& at, int dof) const {
  double effort = 0.0;
  for (const auto& group : impl_->equations->groups())
    effort += group->limit_effort(state, dof, at.reaction[dof]);
  return effort;
}

EnergyBalance Simulation::energy(const State& state) {
  return observed().energy(state);
}

}  // namespace catena
