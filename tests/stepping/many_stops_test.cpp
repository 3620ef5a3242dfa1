// Impacts of many stops at once, held in the recursion, against the mass matrix.

#include <gtest/gtest.h>

#include <algorithm>

#include "catena/dynamics/mass_matrix.hpp"
#include "catena/sim/impact.hpp"
#include "tests/sim/touching.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {
namespace {

constexpr int limited_hinges = 14;
constexpr double narrow_stop = 0.05;

SimulationSetup limited_chain(double restitution) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -gravity});
  BodyId parent = builder.world();
  for (int i = 0; i < limited_hinges; ++i) {
    const std::string name = "link" + std::to_string(i);
    const Transform<double> middle{Mat3<double>::identity(), {0.05, 0.0, 0.0}};
    const BodyId body = builder.add_body(name, middle * solid_box(0.1, {0.1, 0.02, 0.02}));
    JointSpec joint = revolute(name, {0, 1, 0});
    joint.position_lower = -narrow_stop, joint.position_upper = narrow_stop;
    builder.add_joint(joint, parent, body,
                      Transform<double>{Mat3<double>::identity(), {i == 0 ? 0.0 : 0.1, 0.0, 0.0}});
    parent = body;
  }
  SimulationSetup setup;
  setup.model = std::make_shared<Model>(builder.build());
  setup.limits.restitution = Eigen::VectorXd::Constant(limited_hinges, restitution);
  return setup;
}

// Impulses M (v+ - v-) push, act on nothing but stops that are touched, and only where velocities
// end at what restitution wants. All strike in every other trial; else some leave, and may be
// driven back.
TEST(ManyStops, ImpactsKeepToNewtonsLaw) {
  for (const double e : {0.0, 0.4})
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const SimulationSetup setup = limited_chain(e);
      Random random(seed);
      const auto draw = [&] { return static_cast<double>(random() % 2000) / 1000.0 - 1.0; };
      State state = Simulation(setup).state();
      std::vector<int> side(limited_hinges, 0);
      for (int k = 0; k < limited_hinges; ++k) {
        side[static_cast<std::size_t>(k)] = k % 5 == 4 ? 0 : k % 2 ? 1 : -1;
        state.q[k] = side[static_cast<std::size_t>(k)] * narrow_stop, state.v[k] = draw();
        if (const int s = side[static_cast<std::size_t>(k)]; seed % 2 == 0 && s * state.v[k] < 0.0)
          state.v[k] *= -1.0;
      }
      const Eigen::VectorXd before = state.v;
      MotionEquations equations(setup);
      std::vector<SimulationEvent> events;
      Impact(equations, ImpactLaw::Newton, ImpactOrder::Simultaneous).resolve(state, {}, events);
      Eigen::MatrixXd M(limited_hinges, limited_hinges);
      Workspace<double> ws(*setup.model);
      crba<double>(*setup.model, state.q, M, ws);
      M = Eigen::MatrixXd(M.selfadjointView<Eigen::Lower>());
      const Eigen::VectorXd p = M * (state.v - before);
      const double small_p = 1e-10 * p.lpNorm<Eigen::Infinity>();
      const double small_v = 1e-10 * before.lpNorm<Eigen::Infinity>();
      ASSERT_GT(p.lpNorm<Eigen::Infinity>(), 0.0);
      for (int k = 0; k < limited_hinges; ++k) {
        const int s = side[static_cast<std::size_t>(k)];
        const bool touches = s != 0;
        const double push = touches ? -s * p[k] : 0.0;
        const double u = -s * state.v[k] - e * std::max(0.0, s * before[k]);
        EXPECT_NEAR(p[k], -s * push, small_p) << "seed " << seed << ", hinge " << k;
        EXPECT_GE(push, -small_p);
        if (!touches) continue;
        EXPECT_GE(u, -small_v);
        EXPECT_LE(std::min(push / small_p, u / small_v), 1.0);
      }
      EXPECT_LE(0.5 * state.v.dot(M * state.v), 0.5 * before.dot(M * before));
    }
}

}  // namespace
}  // namespace catena::test
