#pragma once
// The degrees of freedom of a mechanism at a position, and its redundant constraints.

#include <memory>
#include <string>
#include <vector>

#include "catena/analysis/independent_coordinates.hpp"

namespace catena {

struct MobilityReport {
  struct Closure {
    std::string kind, name;    // "loop joint", "rod", ...
    int rows = 0;              // constraints that it brings
    int redundant = 0;         // of them, those that follow from its other rows and closures before
    int redundant_nearby = 0;  // the same at the position nearby with the largest rank
  };

  int coordinates = 0;                   // of the tree
  int loop_coordinates = 0;              // of the loop joints
  int rows = 0;                          // constraints on the tree: 6 - nv of a loop joint, ...
  int rank = 0;                          // independent ones among them
  int mobility = 0;                      // degrees of freedom for small motions: coordinates - rank
  int nearby_rank = 0;                   // the largest rank that was found at positions nearby
  std::vector<std::string> independent;  // names of a good choice of coordinates
  std::vector<Closure> closures;

  int redundant() const { return rows - rank; }
  // Whether the mechanism has more small motions here than at other positions nearby.
  bool is_singular() const { return rank < nearby_rank; }
  // Kinds and names of the closures that hold less here than nearby: "loop joint 'pin'".
  std::vector<std::string> singular_closures() const;
};

// At q (all coordinates), which must satisfy the loops. Looks at positions `distance` rad (or
// lengths of a link) away as well, closed again by LoopSolver.
MobilityReport mobility_report(const std::shared_ptr<const Loops>& loops, In<double> q,
                               const CoordinateOptions& options = {}, double distance = 1e-2);

// The report in sentences, one per line.
std::string to_text(const MobilityReport& report);

}  // namespace catena
