#include "apps/catena/joined_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "catena/contact/settle.hpp"

namespace catena::app {

namespace {

constexpr double notable = 1e-6;  // m; shapes that overlap by less only touch
constexpr std::size_t most_pairs = 200, most_named = 6;

// Bodies that are welded together count as one.
std::vector<std::vector<BodyId>> solids_of(const Model& model) {
  std::vector<int> root(static_cast<std::size_t>(model.body_count()), 0);
  std::vector<std::vector<BodyId>> solids(root.size());
  solids[0].push_back(world_body);
  for (int b = 1; b < model.body_count(); ++b) {
    const JointInfo& joint = model.joint(model.body(BodyId{b}).inboard_joint);
    const bool welded = joint.spec.kind == JointKind::Weld;
    auto& own = root[static_cast<std::size_t>(b)];
    own = welded ? root[static_cast<std::size_t>(joint.parent.index)] : b;
    solids[static_cast<std::size_t>(own)].push_back(BodyId{b});
  }
  // Each body names its solid.
  std::vector<std::vector<BodyId>> of_body;
  for (const int r : root) of_body.push_back(solids[static_cast<std::size_t>(r)]);
  return of_body;
}

std::string quoted_body(const Model& model, BodyId body) {
  return body == world_body ? "the world" : fmt::format("'{}'", model.body(body).name);
}

bool only_turns(JointKind kind) {
  return kind == JointKind::Revolute || kind == JointKind::Continuous ||
         kind == JointKind::Universal || kind == JointKind::Spherical;
}

ShapeContactOptions with_joined(ShapeContactOptions options) {
  options.connected_touch = true;
  return options;
}

}  // namespace

JoinedPairs::JoinedPairs(const SimulationSetup& setup)
    : setup_(setup),
      queries_(setup.model, with_joined(setup.shape_contacts), setup.loops),
      q_(setup.q.head(setup.model->nq())) {
  if (!setup.shape_contacts.enabled || setup.shape_contacts.connected_touch) return;
  if (setup.settle) {
    Eigen::VectorXd q = setup.q;
    settle_bodies(queries_, setup.loops ? setup.loops->specs() : LoopSpecs{}, q);
    q_ = q.head(setup.model->nq());
  }
  queries_.place(q_);
  const Model& model = *setup.model;
  const std::vector<std::vector<BodyId>> solids = solids_of(model);
  for (int j = 0; j < model.joint_count(); ++j) {
    const JointInfo& joint = model.joint(JointId{j});
    if (joint.spec.kind != JointKind::Free && joint.spec.kind != JointKind::Weld)
      add_joint(joint.spec, j, joint.parent, joint.child, solids);
  }
  if (!setup.loops) return;
  for (const LoopJoint& joint : setup.loops->specs().joints)
    add_joint(joint.spec, -1, joint.a, joint.b, solids);
}

// What stands on the world beside a welded base is touched all the same, as ShapeContacts has it.
void JoinedPairs::add_joint(const JointSpec& spec, int tree_joint, BodyId parent, BodyId child,
                            const std::vector<std::vector<BodyId>>& solids) {
  for (const BodyId a : solids[static_cast<std::size_t>(parent.index)])
    for (const BodyId b : solids[static_cast<std::size_t>(child.index)])
      if ((a != world_body || parent == world_body) && pairs_.size() < most_pairs)
        add_pair(a, b, spec, tree_joint);
}

void JoinedPairs::add_pair(BodyId a, BodyId b, const JointSpec& joint, int tree_joint) {
  const ShapeContacts& shapes = queries_.shapes();
  Pair pair{a, b, joint.name, tree_joint, {}};
  const auto is_ground = [&](int shape) {
    return shapes.body_of(shape) == world_body && !is_bounded(shapes.collider_of(shape).shape.kind);
  };
  for (int i = 0; i < shapes.shape_count(); ++i)
    for (int k = 0; k < shapes.shape_count(); ++k)
      if (shapes.body_of(i) == a && shapes.body_of(k) == b && shapes.may_touch(i, k) &&
          !is_ground(i) && !is_ground(k))
        pair.shapes.emplace_back(i, k);
  if (pair.shapes.empty()) return;
  // A link that begins at the surface of the other, or in it, is made so: it turns about that
  // place.
  if (distance_of(pair) < (only_turns(joint.kind) ? notable : -notable)) return;
  pairs_.push_back(std::move(pair));
}

double JoinedPairs::distance_of(const Pair& pair) const {
  const ShapeContacts& shapes = queries_.shapes();
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [i, k] : pair.shapes) {
    PairCache cache;
    const auto pose = [&](int shape) {
      return queries_.pose(shapes.body_of(shape)) * shapes.pose_on_body(shape);
    };
    least = std::min(
        least,
        distance(shapes.collider_of(i), pose(i), shapes.collider_of(k), pose(k), cache).value);
  }
  return least;
}

double JoinedPairs::scene_size() const {
  BoundingBox all;
  for (int i = 0; i < queries_.shapes().shape_count(); ++i)
    if (is_bounded(queries_.shapes().collider_of(i).shape.kind)) all.include(queries_.bounds(i));
  return 2.0 * norm(all.half());
}

std::vector<Eigen::VectorXd> JoinedPairs::directions(const JointInfo& joint) const {
  std::vector<Eigen::VectorXd> result;
  if (joint.nq != joint.nv || joint.spec.kind == JointKind::Custom) return result;
  const auto add = [&](const auto& numbers) {
    Eigen::VectorXd direction = Eigen::VectorXd::Zero(q_.size());
    direction.segment(joint.q, joint.nq) = numbers;
    result.push_back(direction);
  };
  for (int k = 0; k < joint.nq; ++k)
    for (const double sign : {1.0, -1.0})
      add(Eigen::VectorXd(sign * Eigen::VectorXd::Unit(joint.nq, k)));
  constexpr int ways = 32;
  if (joint.spec.kind == JointKind::Planar)
    for (int i = 0; i < ways; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / ways;
      add(Eigen::Vector3d(std::cos(angle), std::sin(angle), 0.0));
    }
  return result;
}

// No point of the shapes moves faster towards the other body, per unit of the direction.
double JoinedPairs::speed(const Pair& pair, const Eigen::VectorXd& direction) {
  constexpr double by = 1e-6;
  const auto corners = [&] {
    std::vector<Vec3<double>> points;
    for (const auto& [i, k] : pair.shapes)
      for (const int shape : {i, k}) {
        const Collider& collider = queries_.shapes().collider_of(shape);
        if (!is_bounded(collider.shape.kind)) continue;
        const Transform<double> X =
            queries_.pose(queries_.shapes().body_of(shape)) * queries_.shapes().pose_on_body(shape);
        const auto& [low, high] = collider.bounds;
        for (int c = 0; c < 8; ++c)
          points.push_back(X * Vec3<double>{(c & 1) != 0 ? low.x : high.x,
                                            (c & 2) != 0 ? low.y : high.y,
                                            (c & 4) != 0 ? low.z : high.z});
      }
    return points;
  };
  queries_.place(q_);
  const std::vector<Vec3<double>> before = corners();
  queries_.place(Eigen::VectorXd(q_ + by * direction));
  const std::vector<Vec3<double>> after = corners();
  double fastest = 0.0;
  for (std::size_t i = 0; i < before.size(); ++i)
    fastest = std::max(fastest, norm(after[i] - before[i]) / by);
  return 1.01 * fastest;
}

// Goes as far as nothing can be in the way, again and again.
bool JoinedPairs::meet_along(const Pair& pair, const Eigen::VectorXd& direction, double range) {
  constexpr int most_steps = 360;
  const double fastest = speed(pair, direction);
  if (!(fastest > 0.0) || !(range > 0.0)) return false;
  double way = 0.0;
  for (int step = 0; step < most_steps && way <= range; ++step) {
    queries_.place(Eigen::VectorXd(q_ + way * direction));
    const double gap = distance_of(pair);
    if (gap < -notable) return true;
    way += std::max(gap / fastest, range / most_steps);
  }
  return false;
}

std::string JoinedPairs::text(const Pair& pair) const {
  return fmt::format("{} and {}", quoted_body(*setup_.model, pair.b),
                     quoted_body(*setup_.model, pair.a));
}

void JoinedPairs::remark_on_meetings(Remarks& remarks) {
  constexpr int most_looked_at = 64;  // more take long
  int looked_at = 0;
  std::size_t found = 0;
  const double size = scene_size();
  for (const Pair& pair : pairs_) {
    if (pair.tree_joint < 0 || ++looked_at > most_looked_at) continue;
    const JointInfo& joint = setup_.model->joint(JointId{pair.tree_joint});
    queries_.place(q_);
    bool meet = false;
    for (const Eigen::VectorXd& direction : directions(joint)) {
      double range = std::max(size, 2.0 * std::numbers::pi);
      for (int k = 0; k < joint.nq; ++k) {
        const double along = direction[joint.q + k], at = q_[joint.q + k];
        if (along > 0.0) range = std::min(range, (joint.spec.position_upper[k] - at) / along);
        if (along < 0.0) range = std::min(range, (joint.spec.position_lower[k] - at) / along);
      }
      meet = meet || meet_along(pair, direction, range);
    }
    if (!meet || ++found > most_named) continue;
    remarks.push_back(
        fmt::format("{} can meet, but never touch, because joint '{}' connects them: they pass "
                    "through each other; 'connected: true' under 'contact' lets them touch",
                    text(pair), pair.joint));
  }
  queries_.place(q_);
  if (found > most_named)
    remarks.push_back(fmt::format(
        "{} more pairs of bodies can meet, but never touch, because a joint connects them",
        found - most_named));
}

void JoinedPairs::see(double t, std::span<const Transform<double>> poses) {
  for (int b = 1; b < setup_.model->body_count(); ++b)
    queries_.place(BodyId{b}, poses[static_cast<std::size_t>(b)]);
  for (Pair& pair : pairs_) {
    const bool near = std::any_of(pair.shapes.begin(), pair.shapes.end(), [&](const auto& two) {
      return overlap(queries_.bounds(two.first), queries_.bounds(two.second));
    });
    const double depth = near ? -distance_of(pair) : 0.0;
    if (!(depth > notable)) continue;
    if (pair.depth == 0.0) pair.first = t;
    pair.depth = std::max(pair.depth, depth);
  }
}

void JoinedPairs::remark_on_passages(Remarks& remarks) const {
  const Pair* worst = nullptr;
  int more = -1;
  for (const Pair& pair : pairs_) {
    if (!(pair.depth > 0.0)) continue;
    ++more;
    if (worst == nullptr || pair.depth > worst->depth) worst = &pair;
  }
  if (worst == nullptr) return;
  remarks.push_back(fmt::format(
      "{} were up to {:.3g} m inside of each other, first at t = {:.6g} s{}: they do not touch, "
      "because joint '{}' connects them; 'connected: true' under 'contact' lets them touch",
      text(*worst), worst->depth, worst->first,
      more > 0 ? fmt::format(", and {} more pair{} less deeply", more, more == 1 ? "" : "s") : "",
      worst->joint));
}

void check_joined(const SimulationSetup& setup, Remarks& remarks) {
  if (setup.shape_contacts.enabled) JoinedPairs(setup).remark_on_meetings(remarks);
}

}  // namespace catena::app
