#pragma once
// What catena check looks at, beyond the numbers of single parts.

#include <string>
#include <vector>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::app {

using Remarks = std::vector<std::string>;

// How fast the mechanism answers where it starts, against what its integrator can follow.
void check_integrator(const Scenario& scenario, const Simulation& start, Remarks& remarks);
// Steps and samples that are so short that the run will not arrive.
void check_steps(const Scenario& scenario, const Simulation& start, Remarks& remarks);
// Paths whose position or velocity jumps during the run.
void check_paths(const Scenario& scenario, const Simulation& start, Remarks& remarks);
// Paths that leave the limits of their joints.
void check_path_limits(const Scenario& scenario, Remarks& remarks);
// How far the loops leave the mechanism free where it starts, in words.
std::string check_loops(const Simulation& start, Remarks& remarks);
// Loops that start where they hold less than beside it.
void check_singular(const Simulation& start, Remarks& remarks);
// Contacts that are inside their surface by the scenario's own numbers.
void check_ground(const SimulationSetup& setup, Remarks& remarks);
// Shapes that overlap where they start, and recorded pairs that never touch.
void check_shapes(const Scenario& scenario, const Simulation& start, Remarks& remarks);
// Contacts that can carry nothing, because no joint lets their sides move along the normal.
void check_idle_contacts(const SimulationSetup& setup, Remarks& remarks);
// The wrap angle of each pulley where the cables start, one line per cable.
std::string check_wraps(const Scenario& scenario, Simulation& start, Remarks& remarks);
// Bodies that a joint connects and can bring together, but that do not touch.
void check_joined(const SimulationSetup& setup, Remarks& remarks);
// Free bodies that nothing holds and that have nothing below them.
void check_falling(const SimulationSetup& setup, Remarks& remarks);
// Angles without a unit that were most likely meant in degrees.
void check_angles(const Mechanism& mechanism, Remarks& remarks);
// Motors on prescribed joints, changes after the end, gravity that points up.
void check_drives(const Scenario& scenario, Remarks& remarks);
// Materials that nothing is made of.
void check_surfaces(const Scenario& scenario, Remarks& remarks);
// Springs that push away from where they rest.
void check_stiffness(const SimulationSetup& setup, Remarks& remarks);

}  // namespace catena::app
