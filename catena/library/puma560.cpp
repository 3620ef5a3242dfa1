#include "catena/library/puma560.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "catena/library/builtin_parts.hpp"
#include "catena/math/rotation.hpp"

namespace catena {

namespace {

constexpr double one_degree = std::numbers::pi / 180.0;

struct PumaLink {
  const char* body;
  double d, a;
  int quarter_turns;  // of alpha
  double mass;
  Vec3<double> com;      // in the frame at the link's end
  Vec3<double> moments;  // about the centre of mass
  double lower, upper;   // degrees
};

// The first link turns about the vertical alone: of its inertia only .35 about that axis (y) acts.
// The other numbers of it make it a body that can be and change no motion.
constexpr std::array<PumaLink, 6> puma_links{{
    {"trunk", 0, 0, 1, 13, {0, -0.1, 0}, {0.35, 0.35, 0.35}, -160, 160},
    {"upper_arm", 0, .4318, 0, 17.4, {-.3638, .006, .2275}, {.13, .524, .539}, -45, 225},
    {"forearm", .15005, .0203, -1, 4.8, {-.0203, -.0141, .07}, {.066, .086, .0125}, -225, 45},
    {"wrist_roll", .4318, 0, 1, .82, {0, .019, 0}, {1.8e-3, 1.3e-3, 1.8e-3}, -110, 170},
    {"wrist_bend", 0, 0, -1, .34, {0, 0, 0}, {.3e-3, .4e-3, .3e-3}, -100, 100},
    {"flange", 0, 0, 0, .09, {0, 0, .032}, {.15e-3, .15e-3, .04e-3}, -266, 266},
}};

// Efforts as they are commonly quoted from Armstrong, Khatib & Burdick 1986.
constexpr std::array<PumaMotor, 6> puma_motors{{
    {2e-4, -62.6111, 1.48e-3, .395, .435, 97.6},
    {2e-4, 107.815, .817e-3, .126, .071, 186.4},
    {2e-4, -53.7063, 1.38e-3, .132, .105, 89.4},
    {33e-6, 76.0364, 71.2e-6, 11.2e-3, 16.9e-3, 24.2},
    {33e-6, 71.923, 82.6e-6, 9.26e-3, 14.5e-3, 20.1},
    {33e-6, 76.686, 36.7e-6, 3.96e-3, 10.5e-3, 21.3},
}};

// Rx of quarter turns, with exact zeros.
Mat3<double> quarter_turn_x(int quarters) {
  const double s = quarters;
  return quarters == 0 ? Mat3<double>::identity() : Mat3<double>{{1, 0, 0}, {0, 0, s}, {0, -s, 0}};
}

// From the frame of a joint at zero to the frame at the link's end.
Transform<double> end_of(const PumaLink& link) {
  return {quarter_turn_x(link.quarter_turns), {link.a, 0, link.d}};
}

BodyShape puma_cylinder(double radius, const Vec3<double>& from, const Vec3<double>& to) {
  BodyShape shape = rod_shape(radius, to - from);
  shape.X_BS.translation = 0.5 * (from + to);
  return shape;
}

BodyShape puma_box(const Vec3<double>& sides, const Vec3<double>& at) {
  return box_shape(sides, Transform<double>::at(at));
}

void add_shapes(ModelBuilder& builder, const std::array<BodyId, 6>& bodies, double height) {
  const std::array<float, 3> light{0.88F, 0.87F, 0.82F}, dark{0.35F, 0.36F, 0.38F};
  const auto add = [&](BodyId body, BodyShape shape, const std::array<float, 3>& color) {
    shape.color = color;
    builder.add_shape(body, shape);
  };
  if (height > 0.3) {
    add(world_body, puma_cylinder(0.15, {0, 0, 0}, {0, 0, 0.03}), dark);
    add(world_body, puma_cylinder(0.085, {0, 0, 0.03}, {0, 0, height - 0.2}), light);
  }
  add(bodies[0], puma_cylinder(0.085, {0, -0.2, 0}, {0, 0.02, 0}), light);
  add(bodies[0], puma_cylinder(0.105, {0, 0, -0.1}, {0, 0, 0.13}), light);
  add(bodies[1], puma_box({0.4318, 0.15, 0.1}, {-0.2159, 0, 0.2}), light);
  add(bodies[1], puma_cylinder(0.105, {-0.4318, 0, 0.14}, {-0.4318, 0, 0.26}), light);
  add(bodies[1], puma_box({0.17, 0.12, 0.1}, {-0.56, 0, 0.2}), dark);
  add(bodies[1], puma_cylinder(0.075, {0, 0, 0.14}, {0, 0, 0.26}), light);
  add(bodies[2], puma_cylinder(0.07, {-0.0203, -0.06, 0}, {-0.0203, 0.06, 0}), light);
  add(bodies[2], puma_box({0.11, 0.1, 0.36}, {0, 0, 0.16}), light);
  add(bodies[2], puma_cylinder(0.04, {0, 0, 0.34}, {0, 0, 0.38}), dark);
  add(bodies[3], puma_cylinder(0.035, {0, -0.05, 0}, {0, 0, 0}), light);
  add(bodies[4], puma_cylinder(0.036, {0, -0.036, 0}, {0, 0.036, 0}), dark);
  add(bodies[5], puma_cylinder(0.025, {0, 0, 0.03}, {0, 0, 0.045}), light);
  add(bodies[5], puma_cylinder(0.035, {0, 0, 0.045}, {0, 0, 0.05625}), dark);
}

}  // namespace

ModelBuilder describe_puma560(const PumaOptions& options) {
  ModelBuilder builder;
  BodyId parent = world_body;
  std::array<BodyId, 6> bodies;
  for (std::size_t i = 0; i < 6; ++i) {
    const PumaLink& link = puma_links[i];
    // The published forearm is a little less than a body can be (Ixx + Izz < Iyy).
    builder.set_tolerate_unphysical_inertia(i == 2);
    bodies[i] = builder.add_body(
        link.body,
        inertia_about_com(link.mass, link.com,
                          Sym3<double>::diagonal(link.moments.x, link.moments.y, link.moments.z)));
    JointSpec spec = revolute(fmt::format("joint{}", i + 1), {0, 0, 1});
    spec.position_lower = link.lower * one_degree;
    spec.position_upper = link.upper * one_degree;
    const PumaMotor& motor = puma_motors[i];
    spec.effort_limit = motor.effort_limit;
    if (options.motor_side) {
      const double G = motor.gear;
      spec.armature = motor.rotor_inertia * G * G;
      spec.damping = motor.viscous * G * G;
      spec.coulomb_friction = std::abs(G) * 0.5 * (motor.coulomb_forward + motor.coulomb_backward);
    }
    builder.add_joint(std::move(spec), parent, bodies[i],
                      Transform<double>::at({0, 0, i == 0 ? options.shoulder_height : 0.0}),
                      inverse(end_of(link)));
    parent = bodies[i];
  }
  builder.set_tolerate_unphysical_inertia(false);
  builder.add_frame("tool", bodies[5], Transform<double>::at({0, 0, 0.05625}));
  add_shapes(builder, bodies, options.shoulder_height);
  return builder;
}

Model puma560(const PumaOptions& options) {
  return describe_puma560(options).build();
}

const std::array<PumaMotor, 6>& puma560_motors() {
  return puma_motors;
}

}  // namespace catena
