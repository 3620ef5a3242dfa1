#include "tests/support/collected_shapes.hpp"

#include <fmt/format.h>

#include <cmath>
#include <random>
#include <vector>

namespace catena::test {

namespace {

// A scenario of free bodies and what hangs on them, as it is put together.
class ShapeScene {
 public:
  explicit ShapeScene(unsigned seed) : random_(seed) {}

  double draw(double low, double high) {
    return low + (high - low) * std::ldexp(static_cast<double>(random_() >> 11), -53);
  }
  int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  double mass(double low, double high) { return std::pow(10.0, draw(low, high)); }

  std::string shape(double mass) {
    switch (pick(4)) {
      case 0:
        return fmt::format("box: {{sides: [{}, {}, {}]}}, mass: {}", draw(0.1, 0.3), draw(0.1, 0.3),
                           draw(0.05, 0.2), mass);
      case 1:
        return fmt::format("sphere: {{radius: {}}}, mass: {}", draw(0.05, 0.12), mass);
      case 2:
        return fmt::format("capsule: {{radius: {}, length: {}}}, mass: {}", draw(0.04, 0.08),
                           draw(0.1, 0.3), mass);
      default:
        return fmt::format("cylinder: {{radius: {}, length: {}}}, mass: {}", draw(0.05, 0.1),
                           draw(0.05, 0.2), mass);
    }
  }

  void add_free(const std::string& name, const std::string& shape, const std::string& start) {
    add_body(name, shape);
    joints_ += fmt::format("    - {{name: j_{0}, kind: free, parent: world, child: {0}}}\n", name);
    starts_ += fmt::format("  j_{}: {}\n", name, start);
  }
  void add_body(const std::string& name, const std::string& shape) {
    bodies_ += fmt::format("    - {{name: {}, shapes: [{{{}}}]}}\n", name, shape);
  }
  void add_joint(const std::string& line) { joints_ += "    - {" + line + "}\n"; }
  void set_world(const std::string& shapes) { world_ = "  world:\n    shapes: [" + shapes + "]\n"; }

  std::string text(const std::string& contact) const {
    return "model:\n  gravity: [0, 0, -9.81]\n" + world_ + "  bodies:\n" + bodies_ + "  joints:\n" +
           joints_ + "initial:\n" + starts_ +
           "contact: {method: stepping, shapes: all, ground: true, " + contact + "}\n";
  }

 private:
  std::mt19937_64 random_;
  std::string world_, bodies_, joints_, starts_;
};

}  // namespace

std::string pile_of_shapes(unsigned seed, int bodies) {
  ShapeScene scene(seed);
  scene.set_world(
      "{box: {sides: [0.1, 1, 1]}, at: [-0.45, 0, 0.5]}, "
      "{box: {sides: [0.1, 1, 1]}, at: [0.45, 0, 0.5]}");
  for (int i = 0; i < bodies; ++i) {
    const std::string shape = scene.shape(scene.mass(-1.0, 1.0));
    scene.add_free(
        fmt::format("b{}", i), shape,
        fmt::format("{{position: [{}, {}, {}], rpy: [{}, {}, 0], v: [0, 0, {}, 0, 0, -1]}}",
                    scene.draw(-0.2, 0.2), scene.draw(-0.2, 0.2), 0.25 + 0.35 * i,
                    scene.draw(-0.5, 0.5), scene.draw(-0.5, 0.5), scene.draw(-3.0, 3.0)));
  }
  return scene.text(fmt::format("friction: {}", scene.draw(0.1, 1.0)));
}

std::string thrown_at_wall(unsigned seed) {
  ShapeScene scene(seed);
  const int wide = 2 + scene.pick(2), high = 2 + scene.pick(3);
  for (int i = 0; i < wide * high; ++i) {
    const double shift = i / wide % 2 == 0 ? 0.0 : 0.1;
    scene.add_free(fmt::format("b{}", i),
                   fmt::format("box: {{sides: [0.1, 0.2, 0.1]}}, mass: {}", scene.mass(-0.5, 0.5)),
                   fmt::format("{{position: [0, {}, {}]}}", 0.2 * (i % wide) + shift,
                               0.05 + 0.1 * (i / wide)));
  }
  const std::string shape = scene.shape(scene.mass(-1.0, 2.0));
  scene.add_free("thrown", shape,
                 fmt::format("{{position: [-0.5, 0.2, 0.3], v: [0, 3, 0, {}, 0, 0.5]}}",
                             scene.draw(2.0, 8.0)));
  return scene.text(
      fmt::format("friction: {}, restitution: {}", scene.draw(0.2, 0.9), scene.draw(0.0, 0.5)));
}

std::string limp_figure(unsigned seed) {
  ShapeScene scene(seed);
  scene.add_free("trunk", "box: {sides: [0.2, 0.3, 0.5]}, mass: 30",
                 fmt::format("{{position: [0, 0, {}], v: [1, 0, 0, {}, {}, 0]}}",
                             scene.draw(1.0, 1.5), scene.draw(-1.0, 1.0), scene.draw(-1.0, 1.0)));
  const auto limb = [&](const std::string& name, double y, double z, double length) {
    const std::string capsule =
        "capsule: {{radius: 0.05, length: {0}}}, mass: {1}, at: [0, 0, {2}]";
    scene.add_body(name + "_1", fmt::format(fmt::runtime(capsule), length, 4.0, -0.5 * length));
    scene.add_body(name + "_2", fmt::format(fmt::runtime(capsule), length, scene.mass(-1.0, 0.5),
                                            -0.5 * length));
    scene.add_joint(
        fmt::format("name: j_{0}_1, kind: spherical, parent: trunk, child: {0}_1, at: "
                    "[0, {1}, {2}]",
                    name, y, z));
    scene.add_joint(fmt::format(
        "name: j_{0}_2, kind: revolute, axis: [0, 1, 0], parent: {0}_1, child: {0}_2, at: [0, 0, "
        "{1}], limits: {{lower: -0.1, upper: 2.2}}",
        name, -length - 0.12));
  };
  limb("left_leg", 0.1, -0.35, 0.3), limb("right_leg", -0.1, -0.35, 0.3);
  limb("left_arm", 0.25, 0.2, 0.2), limb("right_arm", -0.25, 0.2, 0.2);
  return scene.text(fmt::format("friction: {}", scene.draw(0.2, 1.0)));
}

}  // namespace catena::test
