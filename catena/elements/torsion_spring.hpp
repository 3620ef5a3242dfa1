#pragma once
// Springs with dampers on joint coordinates whose torque is given by a table.

#include <string>
#include <vector>

#include "catena/elements/element_set.hpp"
#include "catena/expressions/table.hpp"

namespace catena {

// The torque table(q - rest) + damping v acts against the coordinate: a table that rises pulls it
// back. On a coordinate that is a length, the torque is a force.
struct TorsionSpring {
  std::string name;
  int dof = 0;           // velocity coordinate of the start, with dq/dt = v
  Table table = {};      // N m of rad, or N of m
  double rest = 0.0;     // rad or m
  double damping = 0.0;  // N m s/rad or N s/m
};

// Throws ModelError where the spring makes no sense.
void check_spring(const TorsionSpring& spring, const Coordinates& coordinates);

class TorsionSpringSet final : public ElementSet {
 public:
  TorsionSpringSet() = default;
  explicit TorsionSpringSet(std::vector<TorsionSpring> springs) : springs_(std::move(springs)) {}
  void add(TorsionSpring spring) { springs_.push_back(std::move(spring)); }
  const std::vector<TorsionSpring>& springs() const { return springs_; }

  std::vector<std::string> names() const override;
  std::vector<double> numbers() const override;
  void check(const Coordinates& coordinates) const override;
  std::unique_ptr<Group> make_group(const Coordinates& coordinates) const override;
  std::string_view kind() const override { return "torsion_spring"; }
  std::shared_ptr<const ElementSet> without(const OffList& off) const override {
    return std::make_shared<const TorsionSpringSet>(elements_on(springs_, kind(), off));
  }

 private:
  std::vector<TorsionSpring> springs_;
};

// Steps end at the corners of the tables: the mode of a spring is the piece that it is on.
using TableModes = std::vector<Table::Place>;

// Large because it overrides the functions of its interface; it has few of its own.
class TorsionSpringGroup final : public Group {
 public:
  TorsionSpringGroup(const Coordinates& coordinates, std::vector<TorsionSpring> springs);

  void start(World& world, State& state, std::vector<SimulationEvent>& events) override;
  void begin(const State& state, bool reactions, HeldArray& held) override;

  void compute(const Look& look) override;
  void add_efforts(Eigen::VectorXd& tau) const override;
  Slopes slopes() const override { return Slopes::Exact; }
  void add_slopes(const Look& look, MotionSlopes& out) const override;

  void open_accounts(Ledger& ledger) override;
  void add_powers(const Look& look, double* power) const override;
  double stored_energy(const Look& look, const State& state) override;

  void watch(const Look& look, const State& state, int owner, std::vector<Guard>& out) override;
  std::size_t most_guards() const override { return 2 * springs_.size(); }
  double value(const Guard& guard, const Look& look, const Evaluation& forces) const override;
  double rate(const Guard& guard, const Look& look) const override;
  Consequence apply(const FoundGuard& found, int pushed, World& world, State& state,
                    std::vector<SimulationEvent>& events) override;
  std::string name_of(const Guard& guard) const override;

  void name_columns(std::vector<RecordedColumn>& out) const override;
  void record(const Look& look, double*& out) const override;
  std::string_view mode_key() const override { return "torsion_springs"; }
  void save(const State& state, ModeTable& out) const override;
  void load(const ModeTable& in, State& state) const override;

 private:
  // Where a coordinate is now, -1: its joint is cut; what it measures, for units.
  struct At {
    int dof, q, measure;
  };
  double angle(std::size_t s, const Look& look) const {
    return look.q[at_[s].q] - springs_[s].rest;
  }

  std::vector<TorsionSpring> springs_;
  std::vector<At> at_;
  std::vector<double> torques_;  // on the coordinates
  std::vector<int> sources_;     // of damping; -1: it has none
  TableModes modes_;
};

}  // namespace catena
