#pragma once
// What a viewer shows of a scenario: shapes, joints, contacts and columns, in the order in which
// frames speak of them (docs/viewer.md).

#include <optional>
#include <string>
#include <vector>

#include "catena/scenario/scenario.hpp"
#include "catena/view/shape_meshes.hpp"

namespace catena {

struct SceneCoordinate {
  std::string name;
  double lower, upper;  // infinite: none
  bool angle = false;
};

// A joint of the tree, one that closes a loop, or one that an event will make.
struct SceneJoint {
  std::string name;
  JointKind kind;
  BodyId a, b;
  bool loop = false;
  Transform<double> X_BJ;
  std::optional<Vec3<double>> axis;  // in the joint's frame
  std::vector<SceneCoordinate> coordinates;
  // Of one that is made where its a is at that moment; X_BJ does not count then.
  std::optional<Transform<double>> X_AJ = {};
};

// A triangle mesh on a body.
struct SurfaceMesh {
  BodyId body{0};
  std::vector<Vec3<double>> vertices;
  std::vector<std::array<int, 3>> triangles;
};

// What can be set by hand: an effort, or the shift of a servo's target.
struct Slider {
  std::string name;
  bool is_target = false;
  double range = 1.0, value = 0.0;
  std::string unit;
};

// What a viewer is told about a column.
struct SceneColumn {
  std::string name, unit;
  std::string group, quantity;  // of the table of columns; empty: it is not there
  std::string item;             // the joint, contact ... that it is of; empty: none is known
};

struct Scene {
  std::string name, description, source;
  double start = 0.0, duration = 0.0;
  double size = 1.0;  // radius of a sphere around everything at the start
  Vec3<double> center = Vec3<double>::zero();
  std::shared_ptr<const Model> model;             // of the start
  std::vector<std::vector<BodyShape>> shapes;     // per body, the world first
  bool shapes_touch = false, has_ground = false;  // a floor z <= 0
  std::vector<std::vector<BodyShape>> undrawn;    // per body: shapes that touch and are not drawn
  std::vector<SceneJoint> joints;
  std::vector<Contact> contacts;
  std::vector<SurfaceMesh> meshes;
  std::vector<DrawnMesh> shape_meshes;  // of hulls, meshes and height fields
  std::vector<Rod> rods;                // they are shown as cables
  std::vector<Cable> cables;
  std::shared_ptr<const Loops> loops;  // of the start; null: none
  std::vector<Slider> sliders;
  std::vector<std::string> columns;
  std::vector<SceneColumn> described_columns;  // the same
  std::vector<PlotPanel> plots;
  PictureItem picture;
  std::vector<RecordedGrasp> grasps;
};

// The scene of a scenario whose bodies stand like this at the start (the world first).
Scene describe_scene(const Scenario& scenario, const std::string& source,
                     const std::vector<std::string>& columns,
                     const std::vector<Transform<double>>& poses);

// Whether coordinate k of a joint is an angle rather than a length.
bool is_angle(const JointSpec& spec, int k);

// Adds a joint that was made by hand.
void add_joint(const LoopJoint& joint, Scene& scene);

// The message `scene`.
std::string scene_text(const Scene& scene, bool live);

}  // namespace catena
