#pragma once
// A scene as data that every engine can be given: bodies of simple shape, joints, a floor. Catena
// gets the places where bodies may touch; the others find them by their shapes.

#include <array>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace catena::bench {

using Triple = std::array<double, 3>;
using Quadruple = std::array<double, 4>;  // w x y z

struct SceneBody {
  std::string name;
  double mass = 1.0;
  Triple moments = {};  // about the centre of mass, which is the origin, in the axes of the body

  // At the start, in the world.
  Triple position = {};
  Quadruple rotation = {1.0, 0.0, 0.0, 0.0};
  Triple velocity = {}, spin = {};  // in the world
  double rate = 0.0;                // the same as velocity of the coordinate, where it has one
  Triple force = {};                // constant, in the world, at the centre of mass

  enum class Joint { Free, Hinge, Slider };
  Joint joint = Joint::Free;
  int parent = -1;                       // -1: the world
  Triple anchor = {}, axis = {0, 1, 0};  // at the start, in the world
  double lower = -std::numeric_limits<double>::infinity(), upper = -lower;
  double stiffness = 0.0, rest = 0.0, damping = 0.0;  // of the coordinate

  enum class Shape { None, Box, Ball, Capsule };
  Shape shape = Shape::None;
  Triple size = {};      // sides; radius; radius and half length between the centres, along x
  Triple shape_at = {};  // its centre in the body
};

// A point of a body, or a ball around it, that may touch a plane of another body or of the world.
struct SceneContact {
  int body = 0;
  Triple point = {};
  double radius = 0.0;
  int on = -1;  // -1: the world
  Triple place = {}, normal = {0, 0, 1};
};

// A pin between two bodies that hang on others already.
struct SceneLoop {
  int a = 0, b = 0;
  Triple anchor = {}, axis = {0, 1, 0};  // at the start, in the world
};

// What is read of a run at one instant.
struct SceneState {
  double t = 0.0;
  std::vector<Triple> positions;          // of the bodies
  std::vector<Quadruple> rotations;       // likewise
  std::vector<double> joints;             // per body: its coordinate, 0 where it is free
  std::vector<Triple> velocities, spins;  // of the bodies, in the world
};
using Trace = std::vector<SceneState>;

// How far a run was from the truth: what, and by how much.
using Figures = std::vector<std::pair<std::string, double>>;

struct Scene {
  std::string name;
  Triple gravity = {0.0, 0.0, -9.81};
  double friction = 0.5, restitution = 0.0;
  double floor_friction = -1.0;        // of bodies on the floor; negative: as `friction`
  double step = 1e-3, duration = 5.0;  // s
  bool has_floor = true;               // z = 0, or at `floor`
  double floor = 0.0;
  bool bodies_collide = false;  // with each other
  // Of Catena's contacts, m, where it finds them by shapes: where bodies collide and none is
  // listed.
  double tolerance = 0.0;
  std::vector<SceneBody> bodies;
  std::vector<SceneContact> contacts;
  std::vector<SceneLoop> loops = {};
  double on_floor() const { return floor_friction < 0.0 ? friction : floor_friction; }
  std::function<Figures(const Scene&, const Trace&)> judge;
  bool judged_at_any_time = false;  // also where a run was stopped before its end
  // Where it is one of several sizes: the family, and how large it is.
  std::string family = {};
  int size = 0;
};

// A scene in an engine.
class SceneRun {
 public:
  virtual ~SceneRun() = default;
  // To a time that is a multiple of the step.
  virtual void advance(double t) = 0;
  virtual void read(SceneState& out) const = 0;
};

// What a module exports: the settings that it knows, ended by a null, and a run. That throws where
// the engine cannot hold the scene.
using SceneSettings = const char* const* (*)();
using MakeSceneRun = SceneRun* (*)(const Scene&, const std::string& setting);
inline constexpr const char* scene_settings_symbol = "catena_bench_scene_settings";
inline constexpr const char* make_scene_run_symbol = "catena_bench_make_scene_run";

}  // namespace catena::bench
