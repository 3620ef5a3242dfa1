#include "catena/sim/recorder.hpp"

#include <algorithm>
#include <limits>

namespace catena {

Recorder::Recorder(Simulation& simulation, const RecordOptions& options)
    : simulation_(simulation),
      options_(options),
      descriptions_(recording_columns(simulation.setup(), options)),
      columns_(names_of(descriptions_)),
      row_(columns_.size()) {
  for (std::size_t i = 0; i < columns_.size(); ++i)
    column_places_.emplace(columns_[i], static_cast<int>(i));
  follow_structure();
}

int Recorder::column(const std::string& name) const {
  const auto found = column_places_.find(name);
  return found == column_places_.end() ? -1 : found->second;
}

// Makes the writer of the present structure, and finds the places of its columns.
void Recorder::follow_structure() {
  structure_ = simulation_.structure_count();
  row_of_structure_ = std::make_unique<RecordingRow>(simulation_, options_);
  place_.clear();
  for (const RecordedColumn& own : row_of_structure_->columns()) place_.push_back(column(own.name));
  turned_.clear();
  if (simulation_.state().changes) add_turned(simulation_.structure());
}

void Recorder::add_turned(const Structure& structure) {
  for (const JointPlace& place : structure.places) {
    const bool by_pose = place.where == JointPlace::Where::Pose;
    if (!by_pose && !place.reversed) continue;
    const bool in_tree = place.where == JointPlace::Where::Tree;
    const bool ball =
        in_tree && structure.tree->joint(JointId{place.index}).spec.kind == JointKind::Spherical;
    Turned joint;
    joint.name = place.name;
    joint.reversed = place.reversed;
    joint.f = in_tree ? column(column_name(ColumnKind::Moment, joint.name, "mx")) : -1;
    if (by_pose || ball) {
      const auto first = [&](ColumnKind kind) {
        return column(column_name(kind, joint.name, "0"));
      };
      joint.q = first(ColumnKind::Position);
      joint.v = first(ColumnKind::Velocity);
      joint.a = first(ColumnKind::Acceleration);
      joint.tau = first(ColumnKind::Effort);
    }
    turned_.push_back(std::move(joint));
  }
}

void Recorder::put_turned(const Turned& joint, const State& state) {
  const auto put = [&](int first, const Eigen::VectorXd& x) {
    if (first >= 0) std::copy_n(x.data(), x.size(), row_.begin() + first);
  };
  const Structure& structure = simulation_.structure();
  if (joint.q >= 0 || joint.v >= 0) {
    joint_coordinates(structure, state.q, state.v, joint.name, q_, v_);
    put(joint.q, q_);
    put(joint.v, v_);
  }
  if (joint.a >= 0) {
    joint_accelerations(structure, state.q, state.v, row_of_structure_->evaluation().a, joint.name,
                        x_);
    put(joint.a, x_);
  }
  if (joint.tau >= 0) {
    joint_efforts(structure, state.q, row_of_structure_->tau(), joint.name, x_);
    put(joint.tau, x_);
  }
  if (joint.f >= 0 && joint.reversed)  // what the declared child gets: the opposite
    for (int i = 0; i < 6; ++i) row_[static_cast<std::size_t>(joint.f + i)] *= -1.0;
}

const std::vector<double>& Recorder::row(const State& state) {
  if (simulation_.structure_count() != structure_) follow_structure();
  const std::vector<double>& now = row_of_structure_->row(state);
  std::fill(row_.begin(), row_.end(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < now.size(); ++i)
    if (place_[i] >= 0) row_[static_cast<std::size_t>(place_[i])] = now[i];
  for (const Turned& joint : turned_) put_turned(joint, state);
  return row_;
}

}  // namespace catena
