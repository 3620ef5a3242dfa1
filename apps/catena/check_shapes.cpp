// catena check: shapes that overlap at the start, pairs that cannot touch, bodies that nothing
// stops.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "apps/catena/check_parts.hpp"
#include "catena/contact/settle.hpp"

namespace catena::app {

namespace {

constexpr double notable = 1e-9;  // m
constexpr std::size_t most_named = 6;

std::string quoted(const Model& model, BodyId body) {
  return body == world_body ? "the world" : fmt::format("'{}'", model.body(body).name);
}

// Free joints on whose bodies anything but gravity and shapes may act.
class OtherSupports {
 public:
  explicit OtherSupports(const SimulationSetup& setup)
      : setup_(setup), root_(static_cast<std::size_t>(setup.model->body_count()), -1) {
    const Model& model = *setup.model;
    for (int b = 1; b < model.body_count(); ++b) {
      const JointInfo& joint = model.joint(model.body(BodyId{b}).inboard_joint);
      root_[static_cast<std::size_t>(b)] =
          joint.parent == world_body ? b : root_[static_cast<std::size_t>(joint.parent.index)];
    }
    // What these act on is theirs alone to know.
    all_ = !setup.elements.empty() || !setup.changes.empty();
    for (const Contact& contact : setup.contacts) add(contact.a), add(contact.b);
    for (const Cable& cable : setup.cables)
      for (const CableStop& stop : cable.route) add(stop.body);
    if (!setup.loops) return;
    for (const LoopJoint& joint : setup.loops->specs().joints) add(joint.a), add(joint.b);
    for (const Rod& rod : setup.loops->specs().rods) add(rod.a), add(rod.b);
    for (const Rolling& rolling : setup.loops->specs().rollings) add(rolling.a), add(rolling.b);
    for (const Coupling& coupling : setup.loops->specs().couplings)
      for (const int dof : coupling.dofs) add_owner(dof);
  }

  bool holds(BodyId root) const { return all_ || held_.contains(root.index) || is_driven(root); }

 private:
  void add(BodyId body) {
    if (body != world_body) held_[root_[static_cast<std::size_t>(body.index)]] = true;
  }
  // The body that a coordinate of the tree moves.
  void add_owner(int dof) {
    for (int j = 0; j < setup_.model->joint_count(); ++j) {
      const JointInfo& joint = setup_.model->joint(JointId{j});
      if (dof >= joint.v && dof < joint.v + joint.nv) add(joint.child);
    }
  }
  bool is_driven(BodyId root) const {
    const JointInfo& joint = setup_.model->joint(setup_.model->body(root).inboard_joint);
    const auto own = [&](int dof) { return dof >= joint.v && dof < joint.v + joint.nv; };
    return std::any_of(setup_.motors.begin(), setup_.motors.end(),
                       [&](const Motor& motor) {
                         return std::any_of(motor.dofs.begin(), motor.dofs.end(), own);
                       }) ||
           std::any_of(setup_.prescribed.begin(), setup_.prescribed.end(),
                       [&](const PrescribedMotion& motion) { return own(motion.dof); });
  }

  const SimulationSetup& setup_;
  std::vector<int> root_;  // per body: the first one of its tree
  std::map<int, bool> held_;
  bool all_ = false;
};

// Free bodies of the setup, and whether anything that they may touch is below them where they
// start.
struct FreeBody {
  BodyId root;
  bool rests = false;
};
std::vector<FreeBody> free_bodies(const SimulationSetup& setup) {
  const Model& model = *setup.model;
  std::vector<FreeBody> bodies;
  if (setup.shape_contacts.enabled) {
    ShapeQueries queries(setup.model, setup.shape_contacts, setup.loops);
    Eigen::VectorXd q = setup.q;
    for (const SettledTree& tree :
         settle_bodies(queries, setup.loops ? setup.loops->specs() : LoopSpecs{}, q))
      bodies.push_back({tree.root, tree.rests});
    return bodies;
  }
  for (int j = 0; j < model.joint_count(); ++j) {
    const JointInfo& joint = model.joint(JointId{j});
    if (joint.spec.kind == JointKind::Free && joint.parent == world_body)
      bodies.push_back({joint.child});
  }
  return bodies;
}

// Whether `settle` moves the body: it does so with what begins with a free joint.
bool is_settled(const Model& model, BodyId body) {
  const JointInfo* joint = &model.joint(model.body(body).inboard_joint);
  while (joint->parent != world_body) joint = &model.joint(model.body(joint->parent).inboard_joint);
  return joint->spec.kind == JointKind::Free;
}

const char* how_to_part(const Model& model, const std::pair<BodyId, BodyId>& pair) {
  if (pair.first != world_body) return "start them apart, or name them under contact: ignore";
  return is_settled(model, pair.second) ? "start higher, or write settle: true"
                                        : "start it outside, or name them under contact: ignore";
}

// Across gravity.
bool moves_sideways(const SimulationSetup& setup, BodyId root) {
  const JointInfo& joint = setup.model->joint(setup.model->body(root).inboard_joint);
  return setup.v.size() >= joint.v + 6 && setup.v.segment(joint.v + 3, 3).norm() > 0.0;
}

// The body that this one, and all bodies between them, are welded to.
BodyId welded_root(const Model& model, BodyId body) {
  while (body != world_body &&
         model.joint(model.body(body).inboard_joint).spec.kind == JointKind::Weld)
    body = model.joint(model.body(body).inboard_joint).parent;
  return body;
}

// What keeps two bodies from touching.
std::string why_apart(const SimulationSetup& setup, BodyId a, BodyId b) {
  const Model& model = *setup.model;
  const BodyId root_a = welded_root(model, a), root_b = welded_root(model, b);
  if (root_a == root_b) return "they are welded together";
  for (const auto& [p, q] : setup.shape_contacts.ignore)
    if ((p == a && q == b) || (p == b && q == a)) return "'ignore' names them";
  const auto joins = [&](BodyId parent, BodyId child) {
    const BodyId p = welded_root(model, parent), c = welded_root(model, child);
    return (p == root_a && c == root_b) || (p == root_b && c == root_a);
  };
  const auto connected = [](const std::string& joint) {
    return fmt::format(
        "joint '{}' connects them; 'connected: true' under 'contact' lets them touch", joint);
  };
  for (int j = 0; j < model.joint_count(); ++j) {
    const JointInfo& joint = model.joint(JointId{j});
    if (joins(joint.parent, joint.child)) return connected(joint.spec.name);
  }
  if (setup.loops)
    for (const LoopJoint& joint : setup.loops->specs().joints)
      if (joins(joint.a, joint.b)) return connected(joint.spec.name);
  return "a filter keeps them apart";
}

void check_pair(const SimulationSetup& setup, const ShapeQueries& queries, BodyId a, BodyId b,
                const std::string& why, Remarks& remarks) {
  const ShapeContacts& shapes = queries.shapes();
  bool has_a = false, has_b = false, may = false;
  for (int i = 0; i < shapes.shape_count(); ++i) {
    has_a |= shapes.body_of(i) == a, has_b |= shapes.body_of(i) == b;
    for (int j = 0; j < i; ++j)
      if ((shapes.body_of(i) == a && shapes.body_of(j) == b) ||
          (shapes.body_of(i) == b && shapes.body_of(j) == a))
        may |= shapes.may_touch(i, j);
  }
  const Model& model = queries.model();
  const std::string pair = fmt::format("{} and {} {}", quoted(model, a), quoted(model, b), why);
  if (!has_a || !has_b)
    remarks.push_back(fmt::format("{}, but {} has no shape that touches, so they never touch", pair,
                                  quoted(model, has_a ? b : a)));
  else if (!may)
    remarks.push_back(fmt::format("{}, but they never touch: {}", pair, why_apart(setup, a, b)));
}

}  // namespace

void check_falling(const SimulationSetup& setup, Remarks& remarks) {
  if (!(norm(setup.model->gravity()) > 0.0)) return;
  const OtherSupports others(setup);
  std::vector<std::string> names;
  for (const FreeBody& body : free_bodies(setup)) {
    if (body.rests || others.holds(body.root)) continue;
    // It may fly to where something is.
    if (setup.shape_contacts.enabled && moves_sideways(setup, body.root)) continue;
    names.push_back(fmt::format("'{}'", setup.model->body(body.root).name));
  }
  if (names.empty()) return;
  std::string list = fmt::format(
      "{}",
      fmt::join(names.begin(),
                names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), most_named)),
                ", "));
  if (names.size() > most_named) list += fmt::format(" and {} more", names.size() - most_named);
  remarks.push_back(fmt::format(
      "nothing stops {}: {} for ever; {}", list, names.size() > 1 ? "they fall" : "it falls",
      setup.shape_contacts.ground    ? "give its bodies shapes that touch the ground"
      : setup.shape_contacts.enabled ? "write ground: true, or put something below"
                                     : "write contact: automatic, and ground: true for a floor"));
}

void check_shapes(const Scenario& scenario, const Simulation& start, Remarks& remarks) {
  const SimulationSetup& setup = scenario.setup;
  if (!setup.shape_contacts.enabled) return;
  ShapeQueries queries(setup.model, setup.shape_contacts, setup.loops);
  Eigen::VectorXd q = setup.q;
  if (setup.settle) settle_bodies(queries, setup.loops ? setup.loops->specs() : LoopSpecs{}, q);
  queries.place(q.head(setup.model->nq()));
  std::map<std::pair<BodyId, BodyId>, double> deepest;
  for (const ShapeMeeting& meeting : queries.meetings(0.0)) {
    const auto [a, b] = std::minmax(meeting.a, meeting.b);
    double& depth = deepest[{a, b}];
    depth = std::max(depth, -meeting.distance.value);
  }
  const auto is_ignored = [&](BodyId a, BodyId b) {
    const std::string &one = setup.model->body(a).name, &other = setup.model->body(b).name;
    return std::any_of(
        start.start_events().begin(), start.start_events().end(),
        [&](const SimulationEvent& event) {
          return event.kind == EventKind::Ignore &&
                 (event.name == one + " " + other || event.name == other + " " + one);
        });
  };
  std::erase_if(deepest, [&](const auto& entry) {
    return !(entry.second > notable) || is_ignored(entry.first.first, entry.first.second);
  });
  std::size_t named = 0;
  for (const auto& [pair, depth] : deepest) {
    if (++named > most_named) break;
    remarks.push_back(
        fmt::format("{} and {} overlap by {:.3g} m at the start, and are moved apart; {}",
                    quoted(*setup.model, pair.second), quoted(*setup.model, pair.first), depth,
                    how_to_part(*setup.model, pair)));
  }
  if (deepest.size() > most_named)
    remarks.push_back(
        fmt::format("{} more pairs of bodies overlap at the start", deepest.size() - most_named));
  for (const RecordedPair& pair : scenario.record.pairs)
    if (setup.contacts.empty())
      check_pair(setup, queries, pair.a, pair.b, "have their contacts recorded", remarks);
}

}  // namespace catena::app
