#pragma once
// A simulation that runs in real time, or at a chosen speed, and accepts user requests from a
// viewer. It has its own thread.

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <limits>
#include <mutex>
#include <thread>

#include "catena/view/client_message.hpp"
#include "catena/view/payload.hpp"
#include "catena/view/watcher.hpp"

namespace catena {

// Where a live session's messages go; each may be called from its thread, and returns at once.
struct LiveOutlets {
  std::function<void(Payload)> frame, text;
  std::function<void(ClientId, Payload)> reply;
};

struct LiveOptions {
  bool paused = false;     // at first
  bool unhurried = false;  // as fast as possible instead of in real time
  bool awaited = false;    // begins when the first client is greeted
  double pause_at = std::numeric_limits<double>::infinity();  // a time of the simulation
};

class LiveSession {
 public:
  // `path`: the scenario's file, which what is saved refers to.
  LiveSession(const Scenario& scenario, std::string path, LiveOptions options = {});
  ~LiveSession();

  // Runs from now on.
  void start(LiveOutlets outlets);
  // Ends it. Outlets are not called any more.
  void stop();
  // Texts for a new client: scene, events so far, status.
  std::vector<Payload> greet() const;
  // The newest one; null: none yet.
  Payload last_frame() const;
  // What a client asks for; done by the session's thread soon.
  void handle(ClientId client, const ClientMessage& message);
  // A client is gone, and with it the hand that may have pulled.
  void left(ClientId client) { handle(client, ReleaseMessage{}); }
  // Waits until the simulation has reached this time, for so many seconds at most; returns whether
  // it has.
  bool wait_until(double t, double patience = 60.0) const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Request {
    ClientId client;
    ClientMessage message;
  };
  struct Hand {  // an effort or a set point that a slider moves
    std::string name;
    std::shared_ptr<double> value;
  };

  void add_hands();
  void move_targets();
  void build();
  void run();
  bool take_requests();
  void carry_out(const Request& request);
  void carry_out(const PullMessage& message, ClientId client);
  void carry_out(const SetMessage& message);
  void carry_out(const ConnectMessage& message);
  void carry_out_save(ClientId client);
  void advance(double t_end);
  double ahead(double t) const;
  void wait_for(double t);
  void publish(const State& state);
  void set_scene(Scene scene);
  Payload scene_text() const;
  void note(const SimulationEvent& event);
  void note(const std::vector<SimulationEvent>& events);
  void tell_status();
  std::string saved_text(const std::string& name) const;

  Scenario scenario_;  // with motors for the sliders
  std::string path_;
  LiveOptions options_;
  std::vector<Hand> hands_;
  std::unique_ptr<Simulation> simulation_;
  std::unique_ptr<Watcher> watcher_;
  Scene scene_;  // changed by the session's thread only, under the lock
  std::unique_ptr<FrameWriter> writer_;
  long structure_seen_ = 0;
  std::uint32_t revision_ = 0;
  int connections_ = 0, saved_ = 0;
  std::optional<ClientId> puller_;  // who pulls a body
  double told_stiffness_ = 0.0;     // N/m, that who pulls was told last

  // Real time: the wall's clock when the simulation stood at anchor_t_.
  Clock::time_point anchor_, status_time_, published_;
  double anchor_t_ = 0.0, status_t_ = 0.0;
  double speed_ = 1.0;
  bool playing_, late_ = false;
  std::string message_;

  LiveOutlets outlets_;
  std::thread thread_;
  mutable std::mutex mutex_;  // of all below
  mutable std::condition_variable changed_;
  std::deque<Request> requests_;
  bool stop_ = false;
  mutable bool greeted_ = false;  // a client was
  double reached_ = 0.0;
  mutable Payload scene_text_;  // null: to be made
  Payload status_text_, last_frame_;
  std::vector<Payload> event_texts_;
};

}  // namespace catena
