#include "catena/sim/start_overlaps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "catena/contact/shape_contacts.hpp"
#include "catena/sim/start.hpp"

namespace catena {

namespace {

// What overlaps by less, m, is put right like any error of positions.
constexpr double notable = 1e-6;

// Which bodies joints connect, directly or not. What hangs on the world by a joint that is not free
// belongs together with the things of the world, but not with what else hangs there.
class Mechanisms {
 public:
  explicit Mechanisms(const Coordinates& coordinates) : model_(coordinates.tree()) {
    parent_.resize(static_cast<std::size_t>(model_.body_count()));
    std::iota(parent_.begin(), parent_.end(), 0);
    on_world_.assign(parent_.size(), false);
    for (int j = 0; j < model_.joint_count(); ++j) {
      const JointInfo& joint = model_.joint(JointId{j});
      if (joint.spec.kind != JointKind::Free) join(joint.parent, joint.child);
    }
    if (!coordinates.loops()) return;
    for (const LoopJoint& joint : coordinates.loops()->specs().joints) join(joint.a, joint.b);
  }

  bool are_one(BodyId a, BodyId b) {
    const bool of_world_a = model_.body(a).node == 0, of_world_b = model_.body(b).node == 0;
    if (of_world_a || of_world_b) return hangs_on_world(of_world_a ? b : a);
    return root(a.index) == root(b.index);
  }
  bool any() const { return any_; }

 private:
  int root(int i) {
    while (at(i) != i) i = at(i) = at(at(i));
    return i;
  }
  int& at(int i) { return parent_[static_cast<std::size_t>(i)]; }
  void join(BodyId a, BodyId b) {
    any_ = true;
    const bool world_a = model_.body(a).node == 0, world_b = model_.body(b).node == 0;
    if (world_a || world_b) {
      on_world_[static_cast<std::size_t>((world_a ? b : a).index)] = true;
      return;
    }
    at(root(a.index)) = root(b.index);
  }
  bool hangs_on_world(BodyId body) {
    for (int i = 0; i < model_.body_count(); ++i)
      if (on_world_[static_cast<std::size_t>(i)] && root(i) == root(body.index)) return true;
    return false;
  }

  const Model& model_;
  std::vector<int> parent_;     // per body: union-find
  std::vector<bool> on_world_;  // per body: a joint connects it to the world
  bool any_ = false;
};

}  // namespace

PreparedSetup without_overlapping_links(SimulationSetup setup) {
  PreparedSetup out{std::move(setup), {}};
  ShapeContactOptions& options = out.setup.shape_contacts;
  if (!options.enabled || options.part_links) return out;
  Mechanisms mechanisms(Coordinates(out.setup.model, out.setup.loops));
  if (!mechanisms.any()) return out;
  std::vector<std::pair<BodyId, BodyId>> ignored;
  {
    MotionEquations equations(out.setup);
    std::vector<SimulationEvent> ignored_events;
    const State state = placed_start(equations, ignored_events);
    ShapeContacts shapes(equations.coordinates(), options, 0);
    const Model& model = *out.setup.model;
    for (const BodyOverlap& found : shapes.overlaps(equations.look(state), notable)) {
      if (!mechanisms.are_one(found.a, found.b)) continue;
      ignored.emplace_back(found.a, found.b);
      const std::string &a = model.body(found.a).name, &b = model.body(found.b).name;
      out.events.push_back(
          {.t = state.t,
           .kind = EventKind::Ignore,
           .name = a + " " + b,
           .x_before = -found.depth,
           .note = fmt::format("'{}' and '{}' belong to one mechanism and overlap by {:.3g} m at "
                               "the start, so they do not touch each other",
                               a, b, found.depth)});
    }
  }
  options.ignore.insert(options.ignore.end(), ignored.begin(), ignored.end());
  return out;
}

}  // namespace catena
