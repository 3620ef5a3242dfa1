#pragma once
// Joints that were connected while a simulation ran, as lines of a checkpoint.

#include <istream>
#include <string>

#include "catena/elements/state.hpp"

namespace catena {

// The joint with all that was said of it: the line "connect", bodies, frames and name, then one
// line "joint" per property.
std::string joint_text(const LoopJoint& joint);
// The rest of a line "connect" behind its first word; throws std::runtime_error where it is none.
// Of older files only name, bodies and frames are known, or `word` says that the joint is a plain
// one.
AppliedChange read_connection(const std::string& word, std::istream& rest);
// The rest of a line "joint"; likewise.
void read_joint_property(std::istream& rest, JointSpec& spec);

}  // namespace catena
