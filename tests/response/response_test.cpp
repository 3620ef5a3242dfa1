// J M^-1 J^T of rows by Response against dense matrices, on trees and with loops, with some
// coordinates held: islands, columns for other forces than those of the rows, the operator.

#include "catena/response/response.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <memory>
#include <stdexcept>

#include "catena/model/model_builder.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/dense_closed_response.hpp"
#include "tests/support/random_closed.hpp"
#include "tests/support/sweep.hpp"

namespace catena::test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

Force<double> random_force(Random& random) {
  const VectorXd f = random_vector(random, 6);
  return {{f[0], f[1], f[2]}, {f[3], f[4], f[5]}};
}

// Rows in a response, and as dense matrices: J of the rows, C of the forces of their columns.
struct DenseCase {
  std::shared_ptr<const Loops> loops;
  VectorXd q;
  HeldArray held;
  Response response;
  DenseClosedResponse dense;
  MatrixXd J, C;
  bool has_loads = false;

  DenseCase(std::shared_ptr<const Loops> mechanism, const VectorXd& at, const HeldArray& is_held,
            Random& random, bool with_loads)
      : loops(mechanism),
        q(at),
        held(is_held),
        response(mechanism),
        dense(mechanism, q, held),
        J(0, loops->nv()),
        C(0, loops->nv()) {
    const int blocks = 1 + pick(random, 6);
    for (int b = 0; b < blocks; ++b)
      chance(random, 0.25) ? add_coordinate(random) : add_pair(random, with_loads);
  }

 private:
  void append(const VectorXd& row, const VectorXd& column) {
    for (MatrixXd* m : {&J, &C}) m->conservativeResize(m->rows() + 1, Eigen::NoChange);
    J.bottomRows(1) = row.transpose();
    C.bottomRows(1) = column.transpose();
  }
  void add_coordinate(Random& random) {
    const int dof = pick(random, loops->nv());
    response.add_coordinate(dof);
    append(VectorXd::Unit(loops->nv(), dof), VectorXd::Unit(loops->nv(), dof));
  }
  // Of forces on two bodies, in their axes.
  VectorXd row_of(const Force<double>& on_a, int a, const Force<double>& on_b, int b) const {
    VectorXd row = VectorXd::Zero(loops->nv());
    row.head(loops->tree().nv()) = dense.body_jacobian(a).transpose() * to_eigen(on_a) +
                                   dense.body_jacobian(b).transpose() * to_eigen(on_b);
    return row;
  }
  void add_pair(Random& random, bool with_loads) {
    const Model& tree = loops->tree();
    const int a = pick(random, tree.body_count()), b = pick(random, tree.body_count());
    const BodyInfo &on_a = tree.body(BodyId{a}), &on_b = tree.body(BodyId{b});
    response.begin_pair(on_a.node, on_b.node, Vec3<double>::zero());
    for (int rows = 1 + pick(random, 3); rows > 0; --rows) {
      const Force<double> f = random_force(random), g = random_force(random);
      const Force<double> load_f = random_force(random), load_g = random_force(random);
      if (with_loads && chance(random, 0.5)) {
        response.add_row(on_a.X_NB * f, on_b.X_NB * g, on_a.X_NB * load_f, on_b.X_NB * load_g);
        append(row_of(f, a, g, b), row_of(load_f, a, load_g, b));
        has_loads = true;
      } else {
        response.add_row(on_a.X_NB * f, on_b.X_NB * g);
        append(row_of(f, a, g, b), row_of(f, a, g, b));
      }
    }
  }
};

struct WorstOfRows {
  WorstError matrix, apart, own, rate;
  WorstOfRows(const std::string& of, double tolerance)
      : matrix("W of " + of, tolerance),
        apart("W between islands of " + of, tolerance),
        own("f.W f of " + of, tolerance),
        rate("response to forces on rows of " + of, tolerance) {}
};

int check_against_dense(DenseCase& c, Random& random, WorstOfRows& worst) {
  LoopSolver solver(c.loops);
  solver.prepare(c.q, c.held);
  c.response.find(solver);
  const MatrixXd W = c.J * c.dense.mobility() * c.C.transpose();
  const VectorXd own = (c.C * c.dense.mobility() * c.C.transpose()).diagonal();
  const double size = 1e-3 + W.cwiseAbs().maxCoeff() + own.cwiseAbs().maxCoeff();
  MatrixXd found = MatrixXd::Zero(W.rows(), W.cols());
  MatrixXd is_inside = MatrixXd::Zero(W.rows(), W.cols());
  for (int island = 0; island < c.response.island_count(); ++island) {
    const std::vector<Index> rows(c.response.rows(island).begin(), c.response.rows(island).end());
    found(rows, rows) = c.response.matrix(island);
    is_inside(rows, rows).setOnes();
    if (!c.has_loads) {
      EXPECT_EQ(c.response.matrix(island), c.response.matrix(island).transpose());
    }
  }
  worst.matrix.expect(is_inside.cwiseProduct(found - W).cwiseAbs().maxCoeff() / size);
  worst.apart.expect((W - is_inside.cwiseProduct(W)).cwiseAbs().maxCoeff() / size);
  for (Index r = 0; r < own.size(); ++r)
    worst.own.expect(std::abs(c.response.own(r) - own[r]) / size);
  const VectorXd x = random_vector(random, static_cast<int>(W.rows()));
  VectorXd rate(c.loops->nv());
  c.response.respond(solver, x, rate);
  const VectorXd expected = c.dense.mobility() * c.J.transpose() * x;
  worst.rate.expect((rate - expected).cwiseAbs().maxCoeff() /
                    (1e-3 + expected.cwiseAbs().maxCoeff()));
  return c.response.island_count();
}

TEST(Response, IsThatOfTheDenseSystemOnTrees) {
  WorstOfRows worst("rows on trees", 1e-11);
  int several = 0;
  for_random_models(
      default_sweep, [&](const Model& model, const RandomState& state, std::uint64_t seed) {
        if (model.nv() == 0) return;
        Random random(seed);
        const auto loops =
            std::make_shared<const Loops>(std::make_shared<const Model>(model), LoopSpecs{});
        const HeldArray held = random_held(random, *loops, seed % 2 == 0 ? 0 : model.nv() / 2);
        DenseCase c(loops, state.q, held, random, seed % 3 == 0);
        several += check_against_dense(c, random, worst) > 1;
      });
  EXPECT_GT(several, 50);
}

TEST(Response, IsThatOfTheDenseSystemWithLoops) {
  // Near singular positions the dense matrices lose digits, too.
  WorstOfRows worst("rows with loops", 1e-9);
  int several = 0;
  for (std::uint64_t seed = 0; seed < default_sweep; ++seed) {
    SCOPED_TRACE(seed);
    const ClosedMechanism m = random_closed(seed);
    Random random(seed);
    const HeldArray held = random_held(random, *m.loops, static_cast<int>(seed % 3));
    DenseCase c(m.loops, m.q, held, random, seed % 3 == 0);
    several += check_against_dense(c, random, worst) > 1;
  }
  EXPECT_GT(several, 50);
}

// A door: forces through its hinge move nothing, and sticking to them would take any force.
TEST(Response, LeavesOutRowsAlongWhichNothingMoves) {
  ModelBuilder builder;
  const BodyId door = builder.add_body("door", solid_box(3.0, {1.0, 0.1, 2.0}));
  builder.add_joint(revolute("hinge", Eigen::Vector3d::UnitZ()), builder.world(), door,
                    Transform<double>::identity(), Transform<double>::at({-0.5, 0, 0}));
  const auto tree = std::make_shared<const Model>(builder.build());
  const auto loops = std::make_shared<const Loops>(tree, LoopSpecs{});
  LoopSolver solver(loops);
  const VectorXd angle = VectorXd::Constant(1, 0.3);
  solver.prepare(angle, {});
  const ClosureGeometry::TreeState at = solver.tree_state();
  const int node = tree->body(door).node;
  const auto n = static_cast<std::size_t>(node);
  // At the free edge of the door: along it, along the hinge, and across.
  const Vec3<double> p = {std::cos(0.3), std::sin(0.3), 0.4};
  Response response(loops);
  response.begin_pair(node, 0, p);
  for (const Vec3<double>& along :
       {Vec3<double>{std::cos(0.3), std::sin(0.3), 0}, Vec3<double>{0, 0, 1},
        Vec3<double>{-std::sin(0.3), std::cos(0.3), 0}}) {
    const Force<double> about_origin = {cross(p, along), along};
    const Transform<double> X_WN = {at.poses[n].rotation, at.roots[n] + at.poses[n].translation};
    response.add_row(inverse_times(X_WN, about_origin), Force<double>::zero());
  }
  response.find(solver);
  const double inertia = 3.0 * (1.0 + 0.01) / 12.0 + 3.0 * 0.25;
  EXPECT_NEAR(response.mobility_bound(0), 1.0 / inertia, 1e-14);
  EXPECT_NEAR(response.at_block(0)(2, 2), 1.0 / inertia, 1e-14);
  response.leave_out_idle_rows();
  Eigen::Matrix3d expected = Eigen::Matrix3d::Zero();
  expected(2, 2) = response.own(2);
  EXPECT_EQ(response.at_block(0), expected);
  VectorXd rate(1);
  Eigen::Vector3d x(5.0, 6.0, 0.0);
  response.respond(solver, x, rate);
  EXPECT_EQ(rate[0], 0.0);
  x[2] = 2.0;
  response.respond(solver, x, rate);
  EXPECT_NEAR(rate[0], 2.0 / inertia, 1e-14);
}

TEST(Response, RefusesAnotherStateThanItsOwn) {
  const ClosedMechanism m = random_closed(3);
  LoopSolver solver(m.loops);
  Response response(m.loops);
  response.add_coordinate(0);
  solver.prepare(m.q, {});
  response.find(solver);
  VectorXd rate(m.loops->nv());
  const VectorXd x = VectorXd::Ones(1);
  EXPECT_NO_THROW(response.respond(solver, x, rate));
  solver.prepare(m.q, {});
  EXPECT_THROW(response.respond(solver, x, rate), std::logic_error);
}

}  // namespace
}  // namespace catena::test
