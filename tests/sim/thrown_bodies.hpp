#pragma once
// A box on four corners and a ball above rough ground: they bounce, slide and stick.

#include "catena/model/model_builder.hpp"
#include "catena/sim/setup.hpp"

namespace catena::test {

inline constexpr double box_half = 0.2, box_height = 0.1, ball_radius = 0.1;

// Poses of both at rest on the ground: quaternion and position, box first.
inline Eigen::VectorXd bodies_on_ground() {
  Eigen::VectorXd q = Eigen::VectorXd::Zero(14);
  q[0] = q[7] = 1.0;
  q[6] = box_height, q[11] = 2.0, q[13] = ball_radius;
  return q;
}

inline SimulationSetup thrown_bodies(double friction, double restitution,
                                     const Eigen::Vector3d& weight = {0.0, 0.0, -9.81}) {
  ModelBuilder builder;
  builder.set_gravity(weight);
  const BodyId box =
      builder.add_body("box", solid_box(2.0, {2 * box_half, 2 * box_half, 2 * box_height}));
  const BodyId ball = builder.add_body("ball", solid_sphere(1.0, ball_radius));
  builder.add_joint(free_joint("box_free"), builder.world(), box);
  builder.add_joint(free_joint("ball_free"), builder.world(), ball);
  SimulationSetup setup;
  setup.model = std::make_shared<Model>(builder.build());
  setup.q = bodies_on_ground();
  setup.v = Eigen::VectorXd::Zero(12);
  Contact contact;
  contact.material = {restitution, friction, FrictionLaw::Coulomb};
  for (const double x : {-box_half, box_half})
    for (const double y : {-box_half, box_half}) {
      contact.name = "corner" + std::to_string(setup.contacts.size());
      contact.a = box;
      contact.p_A = {x, y, -box_height};
      setup.contacts.push_back(contact);
    }
  contact.name = "ball";
  contact.a = ball;
  contact.p_A = Vec3<double>::zero();
  contact.radius = ball_radius;
  setup.contacts.push_back(contact);
  return setup;
}

}  // namespace catena::test
