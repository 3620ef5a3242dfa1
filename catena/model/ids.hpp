#pragma once
// Strong ids: typed indices. They stay valid from ModelBuilder to Model.

#include <compare>

namespace catena {

struct BodyId {  // 0 is the world
  int index = 0;
  auto operator<=>(const BodyId&) const = default;
};

struct JointId {
  int index = 0;
  auto operator<=>(const JointId&) const = default;
};

struct FrameId {
  int index = 0;
  auto operator<=>(const FrameId&) const = default;
};

inline constexpr BodyId world_body{0};

}  // namespace catena
