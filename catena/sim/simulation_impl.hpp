#pragma once
// The implementation of Simulation.

#include "catena/sim/automatic_stepper.hpp"
#include "catena/sim/changing_structure.hpp"
#include "catena/sim/exchange_watch.hpp"
#include "catena/sim/motion_equations.hpp"
#include "catena/sim/scheduled_changes.hpp"
#include "catena/sim/simulation.hpp"
#include "catena/sim/start_overlaps.hpp"
#include "catena/threads/thread_team.hpp"

namespace catena {

class Simulation::Impl {
 public:
  explicit Impl(const SimulationSetup& setup);

  bool advance(double t_end, const RunObserver& observer);
  void restore(const State& state);
  void connect(const Connect& what, std::vector<SimulationEvent>& events);
  void cut(std::string_view name, std::vector<SimulationEvent>& events);
  // Switches an element; what is so already stays as it is. `how`: On, Off or Cut.
  void switch_element(const SwitchedElement& element, EventKind how,
                      std::vector<SimulationEvent>& events);
  void pull(const std::optional<Pull>& pull, std::vector<SimulationEvent>& events);
  void inputs_changed(std::vector<SimulationEvent>& events);
  MotionEquations& observed();
  // Throws SimulationError inside of RunObserver::sample; `what` is not allowed there.
  void refuse_inside_sample(const char* what) const;

  const SimulationSetup setup;
  // Only where more than one thread is asked for. Before all that uses it.
  const std::unique_ptr<ThreadTeam> team;
  State state;
  std::vector<SimulationEvent> start_events;
  std::optional<Pull> pulled;
  long structure_count = 0;
  ChangingStructure structure;
  std::unique_ptr<MotionEquations> equations;

 private:
  class Sampler;
  explicit Impl(PreparedSetup prepared);
  void make_equations(const OffList& off);
  std::unique_ptr<MotionEquations> equations_now(const OffList& off);
  void follow_structure(const MotionEquations& before);
  void book_work(const std::vector<double>& of_paths);
  void book_change(const EnergyBalance& before, double kinetic_lost, double work);
  void run_due_changes(std::vector<SimulationEvent>& events);
  std::optional<SimulationEvent> gripping_clutch(const StructureEvent& change);
  void run_change(const StructureEvent& change, const std::optional<SimulationEvent>& lets_go,
                  std::vector<SimulationEvent>& events);
  bool exists(std::string_view joint_or_loop);
  void put_element(const SwitchedElement& element, EventKind how,
                   std::vector<SimulationEvent>& events);
  void settle_switched(std::vector<SimulationEvent>& events);
  void take_modes(const Group* old, Group& now);
  void check_fits(const State& other, const MotionEquations& with) const;
  void check_modes(const State& other, const MotionEquations& with, const Group& group) const;

  ScheduledChanges schedule_;
  std::unique_ptr<Stepper> stepper_;
  ExchangeWatch exchange_;
  std::unique_ptr<MotionEquations> observed_;  // for evaluate() while a step is looked at
  bool start_is_sampled_ = false, in_sample_ = false;
  // Elements were switched, or on, since modes were decided last.
  bool has_switched_ = false, has_switched_on_ = false;
};

}  // namespace catena
