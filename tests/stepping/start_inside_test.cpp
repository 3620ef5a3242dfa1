// A start inside the ground: bodies are moved out of it, and joints stay between their stops.

#include "catena/elements/simulation_error.hpp"
#include "catena/sim/energy_watch.hpp"
#include "tests/stepping/boxes.hpp"

namespace catena::test {
namespace {

constexpr double link = 0.2, tip_radius = 0.025;

// Links one after the other, the hinges between them with stops, a ball at the end of each.
struct LinkChain {
  bool floats = true;
  double stop = 0.5;  // rad
  int links = 8;

  SimulationSetup make() const {
    ModelBuilder builder;
    builder.set_gravity({0, 0, -gravity});
    SimulationSetup setup;
    BodyId before = builder.world();
    for (int i = 0; i < links; ++i) {
      const std::string name = "l" + std::to_string(i);
      const BodyId body = builder.add_body(name, solid_box(0.5, {link, 0.05, 0.05}));
      JointSpec joint = revolute(name, i % 2 ? Eigen::Vector3d(0, 1, 0) : Eigen::Vector3d(0, 0, 1));
      joint.position_lower = -stop, joint.position_upper = stop;
      const Transform<double> at{Mat3<double>::identity(), {i == 0 ? 0.0 : link, 0, 0}};
      builder.add_joint(i == 0 && floats ? free_joint(name) : joint, before, body, at);
      setup.contacts.push_back(on_plane(name, body, {link, 0, 0}, tip_radius, {0.2, 0.6}));
      before = body;
    }
    setup.model = std::make_shared<Model>(builder.build());
    setup.q.setZero(setup.model->nq()), setup.v.setZero(setup.model->nv());
    return setup;
  }
};

// It leans by 0.9 rad, so that its end is inside the ground.
SimulationSetup leaning_chain() {
  SimulationSetup setup = LinkChain{}.make();
  setup.q.head<7>() = numbers({std::cos(0.45), 0.0, std::sin(0.45), 0.0, 0.0, 0.0, 0.8});
  setup.v.head<6>() = numbers({1, 2, 3, 1, 0, 0});
  return setup;
}

double lowest(const SimulationSetup& setup, const State& state) {
  Kinematics<double> kinematics(*setup.model);
  kinematics.compute(*setup.model, In<double>(state.q.data(), setup.model->nq()),
                     In<double>(state.v.data(), setup.model->nv()));
  double gap = 1.0;
  for (const Contact& c : setup.contacts)
    gap = std::min(
        gap, (kinematics.pose(*setup.model, setup.model->body_frame(c.a)) * c.p_A).z - c.radius);
  return gap;
}

class StartInside : public testing::TestWithParam<ContactMethod> {};
INSTANTIATE_TEST_SUITE_P(EventsAndStepping, StartInside,
                         testing::Values(ContactMethod::Automatic, ContactMethod::Stepping));

TEST_P(StartInside, KeepsStops) {
  SimulationSetup setup = leaning_chain();
  setup.contact_options.method = GetParam();
  State given;
  given.q = setup.q, given.v = setup.v;
  ASSERT_LT(lowest(setup, given), -0.1);
  Simulation simulation(setup);
  const State start = simulation.state();
  EXPECT_GE(lowest(setup, start), -1e-9);
  const auto largest = [](const State& state) {
    return state.q.tail(state.q.size() - 7).lpNorm<Eigen::Infinity>();
  };
  EXPECT_LE(largest(start), 0.5);
  EXPECT_FALSE(of_kind(simulation.start_events(), EventKind::Outside).empty());
  EXPECT_NEAR(simulation.energy(start).balance, 0.0, 1e-9);
  EnergyWatch watch(setup);
  RunObserver observer;
  observer.sample_interval = 0.01;
  observer.sample = [&](const State& state) {
    watch.see(simulation, state);
    EXPECT_LE(largest(state), 0.5 + 1e-9);
  };
  simulation.advance(1.0, observer);
  std::printf("[ measured ] unexplained %.1e\n", watch.unexplained() / watch.exchanged());
  EXPECT_LT(watch.unexplained(), 1e-3 * watch.exchanged());
}

// Hinged to a place below the ground, with no way out.
TEST(StartWithoutWayOut, NamesContactAndStops) {
  SimulationSetup setup = LinkChain{.floats = false, .stop = 0.1, .links = 3}.make();
  for (Contact& contact : setup.contacts) contact.p_B = {0, 0, 0.5};
  try {
    Simulation simulation(setup);
    FAIL() << "it starts inside";
  } catch (const SimulationError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("contact 'l"), std::string::npos) << text;
    EXPECT_NE(text.find("inside its surface"), std::string::npos) << text;
    EXPECT_NE(text.find("while stops hold 'l1'"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace catena::test
