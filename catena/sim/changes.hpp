#pragma once
// Changes of a mechanism while it runs: joints that are made and cut (Nakamura & Yamane 2000,
// sec. V), elements that are switched on and off.

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "catena/constraints/loops.hpp"
#include "catena/elements/probes.hpp"
#include "catena/elements/switched_element.hpp"
#include "catena/elements/switched_law.hpp"
#include "catena/math/views.hpp"

namespace catena {

// A new joint. With `here`, frame M is put where the bodies are at that moment, so that the joint
// is at its zero position; otherwise they must fit already.
struct Connect {
  LoopJoint joint;
  bool here = false;
};

// A clutch that a change lets go, or makes grip, which is told by an event of its own.
struct Clutch {
  std::string name;   // of what it drives, a finger for instance
  std::string joint;  // that transmits its moment
  int motor = 0;      // place of its motor's position in q of the start
};

// All happens at the same moment: first what is cut, then what is switched off and on, then what is
// connected.
struct StructureEvent {
  std::string name;
  double at = std::numeric_limits<double>::quiet_NaN();  // s; or:
  // When this crosses zero for the first time. Positions and velocities are over all coordinates of
  // the start; those of a joint that is cut read as zero.
  std::function<double(double t, In<double> q, In<double> v)> when;
  // Computes the condition as the argument of its last switch, so that its rate is known; null: it
  // is not.
  std::shared_ptr<const SwitchedLaw> law = nullptr;
  // What the condition sees besides: positions of probes, then columns of a recording that forces
  // decide about, behind q; velocities of probes behind v.
  std::shared_ptr<const ProbeList> probes = nullptr;
  std::vector<std::string> readings = {};
  std::vector<std::string> cut;  // names of joints, rods, couplings, rolling constraints
  std::vector<Connect> connect;
  std::vector<SwitchedElement> cut_elements = {};  // cables, strings and springs; off for ever
  std::vector<SwitchedElement> off = {}, on = {};
  // Again at `at` + k `every`, s; 0: once.
  double every = 0.0;
  // Each time that the condition crosses zero. What is so already is then left as it is.
  bool repeats = false;
  // Which crossings count: from below zero, from above, or both.
  enum class Direction { Both, Rising, Falling };
  Direction direction = Direction::Both;
  // Its joint is one of those that are cut, or of those that are made.
  std::optional<Clutch> clutch = {};

  bool may_happen_again() const { return repeats || every > 0.0; }
  // Nothing changes; the moment is told, and recorded.
  bool is_mark() const {
    return cut.empty() && connect.empty() && cut_elements.empty() && off.empty() && on.empty();
  }
};

}  // namespace catena
