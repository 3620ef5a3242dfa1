#pragma once
// Mechanisms for the tests of loops, with a state that satisfies them.

#include <fmt/format.h>

#include <functional>
#include <memory>
#include <string>

#include "catena/constraints/loop_solver.hpp"
#include "catena/library/builtin_loops.hpp"
#include "catena/model/configuration.hpp"
#include "tests/support/closing.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {

struct Mechanism {
  std::shared_ptr<const Loops> loops;
  Eigen::VectorXd q, v, tau;

  explicit Mechanism(std::shared_ptr<const Loops> what)
      : loops(std::move(what)), q(loops->nq()), v(Eigen::VectorXd::Zero(loops->nv())), tau(v) {
    q << neutral_configuration(loops->tree()), neutral_configuration(loops->links());
  }
  Mechanism(const ModelBuilder& builder, const std::function<LoopSpecs(const Model&)>& specs)
      : Mechanism([&] {
          const auto tree = std::make_shared<const Model>(builder.build());
          return std::make_shared<const Loops>(tree, specs(*tree));
        }()) {}
  int dof(std::string_view name) const { return loops->find_dof(name); }
  // Puts the loop joints where the tree has them, gives all a random velocity that fits, and random
  // efforts.
  void move(Random& random) {
    LoopSolver solver(loops);
    solver.follow(q);
    v = random_vector(random, loops->nv());
    tau = random_vector(random, loops->nv());
    solver.close_velocity(q, v);
  }
};

inline Mechanism n_four_bar(int n, double angle) {
  Mechanism out(describe_n_four_bar(n),
                [](const Model& tree) { return builtin_loops("n_four_bar", tree); });
  for (int k = 0; k < out.loops->tree().nv(); ++k)
    out.q[k] = out.loops->coordinate_name(k).starts_with("upright") ? angle : -angle;
  LoopSolver(out.loops).follow(out.q);
  return out;
}

inline Mechanism bricard() {
  return {describe_bricard(), [](const Model& tree) { return builtin_loops("bricard", tree); }};
}

// A planar four-bar about y, whose crank (0.3 m) turns around while its rocker (0.8 m) swings; the
// ground and the coupler measure 1 m. Open at q = 0: close_position() is up to the caller.
inline Mechanism crank_rocker() {
  ModelBuilder builder;
  const auto bar = [&](const char* name, double length) {
    const Transform<double> middle = Transform<double>::at({0, 0, 0.5 * length});
    return builder.add_body(name, middle * solid_box(1.0, {0.02, 0.02, length}));
  };
  const BodyId crank = bar("crank", 0.3), coupler = bar("coupler", 1.0),
               rocker = bar("rocker", 0.8);
  const Eigen::Vector3d y(0, 1, 0);
  builder.add_joint(continuous("crank", y), world_body, crank);
  builder.add_joint(revolute("coupler", y), crank, coupler, Transform<double>::at({0, 0, 0.3}));
  builder.add_joint(revolute("rocker", y), world_body, rocker, Transform<double>::at({1, 0, 0}));
  return {builder, [&](const Model&) {
            LoopSpecs specs;
            specs.joints.push_back({revolute("pin", y), coupler, rocker,
                                    Transform<double>::at({0, 0, 1}),
                                    Transform<double>::at({0, 0, 0.8})});
            return specs;
          }};
}

// A random tree at a random configuration, to which closures that fit are added.
struct RandomTree {
  RandomTree(std::uint64_t seed, int bodies)
      : random(seed),
        tree(std::make_shared<const Model>(
            random_model(seed, {.min_bodies = bodies, .max_bodies = bodies}))),
        closing(tree, random_state(*tree, random).q) {}
  void add(const JointSpec& spec, int a, int b) {
    closing.add_joint({spec, BodyId{a}, BodyId{b}, random_transform(random)},
                      random_joint_configuration(spec, random));
  }
  void add_rod(const std::string& name, int a, int b) {
    closing.add_rod({name, BodyId{a}, BodyId{b}, to_vec3(random_vector(random, 3)),
                     to_vec3(random_vector(random, 3))});
  }
  // With a velocity and efforts.
  Mechanism finish() {
    Mechanism out(closing.loops());
    out.q = closing.configuration(*out.loops);
    out.move(random);
    return out;
  }

  Random random;
  std::shared_ptr<const Model> tree;
  Closing closing;
};

}  // namespace catena::test
