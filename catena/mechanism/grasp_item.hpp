#pragma once
// A hand and what it grasps, whose closure and quality are recorded.

#include <string>
#include <vector>

#include "catena/mechanism/items.hpp"

namespace catena {

struct GraspItem : Item {
  static constexpr const char* kind = "grasp";
  std::string object = {};             // a body
  std::vector<std::string> hand = {};  // bodies, each with all that hangs on it
  bool volume = false;                 // whether the volume of its wrenches is recorded, too

  friend bool operator==(const GraspItem&, const GraspItem&) = default;
};

}  // namespace catena
