// An element of a program's own with modes but without a key for them: its checkpoint could not be
// read, and is refused when it is made.

#include <gtest/gtest.h>

#include "catena/elements/element_set.hpp"
#include "catena/elements/group.hpp"
#include "catena/sim/checkpoint.hpp"
#include "catena/sim/simulation.hpp"
#include "tests/sim/slider.hpp"

namespace catena::test {
namespace {

using Anchors = std::vector<double>;

class AnchorGroup : public Group {
 public:
  explicit AnchorGroup(bool has_key) : has_key_(has_key) {}
  void start(World&, State& state, std::vector<SimulationEvent>&) override {
    state.set_modes(index(), Anchors{0.25});
  }
  std::string_view mode_key() const override { return has_key_ ? "anchor" : ""; }
  void save(const State& state, ModeTable& out) const override {
    out["spring"] = state.modes_of<Anchors>(index());
  }
  void load(const ModeTable& table, State& state) const override {
    state.set_modes(index(), Anchors(entry_of(table, "anchor", "spring")));
  }

 private:
  bool has_key_;
};

class AnchorSet : public ElementSet {
 public:
  explicit AnchorSet(bool has_key) : has_key_(has_key) {}
  std::vector<std::string> names() const override { return {"jenkins"}; }
  std::vector<double> numbers() const override { return {}; }
  void check(const Coordinates&) const override {}
  std::unique_ptr<Group> make_group(const Coordinates&) const override {
    return std::make_unique<AnchorGroup>(has_key_);
  }

 private:
  bool has_key_;
};

SimulationSetup with_element(bool has_key) {
  SimulationSetup setup = slider([](JointSpec&) {}, 1.0, 0.0);
  setup.elements.push_back(std::make_shared<AnchorSet>(has_key));
  return setup;
}

TEST(OwnElement, ModesWithoutAKeyAreRefusedWhenACheckpointIsMade) {
  Simulation simulation(with_element(false));
  simulation.advance(0.1);
  try {
    (void)make_checkpoint(simulation, simulation.state());
    FAIL() << "a checkpoint was made";
  } catch (const std::invalid_argument& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("jenkins"), std::string::npos) << text;
    EXPECT_NE(text.find("mode_key()"), std::string::npos) << text;
  }
}

TEST(OwnElement, ModesWithAKeyComeBack) {
  const SimulationSetup setup = with_element(true);
  Simulation simulation(setup);
  simulation.advance(0.1);
  const Checkpoint checkpoint = make_checkpoint(simulation, simulation.state());
  EXPECT_NO_THROW((void)state_of(checkpoint, setup));
}

}  // namespace
}  // namespace catena::test
