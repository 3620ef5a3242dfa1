#include "catena/view/snapshot.hpp"

#include <cmath>
#include <unordered_map>

#include "catena/elements/column.hpp"
#include "catena/math/quaternion.hpp"
#include "catena/view/bytes.hpp"

namespace catena {

namespace {

constexpr std::size_t floats_per_touch = 13, floats_per_grasp = 13;

// Counts, corners, and one number per triangle.
std::size_t floats_of(const WrenchHull& hull) {
  return 2 + 3 * hull.vertices.size() + hull.triangles.size();
}
std::size_t floats_of(const ShownGrasp& grasp) {
  return floats_per_grasp + floats_of(grasp.forces) + floats_of(grasp.moments);
}

void put_float(double x, std::string& out) {
  append_bytes(static_cast<float>(x), out);
}
void put_vector(const Vec3<double>& x, std::string& out) {
  for (int i = 0; i < 3; ++i) put_float(x[i], out);
}

class ColumnIndex {
 public:
  explicit ColumnIndex(const std::vector<std::string>& columns) {
    for (std::size_t i = 0; i < columns.size(); ++i) places_.emplace(columns[i], i);
  }
  int find(const std::string& name) const {
    const auto found = places_.find(name);
    return found == places_.end() ? -1 : static_cast<int>(found->second);
  }

 private:
  std::unordered_map<std::string, std::size_t> places_;
};

double value_at(std::span<const double> row, int column) {
  return column < 0 ? 0.0 : row[static_cast<std::size_t>(column)];
}

}  // namespace

void find_poses(const Model& model, const Kinematics<double>& kinematics,
                std::vector<Transform<double>>& poses) {
  poses.resize(static_cast<std::size_t>(model.body_count()));
  for (int b = 0; b < model.body_count(); ++b)
    poses[static_cast<std::size_t>(b)] = kinematics.pose(model, model.body_frame(BodyId{b}));
}

FrameWriter::FrameWriter(const Scene& scene, bool values) : rods_(scene.rods), values_(values) {
  const ColumnIndex columns(scene.columns);
  for (const SceneJoint& joint : scene.joints) {
    JointColumns found;
    found.wrench = columns.find(column_name(ColumnKind::Moment, joint.name, "mx"));
    for (const SceneCoordinate& c : joint.coordinates)
      if (const int limit = columns.find(column_name(ColumnKind::LimitEffort, c.name)); limit >= 0)
        found.limits.push_back(limit);
    found.position = columns.find(column_name(ColumnKind::Position, joint.name));
    if (found.position < 0)
      found.position = columns.find(column_name(ColumnKind::Position, joint.name, "0"));
    joints_.push_back(std::move(found));
  }
  for (const Rod& rod : rods_)
    rod_forces_.push_back(columns.find(column_name(ColumnKind::RodForce, rod.name, "force")));
  std::size_t of_cables = 0;
  for (const Cable& cable : scene.cables) {
    const auto find = [&](ColumnKind kind, const char* part) {
      return columns.find(column_name(kind, cable.name, part));
    };
    cables_.push_back(
        {CablePath(cable, *scene.model, scene.loops.get()), find(ColumnKind::CableStrain, "strain"),
         find(ColumnKind::CableTension, "tension"), find(ColumnKind::CableLength, "length")});
    of_cables += 4 + 3 * cables_.back().path.point_count();
  }
  floats_ = of_cables + 7 * static_cast<std::size_t>(scene.model->body_count() - 1) +
            8 * joints_.size() + 10 * scene.contacts.size() + 10 * rods_.size() +
            (values ? scene.columns.size() : 0);
}

std::size_t FrameWriter::frame_size(std::size_t touches, std::size_t of_grasps) const {
  const std::size_t floats = floats_ + 1 + floats_per_touch * touches + of_grasps;
  return (16 + 4 * floats + 7) / 8 * 8;
}

void FrameWriter::append_joint(const JointColumns& joint, std::span<const double> row,
                               std::string& out) const {
  const double mark =
      joint.wrench >= 0 ? value_at(row, joint.wrench) : value_at(row, joint.position);
  const bool whole = !std::isnan(mark);
  put_float(whole ? 1.0 : 0.0, out);
  double stop = 0.0;  // a lower stop pushes forwards
  for (const int limit : joint.limits)
    if (const double effort = value_at(row, limit); effort > 0.0 || effort < 0.0)
      stop = effort > 0.0 ? -1.0 : 1.0;
  put_float(stop, out);
  for (int i = 0; i < 6; ++i)
    put_float(whole && joint.wrench >= 0 ? value_at(row, joint.wrench + i) : 0.0, out);
}

void FrameWriter::append_cables(const Snapshot& snapshot, std::string& out) const {
  std::vector<Vec3<double>> points;
  for (const ShownCable& cable : cables_) {
    const double tension = value_at(snapshot.row, cable.tension);
    put_float(tension, out);
    put_float(value_at(snapshot.row, cable.strain), out);
    put_float(tension > 0.0 ? 0.0 : 1.0, out);
    put_float(static_cast<double>(cable.path.point_count()), out);
    cable.path.points(snapshot.poses, value_at(snapshot.row, cable.length), points);
    for (const Vec3<double>& point : points) put_vector(point, out);
  }
}

void FrameWriter::append(const Snapshot& snapshot, std::string& out) const {
  const std::size_t begin = out.size();
  std::size_t of_grasps = 0;
  for (const ShownGrasp& grasp : snapshot.grasps) of_grasps += floats_of(grasp);
  const std::size_t size = frame_size(snapshot.touches.size(), of_grasps);
  out.reserve(begin + size);
  append_bytes(snapshot.t, out);
  append_bytes(snapshot.revision, out);
  append_bytes(static_cast<std::uint32_t>(size), out);
  for (std::size_t b = 1; b < snapshot.poses.size(); ++b) {
    put_vector(snapshot.poses[b].translation, out);
    const Quaternion<double> q = quaternion_of(snapshot.poses[b].rotation);
    for (const double x : {q.w, q.x, q.y, q.z}) put_float(x, out);
  }
  for (const JointColumns& joint : joints_) append_joint(joint, snapshot.row, out);
  for (const TouchPoint& contact : snapshot.contacts) {
    put_float(static_cast<double>(contact.is), out);
    for (const Vec3<double>* x : {&contact.point, &contact.normal, &contact.force})
      put_vector(*x, out);
  }
  for (std::size_t i = 0; i < rods_.size(); ++i) {
    put_float(value_at(snapshot.row, rod_forces_[i]), out);
    for (const double x : {0.0, 0.0, 2.0}) put_float(x, out);
    put_vector(snapshot.poses[static_cast<std::size_t>(rods_[i].a.index)] * rods_[i].p_A, out);
    put_vector(snapshot.poses[static_cast<std::size_t>(rods_[i].b.index)] * rods_[i].p_B, out);
  }
  append_cables(snapshot, out);
  if (values_)
    for (const double x : snapshot.row) put_float(x, out);
  append_touches(snapshot, out);
  for (const ShownGrasp& grasp : snapshot.grasps) append_grasp(grasp, out);
  out.resize(begin + size, '\0');
}

// Bodies as the page counts them: the world is -1.
void FrameWriter::append_touches(const Snapshot& snapshot, std::string& out) {
  put_float(static_cast<double>(snapshot.touches.size()), out);
  for (const TouchPoint& touch : snapshot.touches) {
    put_float(touch.a.index - 1, out), put_float(touch.b.index - 1, out);
    put_float(static_cast<double>(touch.is), out), put_float(touch.friction, out);
    for (const Vec3<double>* x : {&touch.point, &touch.normal, &touch.force}) put_vector(*x, out);
  }
}

// The three corners of a triangle are one number below 2^24, which a float has exactly.
void FrameWriter::append_grasp(const ShownGrasp& grasp, std::string& out) {
  static_assert(WrenchHull::most_vertices <= 256);
  put_float(grasp.contacts, out), put_float(grasp.closed ? 1.0 : 0.0, out);
  put_float(grasp.eps, out), put_float(grasp.reach, out);
  for (const Vec3<double>* x : {&grasp.centre, &grasp.force, &grasp.moment}) put_vector(*x, out);
  for (const WrenchHull* hull : {&grasp.forces, &grasp.moments}) {
    put_float(static_cast<double>(hull->vertices.size()), out);
    put_float(static_cast<double>(hull->triangles.size()), out);
    for (const Vec3<double>& vertex : hull->vertices) put_vector(vertex, out);
    for (const auto& [i, j, k] : hull->triangles) put_float(i + 256.0 * (j + 256.0 * k), out);
  }
}

}  // namespace catena
