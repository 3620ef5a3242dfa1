#pragma once
// Independent contact regions: places in which each finger may touch, wherever in their regions the
// others do, so that the grasp stays closed (Nguyen 1988; Pollard 2004; Roa & Suarez 2009).

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "catena/grasp/contact_set.hpp"

namespace catena::grasp {

// A straight side of an object in the plane, from `start` to `end`.
struct Side {
  Eigen::Vector2d start = Eigen::Vector2d::Zero(), end = Eigen::Vector2d::Zero();
  Eigen::Vector2d normal = Eigen::Vector2d::UnitY();  // unit, into the object
  double friction = 0.0;
};

// Lengths along a side, from its start.
struct Interval {
  double from = 0.0, to = 0.0;
};

struct TwoFingerRegions {
  Interval first, second;
};

// The two intervals of which the shorter one is as long as it can be, and then the other: any point
// of one with any point of the other is closed, or on the boundary at the worst corner. Nothing
// where no pair of points is closed. A linear program.
std::optional<TwoFingerRegions> two_finger_regions(const Side& first, const Side& second);

struct RegionOptions {
  double quality = 0.5;  // of the grasp's eps (L1, cones with edges), which no grasp of the regions
                         // falls below; from 0 to 1
  int edges = 8;
  int most_facets = 100000;
};

struct ContactRegions {
  bool found = false;     // false: the grasp is not closed, or its hull is too large
  double eps = 0.0;       // of the grasp
  double promised = 0.0;  // of all grasps with one point of each region
  std::vector<std::vector<int>> candidates;  // for each contact: which of the candidates
};

// Which candidates (points of the object's surface, with normals and friction) may take the place
// of each contact. A candidate is taken where, for each vertex of the hull that its contact gives,
// one of its own wrenches is beyond all facets at that vertex, moved to the promised distance.
ContactRegions contact_regions(const ContactSet& set, const std::vector<GraspContact>& candidates,
                               const RegionOptions& options = {});

}  // namespace catena::grasp
