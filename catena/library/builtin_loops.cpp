#include "catena/library/builtin_loops.hpp"

#include <fmt/format.h>

#include "catena/library/barrett_hand.hpp"
#include "catena/library/builtin_parts.hpp"
#include "catena/math/views.hpp"

namespace catena {

namespace {

constexpr double draw_radius = 0.03;

LoopJoint hinge_loop(const Model& tree, const std::string& name, const Eigen::Vector3d& axis,
                     const std::string& a, const Vec3<double>& p_A, const std::string& b,
                     const Vec3<double>& p_B) {
  return {revolute(name, axis), tree.find_body(a), tree.find_body(b), Transform<double>::at(p_A),
          Transform<double>::at(p_B)};
}

// A hinge and a slender rod: its inertia has no radius, its picture has.
void add_slender_rod(ModelBuilder& builder, const HingedRod& part) {
  const BodyId body = builder.add_body(part.body, rod(part.mass, 0.0, part.end));
  builder.add_shape(body, rod_shape(part.radius, part.end));
  const BodyId parent = part.parent == "world" ? world_body : builder.find_body(part.parent);
  builder.add_joint(revolute(part.joint, to_eigen(part.axis)), parent, body,
                    Transform<double>::at(part.at));
}

LoopSpecs n_four_bar_loops(const Model& tree) {
  LoopSpecs specs;
  const int loops = (tree.body_count() - 2) / 2;
  for (int i = 1; i <= loops; ++i)
    specs.joints.push_back(hinge_loop(tree, fmt::format("closure{}", i), {0, 1, 0},
                                      fmt::format("coupler{}", i), {1, 0, 0},
                                      fmt::format("upright{}", i), {0, 0, 1}));
  return specs;
}

LoopSpecs bricard_loops(const Model& tree) {
  LoopSpecs specs;
  specs.joints.push_back(
      hinge_loop(tree, "hinge6", {1, 0, 0}, "world", {0, -1, 0}, "rod5", z_axis));
  return specs;
}

LoopSpecs squeezer_loops(const Model& tree) {
  const Vec3<double> E3 = {0, -0.035, 0};
  LoopSpecs specs;
  specs.joints = {hinge_loop(tree, "E2", {0, 0, 1}, "K3", E3, "K2", {-0.028, 0, 0}),
                  hinge_loop(tree, "E4", {0, 0, 1}, "K3", E3, "K4", {0, -0.020, 0}),
                  hinge_loop(tree, "E6", {0, 0, 1}, "K3", E3, "K6", {0.020, 0, 0})};
  return specs;
}

}  // namespace

LoopSpecs builtin_loops(std::string_view name, const Model& tree) {
  if (name == "n_four_bar") return n_four_bar_loops(tree);
  if (name == "bricard") return bricard_loops(tree);
  if (name == "squeezer") return squeezer_loops(tree);
  if (name == "barrett_hand") return barrett_hand_loops(tree);
  return {};
}

std::vector<FormulaCoupling> builtin_couplings(std::string_view name) {
  if (name == "barrett_hand") return barrett_hand_couplings();
  return {};
}

ModelBuilder describe_n_four_bar(int loops) {
  if (loops < 1)
    throw ModelError(fmt::format("n_four_bar: {} loops, expected at least one", loops));
  ModelBuilder builder;
  for (int i = 0; i <= loops; ++i) {
    add_slender_rod(builder, {fmt::format("upright{}", i),
                              fmt::format("upright{}", i),
                              "world",
                              {static_cast<double>(i), 0, 0},
                              y_axis,
                              z_axis,
                              draw_radius,
                              1.0});
    if (i == loops) break;
    add_slender_rod(builder,
                    {fmt::format("coupler{}", i + 1), fmt::format("coupler{}", i + 1),
                     fmt::format("upright{}", i), z_axis, y_axis, x_axis, draw_radius, 1.0});
  }
  return builder;
}

// Points P0 ... P6 of the benchmark, whose y axis points up; here z does: its (x, y, z) are our
// (x, -z, y).
ModelBuilder describe_bricard() {
  struct Link {
    Vec3<double> end, axis;
  };
  const Vec3<double> up = z_axis, back = {0, -1, 0};
  const Link links[] = {{x_axis, up}, {-up, back}, {back, x_axis}, {-x_axis, up}, {up, back}};
  ModelBuilder builder;
  std::string parent = "world";
  Vec3<double> at = Vec3<double>::zero();
  for (int i = 0; i < 5; ++i) {
    const Link& link = links[i];
    const std::string name = fmt::format("rod{}", i + 1);
    const auto side = [&](double along) { return along != 0.0 ? 1.0 : 0.1; };
    const Vec3<double> sides = {side(link.end.x), side(link.end.y), side(link.end.z)};
    const Transform<double> middle = Transform<double>::at(0.5 * link.end);
    const BodyId body = builder.add_body(name, middle * solid_box(1.0, sides));
    builder.add_shape(body, box_shape(sides, middle));
    builder.add_joint(revolute(fmt::format("hinge{}", i + 1), to_eigen(link.axis)),
                      parent == "world" ? world_body : builder.find_body(parent), body,
                      Transform<double>::at(at));
    parent = name;
    at = link.end;
  }
  return builder;
}

ModelBuilder describe_squeezer() {
  struct Part {
    const char *name, *parent, *joint;
    Vec3<double> pivot;  // in the parent
    double mass, inertia;
    Vec3<double> com;
  };
  const Vec3<double> A = {-0.06934, -0.00227, 0};
  const Part parts[] = {
      {"K1", "world", "beta", {0, 0, 0}, 0.04325, 2.194e-6, {0.00092, 0, 0}},
      {"K2", "K1", "theta", {0.007, 0, 0}, 0.00365, 4.410e-7, {-0.0115, 0, 0}},
      {"K3", "world", "gamma", {-0.03635, 0.03273, 0}, 0.02373, 5.255e-6, {0.01043, -0.01874, 0}},
      {"K5", "world", "delta", A, 0.07050, 1.169e-5, {0.02308, 0.00916, 0}},
      {"K4", "K5", "phi", {0.040, 0, 0}, 0.00706, 5.667e-7, {0, -(0.02 - 0.01421), 0}},
      {"K7", "world", "epsilon", A, 0.05498, 1.912e-5, {-0.00449, -0.01228, 0}},
      {"K6", "K7", "Omega", {0, -0.040, 0}, 0.00706, 5.667e-7, {0.02 - 0.01421, 0, 0}},
  };
  ModelBuilder builder;
  builder.set_gravity(Eigen::Vector3d::Zero());
  for (const Part& part : parts) {
    // Planar bodies: half of the inertia about z is about x, half about y.
    const double I = part.inertia;
    const BodyId body = builder.add_body(
        part.name, inertia_about_com(part.mass, part.com, Sym3<double>::diagonal(I / 2, I / 2, I)));
    builder.add_shape(body, rod_shape(0.001, 2.0 * part.com));
    const std::string parent = part.parent;
    builder.add_joint(revolute(part.joint, {0, 0, 1}),
                      parent == "world" ? world_body : builder.find_body(parent), body,
                      Transform<double>::at(part.pivot));
  }
  return builder;
}

}  // namespace catena
