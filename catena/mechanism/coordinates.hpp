#pragma once
// The coordinates of a mechanism by name, and formulas of them. All coordinates are those of the
// tree, then those of the loop joints of the start.

#include <memory>
#include <string>
#include <vector>

#include "catena/constraints/loops.hpp"
#include "catena/elements/probes.hpp"
#include "catena/mechanism/where.hpp"
#include "catena/sim/setup.hpp"

namespace catena {

// What the name of a joint or coordinate may stand for.
struct NamedCoordinates {
  std::shared_ptr<const Loops> loops;  // never null
  std::vector<LoopJoint> later;        // joints that are connected during the run
  // What formulas of motors and elements name besides coordinates; never null.
  std::shared_ptr<ProbeList> probes = std::make_shared<ProbeList>();
};

// The loops of a setup, without any if it has none.
std::shared_ptr<const Loops> all_loops(const SimulationSetup& setup);

// The joint of a velocity coordinate, and which one of that joint's it is.
struct JointCoordinate {
  const JointInfo* joint;
  int k;
};
JointCoordinate joint_coordinate(const Loops& loops, int dof);

// A joint of the tree or of a loop, with the place of its coordinates among all.
struct PlacedJoint {
  const JointInfo* joint;  // null: there is none of that name
  int q, v;
  bool in_tree;
};
PlacedJoint find_joint(const Loops& loops, std::string_view name);

// A name of a coordinate of a joint that does not exist at the start.
[[noreturn]] void fail_of_later(const Where& where, std::string_view name);

// The velocity coordinate of a name. One of a joint that does not exist at the start is an error of
// its own.
int find_coordinate(const Where& where, const std::string& name, const NamedCoordinates& names);
// All coordinates of a joint, or the one that is named.
std::vector<int> driven_coordinates(const Where& where, const std::string& name,
                                    const NamedCoordinates& names);
// Where the position of a velocity coordinate stands in q; orientations are refused.
int position_index(const Where& where, const Loops& loops, int dof);

inline constexpr std::string_view formula_of_state = "a formula of t, q.JOINT and v.JOINT";
inline constexpr std::string_view formula_of_time = "a formula of t";

}  // namespace catena
