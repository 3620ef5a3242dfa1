// What a program may do wrong with a Simulation: each is refused with words that help, or works.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

#include "catena/elements/drives.hpp"
#include "catena/model/model_builder.hpp"
#include "tests/sim/slider.hpp"
#include "tests/sim/thrown_bodies.hpp"

namespace catena::test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// A chain of two rods that flies, turns and may be pulled.
SimulationSetup flying_chain() {
  ModelBuilder builder;
  const auto rod = [](double mass) {
    return Transform<double>::at({0.5, 0, 0}) * solid_box(mass, {1.0, 0.1, 0.1});
  };
  const BodyId base = builder.add_body("base", rod(1.0)), link = builder.add_body("link", rod(1.5));
  builder.add_joint(free_joint("flight"), world_body, base);
  builder.add_joint(revolute("elbow", {0, 1, 0}), base, link, Transform<double>::at({1, 0, 0}));
  SimulationSetup setup;
  setup.model = std::make_shared<const Model>(builder.build());
  setup.v = Eigen::VectorXd::Zero(setup.model->nv());
  setup.v << 0.3, 1.0, -0.2, 0.4, 0.1, 0.5, 0.7;
  setup.may_be_pulled = true;
  return setup;
}

Connect pivot(const Model& model) {
  return {{revolute("pivot", {0, 1, 0}), model.find_body("link"), world_body,
           Transform<double>::at({1, 0, 0}), Transform<double>::identity()},
          true};
}

SimulationSetup bouncing_slider() {
  SimulationSetup setup = slider(
      [](JointSpec& joint) { joint.position_lower = 0.0, joint.coulomb_friction = 1.0; }, 1.0, 0.0);
  setup.limits.restitution = Eigen::VectorXd::Constant(1, 0.5);
  return setup;
}

void expect_same(const Simulation& a, const Simulation& b) {
  EXPECT_EQ(a.state().t, b.state().t);
  EXPECT_EQ(a.state().q, b.state().q);
  EXPECT_EQ(a.state().v, b.state().v);
  EXPECT_EQ(a.state().spent, b.state().spent);
  EXPECT_EQ(a.state().step_count, b.state().step_count);
}

// What is thrown, as text; says so where nothing or something else is thrown.
template <class Expected, class Action>
std::string refusal(Action&& action) {
  try {
    action();
  } catch (const Expected& error) {
    return error.what();
  } catch (const std::exception& error) {
    ADD_FAILURE() << "an error of another type: " << error.what();
    return {};
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

void expect_words(const std::string& text, std::initializer_list<const char*> words) {
  for (const char* word : words) EXPECT_NE(text.find(word), std::string::npos) << text;
}

TEST(Misuse, AMovedSimulationGoesOn) {
  for (const SimulationSetup& setup : {flying_chain(), bouncing_slider()}) {
    Simulation reference(setup);
    reference.advance(0.7), reference.advance(1.5);

    Simulation first(setup);
    first.advance(0.7);
    Simulation second(std::move(first));
    Simulation third(bouncing_slider());
    third.advance(0.1);
    third = std::move(second);
    third.advance(1.5);
    expect_same(third, reference);
    Evaluation at;
    third.evaluate(third.state(), at);
    EXPECT_TRUE(at.a.allFinite());
  }
}

TEST(Misuse, ARefusedRestoreChangesNothing) {
  Simulation untouched(flying_chain()), tried(flying_chain());
  untouched.advance(0.4), tried.advance(0.4);
  Simulation other(bouncing_slider());
  State no_number = tried.state(), no_modes = tried.state(), far = tried.state();
  no_number.v[2] = nan;
  no_modes.modes.back() = nullptr, no_modes.modes[1] = nullptr;
  AppliedChange wrong;
  wrong.connected = pivot(tried.model()).joint;
  wrong.connected.a = BodyId{17};
  far.changes = std::make_shared<const std::vector<AppliedChange>>(1, wrong);
  State cut_twice = tried.state();
  cut_twice.changes =
      std::make_shared<const std::vector<AppliedChange>>(2, AppliedChange{"elbow", {}});
  State fits_no_more = tried.state();  // a structure with other coordinates than the state
  fits_no_more.changes =
      std::make_shared<const std::vector<AppliedChange>>(1, AppliedChange{"elbow", {}});
  for (const State& wrong_state :
       {other.state(), State{}, no_number, no_modes, fits_no_more, far, cut_twice})
    EXPECT_THROW(tried.restore(wrong_state), std::invalid_argument);
  untouched.advance(1.0), tried.advance(1.0);
  expect_same(tried, untouched);
}

TEST(Misuse, AStateOfOtherContactsIsRefused) {
  SimulationSetup one = thrown_bodies(0.0, 0.4), two = one;
  two.contacts.pop_back();
  Simulation with_all(one), with_fewer(two);
  EXPECT_THROW(with_fewer.restore(with_all.state()), std::invalid_argument);
  EXPECT_THROW(with_all.restore(with_fewer.state()), std::invalid_argument);
}

TEST(Misuse, TheStateFollowsTheSimulation) {
  Simulation simulation(flying_chain());
  const State& follows = simulation.state();
  const State kept = simulation.state();
  simulation.advance(0.3);
  EXPECT_EQ(follows.t, 0.3);
  EXPECT_EQ(kept.t, 0.0);
  EXPECT_NE(refusal<std::invalid_argument>([&] {
              simulation.restore(follows);
            }).find("State kept = simulation.state()"),
            std::string::npos);
  EXPECT_EQ(simulation.state().t, 0.3);
  simulation.restore(kept);
  EXPECT_EQ(follows.t, 0.0);
}

TEST(Misuse, AnEndThatHasPassedIsRefused) {
  Simulation simulation(flying_chain());
  simulation.advance(0.5);
  EXPECT_NE(refusal<std::invalid_argument>([&] { simulation.advance(0.4); }).find("0.5 s already"),
            std::string::npos);
  EXPECT_NO_THROW(simulation.advance(0.5));
  EXPECT_NO_THROW(simulation.advance(0.5 - 1e-15));  // sums of steps miss it by so much
  EXPECT_EQ(simulation.state().t, 0.5);
}

TEST(Misuse, NumbersThatTheModelDoesNotHaveAreRefused) {
  const SimulationSetup setup = flying_chain();
  const Model& model = *setup.model;
  EXPECT_NE(refusal<ModelError>([&] {
              (void)model.joint(JointId{99});
            }).find("no joint number 99; it has 2"),
            std::string::npos);
  EXPECT_THROW((void)model.joint(JointId{-1}), ModelError);
  EXPECT_THROW((void)model.joint(JointId{2}), ModelError);
  EXPECT_THROW((void)model.body(BodyId{3}), ModelError);
  EXPECT_THROW((void)model.frame(FrameId{100}), ModelError);
  EXPECT_EQ(model.joint(JointId{1}).spec.name, "elbow");
}

TEST(Misuse, AQuaternionOfZeroIsRefused) {
  SimulationSetup setup = flying_chain();
  setup.q = Eigen::VectorXd::Zero(setup.model->nq());
  EXPECT_NE(
      refusal<std::invalid_argument>([&] { Simulation{setup}; }).find("'flight' in q is zero"),
      std::string::npos);
  Simulation simulation(flying_chain());
  State state = simulation.state();
  state.q.setZero();
  EXPECT_NE(refusal<std::invalid_argument>([&] { simulation.restore(state); }).find("'flight'"),
            std::string::npos);
}

TEST(Misuse, EffortsByHandAreOnePerCoordinate) {
  const auto numbers = [](std::size_t count) {
    return std::make_shared<std::vector<double>>(count, 1.0);
  };
  EXPECT_THROW(hand_motor("h", {0}, nullptr), std::invalid_argument);
  EXPECT_THROW(hand_motor("h", {0}, numbers(2)), std::invalid_argument);
  EXPECT_THROW(hand_motor("h", {0, 1}, numbers(1)), std::invalid_argument);
  EXPECT_NE(refusal<std::invalid_argument>([&] {
              hand_motor("grip", {0, 1}, numbers(3));
            }).find("'grip': there are 3 efforts, expected 2"),
            std::string::npos);
  SimulationSetup setup = bouncing_slider();
  const auto efforts = numbers(1);
  setup.motors.push_back(hand_motor("h", {0}, efforts));
  Simulation simulation(setup);
  simulation.advance(0.01);
  efforts->resize(3);
  EXPECT_THROW(simulation.advance(0.02), std::invalid_argument);
}

TEST(Misuse, ASampleMustNotChangeTheSimulation) {
  Simulation untouched(flying_chain()), tried(flying_chain());
  int refused = 0, samples = 0;
  RunObserver observer;
  observer.sample_interval = 0.05;
  observer.sample = [&](const State& state) {
    ++samples;
    const auto expect_refused = [&](const char* call, auto&& action) {
      expect_words(refusal<SimulationError>(action), {call, "RunObserver::step"});
      ++refused;
    };
    expect_refused("cut()", [&] { tried.cut("elbow"); });
    expect_refused("connect()", [&] { tried.connect(pivot(tried.model())); });
    expect_refused("restore()", [&] { tried.restore(state); });
    expect_refused("pull()", [&] { tried.pull(std::nullopt); });
    expect_refused("advance()", [&] { tried.advance(2.0); });
    expect_refused("inputs_changed()", [&] { tried.inputs_changed(); });
  };
  tried.advance(0.5, observer), untouched.advance(0.5);
  EXPECT_EQ(samples, 11);
  EXPECT_EQ(refused, 6 * samples);
  expect_same(tried, untouched);

  // One that is not caught ends the call; the run can go on.
  observer.sample = [&](const State& state) {
    if (state.t > 0.7) tried.cut("elbow");
  };
  EXPECT_THROW(tried.advance(1.0, observer), SimulationError);
  tried.advance(1.0), untouched.advance(1.0);
  EXPECT_LT((tried.state().q - untouched.state().q).norm(), 1e-9);
  tried.cut("elbow");
  EXPECT_EQ(tried.state().v.size(), 12);
}

TEST(Misuse, StepsAndEventsMayChangeTheSimulation) {
  Simulation simulation(flying_chain());
  RunObserver observer;
  bool done = false;
  observer.sample_interval = 0.01;
  int samples = 0;
  observer.sample = [&](const State&) { ++samples; };
  observer.step = [&](const State& state) {
    if (!done && state.t > 0.2) simulation.cut("elbow"), done = true;
    return true;
  };
  simulation.advance(0.5, observer);
  EXPECT_EQ(simulation.state().v.size(), 12);
  EXPECT_EQ(samples, 51);
  EXPECT_LT(std::abs(simulation.energy(simulation.state()).balance), 1e-10);

  SimulationSetup setup = bouncing_slider();
  Simulation slides(setup);
  RunObserver on_event;
  int bounces = 0;
  on_event.event = [&](const SimulationEvent& event) {
    if (event.kind == EventKind::Limit && ++bounces == 2) slides.cut("slide");
  };
  slides.advance(2.0, on_event);
  EXPECT_EQ(bounces, 2);
  EXPECT_EQ(slides.state().v.size(), 6);
  EXPECT_LT(slides.state().q[6], 0.0) << "it falls where there is no stop";
}

TEST(Misuse, AConnectionNeedsBodiesThatExist) {
  Simulation untouched(flying_chain()), tried(flying_chain());
  untouched.advance(0.3), tried.advance(0.3);
  for (const int wrong : {-1, 3, 1000000}) {
    Connect connect = pivot(tried.model());
    connect.joint.a = BodyId{wrong};
    expect_words(refusal<ModelError>([&] { tried.connect(connect); }),
                 {"pivot", std::to_string(wrong).c_str(), "0 to 2"});
    std::swap(connect.joint.a, connect.joint.b);
    EXPECT_THROW(tried.connect(connect), ModelError);
  }
  Connect apart = pivot(tried.model());
  apart.here = false, apart.joint.X_BM = Transform<double>::at({9, 9, 9});
  EXPECT_THROW(tried.connect(apart), SimulationError);
  EXPECT_THROW(tried.cut("nothing"), ModelError);
  EXPECT_EQ(tried.structure_count(), 0);
  untouched.advance(0.8), tried.advance(0.8);
  expect_same(tried, untouched);
}

// A setup that cannot be, and the words that its refusal must have.
void expect_refused(const SimulationSetup& setup, std::initializer_list<const char*> words) {
  expect_words(refusal<std::invalid_argument>([&] { Simulation simulation(setup); }), words);
}

TEST(Misuse, NumbersThatCannotBeAreRefused) {
  const SimulationSetup good = bouncing_slider();
  SimulationSetup s = good;
  s.integrator.max_step = 0.0;
  expect_refused(s, {"max_step is 0 s", "more than 0"});
  s = good, s.integrator.max_step = nan;
  expect_refused(s, {"max_step is nan", "more than 0"});
  s = good, s.integrator.step = nan;
  expect_refused(s, {"step is nan", "0 or more"});
  for (const double wrong : {-1e-9, 0.0, nan}) {
    s = good, s.integrator.relative_tolerance = wrong;
    expect_refused(s, {"relative", "more than 0"});
    s = good, s.integrator.absolute_tolerance = wrong;
    expect_refused(s, {"absolute", "more than 0"});
    s = good, s.integrator.kind = IntegratorKind::RungeKutta4, s.integrator.step = wrong;
    expect_refused(s, {"fixed steps", "more than 0"});
    s = good, s.contact_options.rest_speed = wrong;
    expect_refused(s, {"rest speed", "more than 0"});
  }
  s = good, s.limits.restitution[0] = nan;
  expect_refused(s, {"restitution[0] is nan", "finite"});
  s = good, s.limits.restitution[0] = 1.5;
  expect_refused(s, {"restitution of 'slide' is 1.5", "0 to 1"});
  s = good, s.q[0] = nan;
  expect_refused(s, {"q[0] is nan", "finite"});
  s = good, s.v[0] = INFINITY;
  expect_refused(s, {"v[0] is inf", "finite"});
  s = good, s.v = Eigen::VectorXd::Zero(3);
  expect_refused(s, {"v has 3 numbers", "needs 1"});
  s = good, s.start_time = nan;
  expect_refused(s, {"start time", "nan"});
  s = good, s.motors.push_back({"idle", {0}, {}, {}});
  expect_refused(s, {"motor 'idle'", "no function"});
  s = good, s.motors.push_back(pusher([](double) { return 1.0; })), s.motors[0].dofs = {4};
  expect_refused(s, {"motor 'pusher'", "does not exist"});
  s = good, s.prescribed.push_back({"path", 0, {}});
  expect_refused(s, {"path 'path'", "no function"});
  s = good, s.model = nullptr;
  expect_refused(s, {"no model"});
}

TEST(Misuse, LimitsThatCannotBeAreRefused) {
  const auto refused = [](double lower, double upper) {
    return refusal<ModelError>([&] {
      slider([&](JointSpec& j) { j.position_lower = lower, j.position_upper = upper; }, 0.0, 0.0);
    });
  };
  expect_words(refused(1.0, -1.0), {"'slide'", "lower limit 1 is above the upper limit -1"});
  expect_words(refused(nan, 1.0), {"'slide'", "position_lower", "NaN"});
  expect_words(refused(-1.0, nan), {"'slide'", "position_upper", "NaN"});
}

TEST(Misuse, TheEndOfARunIsAFiniteTime) {
  Simulation simulation(bouncing_slider());
  for (const double wrong : {nan, static_cast<double>(INFINITY)})
    expect_words(refusal<std::invalid_argument>([&] { simulation.advance(wrong); }),
                 {"the end is", "finite"});
  RunObserver observer;
  observer.sample = [](const State&) {};
  observer.sample_interval = nan;
  expect_words(refusal<std::invalid_argument>([&] { simulation.advance(1.0, observer); }),
               {"sample_interval is nan"});
  EXPECT_EQ(simulation.state().t, 0.0);
}

TEST(Misuse, TheStartIsSampledOnce) {
  for (const double start : {0.0, 0.3}) {
    SimulationSetup setup = bouncing_slider();
    setup.start_time = start;
    Simulation simulation(setup);
    std::vector<double> times;
    RunObserver observer;
    observer.sample_interval = 0.1;
    observer.sample = [&](const State& state) { times.push_back(state.t); };
    simulation.advance(start);  // without samples, and without a step
    for (const double end : {0.0, 0.0, 0.25, 0.5, 0.5, 1.0})
      simulation.advance(start + end, observer);
    ASSERT_EQ(times.size(), 11u);
    for (std::size_t i = 0; i < times.size(); ++i)
      EXPECT_NEAR(times[i], start + 0.1 * static_cast<double>(i), 1e-12);
  }
}

}  // namespace
}  // namespace catena::test
