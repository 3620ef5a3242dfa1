#pragma once
// The compiled form of a joint. Each joint of the user becomes one or more nodes of few kinds, all
// axes turned onto z; a universal joint, for instance, is two Revolute nodes with no mass between
// them. Node 0 is the world; a node's subtree is the range [index, subtree_end).

#include "catena/joints/node_kind.hpp"
#include "catena/spatial/inertia.hpp"

namespace catena {

struct Node {
  NodeKind kind = NodeKind::Weld;
  int parent = 0;          // index of the parent node, less than its own
  int subtree_end = 1;     // one past the last node of the subtree
  int depth = 0;           // number of nodes above it; the world has 0
  bool last_child = true;  // no later sibling
  int q = 0, v = 0;        // first coordinate in q, and in v
  int nq = 0, nv = 0;
  int custom = -1;            // index into Model::custom_joints()
  bool has_armature = false;  // any rotor inertia on this node's coordinates
  bool moves = false;         // some coordinate, its own or nearer the root, moves it
  bool wraps = false;         // a Continuous joint: the angle is equal modulo 2 pi
  double pitch = 0.0;
  Transform<double> X_PF;    // joint frame in the parent node's frame, at q = 0
  Inertia<double> inertia;   // of all that is rigidly attached, about the node's origin
  Vec3<double> com;          // its centre of mass; zero where there is no mass
  Sym3<double> inertia_com;  // its rotational inertia about that
  int body = 0;    // BodyId of the body that it carries, or -1 between the nodes of one joint
  int joint = -1;  // JointId it came from
};

}  // namespace catena
