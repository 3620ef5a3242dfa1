#pragma once
// The switches of the laws of a group. Branches are frozen between events, so that laws are smooth
// there. Arguments are watched; where one crosses a threshold the branch changes or, where both
// branches push back, the law slides along the surface as a mixture of the two (Filippov 1988).

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "catena/elements/event.hpp"
#include "catena/elements/group.hpp"
#include "catena/elements/home_rates.hpp"
#include "catena/elements/sliding_owner.hpp"
#include "catena/elements/switched_law.hpp"

namespace catena {

struct SwitchMode {
  enum class Slides { No, Along, AtRest };  // AtRest: the rate of the argument is zero, too
  double branch = 0.0;                      // of a sliding one: the lower of the two
  Slides slides = Slides::No;
  double fraction = 0.0;  // of the upper branch, while it slides
  // Of switches in a row, each soon after the one before: how many there were, and when the last.
  double count = 0.0, last = 0.0;
};
using SwitchModes = std::vector<SwitchMode>;

// Large because it answers for a group: modes, values, guards, events.
class Switchboard final : public SlidingOwner {
 public:
  using Laws = std::vector<std::shared_ptr<const SwitchedLaw>>;
  // One law per item, and its name; null: the item has no switches. `what` an item is, for
  // messages; the laws see `probes` behind the coordinates (null: there are none).
  Switchboard(const Coordinates& coordinates, Laws laws, std::vector<std::string> names,
              std::string what = "motor", std::shared_ptr<const ProbeList> probes = nullptr);

  bool empty() const { return surfaces_.empty(); }
  const SwitchedLaw* law(std::size_t item) const { return laws_[item].get(); }
  // Of the last switch of a law, at present.
  double last_branch(std::size_t item) const { return branches_[item].back(); }

  // ---- Modes. `group` is the place of the group among all.
  void start(int group, const Look& look, State& state);
  void begin(int group, const State& state);
  void save(int group, const State& state, ModeTable& out) const;
  void load(int group, const ModeTable& in, State& state) const;

  // ---- Values. To be called at each new instant:
  void look_at(const Look& look);
  // Of a law in the present modes; those of each branch are cut off at +-limit (empty: not at all).
  void values(std::size_t item, const std::vector<double>& limit, Out<double> out);
  // How fast values change where accelerations have no part in that, after find_rates().
  void find_rates(const Look& look) const { home_.find_rates(look, nullptr); }
  void value_rates(std::size_t item, Out<double> out) const;
  // The same at another time, with the state of look_at() and without limits.
  void values_at(double t, std::size_t item, Out<double> out);

  // SlidingOwner.
  int sliding_count() const override { return static_cast<int>(sliding_.size()); }
  double fraction(int i) const override {
    return modes_[sliding_[static_cast<std::size_t>(i)]].fraction;
  }
  void set_fraction(int i, double fraction) override {
    modes_[sliding_[static_cast<std::size_t>(i)]].fraction = fraction;
  }
  void find_departures(const Look& look, const Eigen::VectorXd& a, double* out) override;

  // ---- Events, as of a GuardOwner.
  void watch(const Look& look, int owner, std::vector<Guard>& out);
  std::size_t most_guards() const { return 2 * surfaces_.size(); }
  double value(const Guard& guard) const;
  double rate(const Guard& guard, const Look& look) const;
  double longest_step(const Look& look) const;
  Consequence apply(int group, const FoundGuard& found, World& world, State& state,
                    std::vector<SimulationEvent>& events);
  const std::string& name_of(const Guard& guard) const {
    return names_[surfaces_[static_cast<std::size_t>(guard.item)].item];
  }

 private:
  // Switches with the same argument.
  struct Surface {
    std::size_t item, place;  // one of them: its law, and its number there
    LawSwitch of;
    bool jumps;  // at least one is no kink
  };
  // Of an argument: its rate, the part of it that accelerations have no part in, and the rate of
  // that.
  struct Rates {
    double first, slow, second;
  };

  LawPoint point() const { return {look_t_, home_.q(), home_.v()}; }
  void take(const SwitchModes& modes);
  void mix(std::size_t item, std::size_t depth, const std::vector<double>& limit, Out<double> out);
  double argument(std::size_t surface) const;
  double threshold(std::size_t surface) const;  // of a sliding one
  // On a threshold, but for rounding.
  bool is_on(std::size_t surface, double threshold) const;
  // A derivative of an argument along a rate.
  double along(std::size_t surface, const LawRate& rate, double Jet::*derivative) const;
  Rates rates(std::size_t surface, const Look& look, const Eigen::VectorXd& a) const;
  // The rates of an argument where its surface has the given mode, in the motion that follows.
  Rates rates_in(const SwitchMode& mode, std::size_t surface, int group, World& world,
                 State& trial);
  SwitchMode choose(std::size_t surface, double lower, int direction, int group, World& world,
                    const State& state);
  bool jumps(std::size_t surface, double before, double after);
  // Counts a switch and reports it; of many in a row, powers of two alone.
  void report_switch(std::size_t surface, SwitchMode& mode, const State& state,
                     std::vector<SimulationEvent>& events) const;
  void report(EventKind kind, std::size_t surface, const State& state,
              std::vector<SimulationEvent>& events) const;

  Laws laws_;
  std::vector<std::string> names_;
  std::string what_;
  std::vector<Surface> surfaces_;
  std::vector<std::vector<std::size_t>> surface_of_;  // per law and switch
  SwitchModes modes_;
  std::vector<std::size_t> sliding_;
  std::vector<std::vector<double>> branches_;    // per law and switch, at present
  std::vector<std::vector<std::size_t>> mixed_;  // per law: the sliding surfaces that it knows
  mutable HomeRates home_;
  double look_t_ = 0.0;
  // Per surface: what its argument is measured by, and how far it is beyond each threshold by
  // rounding where a step begins.
  std::vector<double> scale_;
  std::vector<std::array<double, 2>> slack_;
  // Scratch.
  std::vector<Eigen::VectorXd> corners_;  // of mix(), per depth
  mutable std::vector<char> is_fresh_;    // per law: whether arguments_ are those of the instant
  mutable std::vector<std::vector<double>> arguments_;  // per law and switch
  mutable std::vector<Jet> jets_;
};

}  // namespace catena
