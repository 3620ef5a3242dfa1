// A thousand connections and cuts on thirty links, with everything that must hold after each.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "catena/model/configuration.hpp"
#include "tests/structure/structure_cases.hpp"
#include "tests/support/compare.hpp"

namespace catena::test {
namespace {

using Where = JointPlace::Where;

constexpr int link_count = 30;
constexpr double reach = 10.0;  // m, of the links from one another
constexpr JointKind kinds[] = {JointKind::Revolute, JointKind::Spherical, JointKind::Cylindrical,
                               JointKind::Helical,  JointKind::Prismatic, JointKind::Weld};

int pick(Random& random, int count) {
  return std::uniform_int_distribution<int>(0, count - 1)(random);
}
JointKind pick_kind(Random& random) {
  return kinds[static_cast<std::size_t>(pick(random, 6))];
}

// A tree of links that floats.
ModelBuilder floating_links(Random& random) {
  ModelBuilder builder;
  for (int i = 1; i <= link_count; ++i) {
    const BodyId body = builder.add_body(fmt::format("link{}", i), random_inertia(random));
    const BodyId parent{i == 1 ? 0 : std::max(1, i - 1 - pick(random, 3))};
    JointSpec spec;
    spec.name = i == 1 ? "base" : fmt::format("joint{}", i);
    spec.kind = i == 1 ? JointKind::Free : pick_kind(random);
    spec.axis = random_axis(random);
    spec.pitch = 0.1;
    builder.add_joint(spec, parent, body, random_transform(random), random_transform(random));
  }
  return builder;
}

// The live joints as edges between bodies, from their declarations alone.
struct Graph {
  struct Edge {
    int a, b, nv;
  };
  std::map<std::string, Edge> edges;  // by name, without the base

  int components() const {  // of the links; nothing is fixed to the world
    std::vector<int> group(link_count + 1);
    std::iota(group.begin(), group.end(), 0);
    const auto root = [&](int b) {
      while (group[static_cast<std::size_t>(b)] != b) b = group[static_cast<std::size_t>(b)];
      return b;
    };
    int count = link_count;
    for (const auto& [name, edge] : edges)
      if (const int a = root(edge.a), b = root(edge.b); a != b) {
        group[static_cast<std::size_t>(a)] = b;
        --count;
      }
    return count;
  }
  int freedoms() const {
    int sum = 0;
    for (const auto& [name, edge] : edges) sum += edge.nv;
    return sum;
  }
};

class LongRun {
 public:
  LongRun(std::uint64_t seed, bool reroot)
      : random_(seed), reroot_(reroot), system_(floating_links(random_), {}, reroot) {
    const Model& home = *system_.structure.now().home;
    system_.q = random_configuration(home, random_);
    system_.v = random_vector(random_, home.nv());
    for (int j = 1; j < home.joint_count(); ++j) {
      const JointInfo& joint = home.joint(JointId{j});
      graph_.edges[joint.spec.name] = {joint.parent.index, joint.child.index, joint.nv};
    }
  }

  void change() {
    const bool connects = static_cast<int>(graph_.edges.size()) < link_count - 6 ||
                          (pick(random_, 2) == 0 && graph_.edges.size() < link_count + 4);
    connects ? connect() : cut();
    check_invariants();
  }

  void cut_everything() {
    while (!graph_.edges.empty()) cut();
    check_invariants();
    system_.cut("base");
    const Structure& now = system_.structure.now();
    EXPECT_TRUE(now.loops->empty());
    EXPECT_EQ(now.tree->nv(), 6 * link_count);
    for (int j = 0; j < now.tree->joint_count(); ++j) {
      const JointInfo& joint = now.tree->joint(JointId{j});
      EXPECT_EQ(joint.spec.kind, JointKind::Free);
      EXPECT_EQ(joint.parent, world_body);
    }
  }

 private:
  void connect() {
    const int a = 1 + pick(random_, link_count), b = 1 + pick(random_, link_count);
    if (a == b) return;
    const LoopJoint joint =
        fitting_joint(random_, system_.structure.now(), system_.q, pick_kind(random_),
                      fmt::format("tie{}", ++made_), BodyId{a}, BodyId{b});
    const BodyStates before = body_states(system_.structure.now(), system_.q, system_.v);
    const double energy = system_.kinetic_energy();
    const Vector6d momentum = to_eigen(system_.momentum());
    system_.connect(joint);
    graph_.edges[joint.spec.name] = {a, b, velocity_size(joint.spec.kind)};
    poses_.expect(body_states(system_.structure.now(), system_.q, system_.v).poses, before.poses);
    momentum_.expect(to_eigen(system_.momentum()), momentum);
    EXPECT_LE(system_.kinetic_energy(), energy * (1.0 + 1e-12));
    stir();
  }

  void cut() {
    auto edge = graph_.edges.begin();
    std::advance(edge, pick(random_, static_cast<int>(graph_.edges.size())));
    const BodyStates before = body_states(system_.structure.now(), system_.q, system_.v);
    const double open = velocity_gap();
    system_.cut(edge->first);
    graph_.edges.erase(edge);
    const BodyStates after = body_states(system_.structure.now(), system_.q, system_.v);
    poses_.expect(after.poses, before.poses);
    // A loop that becomes a part of the tree hands on what it was open by, at the end of a lever.
    const double error = relative_error(after.velocities, before.velocities);
    velocities_.expect(std::max(0.0, error - reach * open));
  }

  // The largest J v.
  double velocity_gap() const {
    Eigen::VectorXd errors;
    LoopSolver(system_.structure.now().loops).velocity_errors(system_.q, system_.v, errors);
    return errors.size() == 0 ? 0.0 : errors.cwiseAbs().maxCoeff();
  }

  // New velocities that the loops allow, for jumps take energy away.
  void stir() {
    const Structure& now = system_.structure.now();
    system_.v = random_vector(random_, now.loops->nv());
    LoopSolver(now.loops).close_velocity(system_.q, system_.v);
  }

  void check_invariants() const {
    const Structure& now = system_.structure.now();
    const Model& tree = *now.tree;
    ASSERT_EQ(tree.joint_count(), link_count);
    for (int b = 1; b <= link_count; ++b) {
      int steps = 0;
      for (BodyId up{b}; up != world_body; up = tree.body(up).parent)
        ASSERT_LE(++steps, link_count);
      EXPECT_EQ(tree.body(BodyId{b}).name, now.home->body(BodyId{b}).name);
    }
    for (std::size_t i = 1; i < now.places.size(); ++i)
      EXPECT_LT(now.places[i - 1].name, now.places[i].name);
    for (const auto& [name, edge] : graph_.edges)
      EXPECT_NE(now.find(name).where, Where::Absent) << name;
    const int joints = static_cast<int>(graph_.edges.size()), roots = count_roots(tree);
    EXPECT_EQ(now.loops->nv(), graph_.freedoms() + 6 * roots);
    EXPECT_EQ(static_cast<int>(now.loops->closures().size()), joints - (link_count - roots));
    if (reroot_) {
      EXPECT_EQ(roots, graph_.components());
    }
  }

  static int count_roots(const Model& tree) {
    int count = 0;
    for (int b = 1; b <= link_count; ++b)
      if (tree.body(BodyId{b}).parent == world_body) ++count;
    return count;
  }

  Random random_;
  bool reroot_;
  Changing system_;
  Graph graph_;
  int made_ = 0;
  WorstError poses_{"poses of bodies across a change", 1e-13};
  WorstError velocities_{"velocities of bodies across a cut", 1e-14};
  WorstError momentum_{"momentum across a connection", 1e-12};
};

TEST(StructureRandom, AThousandChangesKeepEveryInvariant) {
  for (const bool reroot : {false, true}) {
    LongRun run(7, reroot);
    for (int i = 0; i < 1000 && !::testing::Test::HasFatalFailure(); ++i) run.change();
    run.cut_everything();
  }
}

}  // namespace
}  // namespace catena::test
