#pragma once
// When controllers fall short: the moments from which on their bounds do not allow what their plan
// asks for, and those at which an input reaches its bound.

#include "catena/elements/group.hpp"
#include "catena/elements/motors.hpp"

namespace catena {

struct PlanMode {
  bool falls_short = false;
  std::vector<char> at_bound = {};  // per input
};
using PlanModes = std::vector<PlanMode>;

class PlanWatch final : public Group {
 public:
  // Of all motors of a setup that plan within bounds, also of those that are off. `on`: those that
  // are on, in the same simulation, which must outlive this; it comes after all groups with forces.
  PlanWatch(const Motors& on, const std::vector<Motor>& all);

  void start(World& world, State& state, std::vector<SimulationEvent>& events) override;
  bool is_foreseen() const override { return false; }

  void watch(const Look& look, const State& state, int owner, std::vector<Guard>& out) override;
  std::size_t most_guards() const override;
  double value(const Guard& guard, const Look& look, const Evaluation& forces) const override;
  Consequence apply(const FoundGuard& found, int pushed, World& world, State& state,
                    std::vector<SimulationEvent>& events) override;
  std::string name_of(const Guard& guard) const override;

  std::string_view mode_key() const override { return "plans"; }
  void save(const State& state, ModeTable& out) const override;
  void load(const ModeTable& in, State& state) const override;

 private:
  static constexpr int falls_short = -1;  // of Guard::kind; else the number of an input
  struct Plan {
    std::string name;
    std::size_t inputs;
    int motor;  // among those that are on; -1: it is off
  };
  int count() const { return static_cast<int>(plans_.size()); }
  const Plan& plan(int p) const { return plans_[static_cast<std::size_t>(p)]; }
  bool is_on(int p) const { return plan(p).motor >= 0; }
  const Planner& planner(int p) const {
    return *motors_.planner(static_cast<std::size_t>(plan(p).motor));
  }
  SimulationEvent shortfall_event(int plan, double t) const;
  SimulationEvent bound_event(int plan, std::size_t input, double t) const;

  const Motors& motors_;
  std::vector<Plan> plans_;
};

}  // namespace catena
