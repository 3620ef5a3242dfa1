#pragma once
// Describes a mechanism piece by piece and compiles it into a Model.

#include <string>
#include <vector>

#include "catena/joints/joint_spec.hpp"
#include "catena/model/ids.hpp"
#include "catena/model/model.hpp"
#include "catena/spatial/inertia.hpp"

namespace catena {

// Large because each is one thing that can be said of a mechanism.
class ModelBuilder {
 public:
  // What has been added so far.
  struct Body {
    std::string name;
    Inertia<double> inertia;
    int inboard_joint = -1;
    FrameId frame;  // that has its name
    std::vector<BodyShape> shapes = {};
  };
  struct Joint {
    JointSpec spec;
    BodyId parent, child;
    Transform<double> X_PF, X_BM;
  };
  struct Frame {
    std::string name;
    BodyId body;
    Transform<double> X_BF;
  };

  ModelBuilder();
  // The description of a model that exists: build() gives the same again.
  static ModelBuilder of(const Model& model);

  BodyId world() const { return world_body; }

  // Adds a body. `inertia` is about the body's origin in its axes; leave it out for a body without
  // mass. Throws ModelError where mass or inertia are not those of a physical body.
  BodyId add_body(std::string name, const Inertia<double>& inertia = Inertia<double>::zero());
  // Takes a point mass at `at` of body `from` and puts it at the origin of body `to`. Where a joint
  // keeps the two points together, nothing moves otherwise than before, and `to`, if it had no
  // mass, now has some. Throws ModelError where `from` has no more mass than that.
  void move_point_mass(double mass, BodyId from, const Vec3<double>& at, BodyId to);

  // Joins `child` to `parent`: the joint moves frame M (at X_BM in the child) in frame F (at X_PF
  // in the parent). Each body other than the world is the child of exactly one joint.
  JointId add_joint(JointSpec spec, BodyId parent, BodyId child,
                    const Transform<double>& X_PF = Transform<double>::identity(),
                    const Transform<double>& X_BM = Transform<double>::identity());

  // Adds a named frame at X_BF in `body`. Every body already has a frame of its own name.
  FrameId add_frame(std::string name, BodyId body, const Transform<double>& X_BF);

  // Adds a spring between the coordinates of several joints: tau = -K (q - rest).
  void add_spring(SpringSpec spring);

  // Something to draw for a body.
  void add_shape(BodyId body, const BodyShape& shape);

  void set_gravity(const Eigen::Vector3d& gravity_W) { gravity_ = gravity_W; }  // default 0 0 -9.81

  // Welded bodies become part of their parent: faster, but the wrench in the weld is not computed.
  void set_fuse_welds(bool fuse) { fuse_welds_ = fuse; }

  // Bodies without a joint to a parent get a free joint to the world instead of an error.
  void set_float_unattached(bool floating) { float_unattached_ = floating; }

  // From here on, an inertia that no distribution of mass has becomes a warning of the model
  // instead of an error. For files of others, which often carry such numbers.
  void set_tolerate_unphysical_inertia(bool tolerate) { tolerate_unphysical_inertia_ = tolerate; }

  BodyId find_body(std::string_view name) const;
  JointId find_joint(std::string_view name) const;
  int joint_count() const { return static_cast<int>(joints_.size()); }
  const JointSpec& joint(JointId id) const {
    return joints_.at(static_cast<std::size_t>(id.index)).spec;
  }
  // For changes before build(): limits, damping, springs ... of a joint already added.
  JointSpec& joint(JointId id) { return joints_.at(static_cast<std::size_t>(id.index)).spec; }

  const std::vector<Body>& bodies() const { return bodies_; }  // the world first
  const std::vector<Joint>& joints() const { return joints_; }
  const std::vector<Frame>& frames() const { return frames_; }  // also those of the bodies
  const Eigen::Vector3d& gravity() const { return gravity_; }
  const std::vector<SpringSpec>& springs() const { return springs_; }
  bool fuses_welds() const { return fuse_welds_; }

  // Checks everything and compiles. Throws ModelError; the builder stays usable.
  Model build() const;

 private:
  friend class ModelCompiler;

  bool frame_exists(std::string_view name) const;

  std::vector<Body> bodies_;
  std::vector<Joint> joints_;
  std::vector<Frame> frames_;
  std::vector<SpringSpec> springs_;
  Eigen::Vector3d gravity_{0.0, 0.0, -9.81};
  bool fuse_welds_ = false;
  bool float_unattached_ = false;
  bool tolerate_unphysical_inertia_ = false;
  std::vector<std::string> remarks_;  // become warnings of the model
};

}  // namespace catena
