#pragma once
// The cables of a simulation: their pull, and the events at which they go slack, get taut, slip
// over a stop or stick to it.

#include "catena/cables/cable_forces.hpp"
#include "catena/elements/group.hpp"

namespace catena {

class Kinks;

using CableModes = std::vector<CableMode>;

// Large because it overrides the functions of its interfaces; it has few of its own.
class CableGroup final : public Group {
 public:
  CableGroup(const Coordinates& coordinates, const std::vector<Cable>& cables);

  // Who knows the branches of winches whose formulas have kinks. It must outlive the group.
  void use(const Kinks& kinks);
  // Tensions and lengths of the last instant.
  const CableForces& forces() const { return forces_; }

  void start(World& world, State& state, std::vector<SimulationEvent>& events) override;
  void begin(const State& state, bool reactions, HeldArray& held) override;

  void compute(const Look& look) override;
  void add_efforts(Eigen::VectorXd& tau) const override { forces_.add_joint_efforts(tau); }
  void add_body_forces(const Look&, BodyForces& out) const override {
    forces_.add_body_forces(out);
  }
  Slopes slopes() const override { return Slopes::ByDifferences; }

  void open_accounts(Ledger& ledger) override;
  void add_powers(const Look& look, double* power) const override;
  double stored_energy(const Look& look, const State& state) override;

  void watch(const Look& look, const State& state, int owner, std::vector<Guard>& out) override;
  std::size_t most_guards() const override;
  void prepare_guards(const Look& look) override { compute(look); }
  double value(const Guard& guard, const Look& look, const Evaluation& forces) const override;
  Consequence apply(const FoundGuard& found, int pushed, World& world, State& state,
                    std::vector<SimulationEvent>& events) override;
  std::string name_of(const Guard& guard) const override;

  bool is_recorded(const RecordOptions& options) const override { return options.cables; }
  void name_columns(std::vector<RecordedColumn>& out) const override;
  void record(const Look& look, double*& out) const override;
  std::string_view mode_key() const override { return "cables"; }
  void save(const State& state, ModeTable& out) const override;
  void load(const ModeTable& in, State& state) const override;

 private:
  enum Watched {
    Part,    // what a taut part may lose before it is slack, or a slack one before it is taut
    Strain,  // of a slack part that is not yet unstrained
    Guide,   // what sticks a cable to a stop, or its speed where it slips
    Room,    // what is left of a part until it is reeled in
  };
  // What is wound on; damping and friction, or -1; the winch, or -1.
  struct Accounts {
    int wound, dissipated = -1, winch = -1;
  };

  void set_branches();
  [[noreturn]] void stop_reeled_in(int part, double t) const;

  CableForces forces_;
  const Kinks* kinks_ = nullptr;
  std::vector<int> kink_places_;  // per cable, among those of kinks_; -1: it has none
  std::vector<Accounts> accounts_;
};

}  // namespace catena
