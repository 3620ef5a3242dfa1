#pragma once
// Random mechanisms that fall, spin and strike: trees, loops, cables, strings, stops, dry friction
// and 1 to 30 contacts.

#include <algorithm>
#include <random>

#include "catena/constraints/loops.hpp"
#include "tests/stepping/boxes.hpp"

namespace catena::test {

class RandomScene {
 public:
  explicit RandomScene(unsigned seed) : random_(seed) {}

  SimulationSetup make() {
    builder_.set_gravity({0, 0, -gravity});
    spin_ = pick(4) == 0 ? 20.0 : 3.0;
    const int trees = 1 + pick(3);
    for (int t = 0; t < trees; ++t) add_tree(t);
    choose_contacts();
    setup_.model = std::make_shared<Model>(builder_.build());
    setup_.q = Eigen::Map<Eigen::VectorXd>(q_.data(), static_cast<Eigen::Index>(q_.size()));
    setup_.v = Eigen::Map<Eigen::VectorXd>(v_.data(), static_cast<Eigen::Index>(v_.size()));
    if (!loops_.rods.empty()) setup_.loops = std::make_shared<Loops>(setup_.model, loops_);
    return setup_;
  }

 private:
  static constexpr double length = 0.3;  // from joint to joint

  double draw(double low, double high) {
    return low + (high - low) * std::ldexp(static_cast<double>(random_() >> 11), -53);
  }
  int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

  // A free body with up to four links on a chain.
  void add_tree(int t) {
    std::vector<BodyId> bodies;
    const int links = 1 + pick(5);
    const ContactMaterial material{pick(3) == 0 ? draw(0.0, 0.8) : 0.0, draw(0.0, 1.2)};
    for (int i = 0; i < links; ++i) {
      const std::string name = "b" + std::to_string(t) + std::to_string(i);
      const double mass = std::pow(10.0, draw(-2.0, 2.0));
      const BodyId body = builder_.add_body(name, solid_box(mass, {0.3, 0.2, 0.1}));
      const JointSpec joint = i == 0 ? free_joint(name) : random_joint(name, mass);
      builder_.add_joint(
          joint, i == 0 ? builder_.world() : bodies.back(), body,
          Transform<double>{Mat3<double>::identity(), {i == 0 ? 0.0 : length, 0.0, 0.0}});
      start(joint, t);
      for (int k = 0; k < 8; ++k) corners_.push_back(corner(name, body, k, material));
      bodies.push_back(body);
    }
    connect(t, bodies);
  }

  JointSpec random_joint(const std::string& name, double mass) {
    if (pick(2) == 0) return spherical(name);
    JointSpec joint = revolute(name, {draw(-1, 1), 1.0, draw(-1, 1)});
    joint.position_lower = draw(-1.0, -0.1), joint.position_upper = draw(0.1, 1.0);
    if (pick(2) == 0) joint.coulomb_friction = draw(0.0, 0.5) * mass;
    return joint;
  }

  void start(const JointSpec& joint, int tree) {
    const int nv = joint.kind == JointKind::Free ? 6 : joint.kind == JointKind::Revolute ? 1 : 3;
    if (joint.kind == JointKind::Revolute)
      q_.push_back(0.0);
    else
      for (const double x : {1.0, 0.0, 0.0, 0.0}) q_.push_back(x);
    if (joint.kind == JointKind::Free)
      for (const double x : {2.0 * tree, 0.0, draw(0.5, 1.5)}) q_.push_back(x);
    for (int k = 0; k < nv; ++k) v_.push_back(draw(-1.0, 1.0) * (k < 3 ? spin_ : 3.0));
  }

  Contact corner(const std::string& name, BodyId body, int k, const ContactMaterial& material) {
    const double radius = pick(3) == 0 ? 0.02 : 0.0;
    return on_plane(name + "." + std::to_string(k), body,
                    {k % 2 ? -0.15 : 0.15, k / 2 % 2 ? -0.1 : 0.1, k / 4 ? -0.05 : 0.05}, radius,
                    material);
  }

  // First and last body of a tree by a rod, a cable or a string, or not at all.
  void connect(int tree, const std::vector<BodyId>& bodies) {
    const int what = pick(6);
    if (bodies.size() < 3) return;
    const Vec3<double> from = {0.0, 0.1, 0.05}, to = {0.15, -0.1, -0.05};
    const double along = length * static_cast<double>(bodies.size() - 1) + to.x - from.x;
    const double distance = std::hypot(along, to.y - from.y, to.z - from.z);
    const std::string name = "c" + std::to_string(tree);
    if (what == 0) loops_.rods.push_back({name, bodies.front(), bodies.back(), from, to, distance});
    if (what == 1)
      setup_.contacts.push_back(string_between(name, bodies.front(), from, bodies.back(), to,
                                               draw(1.0, 1.1) * distance, 0.0));
    if (what == 2) {
      Cable cable;
      cable.name = name;
      cable.material = {1e9, 1e-6, 1e6, 0.0};
      cable.route = {{bodies.front(), from}, {bodies.back(), to}};
      cable.start = Cable::Start::RestLength, cable.start_value = draw(0.9, 1.05) * distance;
      setup_.cables.push_back(cable);
    }
  }

  void choose_contacts() {
    std::shuffle(corners_.begin(), corners_.end(), random_);
    const std::size_t count = 1 + static_cast<std::size_t>(pick(30));
    corners_.resize(std::min(count, corners_.size()));
    setup_.contacts.insert(setup_.contacts.end(), corners_.begin(), corners_.end());
  }

  std::mt19937_64 random_;
  ModelBuilder builder_;
  SimulationSetup setup_;
  LoopSpecs loops_;
  std::vector<Contact> corners_;
  std::vector<double> q_, v_;
  double spin_ = 3.0;
};

}  // namespace catena::test
