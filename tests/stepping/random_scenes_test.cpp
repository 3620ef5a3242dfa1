// Random mechanisms that fall, spin and strike: none stops, nothing goes through anything, contacts
// and stops create no energy.

#include <random>

#include "tests/stepping/boxes.hpp"

namespace catena::test {
namespace {

// One to three trees of one to five links, with stops, dry friction and up to eight points that may
// touch the ground each.
SimulationSetup random_scene(unsigned seed) {
  std::mt19937_64 random(seed);
  const auto draw = [&](double low, double high) {
    return low + (high - low) * std::ldexp(static_cast<double>(random() >> 11), -53);
  };
  const auto pick = [&](int count) {
    return static_cast<int>(random() % static_cast<unsigned>(count));
  };
  ModelBuilder builder;
  builder.set_gravity({0, 0, -gravity});
  SimulationSetup setup;
  std::vector<double> q, v;
  const int trees = 1 + pick(3);
  for (int t = 0; t < trees; ++t) {
    BodyId parent = builder.world();
    const int links = 1 + pick(5);
    for (int i = 0; i < links; ++i) {
      const std::string name = "b" + std::to_string(t) + std::to_string(i);
      const double mass = std::pow(10.0, draw(-2.0, 2.0));
      const BodyId body = builder.add_body(name, solid_box(mass, {0.3, 0.2, 0.1}));
      JointSpec joint = free_joint(name);
      if (i > 0) {
        joint = pick(2) == 0 ? revolute(name, {draw(-1, 1), 1.0, draw(-1, 1)}) : spherical(name);
        if (joint.kind == JointKind::Revolute) {
          joint.position_lower = draw(-1.0, -0.1), joint.position_upper = draw(0.1, 1.0);
          if (pick(2) == 0) joint.coulomb_friction = draw(0.0, 0.5) * mass;
        }
      }
      const double step = i == 0 ? 0.0 : 0.3;
      builder.add_joint(joint, parent, body,
                        Transform<double>{Mat3<double>::identity(), {step, 0.0, 0.0}});
      if (i == 0) {
        for (const double x : {1.0, 0.0, 0.0, 0.0, 2.0 * t, 0.0, draw(0.5, 1.5)}) q.push_back(x);
        for (int k = 0; k < 6; ++k) v.push_back(draw(-3.0, 3.0));
      } else if (joint.kind == JointKind::Revolute) {
        q.push_back(0.0), v.push_back(draw(-3.0, 3.0));
      } else {
        for (const double x : {1.0, 0.0, 0.0, 0.0}) q.push_back(x);
        for (int k = 0; k < 3; ++k) v.push_back(draw(-3.0, 3.0));
      }
      const ContactMaterial material{pick(3) == 0 ? draw(0.0, 0.8) : 0.0, draw(0.0, 1.2)};
      for (int k = 0; k < 8; ++k)
        setup.contacts.push_back(on_plane(
            name + "." + std::to_string(k), body,
            {k % 2 ? -0.15 : 0.15, k / 2 % 2 ? -0.1 : 0.1, k / 4 ? -0.05 : 0.05}, 0.0, material));
      parent = body;
    }
  }
  setup.model = std::make_shared<Model>(builder.build());
  setup.q = Eigen::Map<Eigen::VectorXd>(q.data(), static_cast<Eigen::Index>(q.size()));
  setup.v = Eigen::Map<Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
  return setup;
}

class RandomScenes : public testing::TestWithParam<ContactMethod> {};
INSTANTIATE_TEST_SUITE_P(SteppingAndAutomatic, RandomScenes,
                         testing::Values(ContactMethod::Stepping, ContactMethod::Automatic));

TEST_P(RandomScenes, RunToTheirEnd) {
  const char* const many = std::getenv("CATENA_SCENES");
  const unsigned scenes = many == nullptr ? 3 : static_cast<unsigned>(std::stoul(many));
  for (unsigned seed = 1; seed <= scenes; ++seed) {
    SCOPED_TRACE(seed);
    SimulationSetup setup = random_scene(seed);
    setup.contact_options.method = GetParam();
    setup.integrator.relative_tolerance = 1e-8, setup.integrator.absolute_tolerance = 1e-10;
    Simulation simulation(setup);
    const EnergyBalance start = simulation.energy(simulation.state());
    double deepest = 0.0, most = 0.0;
    const Model& model = simulation.model();
    Kinematics<double> kinematics(model);
    RunObserver observer;
    observer.sample_interval = 0.01;
    observer.sample = [&](const State& state) {
      const EnergyBalance now = simulation.energy(state);
      most = std::max(most, now.stored() - start.stored());
      kinematics.compute(model, state.q, state.v);
      for (const Contact& contact : setup.contacts)
        deepest = std::max(deepest,
                           -(kinematics.pose(model, model.body_frame(contact.a)) * contact.p_A).z);
    };
    ASSERT_NO_THROW(simulation.advance(1.0, observer));
    EXPECT_LT(deepest, 1e-6);
    EXPECT_LT(most, 2e-2 * (start.kinetic + std::abs(start.potential)));
    EXPECT_TRUE(simulation.state().v.allFinite());
  }
}

}  // namespace
}  // namespace catena::test
