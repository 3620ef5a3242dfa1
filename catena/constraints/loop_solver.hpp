#pragma once
// Dynamics of a tree with loops by multipliers, and the projections that keep its loops closed.
// Vectors are over all coordinates: those of the tree, then those of the loop joints.

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "catena/constraints/constraint_space.hpp"
#include "catena/math/views.hpp"

namespace catena {

// What a loop transmits.
struct LoopWrench {
  Force<double> wrench;  // on body b from body a, world axes about p
  Vec3<double> p;        // in the world: origin of frame M, or end of the rod at b; else its origin
};

// A wrench, or an impulse, on a node of the tree: in its axes about its origin.
struct NodeWrench {
  int node;  // 0, the world, takes any and does not move
  Force<double> wrench;
};

// An effort, or an impulse, on a coordinate of the tree or of a loop joint.
struct DofEffort {
  int dof;
  double effort;
};

// Large because one factorisation answers many questions: accelerations, closing, responses.
class LoopSolver {
 public:
  explicit LoopSolver(std::shared_ptr<const Loops> loops);

  const Loops& loops() const { return *loops_; }
  const std::shared_ptr<const Loops>& shared_loops() const { return loops_; }

  // a with M a + h = tau + J^T x and J a = target, in O(n + m^2 d). For coordinates that are held,
  // a is given; on one of the tree tau is not looked at then, on one of a loop joint the multiplier
  // comes on top of it. (q, v) must satisfy the loops. Does not allocate.
  void accelerations(In<double> q, In<double> v, In<double> tau, Held held, Out<double> a);

  // Of the last accelerations() or close_velocity(): multipliers (impulses), 6 per closure, zero
  // for rows that depend on others.
  const Eigen::VectorXd& multipliers() const { return multipliers_; }
  // The same with the smallest norm among all that cause the same motion. Allocates where rows are
  // redundant; `out` keeps its memory.
  void smallest_multipliers(Eigen::VectorXd& out) const;
  Eigen::VectorXd smallest_multipliers() const;
  // Multipliers that move nothing, as columns; none where no row depends on others. Allocates.
  Eigen::MatrixXd idle_multipliers() const;
  // The wrench of a closure for multipliers; a loop joint's own effort comes on top.
  LoopWrench wrench(int closure, const Eigen::VectorXd& multipliers) const;
  // Adds, per BodyId and in the body's axes about its origin, what the closures and the efforts of
  // the loop joints do to the bodies.
  void add_body_wrenches(const Eigen::VectorXd& multipliers, const double* loop_tau,
                         std::vector<Force<double>>& external) const;
  // Takes from tau (of the tree) the efforts that couplings put on coordinates by themselves.
  void subtract_efforts(const Eigen::VectorXd& multipliers, double* tau) const;
  // Adds to tau (all coordinates) the efforts that hold coordinates of loop joints.
  void add_held_efforts(const Eigen::VectorXd& multipliers, double* tau) const;

  // Moves q onto the loops by the shortest way, measured by the mass matrix; held coordinates of
  // the tree stay. Returns the largest error left [rad, m]; `most_steps` of Newton's method at
  // most.
  double close_position(Out<double> q, Held held = {}, int most_steps = 20);
  // Finds a configuration that closes all loops, near a rough guess; held coordinates of the tree
  // stay. Returns the largest error left: more than `assembled` where it finds none.
  double assemble(Out<double> q, Held held = {});
  static constexpr double assembled = 1e-9;
  // Puts the loop joints' coordinates in q (and v) where the tree says.
  void follow(Out<double> q);
  void follow(Out<double> q, Out<double> v);

  // v + M^-1 J^T x with J v = 0: the velocity nearest to v by kinetic energy, which is also the one
  // after a sudden connection (Nakamura & Yamane 2000, eqs. 25-38). Held coordinates of the tree
  // keep theirs; held ones of the loop joints get zero.
  void close_velocity(In<double> q, Out<double> v, Held held = {});

  // The largest error of position of each closure [rad or m].
  void position_errors(In<double> q, Eigen::VectorXd& errors);
  // J v, 6 numbers per closure.
  void velocity_errors(In<double> q, In<double> v, Eigen::VectorXd& errors);

  // For a state: factorises, for mobility() and respond(). `v` (null: at rest) matters to
  // tree_state() only.
  void prepare(In<double> q, Held held, const double* v = nullptr);
  // What was held in the last accelerations(), prepare() or close_velocity(). The solver keeps a
  // copy: responses are those of that state, and held coordinates do not move.
  Held held() const { return held_; }
  // How many states the solver has seen: who keeps it can tell whether it still stands where it
  // was.
  long state_count() const { return state_count_; }
  // Nothing but where the nodes are and how they move, for tree_state().
  void place(In<double> q, const double* v = nullptr) {
    outward(q.data(), v == nullptr ? zero_.data() : v);
  }
  // After prepare(): what a unit effort (or impulse) on a coordinate does to the accelerations (or
  // velocities) of all coordinates, with all loops closed: a column of Z (Z^T M Z)^-1 Z^T.
  void mobility(int dof, Out<double> column);
  // After prepare() or accelerations(): what wrenches (or impulses) f do to the accelerations (or
  // velocities) of all coordinates with all loops closed, Z (Z^T M Z)^-1 Z^T J^T f, and to those of
  // the nodes, in their axes. What the loops answer with is added to *multipliers. O(n + m d), does
  // not allocate where node_rate has one entry per node.
  void respond(std::span<const NodeWrench> wrenches, Out<double> rate,
               std::vector<Motion<double>>& node_rate, Eigen::VectorXd* multipliers = nullptr);

  // The same for wrenches and efforts.
  void respond(std::span<const NodeWrench> wrenches, std::span<const DofEffort> efforts,
               Out<double> rate, std::vector<Motion<double>>& node_rate) {
    node_rate.resize(load_.size());
    respond(space_.whole(), wrenches, efforts, rate, node_rate);
  }
  // The same for a part of the mechanism that the rest does not answer to (see Islands, for what is
  // held() here): writes, and looks at, its nodes and coordinates alone. node_rate must be zero at
  // nodes that cannot move.
  void respond(const MechanismPart& part, std::span<const NodeWrench> wrenches,
               std::span<const DofEffort> efforts, Out<double> rate,
               std::vector<Motion<double>>& node_rate);

  // The wrenches on the bodies a and b that are an effort on a coordinate of a loop joint.
  std::pair<NodeWrench, NodeWrench> loop_effort(const DofEffort& on) const;

  // After accelerations(): adds to `a`, to node_rates() and to multipliers() what wrenches do.
  void add_wrenches(std::span<const NodeWrench> wrenches, Out<double> a);

  // Which rows count as independent is decided anew at each state, or once: at the next state, for
  // all that follow with the same held coordinates. Beside the loops, at trial states, rows that
  // depend on others do so no more; to let them take part there costs an integrator its order.
  void keep_rows() { keeps_rows_ = true, has_kept_rows_ = false; }
  void release_rows() { keeps_rows_ = has_kept_rows_ = false; }
  // Whether rows depend on others at a position with closed loops and a little further on, too: of
  // a mechanism that has more constraints than it needs, not of a singular position.
  bool has_lasting_redundancy(In<double> q, Held held);
  // After close_velocity(), per closure: the largest |J v| of rows that are left out.
  void left_out_speeds(Eigen::VectorXd& out) const;

  void set_branches(int coupling, const double* branches) {
    geometry_.set_branches(static_cast<std::size_t>(coupling), branches);
  }

  // Rows, and how many of them are independent, at the last state.
  int row_count() const;
  int rank() const { return space_.matrix().rank(); }
  const ClosureGeometry& geometry() const { return geometry_; }
  // After prepare() or accelerations().
  const ConstraintSpace& space() const { return space_; }
  // Of the last accelerations() or prepare(): joint poses and articulated inertias of the tree.
  const Workspace<double>& workspace() const { return ws_; }
  // Where all nodes are, and how they move, at the last state that any method was given.
  ClosureGeometry::TreeState tree_state() const { return {poses_, velocities_, roots_}; }
  // After accelerations(): those of all nodes, in their axes, with -g as that of the world.
  const std::vector<Motion<double>>& node_rates() const { return node_rate_; }
  // The nodes' part of the column that mobility() gave last.
  const std::vector<Motion<double>>& unit_rates() const { return unit_rate_; }

 private:
  void outward(const double* q, const double* v);
  void hold(Held held);
  void inward(const double* v, const double* tau, const double* a);
  void free_accelerations(const double* v, double* a);
  // All of these for a part of the mechanism.
  double find_residual(const MechanismPart& part, const double* rate,
                       const std::vector<Motion<double>>& node_rate, bool with_target,
                       double& size);
  void close_rate(const MechanismPart& part, bool with_target, double* rate,
                  std::vector<Motion<double>>& node_rate, Eigen::VectorXd* multipliers);
  void clear_load(const MechanismPart& part);
  void put_load(std::span<const NodeWrench> wrenches);
  void put_load(const DofEffort& on);
  void carry_load(const MechanismPart& part);
  void respond_to_load(const MechanismPart& part, Out<double> rate,
                       std::vector<Motion<double>>& node_rate, Eigen::VectorXd* multipliers);
  void add_response(const MechanismPart& part, double* rate, std::vector<Motion<double>>& node_rate,
                    Eigen::VectorXd* multipliers);
  Motion<double> across(int joint, const std::vector<Motion<double>>& node_rate) const;
  void loop_rates(const MechanismPart& part, const std::vector<Motion<double>>& node_rate,
                  double* rate) const;
  void loop_accelerations(double* a) const;
  void factorize();
  void factorize_rows();

  std::shared_ptr<const Loops> loops_;
  const Model& tree_;
  ClosureGeometry geometry_;
  ConstraintSpace space_;
  Workspace<double> ws_;
  int nv_;                                // of the tree
  std::vector<Transform<double>> poses_;  // per node, from the root of its tree, world axes
  std::vector<Vec3<double>> roots_;       // per node: that root, in the world
  std::vector<Motion<double>> velocities_, node_rate_, response_,
      unit_rate_;                    // per node, in its axes
  std::vector<Force<double>> load_;  // per node, likewise
  Eigen::VectorXd multipliers_, residual_, step_, u_, rate_, rate_scaled_, q_trial_, added_;
  HeldArray held_;  // over all coordinates
  bool any_held_ = false;
  bool keeps_rows_ = false, has_kept_rows_ = false;
  BlockLdlt::Choice kept_rows_;
  HeldArray held_then_;
  long state_count_ = 0;
  Eigen::VectorXd zero_;
};

}  // namespace catena
