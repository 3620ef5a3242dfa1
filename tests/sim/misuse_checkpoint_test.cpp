// Checkpoints that are old, of another mechanism or corrupt; joints that a program has made.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "catena/contact/contact_group.hpp"
#include "catena/elements/bushing.hpp"
#include "catena/elements/point_spring.hpp"
#include "catena/elements/stops.hpp"
#include "catena/elements/torsion_spring.hpp"
#include "tests/sim/slider.hpp"
#include "tests/sim/thrown_bodies.hpp"
#include "tests/support/checkpoints.hpp"

namespace catena::test {
namespace {

Checkpoint read(const std::string& text) {
  std::istringstream stream(text);
  return read_checkpoint(stream, "test");
}

void expect_same_run(Simulation& a, Simulation& b, double t_end) {
  a.advance(t_end), b.advance(t_end);
  EXPECT_EQ(a.state().q, b.state().q);
  EXPECT_EQ(a.state().v, b.state().v);
  EXPECT_EQ(a.state().spent, b.state().spent);
  EXPECT_EQ(a.state().impact_loss, b.state().impact_loss);
}

// Two bodies that fly apart from each other.
SimulationSetup two_flyers(double mass = 1.0, const char* second = "two") {
  ModelBuilder builder;
  builder.add_body("one", solid_box(mass, {0.3, 0.2, 0.1}));
  builder.add_body(second, solid_box(0.7, {0.2, 0.2, 0.4}));
  builder.add_joint(free_joint("fly1"), world_body, BodyId{1});
  builder.add_joint(free_joint("fly2"), world_body, BodyId{2}, Transform<double>::at({0.5, 0, 0}));
  SimulationSetup setup;
  setup.model = std::make_shared<const Model>(builder.build());
  setup.v = Eigen::VectorXd::Zero(12);
  setup.v << 0.3, 1.0, -0.2, 0.4, 0.1, 0.5, 0.7, -0.5, 0.2, 0.1, 0.6, 0.3;
  return setup;
}

// All that a joint may have, in numbers that are not round.
JointSpec rich(JointSpec spec) {
  const int n = velocity_size(spec.kind);
  if (n == 0) return spec;
  const auto all = [&](double x) { return Eigen::VectorXd::LinSpaced(n, x, 1.3 * x); };
  spec.damping = all(0.1), spec.coulomb_friction = all(0.01), spec.static_friction = all(0.017);
  spec.stiffness = Eigen::MatrixXd(all(2.3).asDiagonal());
  spec.velocity_limit = all(70.1), spec.effort_limit = all(30.7);
  if (configuration_size(spec.kind) == n)
    spec.position_lower = all(-0.31), spec.position_upper = all(0.37), spec.spring_rest = all(0.07);
  return spec;
}

TEST(MisuseCheckpoint, JointsMadeByAProgramSurviveAStateFile) {
  const Eigen::Vector3d x(1, 2, 2), y(0, 1, -1);
  const JointSpec kinds[] = {weld("made"),
                             revolute("made", x),
                             continuous("made", x),
                             prismatic("made", y),
                             helical("made", x, 0.13),
                             cylindrical("made", y),
                             universal("made", {1, 0, 0}, {0, 1, 0}),
                             planar("made", x),
                             spherical("made"),
                             free_joint("made")};
  for (const JointSpec& kind : kinds)
    for (const bool reroot : {true, false}) {
      SCOPED_TRACE(to_string(kind.kind));
      SimulationSetup setup = two_flyers();
      setup.reroot = reroot;
      JointSpec spec = rich(kind);
      if (kind.kind == JointKind::Continuous) spec.position_lower = spec.position_upper = {};
      Simulation simulation(setup);
      simulation.advance(0.1);
      simulation.connect({{spec, BodyId{1}, BodyId{2}, Transform<double>::at({0.1, 0.2, 0.3}),
                           Transform<double>::identity()},
                          true});
      simulation.advance(0.25);
      Simulation restored(setup);
      restored.restore(state_of(read(state_text(simulation)), setup));
      EXPECT_EQ(state_text(restored), state_text(simulation));
      expect_same_run(simulation, restored, 0.6);
    }
}

// A line of a file of version 3.
std::string line(const char* name, std::initializer_list<double> numbers) {
  std::string text = name;
  for (const double x : numbers) text += fmt::format(" {:a}", x);
  return text + '\n';
}
std::string line(const char* name, const Eigen::VectorXd& numbers) {
  std::string text = name;
  for (const double x : numbers) text += fmt::format(" {:a}", x);
  return text + '\n';
}

// The file that version 3 wrote of a state. `sources`: names of what takes energy, in its order.
std::string version_3(const Simulation& simulation, const std::vector<std::string>& sources) {
  const State& s = simulation.state();
  const Checkpoint c = make_checkpoint(simulation, s);
  const auto& modes = find_modes<CoordinateModes>(s);
  Eigen::VectorXd limits(s.v.size()), slips(s.v.size()), spent(sources.size());
  for (std::size_t k = 0; k < modes.size(); ++k) {
    limits[static_cast<Eigen::Index>(k)] = modes[k].limit;
    slips[static_cast<Eigen::Index>(k)] = modes[k].slip;
  }
  for (std::size_t i = 0; i < sources.size(); ++i)
    for (const auto& [source, energy] : c.spent)
      if (source.name == sources[i]) spent[static_cast<Eigen::Index>(i)] = energy;
  std::string text = "catena state 3\n";
  text += line("t", {s.t}) + line("q", s.q) + line("v", s.v) + line("limits", limits) +
          line("slips", slips) + line("spent", spent) + line("initial_energy", {s.initial_energy}) +
          line("impact_loss", {s.impact_loss}) + line("next_step", {s.next_step}) +
          line("step_count", {static_cast<double>(s.step_count)}) +
          line("past_dissipated", {s.past_dissipated}) + line("past_work", {s.past_work}) +
          line("chatter", {static_cast<double>(s.recent_events), s.counting_since, s.rest_factor}) +
          "happened\n";
  for (const Contact& contact : simulation.setup().contacts) {
    const std::vector<double>& numbers = c.modes.at("contacts").at(contact.name);
    text += line("contact", Eigen::Map<const Eigen::VectorXd>(
                                numbers.data(), static_cast<Eigen::Index>(numbers.size())));
  }
  return text;
}

TEST(MisuseCheckpoint, AFileOfVersion3IsRead) {
  const SimulationSetup setup = slider([](JointSpec&) {}, 0.0, 0.0);
  const State state = state_of(
      read("catena state 3\nt 1\nq 0.5\nv -2\nlimits 0\nslips 0\nspent\ninitial_energy 19.62\n"
           "impact_loss 0\nnext_step 0\nstep_count 7\npast_dissipated 0\npast_work 0\n"
           "chatter 0 0 1\nhappened\n"),
      setup);
  Simulation simulation(setup);
  simulation.restore(state);
  simulation.advance(1.1);
  EXPECT_NEAR(simulation.state().q[0], 0.5 - 0.2 - 0.5 * gravity * 0.01, 1e-13);
  EXPECT_NEAR(simulation.state().v[0], -2.0 - 0.1 * gravity, 1e-13);
}

TEST(MisuseCheckpoint, AFileOfVersion3Continues) {
  SimulationSetup sliding = slider(
      [](JointSpec& j) {
        j.damping = 0.3, j.coulomb_friction = 2.0, j.position_lower = 0.0, j.position_upper = 1.1;
      },
      1.0, 0.5);
  sliding.limits.restitution = Eigen::VectorXd::Constant(1, 0.6);
  sliding.motors.push_back(pusher([](double t) { return 5.0 * std::sin(3.0 * t); }));
  SimulationSetup thrown = thrown_bodies(0.4, 0.3);
  thrown.q[6] += 0.05, thrown.q[13] += 0.5;
  thrown.v << 0.0, 0.0, 0.5, 1.0, 0.3, 0.0, 1.0, -3.0, 0.0, 0.4, 0.0, 0.0;
  std::vector<std::string> contacts;
  for (const Contact& contact : thrown.contacts) contacts.push_back(contact.name);
  for (const double saved_at : {0.01, 0.3, 0.8}) {
    for (const auto& [setup, sources] :
         {std::pair{sliding, std::vector<std::string>{"slide", "pusher"}},
          std::pair{thrown, contacts}}) {
      Simulation simulation(setup), restored(setup);
      simulation.advance(saved_at);
      restored.restore(state_of(read(version_3(simulation, sources)), setup));
      expect_same_run(simulation, restored, 1.2);
    }
  }
}

TEST(MisuseCheckpoint, PlainJointsOfVersion3AreRead) {
  const SimulationSetup setup = two_flyers();
  Simulation simulation(setup);
  simulation.advance(0.1);
  simulation.connect({{spherical("made"), BodyId{1}, BodyId{2},
                       Transform<double>::at({0.1, 0.2, 0.3}), Transform<double>::identity()},
                      true});
  simulation.advance(0.2);
  std::string text = version_3(simulation, {});
  const LoopJoint& made = simulation.state().changes->front().connected;
  text += "connect_spherical 1 2";
  for (const Transform<double>& X : {made.X_AF, made.X_BM})
    for (int c = 0; c < 4; ++c) {
      const Vec3<double> column = c < 3 ? X.rotation.column(c) : X.translation;
      text += fmt::format(" {:a} {:a} {:a}", column.x, column.y, column.z);
    }
  Simulation restored(setup);
  restored.restore(state_of(read(text + " made\n"), setup));
  expect_same_run(simulation, restored, 0.6);
}

TEST(MisuseCheckpoint, AnotherMechanismIsRefusedAndOtherMassesAreRemarked) {
  Simulation simulation(two_flyers());
  simulation.advance(0.2);
  const Checkpoint saved = read(state_text(simulation));
  std::vector<std::string> remarks;
  try {
    state_of(saved, two_flyers(1.0, "other"), &remarks);
    FAIL() << "a body of another name";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("another mechanism"), std::string::npos);
  }
  EXPECT_THROW(state_of(saved, slider([](JointSpec&) {}, 0.0, 0.0)), std::invalid_argument);
  state_of(saved, two_flyers(), &remarks);
  EXPECT_TRUE(remarks.empty());
  const SimulationSetup heavier = two_flyers(3.0);
  const State state = state_of(saved, heavier, &remarks);
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_NE(remarks[0].find("masses"), std::string::npos);
  Simulation other(heavier);
  other.restore(state);
  other.advance(0.3);
  EXPECT_TRUE(other.state().q.allFinite());
}

TEST(MisuseCheckpoint, OtherNumbersOfElementsAreRemarked) {
  const auto with_spring = [](double stiffness, double damping) {
    SimulationSetup setup = two_flyers();
    setup.elements.push_back(std::make_shared<PointSpringSet>(std::vector<PointSpring>{
        {.name = "s", .b = BodyId{1}, .stiffness = stiffness, .damping = damping}}));
    Bushing bushing{.name = "b", .b = BodyId{2}};
    bushing.damping(5, 5) = damping;
    setup.elements.push_back(std::make_shared<BushingSet>(std::vector<Bushing>{bushing}));
    return setup;
  };
  Simulation simulation(with_spring(5.0, 1.0));
  simulation.advance(0.05);
  const Checkpoint saved = read(state_text(simulation));
  for (const auto& [stiffness, damping, expected] :
       {std::tuple(5.0, 1.0, 0u), {6.0, 1.0, 1u}, {5.0, 2.0, 1u}}) {
    std::vector<std::string> remarks;
    state_of(saved, with_spring(stiffness, damping), &remarks);
    EXPECT_EQ(remarks.size(), expected) << stiffness << " " << damping;
  }
  // Each kind by itself.
  for (const std::size_t kind : {0u, 1u})
    EXPECT_NE(with_spring(5.0, 1.0).elements[kind]->numbers(),
              with_spring(6.0, 2.0).elements[kind]->numbers());
  const auto table = [](double y) {
    return TorsionSpringSet({{.name = "t", .table = Table({-1.0, 0.0, 1.0}, {-y, 0.0, y})}});
  };
  EXPECT_EQ(table(1.0).numbers(), table(1.0).numbers());
  EXPECT_NE(table(1.0).numbers(), table(1.5).numbers());
}

// Reads, restores and runs a little. Returns whether that was refused, and `why`.
bool refused(const std::string& text, const SimulationSetup& setup, std::string* why = nullptr) {
  const auto tell = [&](const std::exception& error) {
    if (why != nullptr) *why = error.what();
    return true;
  };
  try {
    const State state = state_of(read(text), setup);
    Simulation simulation(setup);
    simulation.restore(state);
    try {
      simulation.advance(state.t + 1e-4);
    } catch (const SimulationError&) {  // it can be read, but not be run
    }
  } catch (const StateFileError& error) {
    return tell(error);
  } catch (const std::invalid_argument& error) {
    return tell(error);
  }
  return false;
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, at);) parts.push_back(part);
  return parts;
}

// Every word of a file is replaced by numbers that cannot be, every line is left out.
void corrupt(const std::string& text, const SimulationSetup& setup, bool by_name) {
  std::string why;
  ASSERT_FALSE(refused(text, setup, &why)) << why;
  const std::vector<std::string> lines = split(text, '\n');
  const auto with = [&](std::size_t place, const std::string* changed) {
    std::string out;
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (i != place)
        out += lines[i] + '\n';
      else if (changed != nullptr)
        out += *changed + '\n';
    return out;
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    refused(with(i, nullptr), setup);
    const std::vector<std::string> words = split(lines[i], ' ');
    for (std::size_t w = 0; w < words.size(); ++w)
      for (const char* wrong : {"nan", "1e300", "-1", "99999999999999999999", "word"}) {
        std::string changed;
        for (std::size_t k = 0; k < words.size(); ++k)
          changed += (k > 0 ? " " : "") + (k == w ? std::string(wrong) : words[k]);
        const bool is_refused = refused(with(i, &changed), setup);
        const bool is_position = words[0] == "q" || words[0] == "v" || words[0] == "t";
        if (is_position && w == 1 && std::string(wrong) == "nan") {
          EXPECT_TRUE(is_refused) << changed;
        }
      }
  }
  for (std::size_t length = 0; length + 1 < text.size(); length += 41)
    EXPECT_TRUE(refused(text.substr(0, length), setup) || !by_name) << length;
}

TEST(MisuseCheckpoint, CorruptFilesAreRefused) {
  SimulationSetup setup = thrown_bodies(0.4, 0.3);
  setup.integrator.kind = IntegratorKind::RungeKutta4;  // numbers of 1e300 cost no more steps
  setup.integrator.step = 5e-5;
  Simulation simulation(setup);
  simulation.advance(0.05);
  corrupt(version_3(simulation, {"corner0", "corner1", "corner2", "corner3", "ball"}), setup,
          false);
  simulation.connect({{rich(revolute("made", {0, 1, 0})), BodyId{1}, BodyId{2},
                       Transform<double>::at({0.1, 0.2, 0.3}), Transform<double>::identity()},
                      true});
  simulation.advance(0.06);
  corrupt(state_text(simulation), setup, true);
}

}  // namespace
}  // namespace catena::test
