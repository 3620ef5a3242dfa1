// What people at a viewer can do to a simulation that runs.

#include "catena/view/live.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include "catena/math/rotation.hpp"
#include "tests/support/scratch_folder.hpp"

namespace catena::test {
namespace {

using Json = nlohmann::json;

constexpr const char* two_bars = R"(
name: Two bars
model:
  bodies:
    - {name: upper, shapes: [{box: {sides: [0.1, 0.1, 1]}, at: [0, 0, -0.5], mass: 1}]}
    - {name: lower, shapes: [{box: {sides: [0.1, 0.1, 1]}, at: [0, 0, -0.5], mass: 1}]}
  joints:
    - {name: top, kind: revolute, parent: world, child: upper, axis: [0, 1, 0], damping: 1}
    - {name: middle, kind: revolute, parent: upper, child: lower, axis: [0, 1, 0], at: [0, 0, -1], damping: 1}
  frames:
    - {name: tip, body: lower, at: [0, 0, -1]}
    - {name: hook, body: world, at: [0, 0, -2]}
)";

// A session whose messages are kept.
class Watched {
 public:
  explicit Watched(LiveOptions options = {.paused = true, .unhurried = true})
      : file_(folder_.write("bars.yaml", two_bars)),
        session_(load_scenario(file_), file_, options) {
    session_.start({[this](const Payload& p) {
                      const std::scoped_lock lock(mutex_);
                      frame_ = *p;
                    },
                    [this](const Payload& p) { keep(*p); },
                    [this](ClientId, const Payload& p) { keep(*p); }});
  }
  ~Watched() { session_.stop(); }

  LiveSession& session() { return session_; }
  const ScratchFolder& folder() const { return folder_; }
  template <class Message>
  void ask(const Message& message) {
    session_.handle(1, message);
  }
  // Simulates some time, and waits for it.
  void step(double seconds) {
    const double start = time();
    const int count = static_cast<int>(std::lround(60.0 * seconds));
    ask(StepMessage{count});
    EXPECT_TRUE(session_.wait_until(start + count / 60.0 - 1e-9, 10.0));
  }
  // The first text with this key, once it is there.
  Json text(const std::string& is, const std::string& kind = "") {
    for (int i = 0; i < 1000; ++i) {
      {
        const std::scoped_lock lock(mutex_);
        for (const Json& json : texts_)
          if (json["is"] == is && (kind.empty() || json.value("kind", "") == kind)) return json;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ADD_FAILURE() << "no message " << is << ' ' << kind;
    return {};
  }
  void forget() {
    const std::scoped_lock lock(mutex_);
    texts_.clear();
  }
  double time() { return number<double>(8); }
  // x y z of a body's origin.
  Vec3<double> position(int body) {
    const std::size_t first = 24 + 28 * static_cast<std::size_t>(body);
    return {number<float>(first), number<float>(first + 4), number<float>(first + 8)};
  }
  // The lower end of the lower bar.
  Vec3<double> tip() {
    const Quaternion<double> q{number<float>(64), number<float>(68), number<float>(72),
                               number<float>(76)};
    return position(1) + rotation_matrix(normalized(q)) * Vec3<double>{0, 0, -1};
  }
  std::uint32_t revision() { return number<std::uint32_t>(16); }
  std::size_t frame_size() {
    const std::scoped_lock lock(mutex_);
    return frame_.size();
  }

 private:
  template <class T>
  T number(std::size_t at) {
    for (int i = 0; i < 1000; ++i) {
      const std::scoped_lock lock(mutex_);
      if (frame_.size() >= at + sizeof(T)) {
        T x;
        std::memcpy(&x, frame_.data() + at, sizeof(T));
        return x;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return {};
  }
  void keep(const std::string& text) {
    const std::scoped_lock lock(mutex_);
    texts_.push_back(Json::parse(text));
  }

  std::mutex mutex_;
  std::string frame_;
  std::vector<Json> texts_;
  ScratchFolder folder_;
  std::string file_;
  LiveSession session_;
};

TEST(LiveSession, HangsStillUntilSomebodyPulls) {
  Watched live;
  live.step(0.5);
  EXPECT_NEAR(live.position(1).x, 0.0, 1e-9);
  live.ask(PullMessage{1, {0, 0, -1}, {1.0, 0.0, -1.5}});
  live.step(1.0);
  EXPECT_GT(live.position(1).x, 0.1);
  live.session().handle(2, ReleaseMessage{});  // somebody else's hand
  live.step(1.0);
  EXPECT_GT(live.position(1).x, 0.1);
  live.session().left(1);
  live.step(10.0);
  EXPECT_NEAR(live.position(1).x, 0.0, 1e-2);
}

TEST(LiveSession, CutsAndResets) {
  Watched live;
  const std::uint32_t before = live.revision();
  live.ask(CutMessage{"middle"});
  EXPECT_EQ(live.text("event", "cut")["name"], "middle");
  live.step(0.5);
  EXPECT_NEAR(live.position(1).z, -1.0 - 0.5 * 9.81 * 0.25, 1e-6);  // it falls
  EXPECT_GT(live.revision(), before);
  live.ask(CutMessage{"tpo"});
  EXPECT_NE(live.text("error")["message"].get<std::string>().find("'top'"), std::string::npos)
      << "the nearest name";
  live.forget();
  live.ask(ResetMessage{});
  live.text("status");  // it is done
  live.step(0.5);
  EXPECT_NEAR(live.position(1).z, -1.0, 1e-9);
}

TEST(LiveSession, ConnectsFrames) {
  Watched live;
  live.ask(PullMessage{1, {0, 0, -1}, {1.0, 0.0, -1.2}});
  live.step(0.5);
  const std::size_t size = live.frame_size();
  live.forget();
  live.ask(ConnectMessage{"hook", "tip", JointKind::Spherical});
  live.text("event", "connect");
  EXPECT_EQ(live.text("scene")["joints"].size(), 3u);
  live.step(0.1);
  EXPECT_EQ(live.frame_size(), size + 32);
  const Vec3<double> held = live.tip();
  EXPECT_GT(held.x, 0.1);
  live.ask(PullMessage{0, {0, 0, -1}, {-1.0, 0.0, -1.0}});
  const Vec3<double> elbow = live.position(1);
  live.step(1.0);
  EXPECT_LT(norm(live.position(1) - elbow), 1e-6);  // a triangle is rigid
  EXPECT_LT(norm(live.tip() - held), 1e-6);
}

TEST(LiveSession, SetsEfforts) {
  Watched live;
  const Json scene = Json::parse(*live.session().greet()[0]);
  ASSERT_EQ(scene["motors"].size(), 2u);
  EXPECT_EQ(scene["motors"][0]["name"], "top");
  EXPECT_EQ(scene["motors"][0]["unit"], "N m");
  live.ask(SetMessage{"top", 3.0});
  live.step(20.0);
  live.step(9.0);
  // Statics: both bars hang below a deflected upper one, 3 N m = 1.5 m g l sin q.
  const double q = std::asin(-3.0 / (1.5 * 9.81));
  EXPECT_NEAR(std::abs(live.position(1).x), std::abs(std::sin(q)), 1e-3);
  live.ask(SetMessage{"bottom", 1.0});
  EXPECT_NE(live.text("error")["message"].get<std::string>().find("bottom"), std::string::npos);
}

// What is saved continues exactly, also after a cut and a connection by hand.
TEST(LiveSession, SavesScenariosThatContinueExactly) {
  Watched live;
  live.ask(PullMessage{1, {0, 0, -1}, {1.0, 0.0, -1.5}});
  live.step(0.3);
  live.ask(ReleaseMessage{});
  live.ask(CutMessage{"middle"});
  live.ask(ConnectMessage{"hook", "tip", JointKind::Revolute});
  live.step(0.2);
  live.ask(SaveMessage{});
  const Json saved = live.text("saved");
  EXPECT_EQ(saved["name"], "bars_1.yaml");
  const std::string file = live.folder().write(saved["name"], saved["text"]);
  const Scenario scenario = load_scenario(file);
  ASSERT_TRUE(scenario.state);
  EXPECT_NEAR(scenario.setup.start_time, 0.5, 1e-9);
  Simulation simulation(scenario.setup);
  simulation.restore(state_of(*scenario.state, scenario.setup));
  EXPECT_LT(std::abs(simulation.energy(simulation.state()).balance), 1e-9);
  simulation.advance(scenario.state->t + 0.5);
  live.step(0.5);
  Watcher watcher(simulation, viewer_columns({}));
  EXPECT_LT(norm(watcher.poses(simulation.state())[2].translation - live.position(1)), 1e-6);
  // And the viewer takes it up again.
  LiveSession again(scenario, file, {.paused = true});
  EXPECT_EQ(Json::parse(*again.greet()[0])["bodies"].size(), 2u);
}

TEST(LiveSession, KeepsToTheClock) {
  Watched live({.paused = false});
  live.text("status");
  live.forget();
  live.ask(SpeedMessage{0.5});
  live.text("status");  // it is carried out
  const auto start = std::chrono::steady_clock::now();
  const double t = live.time();
  EXPECT_TRUE(live.session().wait_until(t + 0.5, 10.0));
  const double wall =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  EXPECT_GT(wall, 0.4);  // half speed: 1 s, less what was simulated and not yet shown
  EXPECT_LT(t, 2.0);     // what rests takes long steps; a request does not jump over them
  EXPECT_LT(wall, 9.0);  // it ends when the time is reached, not with its patience
  live.ask(PauseMessage{});
  EXPECT_TRUE(live.text("status").contains("speed"));
}

TEST(LiveSession, SurvivesWhatCannotBe) {
  Watched live;
  live.ask(PullMessage{99, {0, 0, 0}, {0, 0, 0}});
  EXPECT_NE(live.text("error")["message"].get<std::string>().find("0 to 1"), std::string::npos);
  live.ask(FramesMessage{});
  live.ask(ColumnMessage{});
  live.ask(ConnectMessage{"tip", "nowhere", JointKind::Weld});
  live.ask(ConnectMessage{"tip", "tip", JointKind::Weld});
  for (int i = 0; i < 5000; ++i) live.ask(SetMessage{"top", 0.001 * i});
  live.step(0.1);
  EXPECT_GT(live.time(), 0.09);
}

}  // namespace
}  // namespace catena::test
