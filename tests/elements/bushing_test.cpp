// Bushings, against closed solutions, matrix functions and differences of their energy.

#include "catena/elements/bushing.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <numbers>

#include "catena/elements/simulation_error.hpp"
#include "catena/math/rotation.hpp"
#include "catena/model/model_error.hpp"
#include "tests/elements/springs.hpp"
#include "tests/support/checkpoints.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {
namespace {

using Matrix6 = Bushing::Matrix6;
using Vector6 = Eigen::Matrix<double, 6, 1>;

Bushing to_body(const Matrix6& stiffness, const Matrix6& damping = Matrix6::Zero()) {
  Bushing bushing;
  bushing.name = "mount", bushing.b = only_body;
  bushing.stiffness = stiffness, bushing.damping = damping;
  return bushing;
}

SimulationSetup mounted(const Bushing& bushing, const Inertia<double>& inertia,
                        const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  SimulationSetup setup = lone_body(free_joint("free"), inertia, {0, 0, 0}, q, v);
  add_element<BushingSet>(setup, bushing);
  return setup;
}

Matrix6 random_positive(Random& random) {
  Matrix6 m;
  for (int c = 0; c < 6; ++c) m.col(c) = random_vector(random, 6);
  return m * m.transpose();
}

// Small motions about the rest position: M x'' + C x' + K x = 0, by the eigenvalues of the linear
// system. What it leaves out is of the order of the amplitude squared.
TEST(Bushing, SwingsAsItsMatrixSays) {
  Random random(3);
  const double mass = 2.0, radius = 0.5, size = 1e-6;
  const Matrix6 K = 30.0 * random_positive(random) + 20.0 * Matrix6::Identity();
  const Matrix6 C = 0.2 * random_positive(random);
  Vector6 inertia;
  inertia << Eigen::Vector3d::Constant(0.4 * mass * radius * radius),
      Eigen::Vector3d::Constant(mass);
  const Vector6 v0 = size * random_vector(random, 6);
  const SimulationSetup setup =
      mounted(to_body(K, C), solid_sphere(mass, radius), numbers({1, 0, 0, 0, 0, 0, 0}), v0);
  Eigen::Matrix<double, 12, 12> A = Eigen::Matrix<double, 12, 12>::Zero();
  A.topRightCorner<6, 6>().setIdentity();
  A.bottomLeftCorner<6, 6>() = inertia.cwiseInverse().asDiagonal() * -K;
  A.bottomRightCorner<6, 6>() = inertia.cwiseInverse().asDiagonal() * -C;
  Eigen::Matrix<double, 12, 1> y0 = Eigen::Matrix<double, 12, 1>::Zero();
  y0.tail<6>() = v0;
  const Eigen::EigenSolver<Eigen::MatrixXd> eigen(A);
  const Eigen::VectorXcd parts =
      eigen.eigenvectors().fullPivLu().solve(y0.cast<std::complex<double>>());
  for (const double t : {0.1, 0.4, 1.0}) {
    const Eigen::VectorXcd grown = (eigen.eigenvalues() * t).array().exp() * parts.array();
    const Eigen::VectorXd y = (eigen.eigenvectors() * grown).real();
    const State s = state_at(setup, t);
    EXPECT_LT((2.0 * s.q.segment<3>(1) - y.head<3>()).norm(), 1e-11) << t;
    EXPECT_LT((s.q.tail<3>() - y.segment<3>(3)).norm(), 1e-11) << t;
    EXPECT_GT(y.head<6>().norm(), 1e-8) << t;
  }
}

// A sphere twisted about one axis swings by 4 rad, over half a turn, as a linear spring lets it.
TEST(Bushing, GoesOnSmoothlyBeyondHalfATurn) {
  const double k = 3.0, inertia = 0.4 * 2.0 * 0.25, omega = std::sqrt(k / inertia), most = 4.0;
  Matrix6 K = Matrix6::Zero();
  K.diagonal() << k, k, k, 10.0, 10.0, 10.0;
  const Eigen::Vector3d axis(2.0 / 3, -1.0 / 3, 2.0 / 3);
  Eigen::VectorXd v = Eigen::VectorXd::Zero(6);
  v.head<3>() = most * omega * axis;
  const SimulationSetup setup =
      mounted(to_body(K), solid_sphere(2.0, 0.5), numbers({1, 0, 0, 0, 0, 0, 0}), v);
  Simulation simulation(setup);
  double largest = 0.0;
  for (int i = 1; i <= 100; ++i) {
    simulation.advance(0.02 * i);
    const State& s = simulation.state();
    const double angle = most * std::sin(omega * s.t);
    largest = std::max(largest, std::abs(angle));
    EXPECT_NEAR(std::abs(s.q[0]), std::abs(std::cos(0.5 * angle)), 1e-10) << s.t;
    EXPECT_NEAR(recorded(simulation, "bushing.mount.mx"), -k * angle * axis.x(), 1e-9) << s.t;
    EXPECT_NEAR(simulation.energy(s).elastic, 0.5 * k * angle * angle, 1e-10) << s.t;
  }
  EXPECT_GT(largest, 3.9);
  EXPECT_LT(ledger_error(setup, 2.0), 1e-10);
  // Saved and read while it is beyond half a turn, it goes on to the last bit.
  Simulation whole(setup), continued(setup);
  whole.advance(0.5 * std::numbers::pi / omega);
  EXPECT_LT(std::abs(std::cos(2.0) + std::abs(whole.state().q[0])), 1e-9);
  continued.restore(through_text(whole.state(), setup));
  whole.advance(2.0), continued.advance(2.0);
  EXPECT_EQ(whole.state().q, continued.state().q);
  EXPECT_EQ(whole.state().v, continued.state().v);
}

TEST(Bushing, RefusesAFullTurn) {
  Matrix6 K = Matrix6::Zero();
  K.diagonal() << 1e-3, 1e-3, 1e-3, 1.0, 1.0, 1.0;
  const SimulationSetup setup =
      mounted(to_body(K), solid_sphere(2.0, 0.5), numbers({1, 0, 0, 0, 0, 0, 0}),
              numbers({0, 0, 3, 0, 0, 0}));
  Simulation simulation(setup);
  try {
    simulation.advance(5.0);
    FAIL();
  } catch (const SimulationError& error) {
    EXPECT_NE(std::string(error.what()).find("bushing 'mount' is twisted by a full turn"),
              std::string::npos);
  }
}

// Two bodies that tumble, with all couplings: rotations are large, and the ledger holds.
SimulationSetup tumbling(bool damped) {
  Random random(11);
  ModelBuilder builder;
  const BodyId a = builder.add_body("a", solid_box(1.0, {0.1, 0.5, 0.3}));
  const BodyId b = builder.add_body("b", solid_box(2.0, {0.4, 0.2, 0.3}));
  builder.add_joint(free_joint("free_a"), builder.world(), a);
  builder.add_joint(free_joint("free_b"), builder.world(), b);
  SimulationSetup setup;
  setup.model = std::make_shared<Model>(builder.build());
  setup.q = Eigen::VectorXd::Zero(14);
  setup.q[0] = setup.q[7] = 1.0, setup.q[11] = 0.3;
  setup.v = 1.5 * random_vector(random, 12);
  Bushing bushing = to_body(2.0 * random_positive(random) + Matrix6::Identity(),
                            damped ? Matrix6(0.05 * random_positive(random)) : Matrix6::Zero());
  bushing.a = a, bushing.b = b;
  bushing.X_AF = {rotation_about({0, 0.6, 0.8}, 0.7), {0.1, 0.0, 0.2}};
  bushing.X_BM = {rotation_about({1, 0, 0}, -0.4), {-0.1, 0.1, 0.0}};
  add_element<BushingSet>(setup, bushing);
  return setup;
}

TEST(Bushing, KeepsTheLedgerInLargeRotations) {
  for (const bool damped : {false, true}) {
    const SimulationSetup setup = tumbling(damped);
    EXPECT_LT(ledger_error(setup, 3.0), 1e-10) << damped;
    EXPECT_LT(difference(state_at(setup, 1.0), state_at(with_radau(setup), 1.0)), 1e-8) << damped;
    EXPECT_EQ(state_at(setup, 1.0).q, state_at(setup, 1.0).q);
    Simulation simulation(setup);
    EXPECT_EQ(simulation.ledger().find(EnergyKind::Dissipated, "mount") >= 0, damped);
  }
}

TEST(Bushing, IsTheGradientOfItsEnergyInRandomTrees) {
  int checked = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    RandomModelOptions options;
    options.max_bodies = 10, options.min_bodies = 2, options.massless = false;
    Random random(seed);
    SimulationSetup setup;
    setup.model = std::make_shared<Model>(random_model(seed, options));
    const RandomState state = random_state(*setup.model, random);
    setup.q = state.q, setup.v = state.v;
    Bushing bushing = to_body(random_positive(random));
    bushing.a = BodyId{1 + pick(random, setup.model->body_count() - 1)};
    bushing.b = BodyId{1 + pick(random, setup.model->body_count() - 1)};
    const auto frame = [&]() -> Transform<double> {
      const Eigen::Vector3d axis = random_vector(random, 3).head<3>().normalized();
      return {rotation_about(to_vec3(axis), uniform(random, -3.0, 3.0)),
              to_vec3(random_vector(random, 3).head<3>())};
    };
    bushing.X_AF = frame(), bushing.X_BM = frame();
    if (bushing.a.index == bushing.b.index || setup.model->nv() == 0) continue;
    add_element<BushingSet>(setup, bushing);
    LoneGroup group(setup);
    const Exerted all = group.at(group.start());
    EXPECT_LT(imbalance(all), 1e-12) << seed;
    if (all.tau.norm() < 1e-3) continue;
    EXPECT_LT(group.gradient_error(group.start()), 1e-6) << seed;
    ++checked;
  }
  EXPECT_GT(checked, 25);
}

// The damper takes the energy that its matrix says, whatever the pose: v^T C v from the relative
// velocity by differences of the relative pose.
TEST(Bushing, DampsTheRelativeVelocity) {
  const SimulationSetup setup = tumbling(true);
  Matrix6 C = dynamic_cast<const BushingSet&>(*setup.elements[0]).bushings()[0].damping;
  SimulationSetup only_damped = setup;
  Bushing bushing = dynamic_cast<const BushingSet&>(*setup.elements[0]).bushings()[0];
  bushing.stiffness.setZero();
  only_damped.elements.clear();
  add_element<BushingSet>(only_damped, bushing);
  LoneGroup group(only_damped);
  const Model& model = *setup.model;
  const State& s = group.start();
  const auto relative = [&](double dt) {
    Eigen::VectorXd q = s.q;
    const Eigen::VectorXd step = dt * s.v;
    integrate<double>(model, s.q, step, q);
    Kinematics<double> bodies(model);
    bodies.compute(model, q);
    return inverse(bodies.pose(model, model.body_frame(bushing.a)) * bushing.X_AF) *
           (bodies.pose(model, model.body_frame(bushing.b)) * bushing.X_BM);
  };
  const double h = 1e-5;
  const Transform<double> before = relative(-h), after = relative(h);
  const Vec3<double> turned = logarithm(quaternion_of(after.rotation * transpose(before.rotation)));
  const Vec3<double> moved = after.translation - before.translation;
  Vector6 velocity;
  velocity << turned.x, turned.y, turned.z, moved.x, moved.y, moved.z;
  velocity /= 2.0 * h;
  const double power = -group.at(s).tau.dot(s.v);
  EXPECT_NEAR(power, velocity.dot(C * velocity), 1e-7 * power);
  EXPECT_GT(power, 0.01);
}

std::string refusal(const Bushing& bushing) {
  try {
    Simulation simulation(mounted(bushing, solid_sphere(1.0, 0.1), numbers({1, 0, 0, 0, 0, 0, 0}),
                                  Eigen::VectorXd::Zero(6)));
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

TEST(Bushing, RefusesWhatMakesNoSense) {
  Bushing bushing = to_body(Matrix6::Identity());
  EXPECT_EQ(refusal(bushing), "");
  bushing.stiffness(1, 4) = 0.5;
  EXPECT_EQ(refusal(bushing),
            "bushing 'mount': the stiffness is not symmetric: row 5, column 2 is 0, and row 2, "
            "column 5 is 0.5; make them equal");
  bushing = to_body(Matrix6::Identity(), -2.0 * Matrix6::Identity());
  EXPECT_EQ(refusal(bushing),
            "bushing 'mount': the damping has the eigenvalue -2, expected none below 0, because it "
            "would supply energy");
  bushing = to_body(Matrix6::Identity());
  bushing.stiffness(2, 2) = INFINITY;
  EXPECT_EQ(refusal(bushing), "bushing 'mount': the stiffness has numbers that are not finite");
  bushing = to_body(Matrix6::Identity());
  bushing.b = world_body;
  EXPECT_EQ(refusal(bushing), "bushing 'mount': both ends are on 'world'; put one on another body");
  bushing = to_body(Matrix6::Identity());
  bushing.X_BM.rotation = Mat3<double>::identity() + Mat3<double>::identity();
  EXPECT_EQ(refusal(bushing),
            "bushing 'mount': the axes of the second frame are not those of a rotation");
}

}  // namespace
}  // namespace catena::test
