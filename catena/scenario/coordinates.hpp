#pragma once
// The coordinates of a scenario's mechanism by name, and formulas of them. All coordinates are
// those of the tree, then those of the loop joints of the start.

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "catena/constraints/loops.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario {

// What a name in the rest of the file may stand for.
struct Mechanism {
  std::shared_ptr<const Loops> loops;  // never null
  std::vector<LoopJoint> later;        // joints that are connected during the run
};

// The loops of a setup, without any if it has none.
std::shared_ptr<const Loops> all_loops(const SimulationSetup& setup);

// A velocity coordinate: its joint, and which one of that joint's it is.
struct JointCoordinate {
  const JointInfo* joint;
  int k;
};
JointCoordinate joint_coordinate(const Loops& loops, int dof);
Quantity quantity_of(const Loops& loops, int dof, Measure measure);

// A joint of the tree or of a loop, with the place of its coordinates among all.
struct PlacedJoint {
  const JointInfo* joint;
  int q, v;
  bool in_tree;
};
// Null `joint` where there is none of that name.
PlacedJoint find_joint(const Loops& loops, std::string_view name);
// The velocity coordinate that `value` names. One of a joint that does not exist at the start is an
// error of its own.
int find_coordinate(const yaml::Value& value, const Mechanism& mechanism);

// What formulas of the state may name: t, q.X and v.X.
class StateNames {
 public:
  explicit StateNames(const Mechanism& mechanism);

 private:
  friend class StateFormula;
  std::vector<std::string> names_;  // t, q, v; then those of joints that are connected later
  int nq_, nv_;
};

// A formula of t, q.X and v.X that knows where its variables stand.
class StateFormula {
 public:
  StateFormula(const yaml::Value& value, const StateNames& names);

  double operator()(double t, In<double> q, In<double> v) const {
    std::array<double, max_variables> numbers;
    for (std::size_t i = 0; i < places_.size(); ++i)
      numbers[i] = places_[i].of == 't' ? t : (places_[i].of == 'q' ? q : v)[places_[i].index];
    return formula_.value({numbers.data(), places_.size()});
  }

 private:
  static constexpr std::size_t max_variables = 64;
  struct Place {
    char of;  // t, q or v
    int index;
  };

  std::vector<Place> places_;  // of the variables of formula_
  Expression formula_;
};

}  // namespace catena::scenario
