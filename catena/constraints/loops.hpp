#pragma once
// What closes the loops of a tree: joints of any kind between two of its bodies, rods, couplings of
// coordinates, rolling wheels. Immutable once made, and shared between threads, like the tree.
//
// A loop joint has coordinates of its own, which follow from those of the tree: its virtual link
// (Nakamura & Yamane 2000, sec. IV-B), a body without mass that hangs on frame F by the joint and
// coincides with frame M. "All coordinates" are those of the tree, then those of the loop joints.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "catena/dynamics/held.hpp"
#include "catena/expressions/expression.hpp"
#include "catena/model/model.hpp"

namespace catena {

// Moves frame M (at X_BM in body b) in frame F (at X_AF in body a). Springs, dampers, friction and
// limits as in the tree; rotor inertia is not allowed.
struct LoopJoint {
  JointSpec spec;
  BodyId a{0}, b{0};
  Transform<double> X_AF = Transform<double>::identity(), X_BM = Transform<double>::identity();
};

// A rigid rod without mass between point p_A of body a and point p_B of body b, on ball joints:
// |p_B - p_A| = length.
struct Rod {
  std::string name;
  BodyId a{0}, b{0};
  Vec3<double> p_A = Vec3<double>::zero(), p_B = Vec3<double>::zero();
  double length = 1.0;
};

// phi(x) = 0 between coordinates x with dx/dt = v, such as those of two gears.
struct Coupling {
  struct Value {
    double phi = 0.0;
    double curvature = 0.0;  // rate^T (d^2 phi / dx^2) rate
  };
  std::string name;
  std::vector<int> dofs;  // velocity coordinates, among all
  // At x, one number per dof, with their rates; writes the gradient d phi / dx.
  std::function<Value(const double* x, const double* rate, double* gradient)> evaluate;
  // The same as a formula, where it has kinks; else null.
  std::shared_ptr<const Expression> kinked = nullptr;
};

// x_a = ratio x_b + offset.
Coupling linear_coupling(std::string name, int dof_a, double ratio, int dof_b, double offset = 0.0);

// A ball or a wheel that rolls without slipping on a plane: the point of contact touches the plane
// and is at rest on it. The plane is z = 0 of frame P of body b; the ball's centre is the origin of
// frame C of body a, a wheel's axle is that frame's z axis.
struct Rolling {
  std::string name;
  BodyId a{0}, b{0};
  Transform<double> X_AC = Transform<double>::identity(), X_BP = Transform<double>::identity();
  double radius = 1.0;
  bool is_wheel = false;  // thin; otherwise a ball
};

struct LoopSpecs {
  std::vector<LoopJoint> joints;
  std::vector<Rod> rods;
  std::vector<Coupling> couplings;
  std::vector<Rolling> rollings;

  bool empty() const {
    return joints.empty() && rods.empty() && couplings.empty() && rollings.empty();
  }
};

// A body's point of attack in a closure, and the closures that meet on the way to the root.
struct Closure {
  enum class Kind { Joint, Rod, Coupling, Rolling };
  Kind kind = Kind::Joint;
  int index = 0;           // among those of its kind
  std::vector<int> nodes;  // of the tree, between the bodies concerned and the root; descending
  std::vector<int> dofs;   // of these nodes, node after node, descending
};

class Loops {
 public:
  // Checks and compiles. Throws ModelError.
  Loops(std::shared_ptr<const Model> tree, LoopSpecs specs);

  const Model& tree() const { return *tree_; }
  const std::shared_ptr<const Model>& shared_tree() const { return tree_; }
  // The virtual links: joint i of this model is loop joint i, its parent frame is F.
  const Model& links() const { return *links_; }
  const LoopSpecs& specs() const { return specs_; }
  bool empty() const { return specs_.empty(); }

  // Sizes over all coordinates.
  int nq() const { return tree_->nq() + links_->nq(); }
  int nv() const { return tree_->nv() + links_->nv(); }

  // Of flags over all coordinates: those of the loop joints.
  Held of_links(Held held) const {
    return held.empty() ? held : Held(held.data() + tree_->nv(), links_->nv());
  }

  // Everything that closes a loop: joints, rods, couplings, rollings.
  const std::vector<Closure>& closures() const { return closures_; }
  const std::string& name(const Closure& closure) const;
  // Couples of closures that share a dof of the tree.
  const std::vector<std::pair<int, int>>& neighbours() const { return neighbours_; }

  // Names over all coordinates, as those of Model.
  std::string coordinate_name(int dof) const;
  std::string configuration_name(int index) const;
  int find_dof(std::string_view name) const;
  // Where in q (of all coordinates) the position of a velocity coordinate stands, or -1 for
  // orientations.
  int place(int dof) const;
  // Index of a loop joint, or -1.
  int find_joint(std::string_view name) const;

 private:
  void check_names() const;
  void check_geometry() const;
  void compile_links();
  void check_couplings() const;
  void compile_closures();
  void add_closure(Closure::Kind kind, std::size_t index, const std::vector<int>& ends);

  std::shared_ptr<const Model> tree_, links_;
  LoopSpecs specs_;
  std::vector<Closure> closures_;
  std::vector<std::pair<int, int>> neighbours_;
};

}  // namespace catena
