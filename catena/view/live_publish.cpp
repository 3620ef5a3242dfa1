// LiveSession: what it tells its clients.

#include <fmt/format.h>

#include "catena/record/event_file.hpp"
#include "catena/view/json.hpp"
#include "catena/view/live.hpp"

namespace catena {

namespace {

constexpr std::size_t most_events = 10000;

}  // namespace

void LiveSession::publish(const State& state) {
  if (structure_seen_ != simulation_->structure_count()) {
    structure_seen_ = simulation_->structure_count();
    ++revision_;
  }
  std::string message("\1\0\0\0\0\0\0\0", 8);
  writer_->append(watcher_->look(state, revision_), message);
  const Payload frame = make_payload(std::move(message));
  outlets_.frame(frame);
  published_ = Clock::now();
  std::vector<SimulationEvent> events;
  watcher_->add_grasp_events(events);
  note(events);
  {
    const std::scoped_lock lock(mutex_);
    last_frame_ = frame;
  }
}

void LiveSession::set_scene(Scene scene) {
  ++revision_;
  writer_ = std::make_unique<FrameWriter>(scene, true);
  const std::scoped_lock lock(mutex_);
  scene_ = std::move(scene);
  scene_text_ = nullptr;
}

// Made when it is first needed: sliders move more often than clients connect.
Payload LiveSession::scene_text() const {
  const std::scoped_lock lock(mutex_);
  if (!scene_text_) scene_text_ = make_payload(catena::scene_text(scene_, true));
  return scene_text_;
}

void LiveSession::note(const SimulationEvent& event) {
  const Payload text =
      make_payload(fmt::format(R"({{"is":"event",{}}})", json_event(recorded_event(event))));
  outlets_.text(text);
  const std::scoped_lock lock(mutex_);
  if (event_texts_.size() < most_events) event_texts_.push_back(text);
}

void LiveSession::note(const std::vector<SimulationEvent>& events) {
  for (const SimulationEvent& event : events) note(event);
}

void LiveSession::tell_status() {
  const auto now = Clock::now();
  const double t = simulation_->state().t,
               passed = std::chrono::duration<double>(now - status_time_).count();
  const double factor = playing_ && passed > 0.0 && t >= status_t_ ? (t - status_t_) / passed : 0.0;
  status_time_ = now;
  status_t_ = t;
  const Payload text = make_payload(fmt::format(
      R"({{"is":"status","playing":{},"speed":{},"t":{},"factor":{},"late":{},"message":{}}})",
      playing_, json_number(speed_), json_number(t), json_number(factor), late_,
      json_text(message_)));
  outlets_.text(text);
  const std::scoped_lock lock(mutex_);
  status_text_ = text;
}

}  // namespace catena
