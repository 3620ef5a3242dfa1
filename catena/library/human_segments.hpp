#pragma once
// The segments of an average man of 75 kg and 1.75 m (de Leva 1996), to make human figures of.
//
// Each has its own frame: x forward, y left, z up while the body stands with its palms forward.
// Trunk and head begin at the lower end of the segment, limbs at the joint nearer to the trunk,
// the foot at the ankle. Every segment is its own mirror image, so one serves both sides; only the
// thumb that is drawn tells a left hand from a right one.

#include <vector>

#include "catena/model/model_builder.hpp"

namespace catena::human {

inline constexpr double body_mass = 75.0;
inline constexpr double scale = 1.75 / 1.741;  // height over that of de Leva's subjects

// Lengths in m. The neck is what is between the two ends that the table has for the head: 7th
// vertebra (cervicale) and angle of the jaw (gonion).
inline constexpr double pelvis_length = 0.1457 * scale, abdomen_length = 0.2155 * scale,
                        chest_length = 0.2421 * scale, neck_length = (0.2429 - 0.2033) * scale,
                        head_length = 0.2033 * scale, upper_arm_length = 0.2817 * scale,
                        forearm_length = 0.2689 * scale, hand_length = 0.1879 * scale,
                        thigh_length = 0.4222 * scale, shank_length = 0.434 * scale,
                        foot_length = 0.2581 * scale;
// From the wrist to the third knuckle, where a hand holds a bar.
inline constexpr double grip_distance = 0.0862 * scale;
// What the other lengths leave of the height.
inline constexpr double ankle_height =
    1.75 - (pelvis_length + abdomen_length + chest_length + neck_length + head_length +
            thigh_length + shank_length);
// Places of the joints: the hips at the height of the pelvis' origin, the shoulders above the
// chest's. The breadths are not in the table; they are those of the built-in humanoid.
inline constexpr double hip_y = 0.085 * scale, shoulder_y = 0.19 * scale;
inline constexpr double shoulder_z = 0.5155 * scale - (pelvis_length + abdomen_length);
inline constexpr double thigh_radius = 0.083;

// A rigid piece of the body: inertia about its origin, what touches, and what to draw.
struct Piece {
  Inertia<double> inertia;
  std::vector<BodyShape> shapes;
};
Piece pelvis();
Piece abdomen();
Piece chest();
Piece neck();
Piece head();
Piece upper_arm();
Piece forearm();
Piece hand(double side);  // 1: left, -1: right
Piece thigh();
Piece shank();
Piece foot();

// Both as one rigid piece in the frame of `base`, with the origin of `other` at `at`.
Piece joined(Piece base, const Piece& other, const Vec3<double>& at);

}  // namespace catena::human
