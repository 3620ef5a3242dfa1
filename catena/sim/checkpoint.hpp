#pragma once
// A state by names: the contents of a checkpoint. It fits any simulation of the same mechanism,
// whatever the order of its parts.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "catena/elements/group.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {

struct Checkpoint {
  // Of the mechanism at the start: its names and kinds, and its numbers. 0: not known.
  std::uint64_t structure_hash = 0, parameter_hash = 0;
  double t = 0.0;
  std::map<std::string, double> q, v;
  std::map<std::string, ModeTable> modes;  // per kind of elements
  std::vector<std::pair<EnergySource, double>> spent;
  double initial_energy = 0.0, impact_loss = 0.0, past_dissipated = 0.0, past_work = 0.0;
  double next_step = 0.0;
  IntegratorMemory integrator;
  long step_count = 0, recent_events = 0;
  double counting_since = 0.0, rest_factor = 1.0;
  double quiet_since = 0.0, counting_steps_since = 0.0, events_since = 0.0, quiet_needed = 0.0;
  long recent_steps = 0, recent_evaluations = 0;
  double solver_residual = 0.0;
  long solver_link = 0;
  // Of the time stepper: mean acceleration over the last step; empty: none.
  std::map<std::string, double> last_acceleration;
  bool is_stepping = false, has_stepped = false;
  // Per change of structure: how often it has happened, and the side of its condition.
  std::map<std::string, long> happened, sides;
  OffList off;  // elements that are switched off
  std::vector<AppliedChange> changes;

  // Of files before version 4, which count instead of naming.
  struct ByPosition {
    Eigen::VectorXd q, v, limits, slips, spent;
    std::vector<std::vector<double>> contacts, cables;
    std::vector<bool> happened;
  };
  std::optional<ByPosition> by_position;
};

// Of a state of the simulation, whatever its structure.
Checkpoint make_checkpoint(const Simulation& simulation, const State& state);

// The state that a checkpoint means for a setup. What a user should know, other masses for
// instance, is added to `remarks`. Throws std::invalid_argument where it is of another mechanism or
// its numbers cannot be.
State state_of(const Checkpoint& checkpoint, const SimulationSetup& setup,
               std::vector<std::string>* remarks = nullptr);

}  // namespace catena
