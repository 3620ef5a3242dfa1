#pragma once
// What joins the bodies of a mechanism at one time: the user's tree less the joints that are cut,
// and the connections that live.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "catena/constraints/loops.hpp"
#include "catena/model/model_builder.hpp"

namespace catena {

// The tree as the user described it, and what is known of its joints.
struct HomeTree {
  // Names in `loops` are the user's, like those in the tree.
  HomeTree(const ModelBuilder& builder, const LoopSpecs& loops);

  // Whether a spring between several joints acts on a joint of this name.
  bool is_sprung(std::string_view joint) const;
  // Whether the name is that of a free joint in place of one that is cut.
  bool is_free_name(std::string_view name) const;

  std::shared_ptr<const Model> model;
  std::vector<SpringSpec> springs;  // between joints
  bool fuse_welds = false;
  std::vector<bool> reversible;  // per joint
  std::vector<bool> plain_free;  // per joint: to the world, with nothing that acts on it
  // Per body: the name of its free joint when its own is cut, "<body>_free", with a number where
  // the user has given that name to something.
  std::vector<std::string> free_names;
};

// A joint that was connected, its specification complete.
struct Connection {
  int serial = 0;  // never used twice
  std::shared_ptr<const LoopJoint> joint;
  bool reversible = false;
};

// A coupling by names, because the places of coordinates change.
struct NamedCoupling {
  struct Coordinate {
    std::string joint;
    JointKind kind = JointKind::Revolute;
    int k = 0;
  };
  Coupling coupling;
  std::vector<Coordinate> coordinates;  // one per dof
};

struct Connections {
  // Where everything of `loops` lives, and no joint of the tree is cut.
  Connections(const HomeTree& home, const Loops& loops);

  void add(const HomeTree& home, const LoopJoint& joint);
  // Takes away what has this name; false where nothing has it.
  bool remove(const HomeTree& home, std::string_view name);
  bool has(const HomeTree& home, std::string_view name) const;
  // All names, for hints.
  std::vector<std::string> names(const HomeTree& home) const;

  std::vector<bool> cut;  // per joint of the home tree
  std::vector<Connection> joints;
  std::vector<Rod> rods;
  std::vector<NamedCoupling> couplings;
  std::vector<Rolling> rollings;
  int next_serial = 0;
  bool reroot = true;
};

// Whether a joint can be turned round with the same meaning: with exchanged frames and opposite
// axis it has the same coordinates, or, for a ball, the conjugate orientation. `sprung`: a spring
// between several joints acts on it.
bool is_reversible(const JointSpec& spec, bool sprung);

}  // namespace catena
