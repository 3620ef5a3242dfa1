#include "catena/library/builtin_models.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "catena/library/barrett_hand.hpp"
#include "catena/library/builtin_loops.hpp"
#include "catena/library/builtin_parts.hpp"
#include "catena/library/objects.hpp"
#include "catena/library/puma560.hpp"
#include "catena/math/rotation.hpp"
#include "catena/math/views.hpp"

namespace catena {

Inertia<double> rod(double mass, double radius, const Vec3<double>& end) {
  const double length = norm(end);
  const Transform<double> at_middle = {rotation_z_onto((1.0 / length) * end), 0.5 * end};
  return at_middle * solid_cylinder_z(mass, radius, length);
}

BodyShape rod_shape(double radius, const Vec3<double>& end) {
  const double length = norm(end);
  return cylinder_shape(radius, length, {rotation_z_onto((1.0 / length) * end), 0.5 * end});
}

BodyShape bone_shape(double radius, const Vec3<double>& end) {
  const double length = norm(end);
  return capsule_shape(radius, std::max(0.0, length - 2.0 * radius),
                       {rotation_z_onto((1.0 / length) * end), 0.5 * end});
}

BodyId add_hinged_rod(ModelBuilder& builder, const HingedRod& part) {
  const BodyId body = builder.add_body(part.body, rod(part.mass, part.radius, part.end));
  BodyShape shape = rod_shape(part.radius, part.end);
  shape.color = part.color;
  builder.add_shape(body, shape);
  builder.add_joint(revolute(part.joint, to_eigen(part.axis)), builder.find_body(part.parent), body,
                    Transform<double>::at(part.at));
  return body;
}

namespace {

ModelBuilder make_chain(int links, const std::array<Vec3<double>, 2>& axes) {
  if (links < 1)
    throw ModelError(fmt::format("a chain has at least 1 link, but {} were asked for", links));
  ModelBuilder builder;
  const Vec3<double> end = z_axis;
  for (int i = 1; i <= links; ++i)
    add_hinged_rod(
        builder, {fmt::format("joint{}", i), fmt::format("link{}", i),
                  i == 1 ? "world" : fmt::format("link{}", i - 1),
                  i == 1 ? Vec3<double>{0, 0, 0} : end, axes[i % 2 == 1 ? 0 : 1], end, 0.05, 1.0});
  return builder;
}

}  // namespace

ModelBuilder describe_chain(int links) {
  return make_chain(links, {x_axis, y_axis});
}

ModelBuilder describe_planar_chain(int links) {
  return make_chain(links, {y_axis, y_axis});
}

ModelBuilder describe_arm() {
  const HingedRod parts[] = {
      {"shoulder_yaw", "base_column", "world", {0, 0, 0}, z_axis, {0, 0, 0.34}, 0.07, 5.0},
      {"shoulder_pitch", "shoulder", "base_column", {0, 0, 0.34}, y_axis, {0, 0, 0.2}, 0.06, 4.0},
      {"shoulder_roll", "upper_arm", "shoulder", {0, 0, 0.2}, z_axis, {0, 0, 0.2}, 0.06, 3.5},
      {"elbow_pitch", "elbow", "upper_arm", {0, 0, 0.2}, y_axis, {0, 0, 0.2}, 0.05, 2.7},
      {"elbow_roll", "forearm", "elbow", {0, 0, 0.2}, z_axis, {0, 0, 0.2}, 0.05, 2.2},
      {"wrist_pitch", "wrist", "forearm", {0, 0, 0.2}, y_axis, {0, 0, 0.08}, 0.04, 1.5},
      {"wrist_roll", "flange", "wrist", {0, 0, 0.08}, z_axis, {0, 0, 0.05}, 0.04, 0.4},
  };
  ModelBuilder builder;
  for (const HingedRod& part : parts) add_hinged_rod(builder, part);
  return builder;
}

ModelBuilder describe_quadruped() {
  struct Leg {
    const char* name;
    double x, y;
  };
  const Leg legs[] = {{"LF", 1, 1}, {"RF", 1, -1}, {"LH", -1, 1}, {"RH", -1, -1}};
  ModelBuilder builder;
  const BodyId trunk = builder.add_body("trunk", solid_box(16.0, {0.6, 0.25, 0.15}));
  constexpr std::array<float, 3> yellow{0.91F, 0.71F, 0.2F}, grey{0.32F, 0.35F, 0.39F};
  BodyShape hull = box_shape({0.6, 0.25, 0.15});
  hull.color = yellow;
  builder.add_shape(trunk, hull);
  builder.add_joint(free_joint("floating_base"), world_body, trunk);
  for (const auto& [name, x, y] : legs) {
    const auto named = [leg = name](const char* part) { return fmt::format("{}_{}", leg, part); };
    const Vec3<double> at_trunk = {0.25 * x, 0.1 * y, 0}, out = {0, 0.08 * y, 0},
                       down = {0, 0, -0.3};
    add_hinged_rod(builder,
                   {named("HAA"), named("hip"), "trunk", at_trunk, x_axis, out, 0.05, 1.5, grey});
    add_hinged_rod(builder, {named("HFE"), named("thigh"), named("hip"), out, y_axis, down, 0.04,
                             2.0, yellow});
    add_hinged_rod(builder, {named("KFE"), named("shank"), named("thigh"), down, y_axis, down,
                             0.015, 0.4, grey});
  }
  return builder;
}

Model chain(int links) {
  return describe_chain(links).build();
}
Model planar_chain(int links) {
  return describe_planar_chain(links).build();
}
Model double_pendulum() {
  return planar_chain(2);
}
Model arm() {
  return describe_arm().build();
}
Model quadruped() {
  return describe_quadruped().build();
}
Model humanoid() {
  return describe_humanoid().build();
}
Model hand(const HandOptions& options) {
  return describe_hand(options).build();
}
Model human_figure(const FigureOptions& options) {
  return describe_human_figure(options).build();
}
Model gymnast(const FigureOptions& options) {
  return describe_gymnast(options).build();
}

ModelBuilder builtin_builder(std::string_view name, int links, const HandOptions& hand_options,
                             const FigureOptions& figure_options) {
  if (name == "chain") return describe_chain(links);
  if (name == "planar_chain") return describe_planar_chain(links);
  if (name == "double_pendulum") return describe_planar_chain(2);
  if (name == "arm") return describe_arm();
  if (name == "quadruped") return describe_quadruped();
  if (name == "humanoid") return describe_humanoid();
  if (name == "hand") return describe_hand(hand_options);
  if (name == "barrett_hand") return describe_barrett_hand();
  if (is_object(name)) return describe_object(name);
  if (name == "n_four_bar") return describe_n_four_bar(links);
  if (name == "bricard") return describe_bricard();
  if (name == "squeezer") return describe_squeezer();
  if (name == "human_figure") return describe_human_figure(figure_options);
  if (name == "gymnast") return describe_gymnast(figure_options);
  if (name == "puma560") return describe_puma560();
  throw ModelError(fmt::format("there is no built-in model '{}'", name));
}

}  // namespace catena
