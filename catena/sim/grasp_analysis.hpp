#pragma once
// Everything about a grasp at one instant: contacts with their forces, closure and why, quality
// with proven bounds, the weakest wrench, and the forces that hold the object's weight.

#include <string>
#include <vector>

#include "catena/elements/state.hpp"
#include "catena/grasp/closure.hpp"
#include "catena/grasp/force_plan.hpp"
#include "catena/sim/grasp_record.hpp"
#include "catena/sim/grasp_resistance.hpp"
#include "catena/sim/saved_grasp.hpp"

namespace catena {

class Recorder;
class Simulation;

struct GraspAnalysis {
  using Point = GraspPoint;
  std::string name, object;
  double t = 0.0;
  std::vector<Point> points;  // all of the dynamics
  grasp::ContactSet set;      // those that differ
  // Bodies outside of the hand that touch the object, and what else holds it; see SavedGrasp.
  std::vector<std::string> others, holders;
  GraspValues values;
  grasp::Closure closure;
  std::string why;            // of the closure, in words
  grasp::Quality quality;     // L1, true cones, with bounds
  grasp::Quality polyhedral;  // L1, cones of eight edges
  grasp::Quality each;        // Linf, true cones: normal forces of at most 1 each
  double weight = 0.0;        // of the object, N
  grasp::ForcePlan holding;   // the least largest normal force that holds the weight
  std::string holding_why;
  HandResistance resisted;  // what else is held as the hand stands; see grasp_resistance.hpp
  std::vector<double> joint_positions;  // q of the whole mechanism, joint after joint
};

// From what is known of the grasp alone.
GraspAnalysis judge(const SavedGrasp& grasp);

// At a state for which recorder.row() was just called. Throws std::out_of_range where the recording
// names no such grasp.
GraspAnalysis analyse_grasp(Simulation& simulation, Recorder& recorder, const State& state,
                            std::size_t grasp);

}  // namespace catena
