#pragma once
// What closes loops, and what is cut and connected while a mechanism runs.

#include "catena/constraints/loops.hpp"
#include "catena/math/views.hpp"
#include "catena/mechanism/joint_item.hpp"

namespace catena {

// A joint between two places; it has no armature.
struct LoopJointItem : Item, JointProperties {
  Place a = {}, b = {};

  friend bool operator==(const LoopJointItem&, const LoopJointItem&) = default;
};

struct RodItem : Item {
  static constexpr const char* kind = "rod";
  Place a = {}, b = {};
  std::optional<double> length = {};  // m; the distance at the start if not given

  friend bool operator==(const RodItem&, const RodItem&) = default;
};

// of = ratio to + offset; or `zero`, a formula of q.JOINT that is zero; or a function of the
// positions of `coordinates`.
struct CouplingItem : Item {
  static constexpr const char* kind = "coupling";
  std::string of = {}, to = {};
  double ratio = 1.0, offset = 0.0;
  std::string zero = {};
  std::vector<std::string> coordinates = {};
  Callback<Coupling::Value(const double* x, const double* rate, double* gradient)> function = {};

  friend bool operator==(const CouplingItem&, const CouplingItem&) = default;
};

// A wheel, with z along its axle, or a ball, on the plane z = 0 of a place.
struct RollingItem : Item {
  static constexpr const char* kind = "rolling";
  bool is_wheel = false;
  Place centre = {}, on = {};
  double radius = 0.0;  // m

  friend bool operator==(const RollingItem&, const RollingItem&) = default;
};

struct ConnectItem : LoopJointItem {
  bool here = false;  // the joint is made where the bodies are then

  friend bool operator==(const ConnectItem&, const ConnectItem&) = default;
};

// A clutch that a change lets go, or makes grip.
struct BreakawayItem {
  std::string name = {};           // of what it drives; empty: as the change
  std::string clutch, motor = {};  // joints

  friend bool operator==(const BreakawayItem&, const BreakawayItem&) = default;
};

// At a time, or when a formula of the motion crosses zero.
struct ChangeItem : Item {
  static constexpr const char* kind = "change";
  std::optional<double> at = {};  // s
  std::string when = {};
  Callback<double(double t, In<double> q, In<double> v)> when_function = {};
  std::optional<double> every = {};                          // s: again and again after `at`
  bool repeat = false;                                       // each time that the condition is met
  std::string direction = {};                                // rising or falling; empty: both
  std::vector<std::string> cut = {};                         // joints, loops, cables, springs
  std::vector<std::string> switch_off = {}, switch_on = {};  // elements: "pump", "motor pump"
  std::vector<ConnectItem> connect = {};
  std::optional<BreakawayItem> breakaway = {};  // it is told of

  friend bool operator==(const ChangeItem&, const ChangeItem&) = default;
};

// What a change is called that has no name: as the first thing that it changes.
inline std::string usual_name(const ChangeItem& item) {
  for (const auto* const names : {&item.cut, &item.switch_off, &item.switch_on})
    if (!names->empty()) return names->front();
  return item.connect.empty() ? std::string() : item.connect[0].name;
}

}  // namespace catena
