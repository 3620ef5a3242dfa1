#include "catena/library/barrett_hand.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "catena/library/builtin_parts.hpp"
#include "catena/math/rotation.hpp"
#include "catena/math/views.hpp"

namespace catena {

namespace {

constexpr double degree = std::numbers::pi / 180.0;
// m, kg, rad.
constexpr double spread_x = 0.025, knuckle_length = 0.05, thumb_y = -0.05;
constexpr double proximal_length = 0.07, distal_length = 0.055;
constexpr double proximal_zero = 5 * degree, distal_zero = 40 * degree;
constexpr double proximal_limit = 140 * degree, distal_limit = 48 * degree,
                 spread_limit = 180 * degree;
constexpr double palm_mass = 0.609, knuckle_mass = 0.141, proximal_mass = 0.0621,
                 distal_mass = 0.0417;
constexpr double joint_damping = 0.05;  // N m s/rad (Miller & Christensen 2003)
// Of a motor with its gears, seen from the proximal joint, kg m^2. Our choice: it is not published.
constexpr double rotor_inertia = 1e-4;
constexpr double link_radius = 0.008, tip_radius = 0.007;
constexpr std::array<float, 3> grey{0.35F, 0.36F, 0.38F}, light{0.75F, 0.76F, 0.78F},
    dark{0.16F, 0.16F, 0.18F};

struct Finger {
  const char* name;
  double side;  // of its spread axis along x; 0: the thumb, which has none
};
constexpr std::array<Finger, 3> fingers{{{"finger1", -1}, {"finger2", 1}, {"thumb", 0}}};

std::string part(const Finger& finger, const char* what) {
  return std::string(finger.name) + "_" + what;
}
std::string joint(const Finger& finger, const char* what) {
  return std::string(finger.name) + "." + what;
}

BodyShape in_plastic(BodyShape shape, const std::array<float, 3>& color) {
  shape.color = color;
  shape.material = "plastic";
  return shape;
}

// Drawn, without mass, touching nothing: it stays inside of what touches, or behind the palm.
void add_look(ModelBuilder& builder, BodyId body, BodyShape shape,
              const std::array<float, 3>& color) {
  shape.color = color, shape.touches = false;
  builder.add_shape(body, shape);
}

// A cylinder along x, as the axle of a finger's joint.
BodyShape axle(double radius, double length, const Vec3<double>& at) {
  return cylinder_shape(radius, length, {rotation_y(90 * degree), at});
}

BodyId add_solid(ModelBuilder& builder, const std::string& name, double mass,
                 const BodyShape& shape) {
  const BodyId body = builder.add_body(name, shape.X_BS * solid_inertia(shape, mass));
  builder.add_shape(body, shape);
  return body;
}

JointSpec hinge(const std::string& name, const Eigen::Vector3d& axis, double upper) {
  JointSpec spec = revolute(name, axis);
  spec.damping = Eigen::VectorXd::Constant(1, joint_damping);
  spec.position_lower = Eigen::VectorXd::Zero(1);
  spec.position_upper = Eigen::VectorXd::Constant(1, upper);
  return spec;
}

// A link along y from its joint, and how far its zero is turned from its parent's y axis to z.
Transform<double> bent(const Vec3<double>& at, double angle) {
  return {rotation_x(angle), at};
}

void add_links(ModelBuilder& builder, const Finger& finger, BodyId base,
               const Transform<double>& X_BK) {
  const Eigen::Vector3d closing = Eigen::Vector3d::UnitX();
  const Transform<double> X_BP = X_BK * bent({0, 0, 0}, proximal_zero);
  const BodyId proximal =
      add_solid(builder, part(finger, "proximal"), proximal_mass,
                in_plastic(bone_shape(link_radius, {0, proximal_length + link_radius, 0}), light));
  builder.add_joint(hinge(joint(finger, "proximal"), closing, proximal_limit), base, proximal,
                    X_BP);
  add_look(builder, proximal, axle(0.0095, 0.026, {0, 0, 0}), dark);
  add_look(builder, proximal, axle(0.0078, 0.0158, {0, proximal_length, 0}), dark);
  const BodyId distal = add_solid(builder, part(finger, "distal"), distal_mass,
                                  in_plastic(bone_shape(tip_radius, {0, distal_length, 0}), grey));
  builder.add_joint(hinge(joint(finger, "distal"), closing, distal_limit), proximal, distal,
                    bent({0, proximal_length, 0}, distal_zero));
  // The rotor counts in turns of the proximal joint and turns about its axis.
  const BodyId rotor = builder.add_body(part(finger, "rotor"), Inertia<double>::zero());
  JointSpec motor = revolute(joint(finger, "motor"), closing);
  motor.armature = Eigen::VectorXd::Constant(1, rotor_inertia);
  builder.add_joint(motor, base, rotor, X_BP);
}

}  // namespace

void add_barrett_hand(ModelBuilder& builder, BodyId parent, const Transform<double>& X_PH) {
  const BodyId palm = add_solid(
      builder, "palm", palm_mass,
      in_plastic(cylinder_shape(0.045, 0.08, Transform<double>::at({0, 0, -0.045})), grey));
  builder.add_joint(weld("mount"), parent, palm, X_PH);
  // The face of the palm, the flange behind it, and the housings of the motors at its rim.
  add_look(builder, palm, cylinder_shape(0.0455, 0.006, Transform<double>::at({0, 0, -0.012})),
           dark);
  add_look(builder, palm, cylinder_shape(0.038, 0.012, Transform<double>::at({0, 0, -0.09})),
           light);
  for (const double angle : {90.0, 210.0, 330.0}) {
    const double turn = angle * degree;
    add_look(builder, palm,
             cylinder_shape(
                 0.014, 0.052,
                 Transform<double>::at({0.037 * std::cos(turn), 0.037 * std::sin(turn), -0.052})),
             light);
  }
  for (const Finger& finger : fingers) {
    if (finger.side == 0.0) {
      add_links(builder, finger, palm, {rotation_z(180 * degree), Vec3<double>{0, thumb_y, 0}});
      continue;
    }
    BodyShape knuckle_solid = box_shape({0.025, knuckle_length, 0.02},
                                        Transform<double>::at({0, 0.5 * knuckle_length, -0.01}));
    const BodyId knuckle =
        add_solid(builder, part(finger, "knuckle"), knuckle_mass, in_plastic(knuckle_solid, grey));
    const Eigen::Vector3d axis(0, 0, -finger.side);  // both spread outwards, towards the thumb
    builder.add_joint(hinge(joint(finger, "spread"), axis, spread_limit), palm, knuckle,
                      Transform<double>::at({finger.side * spread_x, 0, 0}));
    add_links(builder, finger, knuckle, Transform<double>::at({0, knuckle_length, 0}));
  }
}

LoopSpecs barrett_hand_loops(const Model& tree) {
  LoopSpecs specs;
  for (const Finger& finger : fingers)
    specs.joints.push_back({weld(joint(finger, "clutch")), tree.find_body(part(finger, "rotor")),
                            tree.find_body(part(finger, "proximal"))});
  return specs;
}

std::vector<FormulaCoupling> barrett_hand_couplings() {
  std::vector<FormulaCoupling> couplings = {{"spread", "q.finger2.spread - q.finger1.spread"}};
  for (const Finger& finger : fingers)
    couplings.push_back(
        {joint(finger, "cable"),
         fmt::format("q.{0}.proximal + q.{0}.distal - 4/3*q.{0}.motor", finger.name)});
  return couplings;
}

ModelBuilder describe_barrett_hand() {
  ModelBuilder builder;
  add_barrett_hand(builder, world_body);
  return builder;
}

}  // namespace catena
