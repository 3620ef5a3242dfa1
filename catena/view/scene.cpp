#include "catena/view/scene.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "catena/sim/recording_columns.hpp"
#include "catena/view/default_shapes.hpp"
#include "catena/view/surface_mesh.hpp"

namespace catena {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::optional<Vec3<double>> axis_of(const JointSpec& spec) {
  switch (spec.kind) {
    case JointKind::Weld:
    case JointKind::Spherical:
    case JointKind::Free:
    case JointKind::Custom:
    case JointKind::InvoluteRigid:
    case JointKind::InvoluteU:
    case JointKind::InvoluteEps:
    case JointKind::InvoluteL:
      return std::nullopt;
    default:
      break;
  }
  const Eigen::Vector3d axis = spec.axis.normalized();
  return Vec3<double>{axis.x(), axis.y(), axis.z()};
}

SceneJoint shown(const JointSpec& spec, BodyId a, BodyId b, const Transform<double>& X_BM,
                 bool loop) {
  SceneJoint joint{spec.name, spec.kind, a, b, loop, X_BM, axis_of(spec), {}};
  const int nv = velocity_size(spec.kind, spec.custom.get());
  for (int k = 0; k < nv; ++k) {
    std::string name = spec.name;
    if (nv > 1)
      name += '.' + (spec.coordinate_names.empty()
                         ? std::to_string(k)
                         : spec.coordinate_names[static_cast<std::size_t>(k)]);
    joint.coordinates.push_back(
        {std::move(name), spec.position_lower.size() > k ? spec.position_lower[k] : -infinity,
         spec.position_upper.size() > k ? spec.position_upper[k] : infinity, is_angle(spec, k)});
  }
  return joint;
}

// Points of each body where something is attached to it.
std::vector<std::vector<Vec3<double>>> attachments(const SimulationSetup& setup) {
  const Model& model = *setup.model;
  std::vector<std::vector<Vec3<double>>> points(static_cast<std::size_t>(model.body_count()));
  const auto add = [&](BodyId body, const Vec3<double>& p) {
    points[static_cast<std::size_t>(body.index)].push_back(p);
  };
  for (int j = 0; j < model.joint_count(); ++j) {
    const JointInfo& joint = model.joint(JointId{j});
    if (joint.spec.kind != JointKind::Free) add(joint.parent, joint.X_PF.translation);
  }
  for (int f = 0; f < model.frame_count(); ++f)
    add(model.frame(FrameId{f}).body, model.frame(FrameId{f}).X_BF.translation);
  if (setup.loops) {
    for (const LoopJoint& joint : setup.loops->specs().joints)
      add(joint.a, joint.X_AF.translation), add(joint.b, joint.X_BM.translation);
    for (const Rod& rod : setup.loops->specs().rods) add(rod.a, rod.p_A), add(rod.b, rod.p_B);
  }
  for (const Contact& contact : setup.contacts) add(contact.a, contact.p_A);
  for (const Cable& cable : setup.cables)
    for (const CableStop& stop : cable.route) add(stop.body, stop.at);
  return points;
}

// A box around spheres, and the sphere around it.
class Bounds {
 public:
  void add(const Vec3<double>& p, double r) {
    for (int i = 0; i < 3; ++i)
      low_[i] = std::min(low_[i], p[i] - r), high_[i] = std::max(high_[i], p[i] + r);
  }
  Vec3<double> center() const { return empty() ? Vec3<double>::zero() : 0.5 * (low_ + high_); }
  double radius() const {
    const double r = empty() ? 0.0 : 0.5 * norm(high_ - low_);
    return r > 0.0 ? r : 1.0;
  }

 private:
  bool empty() const { return low_.x > high_.x; }
  Vec3<double> low_{infinity, infinity, infinity}, high_{-infinity, -infinity, -infinity};
};

void add_joints(const SimulationSetup& setup, Scene& scene) {
  const Model& model = *setup.model;
  for (int j = 0; j < model.joint_count(); ++j) {
    const JointInfo& joint = model.joint(JointId{j});
    scene.joints.push_back(shown(joint.spec, joint.parent, joint.child, joint.X_BM, false));
  }
  if (setup.loops) {
    for (const LoopJoint& joint : setup.loops->specs().joints) add_joint(joint, scene);
    scene.rods = setup.loops->specs().rods;
    scene.loops = setup.loops;
  }
  for (const StructureEvent& event : setup.changes)
    for (const Connect& connect : event.connect) {
      add_joint(connect.joint, scene);
      if (connect.here) scene.joints.back().X_AJ = connect.joint.X_AF;
    }
}

// What touches and is not drawn; the ground of the world is a plane that nobody needs to see.
void add_undrawn(const SimulationSetup& setup, Scene& scene) {
  scene.shapes_touch = setup.shape_contacts.enabled;
  scene.has_ground = scene.shapes_touch && setup.shape_contacts.ground;
  scene.undrawn.resize(static_cast<std::size_t>(setup.model->body_count()));
  if (!scene.shapes_touch) return;
  for (int b = 0; b < setup.model->body_count(); ++b)
    for (const BodyShape& shape : setup.model->shapes(BodyId{b}))
      if (shape.touches && !shape.drawn && (b > 0 || shape.kind != ShapeKind::HalfSpace))
        scene.undrawn[static_cast<std::size_t>(b)].push_back(shape);
}

// By the mechanism; where it has no such column by the name alone.
std::vector<SceneColumn> described(const std::vector<std::string>& columns,
                                   const SimulationSetup& setup, const RecordOptions& named) {
  std::unordered_map<std::string, RecordedColumn> known;
  for (RecordedColumn& column : all_columns(setup, named)) {
    const std::string name = column.name;
    known.emplace(name, std::move(column));
  }
  std::vector<SceneColumn> out;
  for (const std::string& name : columns) {
    SceneColumn& column = out.emplace_back();
    column.name = name;
    auto kind = find_column_kind(name);
    if (const auto found = known.find(name); found != known.end()) {
      kind = found->second.kind;
      column.item = found->second.item;
      column.unit = found->second.unit;
    } else if (kind) {
      column.unit = info(*kind).unit;
    }
    if (!kind) continue;
    column.group = info(*kind).group;
    column.quantity = info(*kind).quantity;
  }
  return out;
}

}  // namespace

bool is_angle(const JointSpec& spec, int k) {
  switch (spec.kind) {
    case JointKind::Prismatic:
      return false;
    case JointKind::InvoluteU:
    case JointKind::InvoluteEps:
    case JointKind::InvoluteL:
      return k == 0;
    case JointKind::Cylindrical:
    case JointKind::Free:
      return spec.kind == JointKind::Free ? k < 3 : k == 0;
    case JointKind::Planar:
      return k == 2;
    default:
      return true;
  }
}

void add_joint(const LoopJoint& joint, Scene& scene) {
  scene.joints.push_back(shown(joint.spec, joint.a, joint.b, joint.X_BM, true));
}

Scene describe_scene(const Scenario& scenario, const std::string& source,
                     const std::vector<std::string>& columns,
                     const std::vector<Transform<double>>& poses) {
  const SimulationSetup& setup = scenario.setup;
  Scene scene;
  scene.name = scenario.name;
  scene.description = scenario.description;
  scene.source = source;
  scene.start = setup.start_time;
  scene.duration = scenario.duration;
  scene.model = setup.model;
  scene.contacts = setup.contacts;
  scene.cables = setup.cables;
  scene.columns = columns;
  scene.described_columns = described(columns, setup, scenario.record);
  scene.plots = scenario.plots;
  scene.picture = scenario.picture;
  scene.grasps = scenario.record.grasps;
  add_joints(setup, scene);

  const Model& model = *setup.model;
  const auto points = attachments(setup);
  Bounds rough;
  for (std::size_t b = 0; b < points.size(); ++b)
    for (const Vec3<double>& p : points[b]) rough.add(poses[b] * p, 0.0);
  Bounds bounds;
  for (int b = 0; b < model.body_count(); ++b) {
    const auto i = static_cast<std::size_t>(b);
    scene.shapes.push_back(scenario.is_hidden(BodyId{b})
                               ? std::vector<BodyShape>{}
                               : shapes_or_rods(model, BodyId{b}, points[i], rough.radius()));
    for (const BodyShape& shape : scene.shapes.back())
      if (shape.kind != ShapeKind::HalfSpace)
        bounds.add(poses[i] * shape.X_BS.translation, drawn_reach(shape));
  }
  add_undrawn(setup, scene);
  scene.size = bounds.radius();
  scene.center = bounds.center();
  for (std::size_t b = 0; b < scene.shapes.size(); ++b)
    for (const BodyShape& shape : scene.shapes[b])
      if (b > 0 || shape.kind != ShapeKind::HalfSpace)  // those of the world are planes
        add_drawn_mesh(shape, 2.0 * scene.size, scene.shape_meshes);
  for (const auto& shapes : scene.undrawn)
    for (const BodyShape& shape : shapes)
      add_drawn_mesh(shape, 2.0 * scene.size, scene.shape_meshes);
  for (const Contact& contact : setup.contacts)
    if (contact.against == Contact::Against::Surface)
      scene.meshes.push_back(
          surface_mesh(contact.surface, contact.b,
                       inverse(poses[static_cast<std::size_t>(contact.b.index)]) * scene.center,
                       1.5 * scene.size));
  return scene;
}

}  // namespace catena
