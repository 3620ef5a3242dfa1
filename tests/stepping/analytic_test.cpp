// Closed solutions of contact, by events and by time steps: the two methods are tested against the
// same numbers, each as closely as it promises.

#include "catena/contact/contact_group.hpp"
#include "tests/stepping/boxes.hpp"

namespace catena::test {
namespace {

class BothMethods : public testing::TestWithParam<ContactMethod> {
 protected:
  bool by_steps() const { return GetParam() == ContactMethod::Stepping; }
  // A run up to t; `step` of time steps.
  Simulation run(SimulationSetup setup, double t, double step = 1e-3) {
    setup.contact_options.method = GetParam();
    setup.contact_options.step = step;
    Simulation simulation(setup);
    events_ = simulation.start_events();
    RunObserver observer;
    observer.event = [&](const SimulationEvent& e) {
      if (e.kind == EventKind::Impact && impacts().empty()) v_at_impact_ = simulation.state().v;
      events_.push_back(e);
    };
    if (t > 0.0) simulation.advance(t, observer);
    return simulation;
  }
  std::vector<SimulationEvent> impacts() const { return of_kind(events_, EventKind::Impact); }

  std::vector<SimulationEvent> events_;
  Eigen::VectorXd v_at_impact_;  // after the first one
};
INSTANTIATE_TEST_SUITE_P(EventsAndStepping, BothMethods,
                         testing::Values(ContactMethod::Events, ContactMethod::Stepping),
                         [](const auto& method) {
                           return method.param == ContactMethod::Events ? "Events" : "Stepping";
                         });

SimulationSetup ball(double height, double speed, const ContactMaterial& material,
                     const Eigen::Vector3d& weight = {0, 0, -gravity}) {
  constexpr double radius = 0.1;
  SimulationSetup setup =
      lone_body(free_joint("flight"), solid_sphere(3.0, radius), weight,
                numbers({1, 0, 0, 0, 0, 0, radius + height}), numbers({0, 0, 0, speed, 0, 0}));
  setup.contacts = {on_plane("ball", only_body, {0, 0, 0}, radius, material)};
  return setup;
}

TEST_P(BothMethods, ABallBouncesAndComesToRest) {
  const double first = std::sqrt(2.0 / gravity);
  for (const auto& [e, zeno] :
       {std::pair{0.5, 1.3545709229571927}, {0.8, 4.063712768871579}, {0.9, 8.578949178728887}}) {
    Simulation simulation = run(ball(1.0, 0.0, {e, 0.0}), zeno + 0.1);
    double t = first, flight = 2.0 * first * e;
    const auto found = impacts();
    ASSERT_GE(found.size(), 5U);
    for (int i = 0; i < 5; ++i, t += flight, flight *= e)
      EXPECT_NEAR(found[static_cast<std::size_t>(i)].t, t, 1e-10) << e << ' ' << i;
    // Time steps cut no more than four times in a step: the last bounces come to rest together.
    EXPECT_NEAR(found.back().t, zeno, 2e-2) << e;
    EXPECT_NEAR(simulation.state().q[6], 0.1, 1e-10);
    EXPECT_LT(simulation.state().v.norm(), 1e-9);
    EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0, 1e-8);
  }
}

TEST_P(BothMethods, ABlockSlidesDownAndStays) {
  const double slope = 30.0 * degree;
  for (const auto& [mu, a] : {std::pair{0.2, 3.205858157774931},
                              {0.3, 2.3562872366623964},
                              {0.5, 0.6571453944373277},
                              {std::tan(slope) + 1e-6, 0.0},
                              {0.7, 0.0}}) {
    Simulation simulation = run(stack({1.0}, sloping_gravity(slope), mu), 1.0);
    EXPECT_NEAR(simulation.state().q[4], 0.5 * a, 1e-11) << mu;
    EXPECT_NEAR(simulation.state().v[3], a, 1e-11) << mu;
  }
}

// The step in which it stops ends where the mean velocity carries it: at most a h^2/8 too far.
TEST_P(BothMethods, ABlockStops) {
  for (const auto& [slope, a, t, d] :
       {std::tuple{0.0, 0.3 * gravity, 0.6795786612300374, 0.6795786612300374},
        {-10.0 * degree, 4.601777840027514, 0.43461463580520043, 0.43461463580520043}})
    for (const double h : {1e-3, 1e-4}) {
      SimulationSetup setup = stack({1.0}, sloping_gravity(slope), 0.3);
      setup.v[3] = 2.0;
      Simulation simulation = run(setup, 1.0, h);
      const double error = by_steps() ? a * h * h / 8.0 : 1e-12;
      EXPECT_NEAR(simulation.state().q[4], d, error + 1e-12);
      EXPECT_LT(simulation.state().v.norm(), 1e-12);
      const auto stops = of_kind(events_, EventKind::Stick);
      ASSERT_FALSE(stops.empty());
      EXPECT_NEAR(stops.back().t, t, by_steps() ? h : 1e-11);
    }
}

TEST_P(BothMethods, ABallSlidesUntilItRolls) {
  for (const double h : {1e-3, 1e-4}) {
    Simulation simulation = run(ball(0.0, 2.0, {0.0, 0.3}), 0.5, h);
    const double t = 0.19416533178001066, v = 1.4285714285714286, d = 0.3328548544800183;
    const auto stops = of_kind(events_, EventKind::Stick);
    ASSERT_EQ(stops.size(), 1U);
    EXPECT_NEAR(stops[0].t, t, by_steps() ? h : 1e-11);
    // Its velocities are in axes that roll with it: of second order.
    const double error = by_steps() ? 20.0 * h * h : 1e-11;
    EXPECT_NEAR(world_velocity(simulation, only_body).linear.x, v, error);
    EXPECT_NEAR(simulation.state().q[4], d + v * (0.5 - t), error);
  }
}

TEST_P(BothMethods, ABallRollsDown) {
  const double a = 2.396584004303436, least = 0.10399149550462923;
  // Constant accelerations: time steps are exact, too.
  for (const double h : {1e-3, 5e-4}) {
    Simulation simulation =
        run(ball(0.0, 0.0, {0.0, 2.0 * least}, sloping_gravity(20.0 * degree)), 1.0, h);
    EXPECT_NEAR(simulation.state().q[4], 0.5 * a, by_steps() ? 1e-12 : 1e-11);
  }
}

// The same of a cylinder, in a plane: v0 / (3 mu g), then 2/3 of the speed.
SimulationSetup cylinder(double slope, double speed, double mu) {
  constexpr double radius = 0.1, mass = 3.0, I = 0.5 * mass * radius * radius;
  SimulationSetup setup =
      lone_body(planar("plane", {0, 0, 1}),
                inertia_about_com(mass, {0, 0, 0}, Sym3<double>::diagonal(I, I, I)),
                gravity * Eigen::Vector3d(std::sin(slope), -std::cos(slope), 0.0),
                numbers({0, radius, 0}), numbers({speed, 0, 0}));
  setup.contacts = {on_plane("rim", only_body, {0, 0, 0}, radius, {0.0, mu}, {0, 1, 0})};
  return setup;
}

TEST_P(BothMethods, ACylinderSlidesUntilItRolls) {
  for (const double h : {1e-3, 1e-4}) {
    Simulation simulation = run(cylinder(0.0, 2.0, 0.3), 0.5, h);
    const auto stops = of_kind(events_, EventKind::Stick);
    ASSERT_EQ(stops.size(), 1U);
    EXPECT_NEAR(stops[0].t, 0.22652622041001247, by_steps() ? h : 1e-11);
    EXPECT_NEAR(simulation.state().v[0], 4.0 / 3.0, 1e-11);
  }
}

TEST_P(BothMethods, ACylinderRollsDown) {
  const double slope = 20.0 * degree, a = 2.2368117373498735, least = 0.12132341142206744;
  Simulation rolls = run(cylinder(slope, 0.0, 1.0001 * least), 1.0);
  EXPECT_NEAR(rolls.state().q[0], 0.5 * a, 1e-10);
  EXPECT_NEAR(rolls.state().v[2], -a / 0.1, 1e-9);
  Simulation slides = run(cylinder(slope, 0.0, 0.9 * least), 1.0);
  EXPECT_NEAR(slides.state().v[0], gravity * (std::sin(slope) - 0.9 * least * std::cos(slope)),
              1e-10);
}

// Housner 1963: the first landing, and what it leaves of the speed.
TEST_P(BothMethods, ABlockRocks) {
  constexpr double width = 0.2, height = 1.0;
  const double alpha = std::atan2(width, height);
  for (const auto& [part, t, w] : {std::tuple{0.5, 0.3470935867888791, 0.6480490122675338},
                                   {0.2, 0.182888594003298, 0.44869669199210666},
                                   {0.9, 0.7882156875846603, 0.7448423919696094}}) {
    const double tilt = part * alpha, c = std::cos(tilt), s = std::sin(tilt);
    SimulationSetup setup = lone_body(
        planar("plane", {0, 0, 1}), solid_box(5.0, {width, height, 0.3}), {0, -gravity, 0},
        numbers({-c * width / 2 + s * height / 2, s * width / 2 + c * height / 2, -tilt}),
        Eigen::VectorXd::Zero(3));
    for (const double x : {-width / 2, width / 2})
      setup.contacts.push_back(on_plane(x < 0 ? "left" : "right", only_body, {x, -height / 2, 0},
                                        0.0, {0.0, 2.0}, {0, 1, 0}));
    double before = 0.0;
    for (const double h : {1e-3, 5e-4}) {
      Simulation simulation = run(setup, t + 0.05, h);
      const auto found = impacts();
      ASSERT_FALSE(found.empty());
      const double error = std::abs(found[0].t - t);
      EXPECT_LT(error, by_steps() ? 3.0 * h * h : 1e-11);
      if (by_steps() && before > 0.0) {
        EXPECT_NEAR(before / error, 4.0, 0.4);
      }
      before = error;
      EXPECT_NEAR(-found[0].v_before / width, w, by_steps() ? 3.0 * h * h : 1e-11);
      EXPECT_NEAR(-width * v_at_impact_[2] / found[0].v_before, 0.9423076923076923,
                  by_steps() ? 2.0 * h * h : 1e-9);
    }
  }
}

TEST_P(BothMethods, ThreeBallsInTouch) {
  for (const auto& [e, order, expected] :
       {std::tuple{1.0, ImpactOrder::Simultaneous, numbers({-1.0 / 3, 2.0 / 3, 2.0 / 3})},
        {0.0, ImpactOrder::Simultaneous, numbers({1.0 / 3, 1.0 / 3, 1.0 / 3})},
        {1.0, ImpactOrder::Sequential, numbers({0.0, 0.0, 1.0})}})
    for (const double gap : {0.0, 1e-4}) {
      ModelBuilder builder;
      builder.set_gravity({0, 0, 0});
      SimulationSetup setup;
      for (int i = 0; i < 3; ++i) {
        const std::string name = "ball" + std::to_string(i);
        const BodyId body = builder.add_body(name, solid_sphere(1.0, 0.5));
        builder.add_joint(prismatic(name, {1, 0, 0}), builder.world(), body);
        if (i == 0) continue;
        Contact contact = on_plane(name, BodyId{body.index - 1}, {0, 0, 0}, 0.5, {e, 0.0});
        contact.b = body, contact.against = Contact::Against::Sphere, contact.radius_b = 0.5;
        setup.contacts.push_back(contact);
      }
      setup.model = std::make_shared<Model>(builder.build());
      setup.q = numbers({0.0, 1.0 + gap, 2.0 + 2.0 * gap}), setup.v = numbers({1, 0, 0});
      setup.contact_options.order = order;
      Simulation simulation = run(setup, 0.1);
      // With gaps between them the balls strike one after the other, whatever the order.
      const Eigen::VectorXd wanted = gap > 0.0 && e == 1.0 ? numbers({0, 0, 1}) : expected;
      EXPECT_LT((simulation.state().v - wanted).norm(), 1e-12) << e << ' ' << gap;
    }
}

TEST_P(BothMethods, ARodStrikesTheGround) {
  for (const auto& [angle, p, v, w] : {std::tuple{0.0, 0.375, -0.625, 2.25},
                                       {30.0, 0.461538461538, -0.538461538462, 2.398224195095},
                                       {45.0, 0.6, -0.4, 2.545584412272},
                                       {60.0, 0.857142857143, -0.142857142857, 2.571428571429}}) {
    const double th = angle * degree;
    SimulationSetup setup = lone_body(
        planar("plane", {0, 0, 1}),
        inertia_about_com(1.0, {0, 0, 0}, Sym3<double>::diagonal(1e-3, 1.0 / 12, 1.0 / 12)),
        {0, 0, 0}, numbers({0, 0.5 * std::sin(th) + 0.01, th}), numbers({0, -1, 0}));
    setup.contacts = {on_plane("end", only_body, {-0.5, 0, 0}, 0.0, {0.5, 0.0}, {0, 1, 0})};
    Simulation simulation = run(setup, 0.011);
    const auto found = impacts();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NEAR(found[0].t, 0.01, 1e-12);
    EXPECT_NEAR(found[0].impulse, p, 1e-11);
    EXPECT_NEAR(simulation.state().v[1], v, 1e-11);
    EXPECT_NEAR(std::abs(simulation.state().v[2]), w, 1e-11);
  }
}

TEST_P(BothMethods, ABallStrikesObliquely) {
  for (const auto& [mu, vt, vt_after, spin] :
       {std::tuple{0.1, 2.0, 1.85, 0.375}, {0.5, 1.0, 5.0 / 7, 5.0 / 7}}) {
    SimulationSetup setup = ball(0.01, vt, {0.5, mu}, {0, 0, 0});
    setup.v[5] = -1.0;
    Simulation simulation = run(setup, 0.011);
    const Motion<double> now = world_velocity(simulation, only_body);
    // For 1 ms after it the ball turns: in its axes velocities are of second order.
    const double error = by_steps() ? 1e-7 : 1e-12;
    EXPECT_NEAR(now.linear.x, vt_after, error);
    EXPECT_NEAR(now.linear.z, 0.5, error);
    EXPECT_NEAR(0.1 * now.angular.y, spin, 1e-12);
  }
}

// A rod whose end slides to the left on rough ground (Painleve 1895); m = L = 1.
SimulationSetup sliding_rod(double angle, double mu) {
  const double c = 0.5 * std::cos(angle), s = 0.5 * std::sin(angle);
  SimulationSetup setup =
      lone_body(planar("plane", {0, 0, 1}),
                inertia_about_com(1.0, {0, 0, 0}, Sym3<double>::diagonal(1e-3, 1.0 / 12, 1.0 / 12)),
                {0, -gravity, 0}, numbers({c, s, angle}), numbers({-1, 0, 0}));
  setup.contacts = {on_plane("end", only_body, {-0.5, 0, 0}, 0.0, {0.0, mu}, {0, 1, 0})};
  return setup;
}

// Outside of the paradox there is one solution, and both methods find it.
TEST_P(BothMethods, PainlevesRodSlidesOn) {
  for (const auto& [mu, angle] :
       {std::pair{1.5, 45.0}, {1.5, 76.0}, {2.0, 30.0}, {2.0, 82.0}, {0.5, 63.4349}}) {
    const SimulationSetup setup = sliding_rod(angle * degree, mu);
    SimulationSetup exact = setup;
    exact.contact_options.method = ContactMethod::Events;
    Simulation reference(exact);
    reference.advance(0.02);
    double before = 0.0;
    for (const double h : {1e-3, 1e-4}) {
      Simulation simulation = run(setup, 0.02, h);
      const double error = (simulation.state().q - reference.state().q).norm();
      EXPECT_LT(error, 100.0 * h * h) << mu << ' ' << angle;
      // Some stop sliding on their way, which steps do not locate; longer steps are halved there,
      // so that ten times shorter ones gain less than ten times.
      if (by_steps() && before > 1e-9) {
        EXPECT_GT(before / error, 3.0) << mu << ' ' << angle;
      }
      before = error;
    }
  }
}

// Inside of it no force lets the end slide on: it stops by an impulse, in the step in which that
// becomes so.
TEST_P(BothMethods, PainlevesRodJams) {
  for (const auto& [mu, angle] :
       {std::pair{1.5, 51.0}, {1.5, 60.0}, {1.5, 72.0}, {2.0, 40.0}, {2.0, 63.4}, {2.0, 79.0}}) {
    const double c = std::cos(angle * degree), s = std::sin(angle * degree);
    const double det = (1 + 3 * c * c) * (1 + 3 * s * s) - 9 * s * s * c * c;
    const double pt = (1 + 3 * c * c) / det, pn = 3 * s * c / det;
    const Eigen::VectorXd jammed = numbers({-1.0 + pt, pn, 6.0 * (s * pt - c * pn)});
    for (const double h : {1e-3, 1e-4}) {
      Simulation simulation = run(sliding_rod(angle * degree, mu), by_steps() ? h : 0.0, h);
      EXPECT_LT((simulation.state().v - jammed).norm(), by_steps() ? 30.0 * h : 1e-12)
          << mu << ' ' << angle;
    }
  }
}

// Where the paradox begins and ends: the end jams at once inside, and goes on to slide outside.
TEST_P(BothMethods, PainlevesRodJamsBetweenTwoAngles) {
  for (const auto& [mu, from, to] :
       {std::tuple{1.5, 50.6416, 73.0485}, {2.0, 37.3774, 79.1877}, {1.3, 63.4349, 63.4349}})
    for (const double off : {-0.1, 0.1})
      for (const double edge : {from, to}) {
        const bool jams = to > from && off * (edge == from ? 1.0 : -1.0) > 0.0;
        const double h = 1e-5;
        Simulation simulation =
            run(sliding_rod((edge + off) * degree, mu), by_steps() ? h : 0.0, h);
        const double slides =
            world_velocity(simulation, only_body).linear.x;  // of the centre; 1 m/s before
        EXPECT_EQ(slides > -0.95, jams) << mu << ' ' << edge + off;
      }
}

// A rod that flies across its length is caught by one end.
TEST_P(BothMethods, ALatchKeepsThreeQuarters) {
  const double I = 1.0 / 12.0;
  SimulationSetup setup = lone_body(
      free_joint("flight"), inertia_about_com(1.0, {0, 0, 0}, Sym3<double>::diagonal(1e-3, I, I)),
      {0, 0, 0}, numbers({1, 0, 0, 0, 0, 0, 1}), numbers({0, 0, 0, 0, 1, 0}));
  setup.contacts = {on_plane("end", only_body, {0.5, 0, 0}, 0.0, {})};
  Simulation simulation = run(setup, 0.2);
  Connect latch;
  latch.joint = {revolute("latch", {0, 0, 1}), only_body, world_body,
                 Transform<double>::at({-0.5, 0, 0}), Transform<double>::identity()};
  latch.here = true;
  simulation.connect(latch);
  EXPECT_NEAR(world_velocity(simulation, only_body).angular.z, 1.5, 1e-12);
  EXPECT_NEAR(simulation.energy(simulation.state()).kinetic, 0.375, 1e-12);
  simulation.advance(0.4);
  EXPECT_NEAR(simulation.energy(simulation.state()).kinetic, 0.375, 1e-12);
}

}  // namespace
}  // namespace catena::test
