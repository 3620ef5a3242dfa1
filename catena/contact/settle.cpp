#include "catena/contact/settle.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "catena/math/infinity.hpp"

namespace catena {

namespace {

constexpr double touching = 1e-13;     // m; nearer is there
constexpr double overlapping = 1e-12;  // m; deeper is inside
constexpr double farthest = 1e6;       // m; nothing falls further before it is put down
constexpr int most_queries = 500, most_lifts = 200;
// After so many lifts each is at least twice the one before: beside steep faces they get ever
// shorter.
constexpr int short_lifts = 50;
// Of the normal along gravity: where it is less, a lift follows the depth instead of the slope.
constexpr double least_slope = 0.1;

// What moves as one: a tree of bodies, or several that are held together.
struct Tree {
  std::vector<JointId> joints;  // on which it hangs
  std::vector<BodyId> bodies;
  double lowest = -infinity;  // along gravity
};

class Settling {
 public:
  Settling(ShapeQueries& queries, const LoopSpecs& loops, const LinkedBodies& links)
      : queries_(queries),
        model_(queries.model()),
        tree_of_(static_cast<std::size_t>(model_.body_count()), -1) {
    const Vec3<double> g = model_.gravity();
    down_ = norm(g) > 0.0 ? (1.0 / norm(g)) * g : Vec3<double>{0.0, 0.0, -1.0};
    find_trees();
    leave_out_tied(loops);
    for (const auto& [a, b] : links) join(tree_of(a), tree_of(b));
  }

  std::vector<SettledTree> put_down(Eigen::VectorXd& q) {
    return in_turn(q, 1, [&](int tree) { return put_down(tree); });
  }
  std::vector<SettledTree> lift_mechanisms(Eigen::VectorXd& q) {
    return in_turn(q, 2, [&](int tree) {
      Fall out;
      if (const std::optional<double> from = lifted(tree)) out.fell = *from;
      return out;
    });
  }

 private:
  struct Fall {
    double fell = 0.0;
    bool rests = false;
  };
  // Moves trees of at least so many bodies, the lowest first, as `where` says.
  template <class Where>
  std::vector<SettledTree> in_turn(Eigen::VectorXd& q, std::size_t least, Where&& where) {
    queries_.place(q.head(model_.nq()));
    for (Tree& tree : trees_) tree.lowest = lowest(tree);
    std::vector<int> order;
    for (int i = 0; i < static_cast<int>(trees_.size()); ++i)
      if (!tied_[static_cast<std::size_t>(i)] && at(i).bodies.size() >= least) order.push_back(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](int i, int j) { return at(i).lowest > at(j).lowest; });
    find_boxes();
    is_moving_.assign(trees_.size(), false);
    for (const int i : order) is_moving_[static_cast<std::size_t>(i)] = true;
    std::vector<SettledTree> out;
    for (const int i : order) {
      Fall fall = where(i);
      if (std::abs(fall.fell) <= overlapping) fall.fell = 0.0;
      move(i, fall.fell, q);
      for (const JointId joint : at(i).joints)
        out.push_back({model_.joint(joint).child, fall.fell, fall.rests});
      is_moving_[static_cast<std::size_t>(i)] = false;
    }
    return out;
  }

  const Tree& at(int i) const { return trees_[static_cast<std::size_t>(i)]; }
  int tree_of(BodyId body) const { return tree_of_[static_cast<std::size_t>(body.index)]; }

  void find_trees() {
    for (int b = 1; b < model_.body_count(); ++b) {
      const JointId id = model_.body(BodyId{b}).inboard_joint;
      const JointInfo& joint = model_.joint(id);
      int& tree = tree_of_[static_cast<std::size_t>(b)];
      if (joint.parent != world_body) {
        tree = tree_of(joint.parent);  // parents come first
      } else if (joint.spec.kind == JointKind::Free) {
        tree = static_cast<int>(trees_.size());
        trees_.push_back({{id}, {}});
      }
      if (tree >= 0) trees_[static_cast<std::size_t>(tree)].bodies.push_back(BodyId{b});
    }
  }
  void leave_out_tied(const LoopSpecs& loops) {
    tied_.assign(trees_.size(), false);
    const auto tie = [&](BodyId a, BodyId b) {
      if (tree_of(a) == tree_of(b)) return;
      for (const BodyId body : {a, b})
        if (const int tree = tree_of(body); tree >= 0) tied_[static_cast<std::size_t>(tree)] = true;
    };
    for (const LoopJoint& joint : loops.joints) tie(joint.a, joint.b);
    for (const Rod& rod : loops.rods) tie(rod.a, rod.b);
  }
  // Makes one tree of two; what is left of the second one has no bodies, and is not moved.
  void join(int a, int b) {
    if (a < 0 || b < 0 || a == b) return;
    Tree& into = trees_[static_cast<std::size_t>(a)];
    Tree& from = trees_[static_cast<std::size_t>(b)];
    for (const BodyId body : from.bodies) tree_of_[static_cast<std::size_t>(body.index)] = a;
    into.bodies.insert(into.bodies.end(), from.bodies.begin(), from.bodies.end());
    into.joints.insert(into.joints.end(), from.joints.begin(), from.joints.end());
    from = {};
    if (tied_[static_cast<std::size_t>(b)]) tied_[static_cast<std::size_t>(a)] = true;
    tied_[static_cast<std::size_t>(b)] = true;
  }
  double lowest(const Tree& tree) const {
    double most = -infinity;
    for (int s = 0; s < queries_.shapes().shape_count(); ++s) {
      const BodyId body = queries_.shapes().body_of(s);
      if (std::find(tree.bodies.begin(), tree.bodies.end(), body) == tree.bodies.end()) continue;
      const BoundingBox box = queries_.bounds(s);
      const Vec3<double> h = box.half();
      most = std::max(most, dot(down_, box.centre()) + std::abs(down_.x) * h.x +
                                std::abs(down_.y) * h.y + std::abs(down_.z) * h.z);
    }
    return most;
  }

  void find_boxes() {
    boxes_.clear();
    for (int s = 0; s < queries_.shapes().shape_count(); ++s) boxes_.push_back(queries_.bounds(s));
  }
  // Calls use(i, j) for shapes i of the tree and j of what it may stand on: those that it could
  // meet on its way up or down.
  template <class Use>
  void for_obstacles(int tree, Use&& use) const {
    const ShapeContacts& shapes = queries_.shapes();
    for (int i = 0; i < shapes.shape_count(); ++i) {
      if (tree_of(shapes.body_of(i)) != tree) continue;
      BoundingBox way = boxes_[static_cast<std::size_t>(i)];
      for (const double far : {-farthest, farthest}) {
        const BoundingBox& box = boxes_[static_cast<std::size_t>(i)];
        way.include({box.low + far * down_, box.high + far * down_});
      }
      for (int j = 0; j < shapes.shape_count(); ++j) {
        if (!overlap(way, boxes_[static_cast<std::size_t>(j)])) continue;
        const int other = tree_of(shapes.body_of(j));
        const bool moves = other >= 0 && is_moving_[static_cast<std::size_t>(other)];
        if (other != tree && !moves && shapes.may_touch(i, j)) use(i, j);
      }
    }
  }
  Distance apart(int i, int j, double fallen, PairCache& cache) const {
    const ShapeContacts& shapes = queries_.shapes();
    Transform<double> X = queries_.pose(shapes.body_of(i)) * shapes.pose_on_body(i);
    X.translation += fallen * down_;
    return distance(shapes.collider_of(i), X, shapes.collider_of(j),
                    queries_.pose(shapes.body_of(j)) * shapes.pose_on_body(j), cache);
  }

  // How far shape i may fall from `from` on until it touches j, at most to `most`. Planes across
  // the normal keep convex solids apart, so the distance along gravity is that of the planes.
  double fall(int i, int j, double from, double most) const {
    const auto is_flat_or_convex = [&](int s) {
      const Collider& collider = queries_.shapes().collider_of(s);
      return is_convex_solid(collider) || collider.shape.kind == ShapeKind::HalfSpace;
    };
    const bool convex = is_flat_or_convex(i) && is_flat_or_convex(j);
    double fallen = from;
    PairCache cache;
    for (int n = 0; n < most_queries && fallen < most; ++n) {
      const Distance d = apart(i, j, fallen, cache);
      if (d.value <= touching) return fallen;
      const double rate = convex ? -dot(d.n, down_) : 1.0;
      if (!(rate > 0.0) || !std::isfinite(d.value)) return most;
      fallen += d.value / rate;
    }
    return std::min(fallen, most);
  }
  // How far it must be lifted from `fallen` on so that it overlaps nothing, as a place on the way
  // down; nothing where it does not come out.
  std::optional<double> lifted(int tree) const {
    double fallen = 0.0, last = 0.0;
    for (int n = 0; n < most_lifts; ++n) {
      double lift = 0.0;
      for_obstacles(tree, [&](int i, int j) {
        PairCache cache;
        const Distance d = apart(i, j, fallen, cache);
        if (!(d.value < -overlapping)) return;
        const double slope = -dot(d.n, down_);
        lift = std::max(lift, slope > least_slope ? -d.value / slope : -d.value);
      });
      if (lift == 0.0) return fallen;
      last = n < short_lifts ? lift : std::max(lift, 2.0 * last);
      fallen -= last;
    }
    return std::nullopt;
  }

  Fall put_down(int tree) const {
    Fall out;
    const std::optional<double> from = lifted(tree);
    if (!from) return out;
    double to = infinity;
    for_obstacles(tree, [&](int i, int j) { to = std::min(to, fall(i, j, *from, to)); });
    out.rests = std::isfinite(to);
    out.fell = out.rests ? to : *from;
    return out;
  }
  void move(int tree, double fallen, Eigen::VectorXd& q) {
    if (fallen == 0.0) return;
    for (const JointId id : at(tree).joints) {
      const JointInfo& joint = model_.joint(id);
      const Vec3<double> way = transpose(joint.X_PF.rotation) * (fallen * down_);
      for (int k = 0; k < 3; ++k) q[joint.q + 4 + k] += way[k];
    }
    for (const BodyId body : at(tree).bodies) {
      Transform<double> X_WB = queries_.pose(body);
      X_WB.translation += fallen * down_;
      queries_.place(body, X_WB);
    }
    for (int s = 0; s < queries_.shapes().shape_count(); ++s)
      if (tree_of(queries_.shapes().body_of(s)) == tree)
        boxes_[static_cast<std::size_t>(s)] = queries_.bounds(s);
  }

  ShapeQueries& queries_;
  const Model& model_;
  Vec3<double> down_;
  std::vector<int> tree_of_;  // per body; -1: it hangs on the world
  std::vector<Tree> trees_;
  std::vector<BoundingBox> boxes_;      // per shape
  std::vector<bool> tied_, is_moving_;  // per tree
};

}  // namespace

std::vector<SettledTree> settle_bodies(ShapeQueries& queries, const LoopSpecs& loops,
                                       Eigen::VectorXd& q, const LinkedBodies& links) {
  return Settling(queries, loops, links).put_down(q);
}

std::vector<SettledTree> lift_mechanisms(ShapeQueries& queries, const LoopSpecs& loops,
                                         Eigen::VectorXd& q) {
  return Settling(queries, loops, {}).lift_mechanisms(q);
}

}  // namespace catena
