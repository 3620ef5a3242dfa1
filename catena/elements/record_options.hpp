#pragma once
// What goes into a recording, see docs/recordings.md.

#include <string>
#include <vector>

#include "catena/model/model.hpp"

namespace catena {

// Two bodies whose contacts are recorded, and the name of their columns: BODY_A.BODY_B.
struct RecordedPair {
  BodyId a{0}, b{0};
  std::string name;
};

// A hand and its object, whose closure and quality are recorded.
struct RecordedGrasp {
  std::string name;
  BodyId object{0};
  std::vector<BodyId> hand;
  bool volume = false;  // of its wrenches, too
};

struct RecordOptions {
  double interval = 0.01;  // s between samples
  bool q = true, v = true, a = true, tau = true, energy = true;
  bool wrenches = false;              // f.JOINT.*
  bool limits = true;                 // limit.JOINT: the effort of an active limit
  bool contacts = true;               // contact.NAME.*
  bool cables = true;                 // cable.NAME.*
  bool elements = true;               // columns of all other elements
  bool poses = false;                 // x.BODY.*: where bodies are, whatever the structure
  bool energy_by_source = false;      // energy.work.MOTOR, energy.dissipated.JOINT
  std::vector<FrameId> frames;        // p.FRAME.*
  std::vector<RecordedPair> pairs;    // contact.BODY_A.BODY_B.*
  std::vector<RecordedGrasp> grasps;  // grasp.NAME.*
  std::vector<BodyId> touched;        // touch.BODY.*: the sum of all contacts of a body
  bool contact_points = true;  // all points between shapes, in files that have tables of them
};

}  // namespace catena
