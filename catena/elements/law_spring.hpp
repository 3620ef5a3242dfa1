#pragma once
// Springs between two points whose force is a formula that jumps or has kinks.

#include <memory>
#include <string>
#include <vector>

#include "catena/elements/element_set.hpp"
#include "catena/elements/point_line.hpp"
#include "catena/elements/switchboard.hpp"

namespace catena {

// As PointSpring with a law.
struct LawSpring {
  std::string name;
  BodyId a = world_body, b = world_body;
  Vec3<double> p_A = Vec3<double>::zero(), p_B = Vec3<double>::zero();  // in the bodies, m
  // One number: the force, N. It sees the probes behind the coordinates of the start; all springs
  // of a simulation have one list of these.
  std::shared_ptr<const SwitchedLaw> law = nullptr;
  std::shared_ptr<const ProbeList> probes = nullptr;
  // Of one that is one-sided: the branch of the last switch of its law on which it acts; on the
  // other one its force is zero. -1: it pulls and pushes.
  int acting_branch = -1;
};

// Throws ModelError where the spring makes no sense, or its bodies are not those of the model.
void check_spring(const LawSpring& spring, const Model& model);

class LawSpringSet final : public ElementSet {
 public:
  LawSpringSet() = default;
  explicit LawSpringSet(std::vector<LawSpring> springs) : springs_(std::move(springs)) {}
  void add(LawSpring spring) { springs_.push_back(std::move(spring)); }

  std::vector<std::string> names() const override;
  std::vector<double> numbers() const override;
  void check(const Coordinates& coordinates) const override;
  std::unique_ptr<Group> make_group(const Coordinates& coordinates) const override;
  std::string_view kind() const override { return "point_spring"; }
  std::shared_ptr<const ElementSet> without(const OffList& off) const override {
    return std::make_shared<const LawSpringSet>(elements_on(springs_, kind(), off));
  }

 private:
  std::vector<LawSpring> springs_;
};

// Large because it overrides the functions of its interface; most are handed on to the switches.
class LawSprings final : public Group {
 public:
  LawSprings(const Coordinates& coordinates, std::vector<LawSpring> springs);

  void start(World& world, State& state, std::vector<SimulationEvent>& events) override;
  void begin(const State& state, bool, HeldArray&) override { switches_.begin(index(), state); }
  SlidingOwner* sliding() override { return switches_.empty() ? nullptr : &switches_; }

  void compute(const Look& look) override;
  void add_body_forces(const Look& look, BodyForces& out) const override;
  Slopes slopes() const override { return Slopes::ByDifferences; }
  void open_accounts(Ledger& ledger) override;
  void add_powers(const Look& look, double* power) const override;

  void watch(const Look& look, const State&, int owner, std::vector<Guard>& out) override {
    switches_.watch(look, owner, out);
  }
  std::size_t most_guards() const override { return switches_.most_guards(); }
  void prepare_guards(const Look& look) override { switches_.look_at(look); }
  double value(const Guard& guard, const Look&, const Evaluation&) const override {
    return switches_.value(guard);
  }
  double rate(const Guard& guard, const Look& look) const override {
    return switches_.rate(guard, look);
  }
  double longest_step(const Look& look) const override { return switches_.longest_step(look); }
  Consequence apply(const FoundGuard& found, int, World& world, State& state,
                    std::vector<SimulationEvent>& events) override;
  std::string name_of(const Guard& guard) const override { return switches_.name_of(guard); }

  void name_columns(std::vector<RecordedColumn>& out) const override;
  void record(const Look& look, double*& out) const override;
  std::string_view mode_key() const override { return "spring_laws"; }
  void save(const State& state, ModeTable& out) const override {
    switches_.save(index(), state, out);
  }
  void load(const ModeTable& in, State& state) const override {
    switches_.load(index(), in, state);
  }

 private:
  // At the last instant.
  struct Now : PointLine {
    double force;
  };

  std::vector<LawSpring> springs_;
  std::vector<Now> now_;
  std::vector<int> sources_;
  Eigen::VectorXd number_;  // scratch: of a law
  Switchboard switches_;
};

}  // namespace catena
