#include "catena/view/watcher.hpp"

#include <algorithm>

#include "catena/sim/motion_equations.hpp"

namespace catena {

RecordOptions viewer_columns(RecordOptions options) {
  options.q = options.v = options.energy = options.wrenches = options.limits = options.contacts =
      options.cables = true;
  return options;
}

Watcher::Watcher(Simulation& simulation, const RecordOptions& options)
    : simulation_(simulation), recorder_(simulation, options) {
  const auto& columns = recorder_.columns();
  for (const Contact& contact : simulation.setup().contacts) {
    // The force of a face stands at its first corner.
    const auto found = contact.feature != 0
                           ? columns.end()
                           : std::find(columns.begin(), columns.end(),
                                       column_name(ColumnKind::ContactForce, contact.name, "fx"));
    forces_.push_back(static_cast<std::size_t>(found - columns.begin()));
  }
}

const std::vector<Transform<double>>& Watcher::poses(const State& state) {
  const Look look = simulation_.observed().look(state);
  find_poses(simulation_.model(), look.bodies(), snapshot_.poses);
  return snapshot_.poses;
}

void Watcher::find_contacts(const State& state) {
  points_.clear(), snapshot_.contacts.clear(), snapshot_.touches.clear();
  recorder_.add_touch_points(state, points_);
  for (const TouchPoint& point : points_)
    if (!point.of_shapes)
      snapshot_.contacts.push_back(point);
    else if (point.is != TouchPoint::Is::Open)
      snapshot_.touches.push_back(point);
  snapshot_.contacts.resize(forces_.size());  // those of the scene
  if (state.off) spread_contacts(*state.off);
  for (std::size_t i = 0; i < forces_.size(); ++i)
    if (forces_[i] + 2 < snapshot_.row.size())
      snapshot_.contacts[i].force = {snapshot_.row[forces_[i]], snapshot_.row[forces_[i] + 1],
                                     snapshot_.row[forces_[i] + 2]};
    else
      snapshot_.contacts[i].force = Vec3<double>::zero();
}

// Contacts that are off have no place of their own among those that were found.
void Watcher::spread_contacts(const OffList& off) {
  const std::vector<Contact>& all = simulation_.setup().contacts;
  std::vector<TouchPoint> spread(all.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!is_off(off, "contact", all[i].name)) spread[i] = snapshot_.contacts[next++];
  snapshot_.contacts = std::move(spread);
}

const Snapshot& Watcher::look(const State& state, std::uint32_t revision) {
  snapshot_.t = state.t;
  snapshot_.revision = revision;
  snapshot_.row = recorder_.row(state);
  poses(state);
  find_contacts(state);
  snapshot_.grasps.clear();
  for (const GraspRecord& grasp : recorder_.grasps())
    snapshot_.grasps.push_back(
        shown_grasp(grasp, snapshot_.poses[static_cast<std::size_t>(grasp.grasp().object.index)]));
  return snapshot_;
}

}  // namespace catena
