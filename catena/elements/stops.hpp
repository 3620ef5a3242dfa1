#pragma once
// The stops of joints and their dry friction. A coordinate at rest is held by its stop, or by
// friction that is strong enough; both share one unknown effort with summed bounds.

#include "catena/elements/row_owner.hpp"

namespace catena {

// Which of the two regimes of its stop and of its dry friction a velocity coordinate is in.
struct CoordinateMode {
  int limit = 0;  // -1 held at the lower limit, +1 at the upper one, 0 away from both
  int slip = 0;   // direction in which dry friction is overcome; 0: stuck (or without friction)
  friend bool operator==(const CoordinateMode&, const CoordinateMode&) = default;
};
using CoordinateModes = std::vector<CoordinateMode>;  // per velocity coordinate

// Large because it overrides the functions of its interfaces; it has few of its own.
class Stops final : public Group, public RowOwner {
 public:
  // `restitution` per velocity coordinate, empty: 0. `on_path`: coordinates that a path prescribes,
  // which have neither stops nor friction.
  Stops(const Coordinates& coordinates, const Eigen::VectorXd& restitution,
        const std::vector<char>& on_path);

  // The stops of each velocity coordinate; infinite where there is none.
  const Eigen::VectorXd& lower() const { return lower_; }
  const Eigen::VectorXd& upper() const { return upper_; }
  // The part of a reaction that a stop exerts; sticking friction takes on what it can before it.
  double limit_effort(const State& state, int dof, double reaction) const override;

  // Group.
  bool has_mode_per_coordinate() const override { return true; }
  void place_start(State& state, std::vector<SimulationEvent>& events) override;
  void begin(const State& state, bool reactions, HeldArray& held) override;
  void restore_positions(const Eigen::VectorXd& q_open, State& state) const override;
  bool hold_inside(State& state) const override;
  std::string names_at_limits(const State& state) const override;
  std::shared_ptr<const GroupModes> carried_over(
      const Group& before, const std::shared_ptr<const GroupModes>& modes) const override;
  void add_efforts(Eigen::VectorXd& tau) const override { tau += slip_effort_; }
  bool is_foreseen() const override { return false; }
  void open_accounts(Ledger& ledger) override;
  void add_powers(const Look& look, double* power) const override;
  void watch(const Look& look, const State& state, int owner, std::vector<Guard>& out) override;
  std::size_t most_guards() const override;
  double value(const Guard& guard, const Look& look, const Evaluation& forces) const override;
  double rate(const Guard& guard, const Look& look) const override;
  int push_direction(const Guard& guard, const Evaluation& forces) const override;
  Consequence apply(const FoundGuard& found, int pushed, World& world, State& state,
                    std::vector<SimulationEvent>& events) override;
  std::string name_of(const Guard& guard) const override;
  RowOwner* rows() override { return this; }
  std::string_view mode_key() const override { return "stops"; }
  void save(const State& state, ModeTable& out) const override;
  void load(const ModeTable& in, State& state) const override;

  // RowOwner.
  void offer(const World& world, const Look& look, const Triggers& triggers, State& state,
             RowList& out) override;
  void answer(const World& world, const Look& look, const Triggers& triggers, const RowList& list,
              const DecisionResult& result, State& state) override;
  void report(const State& before, State& after, std::vector<SimulationEvent>& events) override;
  void offer_impact(const World& world, const Look& look, const Triggers& triggers,
                    const State& state, RowList& out, ImpactSpeed& speed) override;
  void set_restitution(const State& state, const ImpactSpeed& speed, RowList& list) override;
  void settle_velocities(const RowList& list, const Eigen::VectorXd& impulse,
                         const ImpactSpeed& speed, State& state) const override;
  void report_impact(const RowList& list, const ImpactReport& impact, const Look& look,
                     State& state, std::vector<SimulationEvent>& events) override;

  bool has_elements() const override { return !watched_.empty(); }
  void begin_step() override { slip_effort_.setZero(); }
  void offer_step(const Look& middle, const StepRequest& request, const State& state,
                  RowList& out) override;
  bool may_strike(const Look&, const StepRequest&, const State&, double) override {
    return has_elements();
  }
  bool answer_step(const RowList& list, const StepAnswer& answer, State& state,
                   std::vector<SimulationEvent>& events) override;
  std::optional<int> closed_without_rebound(const State& state) const override;
  bool may_arrive(const State& state) const override;
  void close_touching(const Look& look, State& state) override;

  // Slower rebounds of a coordinate count as none: it comes to rest after finitely many.
  static constexpr double rest_speed = 1e-6;

 private:
  enum Watched {
    LowerStop,  // q - lower
    UpperStop,  // upper - q
    Slip,       // velocity in the direction of sliding
    Reaction,   // what a stop may still lose before it would pull
    Friction,   // what sticking friction may still take on
  };
  bool has_stop(int dof) const;
  // Whether both stops are at one place: nothing moves between them.
  bool is_fixed(int dof) const { return upper_[dof] - lower_[dof] <= 0.0; }
  bool has_friction(int dof) const { return breakaway_[dof] > 0.0; }
  double& position(State& state, int dof) const;
  double position(const State& state, int dof) const;
  bool at_lower(const State& state, int dof) const;
  bool at_upper(const State& state, int dof) const;

  const Coordinates* coordinates_;
  std::vector<char> on_path_;
  std::vector<int> watched_;  // coordinates with a stop or dry friction
  Eigen::VectorXd lower_, upper_, restitution_;
  Eigen::VectorXd sliding_, breakaway_;  // dry friction: sliding and break-away effort
  Eigen::VectorXd slip_effort_;          // of sliding friction, at present
  std::vector<int> source_of_dof_;       // where dry friction dissipates, or -1
  std::vector<StepReaction> reactions_;  // scratch
};

}  // namespace catena
