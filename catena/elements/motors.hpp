#pragma once
// Motors: efforts on coordinates as functions of time and state, with limits.

#include <algorithm>
#include <cmath>

#include "catena/elements/drives.hpp"
#include "catena/elements/group.hpp"
#include "catena/elements/switchboard.hpp"

namespace catena {

// Large because it overrides the functions of its interface; most are handed on to the switches.
class Motors final : public Group {
 public:
  // `motors` speak of the coordinates of the start.
  Motors(const Coordinates& coordinates, const std::vector<Motor>& motors);

  void start(World& world, State& state, std::vector<SimulationEvent>& events) override;
  void begin(const State& state, bool, HeldArray&) override { switches_.begin(index(), state); }
  SlidingOwner* sliding() override { return switches_.empty() ? nullptr : &switches_; }

  void compute(const Look& look) override;
  void add_efforts(Eigen::VectorXd& tau) const override;
  Slopes slopes() const override { return constant_ ? Slopes::None : Slopes::ByDifferences; }
  double slope_step(double v) const override { return 1e-6 * std::max(1.0, std::abs(v)); }
  void open_accounts(Ledger& ledger) override;
  void add_powers(const Look& look, double* power) const override;

  // Efforts by formula that jump or have kinks.
  void watch(const Look& look, const State&, int owner, std::vector<Guard>& out) override {
    if (!switches_.empty()) switches_.watch(look, owner, out);
  }
  std::size_t most_guards() const override { return switches_.most_guards(); }
  void prepare_guards(const Look& look) override { switches_.look_at(look); }
  double value(const Guard& guard, const Look&, const Evaluation&) const override {
    return switches_.value(guard);
  }
  double rate(const Guard& guard, const Look& look) const override {
    return switches_.rate(guard, look);
  }
  double longest_step(const Look& look) const override {
    return switches_.empty() ? Group::longest_step(look) : switches_.longest_step(look);
  }
  Consequence apply(const FoundGuard& found, int, World& world, State& state,
                    std::vector<SimulationEvent>& events) override {
    return switches_.apply(index(), found, world, state, events);
  }
  std::string name_of(const Guard& guard) const override { return switches_.name_of(guard); }

  std::string_view mode_key() const override { return switches_.empty() ? "" : "motors"; }
  void save(const State& state, ModeTable& out) const override {
    switches_.save(index(), state, out);
  }
  void load(const ModeTable& in, State& state) const override {
    switches_.load(index(), in, state);
  }

 private:
  const Coordinates* coordinates_;
  std::vector<Motor> motors_;
  std::vector<std::vector<int>> dofs_;  // per motor: where its coordinates are now, -1: cut
  std::vector<Eigen::VectorXd> efforts_;
  std::vector<int> sources_;
  bool constant_;  // none depends on time or state
  Eigen::VectorXd q_home_, v_home_;
  Switchboard switches_;
};

}  // namespace catena
