#pragma once
// Paths, couplings and winches by formula whose speeds jump: kinks. Their branches are frozen
// between events; where an argument crosses a threshold the branch changes. Velocities jump by
// impulses along the path or the coupling. A cable is elastic: there the winch alone jumps.

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "catena/elements/group.hpp"
#include "catena/expressions/expression.hpp"

namespace catena {

// What has kinks, by coordinates of the start.
struct KinkItem {
  enum class Of { Path, Coupling, Winch };
  Of of;
  std::string name;                           // of the path, the coupling or the cable
  std::shared_ptr<const Expression> formula;  // of t, or of the positions of `dofs`
  std::vector<int> dofs;                      // of a path: its coordinate; of a winch: none

  bool is_of_time() const { return of != Of::Coupling; }
};
using KinkList = std::vector<KinkItem>;

// Per item, the branches of all its switches.
using KinkModes = std::vector<std::vector<double>>;

// Large because it overrides the functions of its interface; it has few of its own.
class Kinks final : public Group {
 public:
  Kinks(const Coordinates& coordinates, KinkList items);

  // The place of an item; -1: there is none.
  int find(KinkItem::Of of, const std::string& name) const;
  // The branches of an item, one per switch; null: not decided yet, or there is none.
  const double* branches(int place) const;
  const double* branches(KinkItem::Of of, const std::string& name) const {
    return branches(find(of, name));
  }

  void start(World& world, State& state, std::vector<SimulationEvent>& events) override;
  void begin(const State& state, bool reactions, HeldArray& held) override;

  // Whether it is the corner of a function of time. Every step ends there, among ever so many
  // events: paths do not go on beyond their corners. They come at given times, so they do not count
  // among events that come too thick.
  bool is_of_time(const Guard& guard) const {
    return items_[static_cast<std::size_t>(guard.item)].is_of_time();
  }

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
  int crossing(std::size_t item, std::size_t which, const Numbers& at) const;
  std::vector<double> flipped(std::size_t item, std::vector<double> next, std::size_t which,
                              int side, const Numbers& at) const;
  std::vector<std::size_t> flip_all(const Guard& found, const Look& look);
  bool kick(const std::vector<std::size_t>& items, World& world, State& state,
            std::vector<SimulationEvent>& events) const;
  std::string mode_name(std::size_t item) const;
  Consequence jump_winch(std::size_t item, const std::vector<double>& before, const State& state,
                         std::vector<SimulationEvent>& events) const;
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
