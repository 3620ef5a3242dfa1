#pragma once
// The description of a mechanism and of its run: everything that a user can say, by name, as plain
// data that can be changed, copied and compared. Scenario files are read into it and written from
// it; programs build it directly. compile() makes from it what a Simulation runs.
//
// All numbers are in SI units and radians. Formulas are text; they may name the parameters.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catena/expressions/expression.hpp"
#include "catena/mechanism/body_item.hpp"
#include "catena/mechanism/cable_item.hpp"
#include "catena/mechanism/contact_item.hpp"
#include "catena/mechanism/drive_items.hpp"
#include "catena/mechanism/element_item.hpp"
#include "catena/mechanism/grasp_item.hpp"
#include "catena/mechanism/joint_item.hpp"
#include "catena/mechanism/loop_items.hpp"
#include "catena/mechanism/picture_item.hpp"
#include "catena/mechanism/run_items.hpp"
#include "catena/mechanism/saved_state.hpp"
#include "catena/mechanism/touching_shapes.hpp"

namespace catena {

struct Mechanism {
  std::string name, description;
  // Constants and tables that formulas may name. Numbers of a file that were written with constants
  // are evaluated.
  Constants parameters;

  // The mechanism.
  Eigen::Vector3d gravity{0.0, 0.0, -9.81};  // m/s^2
  bool fuse_welds = false;                   // welded bodies become part of their parents
  WorldItem world;                           // a bench, a ramp, a floor
  std::vector<BodyItem> bodies;              // without the world
  std::vector<JointItem> joints;
  std::vector<FrameItem> frames;
  std::vector<CoupledSpringItem> springs;
  std::vector<LoopJointItem> loop_joints;
  std::vector<RodItem> rods;
  std::vector<CouplingItem> couplings;
  std::vector<RollingItem> rollings;
  std::vector<ContactItem> contacts;
  std::vector<CableItem> cables;
  ElementList elements;

  // What acts on it, and what happens to it.
  std::vector<MotorItem> motors;
  std::vector<ControllerItem> controllers;
  std::vector<PrescribedItem> prescribed;
  ContactSettings contact_settings;
  TouchingShapes touching_shapes;
  ImpactOptions impacts;
  std::vector<ChangeItem> changes;
  std::vector<std::string> switched_off;  // elements that are off at the start
  bool reroot = true;                     // see VaryingStructure

  // Its run.
  std::vector<InitialItem> initial;
  bool settle = false;                       // what starts off the ground is put onto it
  SavedState state;                          // counts before `initial` and `start_time`
  double start_time = 0.0, duration = 10.0;  // s
  IntegratorItem integrator;
  RecordItem record;
  std::vector<GraspItem> grasps;
  std::vector<PlotPanel> plots;
  PictureItem picture;

  Said said = {}, model_said = {};  // of the whole, and of the mechanism in it

  // Items by name. All throw Error with the nearest name where there is none.
  BodyItem& body(std::string_view name);
  JointItem& joint(std::string_view name);
  FrameItem& frame(std::string_view name);
  CoupledSpringItem& spring(std::string_view name);
  LoopJointItem& loop_joint(std::string_view name);
  RodItem& rod(std::string_view name);
  CouplingItem& coupling(std::string_view name);
  RollingItem& rolling(std::string_view name);
  ContactItem& contact(std::string_view name);
  CableItem& cable(std::string_view name);
  MotorItem& motor(std::string_view name);
  ControllerItem& controller(std::string_view name);
  PrescribedItem& prescribed_motion(std::string_view name);
  ChangeItem& change(std::string_view name);
  // Where a joint or coordinate starts; made if it is not there yet.
  InitialItem& start_of(std::string_view name);

  friend bool operator==(const Mechanism&, const Mechanism&) = default;
};

}  // namespace catena
