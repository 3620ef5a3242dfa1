#include "catena/view/live.hpp"

#include <fmt/format.h>

#include <cmath>

namespace catena {

namespace {

constexpr double frames_per_second = 60.0;
// s of the wall's time that are simulated in one go; less where a body is pulled. A request ends it
// after the step at hand: what rests would otherwise jump by a step of any length.
constexpr double slice = 0.1, pulled_slice = 0.02;
constexpr double late_after = 0.1;  // s behind the wall's clock that count as late
constexpr std::size_t most_requests = 1000;

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
// clang 14 does not find it by itself.
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

// Of a hand or a slider that moves, only where it is now matters.
bool replaces(const ClientMessage& message, const ClientMessage& earlier) {
  if (const auto* set = std::get_if<SetMessage>(&message)) {
    const auto* before = std::get_if<SetMessage>(&earlier);
    return before != nullptr && before->motor == set->motor;
  }
  return std::holds_alternative<PullMessage>(message) &&
         std::holds_alternative<PullMessage>(earlier);
}

double seconds(std::chrono::steady_clock::duration d) {
  return std::chrono::duration<double>(d).count();
}

}  // namespace

LiveSession::LiveSession(const Scenario& scenario, std::string path, LiveOptions options)
    : scenario_(scenario), path_(std::move(path)), options_(options), playing_(!options.paused) {
  scenario_.setup.may_be_pulled = true;
  scenario_.record = viewer_columns(scenario_.record);
  add_hands();
  build();
}

LiveSession::~LiveSession() {
  stop();
}

void LiveSession::stop() {
  {
    const std::scoped_lock lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void LiveSession::build() {
  simulation_ = std::make_unique<Simulation>(scenario_.setup);
  if (scenario_.state) simulation_->restore(state_of(*scenario_.state, simulation_->setup()));
  structure_seen_ = simulation_->structure_count();
  watcher_ = std::make_unique<Watcher>(*simulation_, scenario_.record);
  Scene scene =
      describe_scene(scenario_, path_, watcher_->columns(), watcher_->poses(simulation_->state()));
  scene.sliders = scene_.sliders;
  set_scene(std::move(scene));
  puller_.reset();
  const std::scoped_lock lock(mutex_);
  event_texts_.clear();
  reached_ = simulation_->state().t;
}

void LiveSession::start(LiveOutlets outlets) {
  outlets_ = std::move(outlets);
  thread_ = std::thread([this] { run(); });
}

std::vector<Payload> LiveSession::greet() const {
  std::vector<Payload> texts = {scene_text()};
  const std::scoped_lock lock(mutex_);
  greeted_ = true;
  changed_.notify_all();
  texts.insert(texts.end(), event_texts_.begin(), event_texts_.end());
  if (status_text_) texts.push_back(status_text_);
  return texts;
}

Payload LiveSession::last_frame() const {
  const std::scoped_lock lock(mutex_);
  return last_frame_;
}

void LiveSession::handle(ClientId client, const ClientMessage& message) {
  {
    const std::scoped_lock lock(mutex_);
    if (!requests_.empty() && replaces(message, requests_.back().message)) requests_.pop_back();
    if (requests_.size() >= most_requests) return;
    requests_.push_back({client, message});
  }
  changed_.notify_all();
}

bool LiveSession::wait_until(double t, double patience) const {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, std::chrono::duration<double>(patience),
                           [&] { return reached_ >= t || stop_; });
}

void LiveSession::run() {
  note(simulation_->start_events());
  publish(simulation_->state());
  tell_status();
  if (options_.awaited) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return greeted_ || stop_; });
    anchor_ = Clock::now();
  }
  while (take_requests()) {
    if (!playing_) {
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, std::chrono::seconds(1), [&] { return stop_ || !requests_.empty(); });
      continue;
    }
    const double wall = puller_ ? pulled_slice : slice;
    const double t = simulation_->state().t;
    advance(t < options_.pause_at ? std::min(t + speed_ * wall, options_.pause_at)
                                  : t + speed_ * wall);
    if (simulation_->state().t == options_.pause_at) playing_ = false;
  }
}

// Returns whether to go on.
bool LiveSession::take_requests() {
  std::deque<Request> requests;
  {
    const std::scoped_lock lock(mutex_);
    if (stop_) return false;
    requests.swap(requests_);
  }
  for (const Request& request : requests) {
    try {
      carry_out(request);
    } catch (const std::exception& error) {
      outlets_.reply(request.client, make_payload(error_text(error.what())));
    }
  }
  if (!requests.empty()) {
    anchor_ = Clock::now();
    anchor_t_ = simulation_->state().t;
  }
  return true;
}

void LiveSession::carry_out(const Request& request) {
  const auto set_playing = [&](bool on) {
    playing_ = on;
    message_.clear();
    tell_status();
  };
  std::visit(
      Overloaded{
          [&](const PlayMessage&) { set_playing(true); },
          [&](const PauseMessage&) {
            set_playing(false);
            publish(simulation_->state());  // it has come further than the last frame
          },
          [&](const StepMessage& step) {
            playing_ = false;
            advance(simulation_->state().t + step.count / frames_per_second);
            publish(simulation_->state());
            tell_status();
          },
          [&](const SpeedMessage& speed) {
            speed_ = speed.value;
            tell_status();
          },
          [&](const ResetMessage&) {
            build();
            outlets_.text(make_payload(R"({"is":"reset"})"));
            outlets_.text(scene_text());
            note(simulation_->start_events());
            publish(simulation_->state());
            tell_status();
          },
          [&](const ReleaseMessage&) {
            if (puller_ == request.client) simulation_->pull(std::nullopt), puller_.reset();
          },
          [&](const CutMessage& cut) {
            std::vector<SimulationEvent> events;
            simulation_->cut(cut.joint, &events);
            note(events);
            publish(simulation_->state());
          },
          [&](const SaveMessage&) { carry_out_save(request.client); },
          [&](const PullMessage& message) {
            carry_out(message, request.client);
            puller_ = request.client;
          },
          [&](const SetMessage& message) { carry_out(message); },
          [&](const ConnectMessage& message) { carry_out(message); },
          [&](const FramesMessage&) { throw MessageError("a live simulation has no recording"); },
          [&](const ColumnMessage&) { throw MessageError("a live simulation has no recording"); }},
      request.message);
}

// In time, moments are sampled evenly inside of steps. A simulation that can hardly keep up shows
// the ends of its steps, which cost nothing.
void LiveSession::advance(double t_end) {
  RunObserver observer;
  const bool was_late = late_;
  const bool strained = playing_ && (was_late || options_.unhurried);
  if (!strained) {
    observer.sample_interval = speed_ / frames_per_second;
    observer.sample = [&](const State& state) {
      if (playing_) wait_for(state.t);
      publish(state);
    };
  }
  observer.event = [&](const SimulationEvent& event) { note(event); };
  observer.step = [&](const State& state) {
    const auto now = Clock::now();
    if (strained &&
        (seconds(now - published_) >= 1.0 / frames_per_second || ahead(state.t) > 0.0)) {
      wait_for(state.t);
      publish(state);
    }
    if (playing_ && seconds(now - status_time_) > 1.0) tell_status();
    const std::scoped_lock lock(mutex_);
    reached_ = state.t;
    changed_.notify_all();
    return !stop_ && (!playing_ || (requests_.empty() && late_ == was_late));
  };
  try {
    simulation_->advance(t_end, observer);
  } catch (const SimulationError& error) {
    playing_ = false;
    message_ = error.what();
    tell_status();
  }
  changed_.notify_all();
}

// Of the wall's clock, s.
double LiveSession::ahead(double t) const {
  return options_.unhurried ? 0.0 : (t - anchor_t_) / speed_ - seconds(Clock::now() - anchor_);
}

// Until the wall's clock has come to a time of the simulation, or a request has arrived.
void LiveSession::wait_for(double t) {
  if (options_.unhurried) return;
  const double wait = ahead(t);
  late_ = wait < -late_after;
  if (late_) {  // and stays so until it runs faster than asked
    anchor_ = Clock::now() - std::chrono::duration_cast<Clock::duration>(
                                 std::chrono::duration<double>(late_after));
    anchor_t_ = t;
  }
  if (wait <= 0.0) return;
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, std::chrono::duration<double>(wait),
                    [&] { return stop_ || !requests_.empty(); });
}

}  // namespace catena
