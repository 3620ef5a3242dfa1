#pragma once
// A grasp as data: where the object is in the hand, joint positions, contacts, and what the hand
// can do there. All that is said about it can be computed again without a run.

#include <Eigen/Geometry>
#include <string>
#include <vector>

#include "catena/elements/state.hpp"
#include "catena/grasp/contact_set.hpp"
#include "catena/grasp/grasp_map.hpp"

namespace catena {

class Recorder;
class Simulation;

// Where a link touches the object.
struct GraspPoint {
  std::string link;
  Eigen::Vector3d point, normal;  // of the object, in its axes; the normal points into it
  double friction = 0.0;
  double friction_across = -1.0;                      // negative: as along its axis
  double spin = 0.0, rolling = 0.0;                   // m, see TouchPoint
  double normal_force = 0.0, tangential_force = 0.0;  // of the dynamics, N
  bool slides = false;
};

struct SavedGrasp {
  struct Joint {
    std::string name;
    std::vector<double> q;
  };
  std::string name, object;
  std::string hand;  // the body that the pose is measured in: the first that grasps
  double t = 0.0;    // s
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  // of the object in the hand
  Eigen::Quaterniond orientation = Eigen::Quaterniond::Identity();
  Eigen::Quaterniond world = Eigen::Quaterniond::Identity();  // axes of the object in the world
  std::vector<Joint> joints;                                  // of the whole mechanism
  std::vector<GraspPoint> points;                             // all of the dynamics
  grasp::ContactSet set;                                      // those that differ
  // What holds the object beside the hand: contacts with other bodies, and joints, springs, ... by
  // name (object_holders()), with the wrench that they give now, of the set.
  std::vector<grasp::GraspContact> others;
  std::vector<std::string> holders;
  grasp::Wrench6 held_by = grasp::Wrench6::Zero();
  double slip = 0.0;                                 // what friction could still take, N
  Eigen::Vector3d weight = Eigen::Vector3d::Zero();  // in the axes of the object, N
  int motions = 0, locked = 0;                       // see HandResistance
  grasp::TorqueRows balances;

  // All contacts that hold the object: those of the set, then others.
  grasp::ContactSet all_contacts() const;
};

// At a state for which recorder.row() was just called. Throws std::out_of_range where the recording
// names no such grasp.
SavedGrasp saved_grasp(Simulation& simulation, Recorder& recorder, const State& state,
                       std::size_t grasp);

}  // namespace catena
