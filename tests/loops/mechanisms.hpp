#pragma once
// Mechanisms for the tests of loops, with a state that satisfies them.

#include <fmt/format.h>

#include <functional>
#include <memory>
#include <string>

#include "catena/dynamics/kinematics.hpp"
#include "catena/io/builtin_loops.hpp"
#include "catena/loops/loop_solver.hpp"
#include "catena/model/configuration.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {

struct Mechanism {
  std::shared_ptr<const Loops> loops;
  Eigen::VectorXd q, v, tau;

  Mechanism(const ModelBuilder& builder, const std::function<LoopSpecs(const Model&)>& specs) {
    const auto tree = std::make_shared<const Model>(builder.build());
    loops = std::make_shared<const Loops>(tree, specs(*tree));
    q.resize(loops->nq());
    q << neutral_configuration(*tree), neutral_configuration(loops->links());
    v = tau = Eigen::VectorXd::Zero(loops->nv());
  }
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

// A tree and a configuration of it, to which closures that fit are added.
struct Closing {
  Closing(std::uint64_t seed, int bodies)
      : random(seed),
        builder(random_builder(seed, {.min_bodies = bodies, .max_bodies = bodies})),
        tree(std::make_shared<const Model>(builder.build())),
        kinematics(*tree),
        q(random_state(*tree, random).q) {
    kinematics.compute(*tree, q);
  }
  Transform<double> pose(BodyId body) const {
    return kinematics.pose(*tree, tree->body_frame(body));
  }
  void add(const JointSpec& spec, BodyId a, BodyId b) {
    ModelBuilder alone;
    const BodyId link = alone.add_body("link", solid_sphere(1.0, 1.0));
    alone.add_joint(spec, world_body, link);
    const Model links = alone.build();
    Kinematics<double> there(links);
    const Eigen::VectorXd q_link = random_configuration(links, random);
    there.compute(links, q_link);
    const Transform<double> X_AF = random_transform(random);
    const Transform<double> X_WM = pose(a) * X_AF * there.pose(links, links.body_frame(link));
    specs.joints.push_back({spec, a, b, X_AF, inverse(pose(b)) * X_WM});
    q_links.conservativeResize(q_links.size() + q_link.size());
    q_links.tail(q_link.size()) = q_link;
  }
  void add_rod(const std::string& name, BodyId a, BodyId b) {
    const Vec3<double> p_A = to_vec3(random_vector(random, 3)),
                       p_B = to_vec3(random_vector(random, 3));
    specs.rods.push_back({name, a, b, p_A, p_B, norm(pose(b) * p_B - pose(a) * p_A)});
  }
  Mechanism finish() {
    Mechanism out(builder, [&](const Model&) { return specs; });
    out.q << q, q_links;
    out.move(random);
    return out;
  }

  Random random;
  ModelBuilder builder;
  std::shared_ptr<const Model> tree;
  Kinematics<double> kinematics;
  Eigen::VectorXd q, q_links;
  LoopSpecs specs;
};

}  // namespace catena::test
