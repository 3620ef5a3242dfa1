#pragma once
// Bushings: springs and dampers for all six relative motions of two frames.

#include <string>
#include <vector>

#include "catena/elements/element_set.hpp"
#include "catena/math/quaternion.hpp"

namespace catena {

// With x = (rotation vector, position) of the second frame in the first, in the first one's axes,
// the bushing stores x^T stiffness x / 2 and pulls with the exact slope of it, for rotations of any
// size below a full turn. The damper acts on the velocity (angular, linear) of the second frame as
// it is seen from the first.
struct Bushing {
  using Matrix6 = Eigen::Matrix<double, 6, 6>;

  std::string name;
  BodyId a = world_body, b = world_body;
  Transform<double> X_AF = Transform<double>::identity();  // the first frame, in body a
  Transform<double> X_BM = Transform<double>::identity();  // the second frame, in body b
  Matrix6 stiffness = Matrix6::Zero();  // symmetric; N m/rad, N/rad and N m/m, N/m
  Matrix6 damping = Matrix6::Zero();    // symmetric, without negative eigenvalues; per second
};

// Throws ModelError where the bushing makes no sense, or its bodies are not those of the model.
void check_bushing(const Bushing& bushing, const Model& model);

class BushingSet final : public ElementSet {
 public:
  BushingSet() = default;
  explicit BushingSet(std::vector<Bushing> bushings) : bushings_(std::move(bushings)) {}
  void add(Bushing bushing) { bushings_.push_back(std::move(bushing)); }
  const std::vector<Bushing>& bushings() const { return bushings_; }

  std::vector<std::string> names() const override;
  std::vector<double> numbers() const override;
  void check(const Coordinates& coordinates) const override;
  std::unique_ptr<Group> make_group(const Coordinates& coordinates) const override;
  std::string_view kind() const override { return "bushing"; }
  std::shared_ptr<const ElementSet> without(const OffList& off) const override {
    return std::make_shared<const BushingSet>(elements_on(bushings_, kind(), off));
  }

 private:
  std::vector<Bushing> bushings_;
};

// A rotation is that of two quaternions, q and -q. Which of them is meant follows from one that was
// near, so that rotations by more than half a turn go on smoothly.
using BushingModes = std::vector<Quaternion<double>>;

// Large because it overrides the functions of its interface; it has few of its own.
class BushingGroup final : public Group {
 public:
  explicit BushingGroup(std::vector<Bushing> bushings);

  void start(World& world, State& state, std::vector<SimulationEvent>& events) override;
  void begin(const State& state, bool reactions, HeldArray& held) override;

  void compute(const Look& look) override;
  void add_body_forces(const Look& look, BodyForces& out) const override;
  Slopes slopes() const override { return Slopes::ByDifferences; }

  void open_accounts(Ledger& ledger) override;
  void add_powers(const Look& look, double* power) const override;
  double stored_energy(const Look& look, const State& state) override;

  void watch(const Look& look, const State& state, int owner, std::vector<Guard>& out) override;
  std::size_t most_guards() const override { return 2 * bushings_.size(); }
  void prepare_guards(const Look& look) override { compute(look); }
  double value(const Guard& guard, const Look& look, const Evaluation& forces) const override;
  Consequence apply(const FoundGuard& found, int pushed, World& world, State& state,
                    std::vector<SimulationEvent>& events) override;
  std::string name_of(const Guard& guard) const override;

  void name_columns(std::vector<RecordedColumn>& out) const override;
  void record(const Look& look, double*& out) const override;
  std::string_view mode_key() const override { return "bushings"; }
  void save(const State& state, ModeTable& out) const override;
  void load(const ModeTable& in, State& state) const override;

 private:
  using Vector6 = Eigen::Matrix<double, 6, 1>;
  enum Watched {
    Near,      // the quaternion to choose by
    FullTurn,  // what is left before it
  };
  // At the last instant.
  struct Now {
    Mat3<double> axes;           // of the first frame, in the world
    Vec3<double> point;          // origin of the second frame, in the world
    Quaternion<double> turn;     // of the second frame in the first, near the one of the mode
    double angle;                // of the rotation, 0 to 2 pi
    Vector6 x, velocity;         // of the second frame against the first, in the first one's axes
    Vec3<double> moment, force;  // on body b at `point`, in the first frame's axes
  };
  void place(std::size_t i, const Look& look);

  std::vector<Bushing> bushings_;
  std::vector<Now> now_;
  std::vector<int> sources_;  // of damping; -1: it has none
  BushingModes modes_;
};

}  // namespace catena
