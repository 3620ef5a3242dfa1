// A body that is pulled by hand, against closed solutions and dense algebra.

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>

#include "catena/dynamics/mass_matrix.hpp"
#include "catena/dynamics/passive.hpp"
#include "catena/dynamics/rnea.hpp"
#include "catena/elements/stops.hpp"
#include "catena/library/builtin_models.hpp"
#include "catena/sim/motion_equations.hpp"
#include "tests/sim/touching.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {
namespace {

SimulationSetup floating_ball(double mass) {
  SimulationSetup setup = lone_body(free_joint("free"), solid_sphere(mass, 0.2), {0, 0, 0},
                                    numbers({0.6, 0.0, 0.8, 0.0, 0.3, -0.2, 0.1}), {});
  setup.may_be_pulled = true;
  return setup;
}

// Two runs must agree in position and velocity.
double difference(const State& a, const State& b) {
  return std::max((a.q - b.q).cwiseAbs().maxCoeff(), (a.v - b.v).cwiseAbs().maxCoeff());
}

TEST(Pull, MakesAFreeBodyOscillate) {
  const double mass = 2.0, stiffness = 50.0, frequency = std::sqrt(stiffness / mass);
  Simulation simulation(floating_ball(mass));
  const Eigen::Vector3d to(0.0, 0.5, 0.2), start(0.3, -0.2, 0.1);
  simulation.pull(Pull{only_body, {0, 0, 0}, to_vec3(to), stiffness, 0.0});
  for (int i = 1; i <= 60; ++i) {
    simulation.advance(0.05 * i);
    const State& s = simulation.state();
    const Eigen::Vector3d expected = to + std::cos(frequency * s.t) * (start - to);
    EXPECT_LT((s.q.tail<3>() - expected).norm(), 1e-12) << s.t;
    EXPECT_LT(std::abs(simulation.energy(s).balance), 1e-12) << s.t;
    // What the spring has given.
    const double given =
        0.5 * stiffness * ((start - to).squaredNorm() - (s.q.tail<3>() - to).squaredNorm());
    EXPECT_NEAR(s.spent[simulation.ledger().find(EnergyKind::Work, "pull")], given, 1e-11);
  }
  EXPECT_EQ(simulation.ledger().all().back().name, "pull");
  // Let go, it flies on.
  const State at_end = simulation.state();
  const Motion<double> v = world_velocity(simulation, only_body);
  simulation.pull(std::nullopt);
  simulation.advance(4.0);
  EXPECT_LT((simulation.state().q.tail<3>() - at_end.q.tail<3>() - to_eigen(v.linear)).norm(),
            1e-12);
}

// An arm pulled at its last link by a spring without damping: its energy and the spring's are
// constant.
TEST(Pull, KeepsTheEnergyOfSpringAndArm) {
  SimulationSetup setup;
  setup.model = std::make_shared<Model>(double_pendulum());
  setup.q = Eigen::Vector2d(0.4, 0.7);
  setup.may_be_pulled = true;
  Simulation simulation(setup);
  const Pull pull{BodyId{2}, {0.1, 0.0, -0.3}, {0.5, 0.1, 0.2}, 80.0, 0.0};
  simulation.pull(pull);
  const Model& model = simulation.model();
  Kinematics<double> kinematics(model);
  const auto energy = [&](const State& s) {
    kinematics.compute(model, s.q);
    const Vec3<double> p = kinematics.pose(model, model.body_frame(pull.body)) * pull.at;
    return simulation.energy(s).stored() + 40.0 * dot(pull.to - p, pull.to - p);
  };
  const double start = energy(simulation.state());
  RunObserver observer;
  observer.sample_interval = 0.1;
  observer.sample = [&](const State& s) {
    EXPECT_NEAR(energy(s), start, 1e-9);
    EXPECT_LT(std::abs(simulation.energy(s).balance), 1e-9);
  };
  simulation.advance(3.0, observer);
  EXPECT_GT(std::abs(simulation.state().spent[simulation.ledger().find(EnergyKind::Work, "pull")]),
            0.1);
}

struct PulledTree {
  SimulationSetup setup;
  Pull pull;
};

PulledTree random_pulled_tree(std::uint64_t seed, bool springs) {
  RandomModelOptions options;
  options.max_bodies = 10, options.springs = springs, options.massless = false;
  Random random(seed);
  PulledTree out;
  out.setup.model = std::make_shared<Model>(random_model(seed, options));
  const Model& model = *out.setup.model;
  const RandomState state = random_state(model, random);
  out.setup.q = state.q, out.setup.v = state.v;
  out.setup.may_be_pulled = true;
  const auto vector = [&] { return to_vec3(random_vector(random, 3).head<3>()); };
  out.pull = {BodyId{1 + pick(random, model.body_count() - 1)}, vector(), vector(),
              uniform(random, 10.0, 100.0), uniform(random, 0.0, 10.0)};
  return out;
}

// M^-1 (tau - h + J^T f), with J from the velocities of the point for unit velocities.
Eigen::VectorXd dense_accelerations(const Model& model, const State& s, const Pull& pull) {
  Kinematics<double> kinematics(model);
  const auto velocity_of_point = [&](const Eigen::VectorXd& v) {
    kinematics.compute(model, s.q, v);
    const FrameId frame = model.body_frame(pull.body);
    const Motion<double> m = kinematics.velocity(model, frame, Reference::WorldAligned);
    return m.linear + cross(m.angular, kinematics.pose(model, frame).rotation * pull.at);
  };
  const Vec3<double> v = velocity_of_point(s.v);
  const Vec3<double> p = kinematics.pose(model, model.body_frame(pull.body)) * pull.at;
  const Vec3<double> f = pull.stiffness * (pull.to - p) - pull.damping * v;
  const int nv = model.nv();
  Eigen::VectorXd tau(nv), h(nv);
  Eigen::MatrixXd M(nv, nv);
  Workspace<double> ws(model);
  passive_efforts<double>(model, s.q, s.v, tau, ws);
  bias_efforts<double>(model, s.q, s.v, h, ws);
  crba<double>(model, s.q, M, ws);
  for (int k = 0; k < nv; ++k) tau[k] += dot(f, velocity_of_point(Eigen::VectorXd::Unit(nv, k)));
  return M.llt().solve(tau - h);
}

TEST(Pull, AcceleratesRandomTreesAsDenseAlgebraSays) {
  int turned = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const PulledTree tree = random_pulled_tree(seed, true);
    if (tree.setup.model->nv() == 0) continue;
    Simulation simulation(tree.setup);
    Evaluation without, with;
    simulation.evaluate(simulation.state(), without);
    simulation.pull(tree.pull);
    simulation.evaluate(simulation.state(), with);
    const State& s = simulation.state();
    bool any_held = false;
    for (const CoordinateMode& mode : find_modes<CoordinateModes>(s)) any_held |= mode.limit != 0;
    if (any_held) continue;
    const Eigen::VectorXd expected = dense_accelerations(simulation.model(), s, tree.pull);
    EXPECT_LT((with.a - expected).norm(), 1e-8 * (1.0 + expected.norm())) << seed;
    EXPECT_EQ(with.applied, without.applied) << seed;
    turned += (with.a - without.a).norm() > 1e-3;
  }
  EXPECT_GT(turned, 40);
}

// The matrices that implicit methods use are the slopes of the accelerations.
TEST(Pull, HasItsSlopes) {
  int checked = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const PulledTree tree = random_pulled_tree(seed, false);
    const int nv = tree.setup.model->nv();
    if (nv == 0) continue;
    MotionEquations equations(tree.setup);
    equations.group<PullGroup>()->set(tree.pull);
    const Simulation start(tree.setup);
    equations.begin(start.state(), false);
    Eigen::VectorXd y;
    equations.pack(start.state(), y);
    MotionSlopes at;
    equations.linearize(0.0, y, at);
    const auto llt = at.M.llt();
    const double h = 1e-5;
    Eigen::VectorXd rate(y.size()), plus(y.size()), minus(y.size());
    for (int k = 0; k < nv; ++k) {
      const auto slope = [&](const Eigen::VectorXd& step) -> Eigen::VectorXd {
        equations.derivative(0.0, y + step, plus);
        equations.derivative(0.0, y - step, minus);
        return (plus - minus).segment(nv, nv) / (2.0 * h);
      };
      // The step of xi that a step along the velocity is.
      equations.position_rate(y, Eigen::VectorXd::Unit(nv, k), rate);
      Eigen::VectorXd step = Eigen::VectorXd::Zero(y.size());
      step.head(nv) = h * rate.head(nv);
      const Eigen::VectorXd K = slope(step), C = slope(h * Eigen::VectorXd::Unit(y.size(), nv + k));
      EXPECT_LT((llt.solve(at.K.col(k)) - K).norm(), 1e-5 * (1.0 + K.norm())) << seed << " " << k;
      EXPECT_LT((llt.solve(at.C.col(k)) - C).norm(), 1e-5 * (1.0 + C.norm())) << seed << " " << k;
      ++checked;
    }
  }
  EXPECT_GT(checked, 100);
}

TEST(Pull, IsTheSameForAllIntegrators) {
  SimulationSetup setup;
  setup.model = std::make_shared<Model>(double_pendulum());
  setup.q = Eigen::Vector2d(0.4, 0.7);
  setup.may_be_pulled = true;
  const Pull pull{BodyId{2}, {0.1, 0.0, -0.3}, {0.5, 0.1, 0.2}, 80.0, 4.0};
  const auto end = [&](IntegratorKind kind) {
    setup.integrator.kind = kind;
    if (kind == IntegratorKind::Radau)
      setup.integrator.relative_tolerance = setup.integrator.absolute_tolerance = 1e-11;
    Simulation simulation(setup);
    simulation.pull(pull);
    simulation.advance(1.0);
    return simulation.state();
  };
  const State exact = end(IntegratorKind::DormandPrince853);
  setup.integrator.step = 5e-4;
  EXPECT_LT(difference(end(IntegratorKind::RungeKutta4), exact), 1e-9);
  EXPECT_LT(difference(end(IntegratorKind::Radau), exact), 1e-9);
}

// A ball that is turned by half a turn and hangs on a stiff, strongly damped pull: Radau's steps
// do not follow the pull, whose rate is d (1/m + r^2/I) = 9e6 per second: an explicit method would
// need millions of them, and Newton's iterations along axes that are not the body's tens of
// thousands.
TEST(Pull, ThatIsStiffIsTakenInLongSteps) {
  SimulationSetup setup = lone_body(free_joint("free"), solid_sphere(1.0, 0.05), {0, 0, -9.81},
                                    numbers({0, 0, 1, 0, 0.0, 0.0, 0.0}), {});
  setup.integrator.kind = IntegratorKind::Radau;
  setup.integrator.relative_tolerance = 1e-8, setup.integrator.absolute_tolerance = 1e-10;
  setup.may_be_pulled = true;
  Simulation simulation(setup);
  simulation.pull(Pull{only_body, {0.3, 0.0, 0.0}, {-0.3, 0.0, 0.0}, 1e7, 1e5});
  long steps = 0;
  double lowest = 0.0;
  RunObserver observer;
  observer.step = [&](const State& s) {
    lowest = std::min(lowest, s.q[6]);
    return ++steps < 20000;
  };
  simulation.advance(5.0, observer);
  EXPECT_LT(steps, 5000);
  RecordProperty("steps", static_cast<int>(steps));
  EXPECT_NEAR(lowest, -0.3, 5e-3);  // straight below
}

TEST(Pull, RefusesWhatMakesNoSense) {
  SimulationSetup setup = floating_ball(1.0);
  Simulation simulation(setup);
  const double nan = std::nan("");
  const auto refuses = [](Simulation& s, const Pull& pull) {
    EXPECT_THROW(s.pull(pull), std::invalid_argument);
    EXPECT_FALSE(std::as_const(s).pull().has_value());
  };
  refuses(simulation, {world_body, {0, 0, 0}, {0, 0, 0}, 1.0, 0.0});
  refuses(simulation, {BodyId{2}, {0, 0, 0}, {0, 0, 0}, 1.0, 0.0});
  refuses(simulation, {BodyId{-1}, {0, 0, 0}, {0, 0, 0}, 1.0, 0.0});
  refuses(simulation, {only_body, {0, nan, 0}, {0, 0, 0}, 1.0, 0.0});
  refuses(simulation, {only_body, {0, 0, 0}, {0, 0, nan}, 1.0, 0.0});
  refuses(simulation, {only_body, {0, 0, 0}, {0, 0, 0}, nan, 0.0});
  refuses(simulation, {only_body, {0, 0, 0}, {0, 0, 0}, 1.0, -1.0});
  setup.may_be_pulled = false;
  Simulation other(setup);
  refuses(other, {only_body, {0, 0, 0}, {0, 0, 0}, 1.0, 0.0});
  EXPECT_EQ(other.ledger().find(EnergyKind::Work, "pull"), -1);
}

}  // namespace
}  // namespace catena::test
