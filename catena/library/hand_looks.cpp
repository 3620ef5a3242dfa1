// The built-in hand, drawn: metacarpals under skin, the balls of thumb and little finger, pads and
// nails. Places of the knuckles are those of builtin_hand.cpp; breadths of fingers are Buchholz,
// Armstrong & Goldstein 1992, scaled to a hand of 190 mm.
//
// Fingers bend about y, so their pads look along -z; the thumb bends about -z, so its pad looks
// along -y.

#include "catena/library/looks.hpp"
#include "catena/math/rotation.hpp"

namespace catena::looks {

namespace {

constexpr Color nail{0.96F, 0.83F, 0.77F};

struct Finger {
  std::string_view name;
  double x, y;     // its knuckle in the palm, m
  double breadth;  // over that of the index
};
constexpr Finger fingers[] = {{"index", 0.0849, 0.0213, 1.0},
                              {"middle", 0.0847, 0.0, 1.03},
                              {"ring", 0.0777, -0.0175, 0.97},
                              {"little", 0.0699, -0.0342, 0.86}};

Transform<double> about_z(double angle) {
  return {rotation_z(angle), Vec3<double>::zero()};
}

// Metacarpals side by side, with flesh between them: the back of the hand. Below them the balls of
// thumb and little finger, and the pads under the knuckles.
Shapes palm_look() {
  Shapes shapes = {
      // Short behind the wrist: a bent hand must not lift it out of the forearm.
      ellipsoid({0.004, 0, 0}, {0.034, 0.0285, 0.0185}, skin),
      ellipsoid({0.05, -0.005, -0.003}, {0.044, 0.039, 0.0145}, skin),
      ellipsoid({0.036, 0.021, -0.0075}, {0.037, 0.0165, 0.0165}, skin, about_z(0.42)),
      ellipsoid({0.034, -0.025, -0.0065}, {0.04, 0.0155, 0.0155}, skin, about_z(-0.12)),
      ellipsoid({0.074, -0.006, -0.006}, {0.014, 0.037, 0.0115}, skin, about_z(0.22))};
  for (int i = 0; i < 7; ++i) {
    const Finger &a = fingers[i / 2], &b = fingers[(i + 1) / 2];
    const double x = 0.5 * (a.x + b.x), y = 0.5 * (a.y + b.y);
    const double r = (i % 2 == 0 ? 0.0113 : 0.0108) * 0.5 * (a.breadth + b.breadth);
    shapes.push_back(limb({0.012, 0.78 * y, 0}, {x - (i % 2 == 0 ? 0.002 : 0.009), y, 0}, r, skin));
  }
  for (const Finger& finger : fingers)
    shapes.push_back(ball({finger.x, finger.y, 0.001}, 0.0107 * finger.breadth, skin));
  return shapes;
}

Shapes finger_look(std::string_view phalanx, double length, double breadth) {
  const double r = breadth * (phalanx == "proximal" ? 0.0094
                              : phalanx == "middle" ? 0.0086
                                                    : 0.0078);
  if (phalanx == "proximal")
    return {limb({0, 0, 0}, {length, 0, 0}, 0.93 * r, skin),
            ellipsoid({0.45 * length, 0, -0.0018}, {0.46 * length, r, 1.02 * r}, skin)};
  if (phalanx == "middle")
    return {limb({0, 0, 0}, {length, 0, 0}, 0.93 * r, skin), ball({0, 0, 0.0004}, 1.06 * r, skin),
            ellipsoid({0.5 * length, 0, -0.0012}, {0.5 * length, r, r}, skin)};
  return {limb({0, 0, 0}, {length - r, 0, 0}, 0.95 * r, skin),
          ellipsoid({0.62 * length, 0, -0.0022}, {0.4 * length, r, 0.85 * r}, skin),
          ellipsoid({length - 0.85 * r, 0, 0.62 * r}, {0.0062, 0.72 * r, 0.0026}, nail)};
}

Shapes thumb_look(std::string_view bone, double length) {
  if (bone == "trapezium")
    return {ball({0, 0, 0}, 0.0135, skin), ball({length, 0, 0}, 0.0135, skin)};
  if (bone == "metacarpal")
    return {limb({0, 0, 0}, {length, 0, 0}, 0.0112, skin),
            ellipsoid({0.4 * length, -0.006, -0.001}, {0.62 * length, 0.0145, 0.015}, skin)};
  if (bone == "proximal")
    return {ball({0, 0, 0}, 0.0118, skin), limb({0, 0, 0}, {length, 0, 0}, 0.0098, skin),
            ellipsoid({0.45 * length, -0.0014, 0}, {0.48 * length, 0.0105, 0.0108}, skin)};
  constexpr double r = 0.0095;
  return {limb({0, 0, 0}, {length - r, 0, 0}, 0.95 * r, skin),
          ellipsoid({0.58 * length, -0.002, 0}, {0.4 * length, 0.95 * r, 1.14 * r}, skin),
          ellipsoid({length - 0.9 * r, 0.66 * r, 0}, {0.0078, 0.0028, 0.78 * r}, nail)};
}

}  // namespace

Shapes hand_part(std::string_view body, double length) {
  const auto cut = body.find('_');
  if (cut == std::string_view::npos) return palm_look();
  const std::string_view finger = body.substr(0, cut), bone = body.substr(cut + 1);
  for (const Finger& known : fingers)
    if (finger == known.name) return finger_look(bone, length, known.breadth);
  return thumb_look(bone, length);
}

}  // namespace catena::looks
