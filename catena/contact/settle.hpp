#pragma once
// Places bodies onto the bodies below them, before a run.

#include <vector>

#include "catena/contact/linked_bodies.hpp"
#include "catena/contact/shape_queries.hpp"

namespace catena {

struct SettledTree {
  BodyId root{0};      // the body on the free joint
  double fell = 0.0;   // m along gravity; negative: it was lifted
  bool rests = false;  // on something; else nothing is below it, and it stays where it was
};

// Each tree of bodies whose root hangs on the world by a free joint is moved along gravity, without
// turning, and joints inside of it stay as they are; the lowest tree first. It is lifted as far as
// it overlaps what it may touch, then lowered until it touches. What counts is the world, what
// hangs on it by joints, and trees that have been put down before. Trees that loops tie to
// something else are not moved. Trees that `links` hold together move as one. Changes `q`, the
// coordinates of the tree of joints, and returns one entry per tree, in the order in which they
// were moved.
std::vector<SettledTree> settle_bodies(ShapeQueries& queries, const LoopSpecs& loops,
                                       Eigen::VectorXd& q, const LinkedBodies& links = {});

// Only lifts, and only trees of several bodies: a mechanism that starts inside the ground keeps the
// angles of its joints. The shortest way out of the ground would fold it up.
std::vector<SettledTree> lift_mechanisms(ShapeQueries& queries, const LoopSpecs& loops,
                                         Eigen::VectorXd& q);

}  // namespace catena
