// A box on more corners than it needs: it moves as on three, and its forces are the smallest.

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "catena/contact/contact_forces.hpp"
#include "catena/model/model_builder.hpp"
#include "catena/solvers/dense.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/contact_reference.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double half = 0.3, height = 0.2, mass = 2.0, gravity = 9.81;

struct Box {
  std::shared_ptr<const Model> model;
  std::vector<Contact> corners;
  VectorXd q, tau;

  explicit Box(int count) {
    ModelBuilder builder;
    const BodyId body = builder.add_body("box", solid_box(mass, {2 * half, 2 * half, 2 * height}));
    builder.add_joint(free_joint("free"), builder.world(), body);
    model = std::make_shared<Model>(builder.build());
    const double x[] = {1, -1, -1, 1}, y[] = {1, 1, -1, -1};
    for (int i = 0; i < count; ++i) {
      Contact c;
      c.name = "corner" + std::to_string(i);
      c.a = body;
      c.p_A = {half * x[i], half * y[i], -height};
      corners.push_back(c);
    }
    q = VectorXd::Zero(7);
    q[0] = 1.0, q[6] = height;
    tau = VectorXd::Zero(6);
  }

  struct Result {
    VectorXd a;
    std::vector<Vec3<double>> forces;
  };
  Result solve(ContactMode::Kind kind) const {
    const auto loops = std::make_shared<const Loops>(model, LoopSpecs{});
    LoopSolver solver(loops);
    ContactForces forces(loops, corners);
    std::vector<ContactMode> modes(corners.size());
    for (ContactMode& m : modes) m.kind = kind;
    forces.set_modes(modes);
    Result out{VectorXd::Zero(6), {}};
    const VectorXd v = VectorXd::Zero(6);
    solver.accelerations(q, v, tau, {}, out.a);
    forces.apply(solver, out.a);
    for (std::size_t i = 0; i < corners.size(); ++i)
      out.forces.push_back(forces.world_force(static_cast<int>(i)));
    return out;
  }
};

TEST(RedundantContacts, ShareTheWeightOfABoxEvenly) {
  for (const ContactMode::Kind kind : {ContactMode::Kind::Slide, ContactMode::Kind::Stick}) {
    const Box::Result four = Box(4).solve(kind);
    EXPECT_LE(four.a.cwiseAbs().maxCoeff(), 1e-14);
    for (const Vec3<double>& f : four.forces) {
      EXPECT_NEAR(f.x, 0.0, 1e-14);
      EXPECT_NEAR(f.y, 0.0, 1e-14);
      EXPECT_NEAR(f.z, mass * gravity / 4.0, 1e-13);
    }
  }
}

TEST(RedundantContacts, MoveTheBoxAsThreeDoWithTheSmallestForces) {
  Random random(4);
  WorstError same("accelerations on four corners and on three", 1e-13),
      least("forces on four corners, of least norm", 1e-13);
  for (int k = 0; k < 50; ++k) {
    Box four(4), three(3);
    four.tau = three.tau = random_vector(random, 6, 3.0);
    for (const ContactMode::Kind kind : {ContactMode::Kind::Slide, ContactMode::Kind::Stick}) {
      const Box::Result on_four = four.solve(kind), on_three = three.solve(kind);
      same.expect(on_four.a, on_three.a);
      // G f = wrench that the corners must give together; all components of f alike.
      const bool stick = kind == ContactMode::Kind::Stick;
      const Eigen::Index per = stick ? 3 : 1;
      MatrixXd G = MatrixXd::Zero(6, 4 * per);
      VectorXd f(4 * per), wrench = VectorXd::Zero(6);
      for (int i = 0; i < 4; ++i) {
        const Eigen::Vector3d r = to_eigen(four.corners[static_cast<std::size_t>(i)].p_A);
        const Vec3<double>& found = on_four.forces[static_cast<std::size_t>(i)];
        for (Eigen::Index j = 0; j < per; ++j) {
          const Eigen::Vector3d e = Eigen::Vector3d::Unit(stick ? j : 2);
          G.col(per * i + j) << r.cross(e), e;
          f[per * i + j] = e.dot(to_eigen(found));
        }
      }
      wrench << -four.tau;
      wrench[5] += mass * gravity;
      if (!stick) wrench[2] = wrench[3] = wrench[4] = 0.0;  // it slides and turns freely
      // Rows that smooth corners leave alone are zero on both sides.
      const VectorXd expected = least_norm_solution(G, wrench).x;
      least.expect(f, expected);
    }
  }
}

}  // namespace
}  // namespace catena::test
