#pragma once
// Contacts by the book: gap, normal and Jacobian from the poses and Jacobians of bodies, rates by
// differences along the motion, forces from one dense system in coordinates that keep the loops.

#include <Eigen/Core>
#include <functional>
#include <vector>

#include "catena/constraints/loops.hpp"
#include "catena/contact/contact_mode.hpp"
#include "catena/contact/contacts.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {

// A contact, and for one with a surface its function and gradient once more, by hand.
struct KnownContact {
  Contact contact;
  std::function<double(const Eigen::Vector3d&)> C;
  std::function<Eigen::Vector3d(const Eigen::Vector3d&)> gradient;
};

// Of a random kind between two random bodies, touching at the tree's configuration.
KnownContact random_contact(Random& random, const Model& tree, const Eigen::VectorXd& q,
                            const std::string& name);

// World axes. J v is the velocity of body a against body b at p; columns of the tree.
struct ContactFacts {
  double gap = 0.0;
  Eigen::Vector3d p, n;
  Eigen::Matrix3Xd J;
  Eigen::Matrix3d R_WB;
};
ContactFacts contact_facts(const Model& tree, const KnownContact& known, const Eigen::VectorXd& q);

// All coordinates moved by dt v (plus a dt^2 / 2) along their manifold.
Eigen::VectorXd moved(const Loops& loops, const Eigen::VectorXd& q, const Eigen::VectorXd& step);

// v less what moves closed contacts along their normals, sticking ones at all, and opens loops.
Eigen::VectorXd admissible(const Loops& loops, const std::vector<KnownContact>& contacts,
                           const std::vector<ContactMode>& modes, const Eigen::VectorXd& q,
                           const Eigen::VectorXd& v);

struct ContactSolution {
  Eigen::VectorXd a;
  std::vector<Eigen::Vector3d> forces;  // on body a, world axes
  // The least singular value of the matrix of the forces, about 1 where each acts on its own.
  double conditioning = 1.0;
};
// M a + h = tau + J^T f + loops, with the laws of the modes. Where held, a is given.
ContactSolution contact_solution(const Loops& loops, const std::vector<KnownContact>& contacts,
                                 const std::vector<ContactMode>& modes, const Eigen::VectorXd& q,
                                 const Eigen::VectorXd& v, const Eigen::VectorXd& tau,
                                 const std::vector<bool>& held, const Eigen::VectorXd& a_held);

}  // namespace catena::test
