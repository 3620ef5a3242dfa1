#include "catena/structure/tree_plan.hpp"

#include <algorithm>

#include "catena/math/index.hpp"

namespace catena {

namespace {

const Connection* find_serial(const Connections& connections, int serial) {
  for (const Connection& connection : connections.joints)
    if (connection.serial == serial) return &connection;
  return nullptr;
}

class Planner {
 public:
  Planner(const HomeTree& home, const Connections& connections, TreePlan& plan)
      : home_(home), connections_(connections), of_body_(plan.of_body) {}

  void hang_home_tree() {
    const Model& model = *home_.model;
    of_body_.resize(to_index(model.body_count()));
    for (int b = 1; b < model.body_count(); ++b) {
      const int joint = model.body(BodyId{b}).inboard_joint.index;
      const bool cut = connections_.cut[to_index(joint)];
      of_body_[to_index(b)] = {cut ? Hanging::By::Made : Hanging::By::Home, joint, false,
                               cut ? 0 : model.body(BodyId{b}).parent.index};
    }
  }

  // Makes a connection a joint of the tree; false where it must stay a loop.
  bool hang(const Connection& connection) {
    const int a = connection.joint->a.index, b = connection.joint->b.index;
    if (can_turn(b, a)) {
      turn(b, {Hanging::By::Connection, connection.serial, false, a});
      return true;
    }
    if (!connection.reversible || !can_turn(a, b)) return false;
    turn(a, {Hanging::By::Connection, connection.serial, true, b});
    return true;
  }

 private:
  // The body of the tree that `body` belongs to which hangs on the world.
  int root_of(int body) const {
    while (of_body_[to_index(body)].parent != 0) body = of_body_[to_index(body)].parent;
    return body;
  }

  // Whether `body` can become the root of its tree, below `outside`.
  bool can_turn(int body, int outside) const {
    if (body == 0) return false;
    const int root = root_of(body);
    const Hanging& top = of_body_[to_index(root)];
    const bool is_free = top.by == Hanging::By::Made ||
                         (top.by == Hanging::By::Home && home_.plain_free[to_index(top.index)]);
    if (!is_free || (outside != 0 && root_of(outside) == root)) return false;
    for (; body != root; body = of_body_[to_index(body)].parent)
      if (!is_reversible(of_body_[to_index(body)])) return false;
    return true;
  }

  bool is_reversible(const Hanging& hanging) const {
    return hanging.by == Hanging::By::Home ? home_.reversible[to_index(hanging.index)]
                                           : find_serial(connections_, hanging.index)->reversible;
  }

  // Every body on the way to the root gets the joint of the one below it, turned round.
  void turn(int body, Hanging by) {
    for (;;) {
      const Hanging before = of_body_[to_index(body)];
      of_body_[to_index(body)] = by;
      if (before.parent == 0) return;
      by = {before.by, before.index, !before.reversed, body};
      body = before.parent;
    }
  }

  const HomeTree& home_;
  const Connections& connections_;
  std::vector<Hanging>& of_body_;
};

}  // namespace

bool TreePlan::has(const Connection& connection) const {
  const auto holds = [&](BodyId id) {
    // Bodies that do not exist are refused where the loops are made.
    if (id.index < 0 || id.index >= static_cast<int>(of_body.size())) return false;
    const Hanging& hanging = of_body[to_index(id.index)];
    return id != world_body && hanging.by == Hanging::By::Connection &&
           hanging.index == connection.serial;
  };
  return holds(connection.joint->a) || holds(connection.joint->b);
}

TreePlan plan_tree(const HomeTree& home, const Connections& connections, bool reroot) {
  TreePlan plan;
  Planner planner(home, connections, plan);
  planner.hang_home_tree();
  bool changed = reroot;
  while (changed) {
    changed = false;
    for (const Connection& connection : connections.joints)
      if (!plan.has(connection)) changed |= planner.hang(connection);
  }
  return plan;
}

}  // namespace catena
