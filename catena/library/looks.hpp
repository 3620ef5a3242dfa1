#pragma once
// The appearance of people: shapes for drawing only, without mass and contact.

#include <string_view>
#include <vector>

#include "catena/model/body_shape.hpp"

namespace catena::looks {

using Shapes = std::vector<BodyShape>;
using Color = std::array<float, 3>;

inline constexpr Color skin{0.88F, 0.69F, 0.57F};

// Drawing shapes: an ellipsoid, and a capsule whose caps are centred at both ends.
BodyShape ellipsoid(const Vec3<double>& at, const Vec3<double>& half_axes, const Color& color,
                    const Transform<double>& turned = Transform<double>::identity());
BodyShape ball(const Vec3<double>& at, double radius, const Color& color);
BodyShape limb(const Vec3<double>& from, const Vec3<double>& to, double radius, const Color& color);

// The segments of human_segments.hpp, each in its own frame.
Shapes pelvis();
Shapes abdomen();
Shapes chest();
Shapes neck();
Shapes head();
Shapes upper_arm();
Shapes forearm();
Shapes hand(double side);  // 1: left, -1: right; it holds a bar at grip_distance
Shapes thigh();
Shapes shank();
Shapes foot();

// The bodies of the built-in hand, by their names; `length` of the bone in m.
Shapes hand_part(std::string_view body, double length);

}  // namespace catena::looks
