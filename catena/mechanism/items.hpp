#pragma once
// What all items of a description have in common.

#include <string>

#include "catena/mechanism/numbers.hpp"
#include "catena/mechanism/pose.hpp"
#include "catena/mechanism/said.hpp"

namespace catena {

struct Item {
  std::string name;
  Said said = {};

  friend bool operator==(const Item&, const Item&) = default;
};

// A place on a body, or in a frame; `frame` may also be the name of a body.
struct Place {
  std::string body = {}, frame = {};  // one of them
  Pose pose = {};                     // there

  static Place on(std::string body, Pose pose = {}) { return {std::move(body), {}, pose}; }
  static Place in(std::string frame, Pose pose = {}) { return {{}, std::move(frame), pose}; }
  friend bool operator==(const Place&, const Place&) = default;
};

}  // namespace catena
