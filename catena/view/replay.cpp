#include "catena/view/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "catena/contact/touch_friction.hpp"
#include "catena/grasp/slip.hpp"
#include "catena/math/rotation.hpp"
#include "catena/math/views.hpp"
#include "catena/sim/recorder.hpp"
#include "catena/view/bytes.hpp"
#include "catena/view/json.hpp"
#include "catena/view/watcher.hpp"

namespace catena {

namespace {

constexpr const char* pose_parts[] = {"x", "y", "z", "qw", "qx", "qy", "qz"};
constexpr double shortest_interval = 0.008;  // s between frames: more than screens show

std::vector<std::string> without_time(const std::vector<std::string>& names) {
  std::vector<std::string> columns;
  for (const std::string& name : names)
    if (name != "t") columns.push_back(name);
  return columns;
}

// The rows that follow each other evenly. Rows at the moments of marks, and one at an end between
// two samples, would shift all others on the page, which counts rows.
RecordedTable evenly_spaced(RecordedTable table) {
  if (!table.has("t")) return table;
  const std::vector<double> t = table.column("t");
  double interval = 0.0;
  for (std::size_t i = 1; i < t.size(); ++i) interval = std::max(interval, t[i] - t[i - 1]);
  if (!(interval > 0.0)) return table;
  std::vector<std::size_t> even;
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double steps = (t[i] - t.front()) / interval;
    constexpr double on_it = 1e-6;
    if (std::abs(steps - std::round(steps)) <= on_it) even.push_back(i);
  }
  // Rows of programs that sample as they like stay as they are.
  if (even.size() == t.size() || 2 * even.size() < t.size()) return table;
  for (std::vector<double>& column : table.columns) {
    for (std::size_t i = 0; i < even.size(); ++i) column[i] = column[even[i]];
    column.resize(even.size());
  }
  return table;
}

}  // namespace

Replay::Replay(const Scenario& scenario, const std::string& source, RecordedTable table,
               std::vector<Event> events, RecordedPoints points)
    : table_(evenly_spaced(std::move(table))),
      events_(std::move(events)),
      points_(std::move(points)),
      model_(scenario.setup.model),
      geometry_(*model_, scenario.setup.contacts),
      kinematics_(*model_),
      q_(model_->nq()),
      node_poses_(model_->nodes().size(), Transform<double>::identity()),
      at_rest_(model_->nodes().size(), Motion<double>::zero()),
      scene_([&] {
        if (row_count() == 0) throw RecordingError(source + ": the recording has no rows");
        snapshot_.poses.assign(static_cast<std::size_t>(model_->body_count()),
                               Transform<double>::identity());
        find_pose_columns();
        find_poses(0);
        return describe_scene(scenario, source, without_time(table_.names), snapshot_.poses);
      }()),
      writer_(scene_, false) {
  const std::vector<double>& t = table_.column("t");
  time_column_ = static_cast<std::size_t>(&t - table_.columns.data());
  scene_.start = t.front();
  scene_.duration = t.back() - t.front();
  for (const Contact& contact : scene_.contacts)
    for (const char* part : {"fx", "fy", "fz"}) {
      const std::string name = column_name(ColumnKind::ContactForce, contact.name, part);
      const bool has_force = contact.feature == 0 && table_.has(name);  // of a face: one corner
      contact_forces_.push_back(has_force ? &table_.column(name) : nullptr);
    }
  snapshot_.contacts.resize(scene_.contacts.size());
  for (RecordedGrasp grasp : scene_.grasps) {
    grasp.volume = false;  // it is not shown
    grasps_.emplace_back(*model_, std::move(grasp));
  }
  const double interval = t.size() > 1 ? scene_.duration / static_cast<double>(t.size() - 1) : 1.0;
  if (interval > 0.0)
    stride_ = static_cast<std::size_t>(std::max(1.0, std::floor(shortest_interval / interval)));
  frame_size_ = average_frame_size();
}

// What grasps take differs from frame to frame: some of them say how much.
std::size_t Replay::average_frame_size() {
  if (grasps_.empty())
    return writer_.frame_size(points_.count() / std::max<std::size_t>(row_count(), 1));
  constexpr std::size_t samples = 16;
  std::string bytes;
  for (std::size_t i = 0; i < samples; ++i)
    append_frame(i * (frame_count() - 1) / (samples - 1), bytes);
  return bytes.size() / samples;
}

void Replay::thin_out(std::size_t frames, std::size_t rows) {
  stride_ = std::max(stride_, (row_count() + frames - 1) / std::max<std::size_t>(frames, 1));
  row_stride_ = std::max(row_stride_, (row_count() + rows - 1) / std::max<std::size_t>(rows, 1));
}

void Replay::find_pose_columns() {
  const auto place = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(table_.names.begin(), table_.names.end(), name) -
                                    table_.names.begin());
  };
  has_poses_ = true;
  std::string missing;
  for (int b = 1; b < model_->body_count() && has_poses_; ++b)
    for (const char* part : pose_parts) {
      const std::string name =
          column_name(ColumnKind::BodyPosition, model_->body(BodyId{b}).name, part);
      pose_columns_.push_back(place(name));
      if (pose_columns_.back() < table_.names.size()) continue;
      has_poses_ = false;
      if (!pose_columns_.empty() && part != pose_parts[0]) missing = name;
      break;
    }
  if (has_poses_) return;
  pose_columns_.clear();
  for (int k = 0; k < model_->nq(); ++k) {
    const std::string name = column_name(ColumnKind::Position, model_->configuration_name(k));
    pose_columns_.push_back(place(name));
    if (pose_columns_.back() == table_.names.size())
      throw RecordingError(fmt::format(
          "the recording has no column '{}'{}, so the poses of bodies are not known; record 'q' or "
          "'poses' (docs/scenarios.md#record)",
          name, missing.empty() ? "" : fmt::format(" and no column '{}'", missing)));
  }
}

// Where the joints' positions are unknown (they are cut), the bodies stay where they were.
void Replay::find_poses(std::size_t row) {
  const auto value = [&](std::size_t column) { return table_.columns[column][row]; };
  if (has_poses_) {
    for (std::size_t b = 1; b < snapshot_.poses.size(); ++b) {
      const std::size_t* x = &pose_columns_[(b - 1) * std::size(pose_parts)];
      const Quaternion<double> q{value(x[3]), value(x[4]), value(x[5]), value(x[6])};
      snapshot_.poses[b] = {rotation_matrix(normalized(q)),
                            {value(x[0]), value(x[1]), value(x[2])}};
    }
    return;
  }
  for (int k = 0; k < model_->nq(); ++k) q_[k] = value(pose_columns_[static_cast<std::size_t>(k)]);
  if (!q_.allFinite()) return;
  kinematics_.compute(*model_, q_);
  catena::find_poses(*model_, kinematics_, snapshot_.poses);
}

void Replay::find_contacts(std::size_t row) {
  if (scene_.contacts.empty()) return;
  for (int b = 0; b < model_->body_count(); ++b) {
    const BodyInfo& body = model_->body(BodyId{b});
    node_poses_[static_cast<std::size_t>(body.node)] =
        snapshot_.poses[static_cast<std::size_t>(b)] * inverse(body.X_NB);
  }
  geometry_.compute({node_poses_, at_rest_});
  for (std::size_t i = 0; i < scene_.contacts.size(); ++i) {
    const ContactPlace& place = geometry_.place(static_cast<int>(i));
    TouchPoint& shown = snapshot_.contacts[i];
    shown = {};
    shown.point = place.p, shown.normal = place.axes[0];
    const Contact& contact = scene_.contacts[i];
    shown.a = contact.a, shown.b = contact.b;
    put_friction(contact, place, snapshot_.poses[static_cast<std::size_t>(contact.a.index)], shown);
    const auto forces = contact_forces_.begin() + static_cast<std::ptrdiff_t>(3 * i);
    if (std::count(forces, forces + 3, nullptr) > 0) continue;
    for (std::size_t k = 0; k < 3; ++k)
      shown.force[static_cast<int>(k)] = (*contact_forces_[3 * i + k])[row];
    const double fn = dot(shown.force, shown.normal);
    if (fn == 0.0) continue;
    // On the edge of its cone it slides. Moments of friction are not recorded per point.
    const grasp::GraspContact cone = grasp_contact(shown, true, Transform<double>::identity());
    const double left = grasp::slip_margin(cone, {to_eigen(shown.force)});
    shown.is = left > 1e-6 * cone.friction * std::abs(fn) ? TouchPoint::Is::Sticking
                                                          : TouchPoint::Is::Sliding;
  }
}

// Those of the sample itself: both were written at one time.
void Replay::find_touches() {
  snapshot_.touches.clear();
  const auto [first, last] = std::equal_range(points_.t.begin(), points_.t.end(), snapshot_.t);
  const auto bodies = static_cast<std::int32_t>(model_->body_count());
  for (auto i = static_cast<std::size_t>(first - points_.t.begin());
       i < static_cast<std::size_t>(last - points_.t.begin()); ++i)
    if (points_.a[i] < bodies && points_.b[i] < bodies)
      snapshot_.touches.push_back(points_.point(i));
}

void Replay::find_grasps() {
  snapshot_.grasps.clear();
  if (grasps_.empty()) return;
  touching_ = snapshot_.contacts;
  touching_.insert(touching_.end(), snapshot_.touches.begin(), snapshot_.touches.end());
  for (GraspRecord& grasp : grasps_) {
    const Transform<double>& pose =
        snapshot_.poses[static_cast<std::size_t>(grasp.grasp().object.index)];
    grasp.evaluate(pose, touching_);
    snapshot_.grasps.push_back(shown_grasp(grasp, pose));
  }
}

const Snapshot& Replay::snapshot(std::size_t row) {
  snapshot_.row.clear();
  for (std::size_t c = 0; c < table_.columns.size(); ++c)
    if (c != time_column_) snapshot_.row.push_back(table_.columns[c][row]);
  snapshot_.t = table_.columns[time_column_][row];
  find_poses(row);
  find_contacts(row);
  find_touches();
  find_grasps();
  return snapshot_;
}

void Replay::append_frame(std::size_t i, std::string& out) {
  writer_.append(snapshot(std::min(i * stride_, row_count() - 1)), out);
}

void Replay::append_column(std::size_t column, std::string& out) const {
  const std::vector<double>& values = table_.column(scene_.columns.at(column));
  for (std::size_t r = 0; r < values.size(); r += row_stride_)
    append_bytes(static_cast<float>(values[r]), out);
}

std::string Replay::recording_text() const {
  const double interval =
      row_count() > 1 ? scene_.duration / static_cast<double>(row_count() - 1) : 0.0;
  std::string events;
  for (const Event& event : events_) {
    if (event.kind == run_event) continue;
    events += fmt::format("{}{{{}}}", events.empty() ? "" : ",", json_event(event));
  }
  return fmt::format(
      R"({{"is":"recording","frames":{},"start":{},"interval":{},"rows":{},"row_start":{},"row_interval":{},"events":[{}]}})",
      frame_count(), json_number(scene_.start),
      json_number(interval * static_cast<double>(stride_)),
      (row_count() + row_stride_ - 1) / row_stride_, json_number(scene_.start),
      json_number(interval * static_cast<double>(row_stride_)), events);
}

Simulated simulate_for_viewer(const Scenario& scenario,
                              const std::function<void(double t)>& progress) {
  Simulated out;
  Simulation simulation(scenario.setup);
  if (scenario.state) simulation.restore(state_of(*scenario.state, scenario.setup));
  RecordOptions options = viewer_columns(scenario.record);
  options.poses = true;
  options.interval = std::max(options.interval, shortest_interval);
  Recorder recorder(simulation, options);
  out.table.names = recorder.columns();
  out.table.columns.resize(out.table.names.size());
  std::vector<TouchPoint> touching;
  GraspWatch grasps;
  std::vector<SimulationEvent> events;
  RunObserver observer;
  observer.sample_interval = options.interval;
  observer.sample = [&](const State& state) {
    const std::vector<double>& row = recorder.row(state);
    for (std::size_t c = 0; c < row.size(); ++c) out.table.columns[c].push_back(row[c]);
    touching.clear();
    recorder.add_touch_points(state, touching);
    out.points.add(state.t, touching);
    events.clear();
    grasps.see(state.t, recorder.grasps(), events);
    for (const SimulationEvent& e : events) out.events.push_back(recorded_event(e));
    if (progress) progress(state.t);
  };
  observer.event = [&](const SimulationEvent& e) { out.events.push_back(recorded_event(e)); };
  for (const SimulationEvent& e : simulation.start_events())
    out.events.push_back(recorded_event(e));
  try {
    simulation.advance(scenario.setup.start_time + scenario.duration, observer);
  } catch (const SimulationError& error) {
    out.failure = error.what();
  }
  return out;
}

}  // namespace catena
