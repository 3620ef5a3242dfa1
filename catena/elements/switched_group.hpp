#pragma once
// Groups whose elements have formulas that jump or have kinks.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catena/elements/group.hpp"
#include "catena/elements/switchboard.hpp"
#include "catena/elements/world.hpp"

namespace catena {

// What is asked about modes and events is handed on to the switches. What their values do is the
// matter of the group.
class SwitchedGroup : public Group {
 public:
  // `mode_key`: where modes are kept in saved states.
  SwitchedGroup(Switchboard switches, std::string_view mode_key)
      : switches_(std::move(switches)), mode_key_(mode_key) {}

  void start(World& world, State& state, std::vector<SimulationEvent>&) override {
    if (!switches_.empty()) switches_.start(index(), world.look(state), state);
  }
  void begin(const State& state, bool, HeldArray&) override { switches_.begin(index(), state); }
  SlidingOwner* sliding() override { return switches_.empty() ? nullptr : &switches_; }

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

  std::string_view mode_key() const override { return switches_.empty() ? "" : mode_key_; }
  void save(const State& state, ModeTable& out) const override {
    switches_.save(index(), state, out);
  }
  void load(const ModeTable& in, State& state) const override {
    switches_.load(index(), in, state);
  }

 protected:
  Switchboard switches_;

 private:
  std::string_view mode_key_;
};

}  // namespace catena
