#pragma once
// What the tests of changing structures share: how bodies stand and move, connections that fit
// where bodies are, and the comparison of structures.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "catena/constraints/loop_solver.hpp"
#include "catena/structure/structure.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {

// Per body 12 numbers of its pose in the world, and 6 of its velocity in its own axes.
struct BodyStates {
  Eigen::MatrixXd poses, velocities;  // one column per body
};
BodyStates body_states(const Structure& structure, const Eigen::VectorXd& q,
                       const Eigen::VectorXd& v);
// Spatial accelerations of all bodies in their own axes.
Eigen::MatrixXd body_accelerations(const Structure& structure, const Eigen::VectorXd& q,
                                   const Eigen::VectorXd& v, const Eigen::VectorXd& a);

// A joint between bodies a and b, at a random place, that is closed where they are.
LoopJoint fitting_joint(Random& random, const Structure& structure, const Eigen::VectorXd& q,
                        JointKind kind, const std::string& name, BodyId a, BodyId b);

// A structure with the state that it is in, changed as a simulation would.
struct Changing {
  Changing(const ModelBuilder& home, const LoopSpecs& loops, bool reroot);

  void connect(const LoopJoint& joint);  // positions fit; the velocity jumps
  void cut(std::string_view name);
  void set_reroot(bool on);
  void follow(const Structure& before);  // puts the state, of before, into the present structure
  // Accelerations of all coordinates without efforts.
  Eigen::VectorXd accelerations() const;
  double kinetic_energy() const;
  Force<double> momentum() const;  // about the world's origin

  VaryingStructure structure;
  Eigen::VectorXd q, v;
};

// Everything that two compiled structures consist of is equal, bit by bit.
void expect_identical(const Structure& x, const Structure& y);

// Damping, springs of joints and couplings of efforts as they act: tau of all coordinates, so that
// forces are the same in every structure. By name, in the sense of the declaration.
Eigen::VectorXd efforts_by_name(const Structure& structure, const Eigen::VectorXd& q);

}  // namespace catena::test
