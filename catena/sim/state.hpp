#pragma once
// Where a simulation stands: everything that decides its future, and nothing derived. Restoring a
// State restores the run; the continuation is bitwise the same. What is moved by hand (a pull, the
// inputs of motors) is not part of it.

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "catena/cables/cable.hpp"
#include "catena/constraints/loops.hpp"
#include "catena/contact/contact_mode.hpp"

namespace catena {

// Which of the two regimes of its stop and of its dry friction a velocity coordinate is in.
struct CoordinateMode {
  int limit = 0;  // -1 held at the lower limit, +1 at the upper one, 0 away from both
  int slip = 0;   // direction in which dry friction is overcome; 0: stuck (or without friction)
  friend bool operator==(const CoordinateMode&, const CoordinateMode&) = default;
};

// A change of the structure since the start: a joint that was connected, or one that was cut.
struct AppliedChange {
  std::string cut;  // its name; empty: `connected` was made
  LoopJoint connected = {};
  // False where only name, bodies and frames are known, as from a file: the event that makes the
  // joint has the rest.
  bool has_spec = true;
};

struct State {
  double t = 0.0;
  Eigen::VectorXd q, v;
  std::vector<CoordinateMode> modes;  // nv
  std::vector<ContactMode> contacts;  // per contact
  std::vector<CableMode> cables;      // per cable
  Eigen::VectorXd spent;              // energy that each source has taken (ledger.hpp)
  double initial_energy = 0.0;
  double impact_loss = 0.0;  // energy lost at events so far
  // Taken and given by sources that are there no more.
  double past_dissipated = 0.0, past_work = 0.0;
  // How the structure differs from that of the start, in order; null: not at all. Connections that
  // were cut again are not in it.
  std::shared_ptr<const std::vector<AppliedChange>> changes;
  std::vector<bool> happened;  // per event of SimulationSetup::changes
  double next_step = 0.0;      // what an adaptive integrator tries next; 0: it chooses
  long step_count = 0;
  // Events since `counting_since`, and what they have raised ContactOptions::rest_speed by, so that
  // chattering ends.
  long recent_events = 0;
  double counting_since = 0.0, rest_factor = 1.0;
};

}  // namespace catena
