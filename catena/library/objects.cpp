#include "catena/library/objects.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "catena/math/rotation.hpp"

namespace catena {

namespace {

using Pose = Transform<double>;
constexpr double half_turn = std::numbers::pi;

struct Thing {
  const char* name;
  double mass;  // kg
  const char* material;
  std::array<float, 3> color;
  std::vector<BodyShape> (*solids)();
  bool stands_still = false;
};

std::vector<BodyShape> handset_solids() {
  const Vec3<double> piece = {0.0525, 0.057, 0.023};
  return {box_shape({0.203, 0.057, 0.029}, Pose::at({0, 0, 0.0375})),
          box_shape(piece, Pose::at({-0.07525, 0, 0.0115})),
          box_shape(piece, Pose::at({0.07525, 0, 0.0115}))};
}

// A wall of flat staves, each a chord of the circle, so that the mug is hollow.
std::vector<BodyShape> mug_solids() {
  constexpr int staves = 16;
  constexpr double radius = 0.04, thickness = 0.005, height = 0.095;
  std::vector<BodyShape> solids = {
      cylinder_shape(radius - thickness, thickness, Pose::at({0, 0, 0.5 * thickness}))};
  for (int i = 0; i < staves; ++i) {
    const Mat3<double> turn = rotation_z(2.0 * half_turn * i / staves);
    const double middle = (radius - 0.5 * thickness) * std::cos(half_turn / staves);
    solids.push_back(box_shape({thickness, 2.0 * radius * std::sin(half_turn / staves), height},
                               {turn, turn * Vec3<double>{middle, 0, 0.5 * height}}));
  }
  const double out = 0.065;
  solids.push_back(capsule_shape(0.006, 0.05, Pose::at({out, 0, 0.05})));
  for (const double z : {0.025, 0.075})
    solids.push_back(capsule_shape(0.006, out - radius,
                                   {rotation_y(0.5 * half_turn), {0.5 * (out + radius), 0, z}}));
  return solids;
}

std::vector<BodyShape> bottle_solids() {
  return {cylinder_shape(0.035, 0.15, Pose::at({0, 0, 0.075})),
          cone_shape(0.035, 0.06, Pose::at({0, 0, 0.18})),
          cylinder_shape(0.014, 0.06, Pose::at({0, 0, 0.2}))};
}

std::vector<BodyShape> box_solids() {
  return {box_shape({0.1, 0.06, 0.04}, Pose::at({0, 0, 0.02}))};
}

std::vector<BodyShape> ball_solids() {
  return {sphere_shape(0.035, Pose::at({0, 0, 0.035}))};
}

// 1.2 m by 0.7 m, its top 0.6 m above the floor.
std::vector<BodyShape> workbench_solids() {
  constexpr double height = 0.6, top = 0.04, leg = 0.06, x = 0.55, y = 0.3;
  std::vector<BodyShape> solids = {
      box_shape({1.2, 0.7, top}, Pose::at({0, 0, height - 0.5 * top}))};
  for (const double side_x : {-x, x})
    for (const double side_y : {-y, y})
      solids.push_back(
          box_shape({leg, leg, height - top}, Pose::at({side_x, side_y, 0.5 * (height - top)})));
  return solids;
}

const std::array<Thing, 6>& things() {
  static const std::array<Thing, 6> all{{
      {"handset", 0.5, "plastic", {0.16F, 0.17F, 0.2F}, handset_solids},
      {"mug", 0.35, "glass", {0.85F, 0.85F, 0.8F}, mug_solids},
      {"bottle", 0.6, "plastic", {0.25F, 0.5F, 0.35F}, bottle_solids},
      {"box", 0.2, "wood", {0.75F, 0.55F, 0.35F}, box_solids},
      {"ball", 0.1, "rubber", {0.8F, 0.35F, 0.2F}, ball_solids},
      {"workbench", 40.0, "wood", {0.6F, 0.45F, 0.3F}, workbench_solids, true},
  }};
  return all;
}

const Thing* find_thing(std::string_view name) {
  for (const Thing& thing : things())
    if (thing.name == name) return &thing;
  return nullptr;
}

}  // namespace

bool is_object(std::string_view name) {
  return find_thing(name) != nullptr;
}

// Of one density throughout; where solids overlap, their mass counts twice.
ModelBuilder describe_object(std::string_view name) {
  const Thing* const thing = find_thing(name);
  if (thing == nullptr)
    throw ModelError(fmt::format(
        "there is no object '{}', expected handset, mug, bottle, box, ball or workbench", name));
  std::vector<BodyShape> solids = thing->solids();
  double whole = 0.0;
  for (const BodyShape& solid : solids) whole += volume(solid);
  Inertia<double> inertia = Inertia<double>::zero();
  for (BodyShape& solid : solids) {
    solid.material = thing->material, solid.color = thing->color;
    inertia += solid.X_BS * solid_inertia(solid, thing->mass * volume(solid) / whole);
  }
  ModelBuilder builder;
  const BodyId body = builder.add_body(thing->name, inertia);
  for (const BodyShape& solid : solids) builder.add_shape(body, solid);
  builder.add_joint(thing->stands_still ? weld("stand") : free_joint("move"), world_body, body);
  return builder;
}

}  // namespace catena
