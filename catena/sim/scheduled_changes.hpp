#pragma once
// When the structure changes by itself: at given times, or when a condition crosses zero; and the
// times at which inputs jump.

#include <vector>

#include "catena/elements/guard.hpp"
#include "catena/elements/home_rates.hpp"
#include "catena/sim/changes.hpp"
#include "catena/sim/column_reader.hpp"

namespace catena {

class ScheduledChanges final : public GuardOwner {
 public:
  ScheduledChanges(std::vector<StructureEvent> changes, std::vector<double> breaks)
      : changes_(std::move(changes)), breaks_(std::move(breaks)) {}

  // The equations of the structure from now on, which live until the next call.
  void follow(MotionEquations& equations);

  const StructureEvent& change(std::size_t c) const { return changes_[c]; }
  std::size_t count() const { return changes_.size(); }

  // The next time after the state's at which a step must end, or infinity.
  double next_time(const State& state) const;
  // The changes that are due at a state: their time has come, or their condition was met.
  std::vector<std::size_t> due(const State& state);

  // Forces jump in events and in time steps, where nothing lies between two states. To be called
  // where a step begins, and where it has ended: conditions of forces that have changed their sign
  // are met.
  void note_forces(const State& state);
  void find_jumped_forces(State& state);
  // The same for conditions of positions and velocities, which jump where the structure changes: to
  // be called before the changes that are `due`, and after them.
  void note_motion(const State& state);
  void find_jumped_motion(const std::vector<std::size_t>& due, State& state);

  // GuardOwner.
  void watch(const Look& look, const State& state, int owner, std::vector<Guard>& out) override;
  std::size_t most_guards() const override { return changes_.size(); }
  void prepare_guards(const Look&) override {}
  double value(const Guard& guard, const Look& look, const Evaluation& forces) const override;
  double rate(const Guard& guard, const Look& look) const override;
  double longest_step(const Look& look) const override;
  Consequence apply(const FoundGuard& found, int pushed, World& world, State& state,
                    std::vector<SimulationEvent>& events) override;
  std::string name_of(const Guard& guard) const override {
    return changes_[static_cast<std::size_t>(guard.item)].name;
  }

 private:
  bool has_readings() const;
  double time_of(std::size_t c, const State& state) const;
  bool is_over(std::size_t c, const State& state) const;
  bool counts(std::size_t c, int from) const;
  bool is_of_motion(std::size_t c, const State& state) const;
  int side_of(std::size_t c, double value, const State& state) const;
  // Its condition has crossed zero, from this side.
  void cross(std::size_t c, int from, State& state);
  // `forces`: of that instant, and `modes` the state that the equations began with, where the
  // condition has readings.
  double condition(std::size_t c, const Look& look, const Evaluation& forces,
                   const State& modes) const;
  double condition(std::size_t c, const State& state);

  std::vector<StructureEvent> changes_;
  std::vector<double> breaks_;
  std::vector<std::size_t> met_;  // conditions that crossed zero in the last step
  MotionEquations* equations_ = nullptr;
  std::vector<std::unique_ptr<ColumnReader>> readers_;  // per change; null: it reads nothing
  std::vector<double> noted_;  // values of conditions of forces; 0: not known
  std::vector<int> sides_;     // of zero, of conditions of motion; 0: on it, or not asked
  Evaluation forces_;
  State begun_;  // where steps began that are searched for conditions with readings
  std::vector<std::size_t> watched_;  // changes whose conditions are watched at present
  // Per change; null: the rate of its condition is not known.
  std::vector<std::unique_ptr<HomeRates>> motions_;
  mutable std::vector<double> branches_;
  mutable std::vector<Jet> jets_;
  mutable Eigen::VectorXd q_home_, v_home_, q_all_, v_all_, q_read_;
};

}  // namespace catena
