#pragma once
// catena info: the numbers of bodies and joints.

#include <string>

#include "catena/constraints/loops.hpp"
#include "catena/model/model.hpp"

namespace catena::app {

// Mass, centre and inertia of a body, one quantity per line. Throws ScenarioError where there is no
// such body.
std::string body_text(const Model& model, const std::string& name);

// A mechanism as JSON: gravity, mass, bodies, joints and frames. `loops` may be null. With a name,
// that body alone.
std::string info_json(const std::string& title, const Model& model, const Loops* loops,
                      const std::string& body);

}  // namespace catena::app
