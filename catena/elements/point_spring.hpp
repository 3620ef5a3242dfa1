#pragma once
// Springs with dampers between two points of two bodies, or of a body and the world.

#include <functional>
#include <string>
#include <vector>

#include "catena/elements/element_set.hpp"
#include "catena/elements/point_line.hpp"

namespace catena {

// Its force acts along the line through both points: preload + stiffness (length - rest_length) +
// damping d(length)/dt, or a law of length and rate. It is positive where the spring pulls the
// points together.
struct PointSpring {
  // Both: it pulls and pushes. Otherwise the force is zero where it had the other sign. A one-sided
  // damper acts only while the spring does.
  enum class Side { Both, Pulls, Pushes };

  std::string name;
  BodyId a = world_body, b = world_body;
  Vec3<double> p_A = Vec3<double>::zero(), p_B = Vec3<double>::zero();  // in the bodies, m
  double stiffness = 0.0;                                               // N/m
  double damping = 0.0;                                                 // N s/m
  double rest_length = 0.0;                                             // m
  double preload = 0.0;  // force at the rest length, N
  // N, of length [m] and its rate [m/s], smooth (those that are not: LawSpring); instead of the
  // four numbers above. Its energy is booked as work.
  std::function<double(double length, double rate)> law = nullptr;
  Side side = Side::Both;
};

// Throws ModelError where the spring makes no sense, or its bodies are not those of the model.
void check_spring(const PointSpring& spring, const Model& model);

class PointSpringSet final : public ElementSet {
 public:
  PointSpringSet() = default;
  explicit PointSpringSet(std::vector<PointSpring> springs) : springs_(std::move(springs)) {}
  void add(PointSpring spring) { springs_.push_back(std::move(spring)); }
  const std::vector<PointSpring>& springs() const { return springs_; }

  std::vector<std::string> names() const override;
  std::vector<double> numbers() const override;
  void check(const Coordinates& coordinates) const override;
  std::unique_ptr<Group> make_group(const Coordinates& coordinates) const override;
  std::string_view kind() const override { return "point_spring"; }
  std::shared_ptr<const ElementSet> without(const OffList& off) const override {
    return std::make_shared<const PointSpringSet>(elements_on(springs_, kind(), off));
  }

 private:
  std::vector<PointSpring> springs_;
};

// Engaged: the force is that of the formula. Released: the damper would turn the sign of the force,
// which is zero, before the spring is at its free length. Slack: beyond it.
enum class SpringMode { Engaged, Released, Slack };
using SpringModes = std::vector<SpringMode>;

// Large because it overrides the functions of its interface; it has few of its own.
class PointSpringGroup final : public Group {
 public:
  explicit PointSpringGroup(std::vector<PointSpring> springs);

  void start(World& world, State& state, std::vector<SimulationEvent>& events) override;
  void begin(const State& state, bool reactions, HeldArray& held) override;

  void compute(const Look& look) override;
  void add_body_forces(const Look& look, BodyForces& out) const override;
  Slopes slopes() const override { return Slopes::ByDifferences; }

  void open_accounts(Ledger& ledger) override;
  void add_powers(const Look& look, double* power) const override;
  double stored_energy(const Look& look, const State& state) override;

  void watch(const Look& look, const State& state, int owner, std::vector<Guard>& out) override;
  std::size_t most_guards() const override { return 2 * springs_.size(); }
  void prepare_guards(const Look& look) override { compute(look); }
  double value(const Guard& guard, const Look& look, const Evaluation& forces) const override;
  double rate(const Guard& guard, const Look& look) const override;
  Consequence apply(const FoundGuard& found, int pushed, World& world, State& state,
                    std::vector<SimulationEvent>& events) override;
  std::string name_of(const Guard& guard) const override;

  void name_columns(std::vector<RecordedColumn>& out) const override;
  void record(const Look& look, double*& out) const override;
  std::string_view mode_key() const override { return "point_springs"; }
  void save(const State& state, ModeTable& out) const override;
  void load(const ModeTable& in, State& state) const override;

 private:
  enum Watched {
    Force,    // the force of the formula
    Stretch,  // the force of the spring without its damper
  };
  // At the last instant. `elastic` and `formula` have the sign of PointSpring's force.
  struct Now : PointLine {
    double elastic;  // without damping; of a law all
    double formula;  // with damping, as if engaged
    double force;
  };
  Now place(const PointSpring& spring, const Look& look) const;
  void put_force(std::size_t s);
  double sign_of(std::size_t s) const;
  double elastic_energy(std::size_t s) const;

  std::vector<PointSpring> springs_;
  std::vector<Now> now_;
  std::vector<int> sources_;  // of the damper or the law; -1: it has neither
  SpringModes modes_;
};

}  // namespace catena
