#pragma once
// Paths and couplings by formula whose speeds jump: kinks. Their branches are frozen between
// events; where an argument crosses a threshold the branch changes, and velocities jump by impulses
// along the path or the coupling.

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "catena/elements/group.hpp"
#include "catena/expressions/expression.hpp"

namespace catena {

// A path or a coupling that has kinks, by coordinates of the start.
struct KinkItem {
  std::string name;
  std::shared_ptr<const Expression> formula;  // of t, or of the positions of `dofs`
  int path = -1;                              // the coordinate of a path; -1: a coupling
  std::vector<int> dofs;
};
using KinkList = std::vector<KinkItem>;

// Per item, the branches of all its switches.
using KinkModes = std::vector<std::vector<double>>;

// Large because it overrides the functions of its interface; it has few of its own.
class Kinks final : public Group {
 public:
  Kinks(const Coordinates& coordinates, KinkList items);

  // The branches of a path or a coupling, one per switch; null: not decided yet.
  const double* branches(const std::string& name) const;

  void start(World& world, State& state, std::vector<SimulationEvent>& events) override;
  void begin(const State& state, bool reactions, HeldArray& held) override;

  void watch(const Look& look, const State& state, int owner, std::vector<Guard>& out) override;
  std::size_t most_guards() const override;
  double value(const Guard& guard, const Look& look, const Evaluation& forces) const override;
  double rate(const Guard& guard, const Look& look) const override;
  double longest_step(const Look& look) const override;
  Consequence apply(const FoundGuard& found, int pushed, World& world, State& state,
                    std::vector<SimulationEvent>& events) override;
  std::string name_of(const Guard& guard) const override;

  std::string_view mode_key() const override { return "kinks"; }
  void save(const State& state, ModeTable& out) const override;
  void load(const ModeTable& in, State& state) const override;

 private:
  // The variables of an item, and their rates.
  struct Numbers {
    std::span<const double> x, rate;
  };
  bool is_there(std::size_t item) const;
  Numbers numbers(std::size_t item, const Look& look) const;
  std::vector<double> flipped(std::size_t item, std::size_t flipped, int side,
                              const Numbers& at) const;
  void check_continuous(std::size_t item, const std::vector<double>& next, const Look& look) const;

  KinkList items_;
  std::vector<std::vector<int>> dofs_, places_;  // per item, at present; -1: cut
  KinkModes modes_;
  bool has_modes_ = false;
  // Per item and switch: how far its argument is beyond each threshold where a step begins.
  std::vector<std::vector<std::array<double, 2>>> slack_;
  mutable std::vector<double> x_, rate_, arguments_;
  mutable std::vector<Jet> jets_;
};

}  // namespace catena
