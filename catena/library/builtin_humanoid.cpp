// Segment masses and lengths of the average man of de Leva 1996 ("Adjustments to Zatsiorsky-
// Seluyanov's segment inertia parameters", J. Biomech. 29, table 4), scaled to 75 kg and 1.75 m.
// Segments are uniform cylinders. Joints of several axes are hinges in a row; a part of the
// segment's mass sits between them, as in a robot, so that no body is without mass.

#include <vector>

#include "catena/library/builtin_models.hpp"
#include "catena/library/builtin_parts.hpp"

namespace catena {

namespace {

constexpr double body_mass = 75.0;
constexpr double scale = 1.75 / 1.741;  // height over that of de Leva's subjects

// Masses are in per cent of the body's; names get a prefix and y a sign for each side. The chest
// includes the head.
std::vector<HingedRod> trunk() {
  return {
      {"WAIST_P", "waist", "pelvis", {0, 0, 0.1457}, y_axis, {0, 0, 0.04}, 0.08, 1.0},
      {"WAIST_R", "abdomen", "waist", {}, x_axis, {0, 0, 0.2155}, 0.13, 15.33},
      {"CHEST", "chest", "abdomen", {0, 0, 0.2155}, z_axis, {0, 0, 0.4136}, 0.115, 22.9},
  };
}
std::vector<HingedRod> leg() {
  return {
      {"HIP_R", "hip_roll", "pelvis", {0, 0.085, 0}, x_axis, {0, 0, -0.06}, 0.05, 1.0},
      {"HIP_P", "hip_pitch", "hip_roll", {}, y_axis, {0, 0, -0.06}, 0.05, 1.0},
      {"HIP_Y", "thigh", "hip_pitch", {}, z_axis, {0, 0, -0.4222}, 0.083, 12.16},
      {"KNEE", "shank", "thigh", {0, 0, -0.4222}, y_axis, {0, 0, -0.434}, 0.049, 4.33},
      {"ANKLE_P", "ankle", "shank", {0, 0, -0.434}, y_axis, {0, 0, -0.04}, 0.03, 0.27},
      {"ANKLE_R", "foot", "ankle", {}, x_axis, {0.17, 0, -0.06}, 0.04, 1.1},
  };
}
std::vector<HingedRod> upper_limb() {
  return {
      {"SHOULDER_P", "shoulder_pitch", "chest", {0, 0.19, 0.15}, y_axis, {0, 0, -0.05}, 0.04, 0.4},
      {"SHOULDER_R", "shoulder_roll", "shoulder_pitch", {}, x_axis, {0, 0, -0.05}, 0.04, 0.4},
      {"SHOULDER_Y", "upper_arm", "shoulder_roll", {}, z_axis, {0, 0, -0.2817}, 0.04, 1.91},
      {"ELBOW", "elbow", "upper_arm", {0, 0, -0.2817}, y_axis, {0, 0, -0.13445}, 0.04, 0.9},
      {"WRIST_Y", "forearm", "elbow", {0, 0, -0.13445}, z_axis, {0, 0, -0.13445}, 0.035, 0.72},
      {"WRIST_P", "wrist", "forearm", {0, 0, -0.13445}, y_axis, {0, 0, -0.03}, 0.025, 0.11},
      {"WRIST_R", "hand", "wrist", {}, x_axis, {0, 0, -0.1879}, 0.025, 0.5},
  };
}

void add_parts(ModelBuilder& builder, std::vector<HingedRod> parts, const std::string& prefix = "",
               double side = 1.0) {
  for (HingedRod& part : parts) {
    const bool on_trunk = part.parent == "pelvis" || part.parent == "chest" || prefix.empty();
    part.joint = prefix + part.joint;
    part.body = prefix + part.body;
    if (!on_trunk) part.parent = prefix + part.parent;
    part.at = scale * Vec3<double>{part.at.x, side * part.at.y, part.at.z};
    part.end = scale * part.end;
    part.mass *= body_mass / 100.0;
    add_hinged_rod(builder, part);
  }
}

}  // namespace

ModelBuilder describe_humanoid() {
  ModelBuilder builder;
  const Vec3<double> top = {0, 0, 0.1457 * scale};
  const BodyId pelvis = builder.add_body("pelvis", rod(0.1117 * body_mass, 0.135, top));
  builder.add_shape(pelvis, rod_shape(0.135, top));
  builder.add_joint(free_joint("floating_base"), world_body, pelvis);
  add_parts(builder, leg(), "LLEG_", 1.0);
  add_parts(builder, leg(), "RLEG_", -1.0);
  add_parts(builder, trunk());
  add_parts(builder, upper_limb(), "LARM_", 1.0);
  add_parts(builder, upper_limb(), "RARM_", -1.0);
  return builder;
}

}  // namespace catena
