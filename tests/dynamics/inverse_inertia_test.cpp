// Inverse inertias of bodies and pairs of bodies against the dense J M^-1 J^T; a single body
// against the formula of rigid bodies.

#include "catena/dynamics/inverse_inertia.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "catena/dynamics/impulse_aba.hpp"
#include "tests/dynamics/dense_response.hpp"
#include "tests/support/sweep.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

Eigen::Matrix3d skew_of(const Eigen::Vector3d& p) {
  return (Eigen::Matrix3d() << 0, -p.z(), p.y(), p.z(), 0, -p.x(), -p.y(), p.x(), 0).finished();
}

// Of a point of a body, in body axes.
MatrixXd point_jacobian(const MatrixXd& body_jacobian, const Vec3<double>& p_B) {
  return body_jacobian.bottomRows(3) - skew_of(to_eigen(p_B)) * body_jacobian.topRows(3);
}

Vec3<double> random_vec3(Random& random) {
  return {uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, -1, 1)};
}

enum class Relation { Same, Ancestor, Branches, Trees };

Relation relation(const Model& model, BodyId a, BodyId b) {
  if (a.index == b.index) return Relation::Same;
  const auto line = [&](BodyId id) {
    std::vector<int> ids;
    for (; id.index != 0; id = model.body(id).parent) ids.push_back(id.index);
    return ids;
  };
  const std::vector<int> of_a = line(a), of_b = line(b);
  if (std::count(of_a.begin(), of_a.end(), b.index) + std::count(of_b.begin(), of_b.end(), a.index))
    return Relation::Ancestor;
  return of_a.back() == of_b.back() ? Relation::Branches : Relation::Trees;
}

TEST(InverseInertia, IsTheDenseOneOnRandomTrees) {
  WorstError own("Psi of a body", 1e-11), cross("Psi between bodies", 1e-11),
      at_point("Psi at a point", 1e-11), symmetric("Psi_ab - Psi_ba^T", 1e-11);
  std::map<Relation, int> seen;
  for_random_models(
      default_sweep, [&](const Model& model, const RandomState& state, std::uint64_t seed) {
        Random random(seed);
        Workspace<double> ws(model);
        ws.poison();
        const HeldArray held = random_flags(random, model.nv(), seed % 2 == 1);
        const DenseResponse dense(model, state.q, held);
        InverseInertia psi(model);
        psi.compute(state.q, held, ws);
        ws.poison();  // it keeps what it needs
        for (int i = 0; i < 8; ++i) {
          const BodyId a{1 + pick(random, model.body_count() - 1)},
              b = i == 0 ? a : BodyId{1 + pick(random, model.body_count() - 1)};
          const MatrixXd J_a = dense.jacobian(a), J_b = dense.jacobian(b);
          const MatrixXd expected = J_a * dense.solve(J_b.transpose());
          cross.expect(psi.between(a, b), expected);
          symmetric.expect(psi.between(a, b), psi.between(b, a).transpose());
          const Relation how = relation(model, a, b);
          ++seen[how];
          if (how == Relation::Trees) {
            EXPECT_EQ(psi.between(a, b).norm(), 0.0);
          }
          const MatrixXd of_a = J_a * dense.solve(J_a.transpose());
          own.expect(psi.at(a), of_a);
          EXPECT_EQ(psi.at(a), psi.at(a).transpose());
          const Vec3<double> p = random_vec3(random);
          const MatrixXd J_p = point_jacobian(J_a, p);
          at_point.expect(psi.at_point(a, p), J_p * dense.solve(J_p.transpose()));
        }
        EXPECT_EQ(psi.at(world_body).norm() + psi.between(world_body, BodyId{1}).norm(), 0.0);
      });
  for (const Relation how :
       {Relation::Same, Relation::Ancestor, Relation::Branches, Relation::Trees})
    EXPECT_GT(seen[how], 100) << static_cast<int>(how);
}

// 1/m - r x I^-1 r x (Carvalho 2007, eq. 4.10), about the centre of mass.
TEST(InverseInertia, OfAFreeBodyIsThatOfARigidBody) {
  WorstError worst("Psi of a free body", 1e-14);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Eigen::Vector3d centre = random_vector(random, 3), p = random_vector(random, 3);
    const Eigen::Vector3d moments = {0.3, 0.4, 0.6};
    const double mass = uniform(random, 0.5, 3.0);
    ModelBuilder builder;
    const Inertia<double> about_centre = {mass, Vec3<double>::zero(),
                                          Sym3<double>::diagonal(0.3, 0.4, 0.6)};
    const BodyId body =
        builder.add_body("body", Transform<double>::at(to_vec3(centre)) * about_centre);
    builder.add_joint(free_joint("float"), world_body, body, random_transform(random));
    const Model model = builder.build();
    Workspace<double> ws(model);
    InverseInertia psi(model);
    psi.compute(random_state(model, seed).q, {}, ws);
    const Eigen::Matrix3d r = skew_of(p - centre);
    const Eigen::Matrix3d expected =
        Eigen::Matrix3d::Identity() / mass - r * moments.cwiseInverse().asDiagonal() * r;
    worst.expect(psi.at_point(body, to_vec3(p)), expected);
  }
}

// The recursion outwards loses no more digits on a long chain than the three passes of ABA.
TEST(InverseInertia, AgreesWithImpulsesOnALongChain) {
  WorstError worst("Psi and impulse ABA on a chain of 300", 1e-11);
  Random random(7);
  ModelBuilder builder;
  BodyId last = world_body;
  for (int i = 0; i < 300; ++i) {
    const std::string name = std::to_string(i);
    const BodyId body = builder.add_body("body" + name, random_inertia(random));
    builder.add_joint(revolute("joint" + name, random_axis(random)), last, body,
                      random_transform(random));
    last = body;
  }
  const Model model = builder.build();
  const RandomState state = random_state(model, 7);
  Workspace<double> ws(model);
  InverseInertia psi(model);
  psi.compute(state.q, {}, ws);
  std::vector<Force<double>> impulses(static_cast<std::size_t>(model.body_count()),
                                      Force<double>::zero());
  VectorXd dv(model.nv());
  Kinematics<double> kinematics(model);
  for (const BodyId at : {last, BodyId{150}})
    for (int k = 0; k < 6; ++k) {
      auto& impulse = impulses[static_cast<std::size_t>(at.index)];
      impulse[k] = 1.0;
      impulse_aba<double>(model, state.q, {}, {}, dv, ws, impulses);
      impulse[k] = 0.0;
      kinematics.compute(model, state.q, dv);
      for (const BodyId of : {last, BodyId{150}, BodyId{10}})
        worst.expect(psi.between(of, at).col(k),
                     to_eigen(kinematics.velocity(model, model.body_frame(of), Reference::Local)));
    }
}

}  // namespace
}  // namespace catena::test
