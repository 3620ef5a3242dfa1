#pragma once
// Random mechanisms with loops, in states that close them exactly. The same seed gives the same
// mechanism.

#include <cstdint>
#include <memory>
#include <optional>

#include "catena/constraints/loops.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {

// How many seeds a property is tried with.
inline constexpr std::uint64_t closed_sweep = 200;

enum class ClosedShape {
  Generic,       // independent closures of all kinds between random bodies of a random tree
  Duplicates,    // the same with some closures given twice
  PlanarLoops,   // planar linkages in space: their axes are parallel
  Bricard,       // six revolutes in space that move although they should not
  ParallelRods,  // equal rods side by side at a body that only slides
};

struct RandomClosedOptions {
  int min_bodies = 3, max_bodies = 12;  // of the random tree; shapes add up to ten
  int max_loops = 6;                    // of the random closures
  bool rods = true, couplings = true, rollings = true;
  bool redundant = true;  // every second seed is not Generic
  bool massless = true;   // some intermediate bodies without mass
  bool armature = true;
  std::optional<ClosedShape> shape = std::nullopt;  // otherwise the seed decides
};

struct ClosedMechanism {
  std::shared_ptr<const Model> tree;
  std::shared_ptr<const Loops> loops;
  Eigen::VectorXd q, v, tau;  // all coordinates; q and v close the loops
  int redundant_rows = -1;    // constraints beyond the rank; -1 if unknown
  int mobility = -1;          // at least 1
  ClosedShape shape = ClosedShape::Generic;
};

// Redundant rows stay redundant as the mechanism moves, and no other singularity is near.
ClosedMechanism random_closed(std::uint64_t seed, const RandomClosedOptions& options = {});

}  // namespace catena::test
