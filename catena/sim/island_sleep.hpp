#pragma once
// Bodies that rest on each other sleep, as an option: they take no part in steps until something
// touches them, a force on them changes, or somebody moves them. Modes, regions and forces of their
// contacts stay in the state, so that they go on where they were.

#include <span>

#include "catena/contact/contact_group.hpp"
#include "catena/contact/sleep_record.hpp"
#include "catena/sim/motion_equations.hpp"

namespace catena {

// Keeps the SleepRecord of a state.
class SleepGroup final : public Group {
 public:
  explicit SleepGroup(const Coordinates& coordinates) : coordinates_(coordinates) {}

  void place_start(State& state, std::vector<SimulationEvent>&) override {
    state.set_modes(index(), none());
  }
  // A change of structure wakes all.
  std::shared_ptr<const GroupModes> carried_over(
      const Group&, const std::shared_ptr<const GroupModes>&) const override {
    return std::make_shared<const ModesOf<SleepRecord>>(none());
  }
  std::string_view mode_key() const override { return "sleep"; }
  void save(const State& state, ModeTable& out) const override;
  void load(const ModeTable& in, State& state) const override;

  // All move.
  SleepRecord none() const;

 private:
  std::string name_of_tree(int node) const;

  const Coordinates& coordinates_;
};

class IslandSleep {
 public:
  IslandSleep(MotionEquations& equations, double step);

  // After MotionEquations::refresh(): wakes what was moved from outside, and what something that is
  // awake could touch within the time h. Returns whether there was any; then refresh() is due.
  bool wake_before(State& state, double h);
  // After a step to `after`: whether something has acted on what sleeps. Then that is awake in
  // `before`, and the step is to be taken again.
  bool wake_disturbed(State& before, State& after);
  void wake_all(State& state) const;
  // At the end of a step with these rows: notes what rests, and lets islands sleep that have done
  // so for a while.
  void note_rest(const RowList& rows, State& state);
  // Whether nothing is awake, and nobody has moved anything.
  bool all_asleep(const State& state) const;

 private:
  struct Tree {
    int first_q, end_q, first_v, end_v;
    bool may_sleep;  // nothing but contacts between shapes can hold it
  };
  const SleepRecord& record(const State& state) const {
    return state.modes_of<SleepRecord>(group_->index());
  }
  bool was_moved(const State& state, const SleepRecord& record, std::size_t tree) const;
  bool mark_moved(State& state, const SleepRecord& record);
  bool is_at_rest(const State& state, const SleepRecord& record, std::size_t tree) const;
  bool same_forces(const SleepRecord& record, std::size_t tree) const;
  void wake(std::span<const char> trees, State& state);
  void find_islands(const State& state);
  int root_of(int tree);
  bool put_to_sleep(const RowList& rows, double t, const State& state, SleepRecord& now);

  MotionEquations& equations_;
  SleepGroup* group_;       // null: nothing sleeps
  ContactGroup* contacts_;  // likewise
  std::vector<Tree> trees_;
  std::vector<char> marked_, touches_;  // per tree
  std::vector<int> parent_;             // per tree: islands, by union and find
  double slow_ = 0.0, near_ = 0.0;      // rad/s or m/s, rad or m
  double small_acceleration_ = 0.0;
};

}  // namespace catena
