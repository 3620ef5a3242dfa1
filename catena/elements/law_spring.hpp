#pragma once
// Springs between two points whose force is a formula that jumps or has kinks.

#include <memory>
#include <string>
#include <vector>

#include "catena/elements/element_set.hpp"
#include "catena/elements/point_line.hpp"
#include "catena/elements/switched_group.hpp"

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
  const std::vector<LawSpring>& springs() const { return springs_; }

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

class LawSprings final : public SwitchedGroup {
 public:
  LawSprings(const Coordinates& coordinates, std::vector<LawSpring> springs);

  void start(World& world, State& state, std::vector<SimulationEvent>& events) override;
  void compute(const Look& look) override;
  void add_body_forces(const Look& look, BodyForces& out) const override;
  Slopes slopes() const override { return Slopes::ByDifferences; }
  void open_accounts(Ledger& ledger) override;
  void add_powers(const Look& look, double* power) const override;

  Consequence apply(const FoundGuard& found, int, World& world, State& state,
                    std::vector<SimulationEvent>& events) override;

  void name_columns(std::vector<RecordedColumn>& out) const override;
  void record(const Look& look, double*& out) const override;

 private:
  // At the last instant.
  struct Now : PointLine {
    double force;
  };

  std::vector<LawSpring> springs_;
  std::vector<Now> now_;
  std::vector<int> sources_;
  Eigen::VectorXd number_;  // scratch: of a law
};

}  // namespace catena
