#pragma once
// The mechanism as every engine of the benchmark receives it: a list of bodies, each on a revolute
// joint about its own z axis or on a free joint, with nothing of Catena's compiled form left in it.
//
// This header crosses into modules that are compiled without AVX, because the peers' own libraries
// are: only Eigen types of three rows may appear here, whose layout is the same with and without.

#include <Eigen/Core>
#include <string>
#include <vector>

namespace catena::bench {

enum class NeutralJoint { RevoluteZ, Free };

struct NeutralBody {
  NeutralJoint joint = NeutralJoint::RevoluteZ;
  int parent = -1;    // index of the parent body, -1 for the world
  int q = 0, v = 0;   // first coordinate in q and in v
  Eigen::Matrix3d R;  // joint frame in the parent body, at q = 0: axes ...
  Eigen::Vector3d p;  // ... and origin; the body's own frame moves with the joint
  double mass = 0.0;
  Eigen::Vector3d com;                // centre of mass in the body's frame
  Eigen::Matrix3d inertia_about_com;  // in the body's axes
  // Of a revolute joint; they count when an engine simulates, not in its kernels. Springs that
  // couple coordinates have no place here.
  double damping = 0.0, stiffness = 0.0, spring_rest = 0.0;
};

struct NeutralModel {
  std::string name;
  int nq = 0, nv = 0;
  Eigen::Vector3d gravity;
  std::vector<NeutralBody> bodies;  // parents first
};

// One state. Free joints: q is a unit quaternion w x y z and the position of the body's origin; v
// is angular, then linear velocity of that origin, both in the body's axes; a is dv/dt; tau is dual
// to v.
struct BenchState {
  std::vector<double> q, v, a, tau;
};

}  // namespace catena::bench
