// Several contacts at once, on trees and on mechanisms with loops, in all their modes, against one
// dense system; and against derivatives of the gaps along the motion.

#include "catena/contact/contact_forces.hpp"

#include <gtest/gtest.h>

#include "tests/support/compare.hpp"
#include "tests/support/contact_reference.hpp"
#include "tests/support/dynamics_calls.hpp"
#include "tests/support/random_closed.hpp"

namespace catena::test {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

// A mechanism whose contacts touch and move as their modes allow.
struct Touching {
  std::shared_ptr<const Model> tree;
  std::shared_ptr<const Loops> loops;
  VectorXd q, v, tau, a_held;
  std::vector<bool> held;
  std::vector<KnownContact> known;
  std::vector<ContactMode> modes;

  std::vector<Contact> contacts() const {
    std::vector<Contact> out;
    for (const KnownContact& k : known) out.push_back(k.contact);
    return out;
  }
  int constraints() const {
    int rows = 0;
    for (const ContactMode& m : modes)
      rows += m.kind == ContactMode::Kind::Stick ? 3 : m.closed() ? 1 : 0;
    return rows;
  }
};

ContactMode random_mode(Random& random, const Contact& contact) {
  ContactMode mode;
  const double kind = uniform(random, 0.0, 1.0);
  mode.kind = kind < 0.15  ? ContactMode::Kind::Open
              : kind < 0.6 ? ContactMode::Kind::Slide
                           : ContactMode::Kind::Stick;
  if (contact.bilateral && chance(random, 0.5)) mode.side = -1;
  const VectorXd d = random_vector(random, 3);
  mode.direction = {d[0], d[1], d[2]};
  mode.frozen = mode.kind == ContactMode::Kind::Slide && chance(random, 0.3);
  return mode;
}

// At most as many constraints by contacts as `freedoms` allows.
void add_contacts(Random& random, int freedoms, Touching& out) {
  const int count = 1 + pick(random, 4);
  for (int i = 0; i < count; ++i) {
    out.known.push_back(
        random_contact(random, *out.tree, out.q.head(out.tree->nq()), std::to_string(i)));
    out.modes.push_back(random_mode(random, out.known.back().contact));
    if (out.constraints() > freedoms) out.modes.back().kind = ContactMode::Kind::Slide;
    if (out.constraints() > freedoms) out.modes.back().kind = ContactMode::Kind::Open;
  }
  out.v = admissible(*out.loops, out.known, out.modes, out.q, out.v);
  // What hardly moves has no direction of its own.
  for (std::size_t i = 0; i < out.known.size(); ++i)
    if (const ContactFacts facts = contact_facts(*out.tree, out.known[i], out.q);
        (facts.J * out.v.head(out.tree->nv())).norm() < 1e-3)
      out.modes[i].frozen = out.modes[i].kind == ContactMode::Kind::Slide;
}

Touching on_tree(std::uint64_t seed) {
  Random random(seed);
  Touching out;
  RandomModelOptions options;
  options.min_bodies = 2, options.max_bodies = 8;
  options.armature = seed % 2 == 0;
  out.tree = std::make_shared<Model>(random_model(seed, options));
  out.loops = std::make_shared<Loops>(out.tree, LoopSpecs{});
  const RandomState state = random_state(*out.tree, random);
  out.q = state.q, out.v = state.v, out.tau = state.tau, out.a_held = state.a;
  out.held.assign(static_cast<std::size_t>(out.tree->nv()), false);
  int freedoms = out.tree->nv();
  if (seed % 3 == 0)
    for (std::size_t k = 0; k < out.held.size(); ++k)
      if (chance(random, 0.15)) out.held[k] = true, --freedoms;
  add_contacts(random, freedoms, out);
  return out;
}

Touching on_loops(std::uint64_t seed) {
  Random random(seed);
  RandomClosedOptions options;
  options.max_bodies = 7;
  options.max_loops = 2;
  const ClosedMechanism mechanism = random_closed(seed, options);
  Touching out{
      mechanism.tree, mechanism.loops, mechanism.q, mechanism.v, mechanism.tau, {}, {}, {}, {}};
  add_contacts(random, mechanism.mobility, out);
  return out;
}

struct Engine {
  LoopSolver solver;
  ContactForces forces;
  VectorXd a;
  HeldArray held;

  explicit Engine(const Touching& c)
      : solver(c.loops), forces(c.loops, c.contacts()), a(VectorXd::Zero(c.loops->nv())) {
    forces.set_modes(c.modes);
    held.setConstant(c.loops->nv(), false);
    for (std::size_t k = 0; k < c.held.size(); ++k) {
      held[static_cast<Eigen::Index>(k)] = c.held[k];
      if (c.held[k]) a[static_cast<Eigen::Index>(k)] = c.a_held[static_cast<Eigen::Index>(k)];
    }
    solver.accelerations(c.q, c.v, c.tau, held, a);
    forces.apply(solver, a);
  }
};

// What of the efforts of the tree the forces of contacts and loops leave unexplained.
VectorXd unexplained(const Touching& c, Engine& engine) {
  const int nv = c.tree->nv(), nq = c.tree->nq();
  const VectorXd multipliers = engine.solver.smallest_multipliers();
  std::vector<Force<double>> external(static_cast<std::size_t>(c.tree->body_count()),
                                      Force<double>::zero());
  engine.solver.add_body_wrenches(multipliers, c.tau.data() + nv, external);
  engine.forces.add_body_wrenches(external);
  VectorXd total =
      DynamicsCalls(*c.tree).rnea(c.q.head(nq), c.v.head(nv), engine.a.head(nv), external);
  engine.solver.subtract_efforts(multipliers, total.data());
  VectorXd rest = total - c.tau.head(nv);
  for (int k = 0; k < nv; ++k)
    if (engine.held[k]) rest[k] = 0.0;
  return rest;
}

class Comparison {
 public:
  explicit Comparison(const std::string& on)
      : accelerations_("accelerations with contacts on " + on, 1e-9),
        forces_("contact forces on " + on, 1e-9),
        reactions_("efforts and loop reactions with contacts on " + on, 1e-9) {}

  void compare(const Touching& c, const std::string& detail) {
    const ContactSolution expected =
        contact_solution(*c.loops, c.known, c.modes, c.q, c.v, c.tau, c.held, c.a_held);
    // Next to redundancy, and to Painleve's paradox, what is right to rounding differs by more.
    if (!(expected.conditioning > 1e-5)) return;
    Engine engine(c);
    double size = 1.0;
    for (const Vector3d& f : expected.forces) size = std::max(size, f.norm());
    const double most = std::max(size, expected.a.cwiseAbs().maxCoeff());
    accelerations_.expect((engine.a - expected.a).cwiseAbs().maxCoeff() / most, detail);
    for (std::size_t i = 0; i < expected.forces.size(); ++i)
      forces_.expect(
          (to_eigen(engine.forces.world_force(static_cast<int>(i))) - expected.forces[i]).norm() /
              size,
          detail);
    reactions_.expect(unexplained(c, engine).cwiseAbs().maxCoeff() / most, detail);
    closed_ += c.constraints() > 0;
    several_ += std::count_if(c.modes.begin(), c.modes.end(),
                              [](const ContactMode& m) { return m.closed(); }) > 1;
  }
  int closed() const { return closed_; }
  int several() const { return several_; }

 private:
  WorstError accelerations_, forces_, reactions_;
  int closed_ = 0, several_ = 0;
};

TEST(ContactForces, SolveTheDenseSystemOnTrees) {
  Comparison comparison("trees");
  for (std::uint64_t seed = 0; seed < 400; ++seed)
    comparison.compare(on_tree(seed), "seed " + std::to_string(seed));
  std::printf("[ measured ] %d mechanisms, %d with several closed contacts\n", comparison.closed(),
              comparison.several());
  EXPECT_GT(comparison.closed(), 200);
  EXPECT_GT(comparison.several(), 100);
}

TEST(ContactForces, SolveTheDenseSystemOnLoops) {
  Comparison comparison("loops");
  for (std::uint64_t seed = 0; seed < 200; ++seed)
    comparison.compare(on_loops(seed), "seed " + std::to_string(seed));
  std::printf("[ measured ] %d mechanisms, %d with several closed contacts\n", comparison.closed(),
              comparison.several());
  EXPECT_GT(comparison.closed(), 100);
  EXPECT_GT(comparison.several(), 40);
}

// d^2 f / dt^2 at zero, extrapolated to step zero.
double second_derivative(const std::function<double(double)>& f, double step) {
  std::vector<double> row;
  for (int level = 0; level < 4; ++level, step *= 0.5) {
    std::vector<double> next = {(f(step) - 2.0 * f(0.0) + f(-step)) / (step * step)};
    double factor = 1.0;
    for (const double coarse : row) {
      factor *= 4.0;
      next.push_back(next.back() + (next.back() - coarse) / (factor - 1.0));
    }
    row = next;
  }
  return row.back();
}

TEST(ContactForces, KeepGapsAlongTheMotion) {
  WorstError gap("gap by the book", 1e-14), rate("d gap / dt", 1e-10),
      second("d^2 gap / dt^2 of closed contacts", 1e-9), sticking("slip of sticking ones", 1e-9);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Touching c = on_tree(seed);
    const std::string detail = "seed " + std::to_string(seed);
    if (contact_solution(*c.loops, c.known, c.modes, c.q, c.v, c.tau, c.held, c.a_held)
            .conditioning < 1e-5)
      continue;
    Engine engine(c);
    const auto gap_after = [&](int i, const VectorXd& step) {
      engine.solver.place(moved(*c.loops, c.q, step));
      engine.forces.locate(engine.solver);
      return engine.forces.geometry().place(i).gap;
    };
    for (int i = 0; i < static_cast<int>(c.known.size()); ++i) {
      const auto k = static_cast<std::size_t>(i);
      engine.solver.place(c.q, c.v.data());
      engine.forces.locate(engine.solver);
      const ContactPlace place = engine.forces.geometry().place(i);
      gap.expect(std::abs(place.gap - contact_facts(*c.tree, c.known[k], c.q).gap), detail);
      const VectorXd found = derivative_at_zero(
          [&](double t) -> VectorXd { return VectorXd::Constant(1, gap_after(i, t * c.v)); },
          0.005);
      rate.expect(std::abs(found[0] - place.velocity.x), detail);
      if (c.modes[k].kind == ContactMode::Kind::Stick)
        sticking.expect(std::hypot(place.velocity.y, place.velocity.z), detail);
      if (!c.modes[k].closed()) continue;
      const double speed = std::max(1.0, engine.a.cwiseAbs().maxCoeff());
      const double step = 0.05 / std::sqrt(speed);
      second.expect(
          std::abs(second_derivative(
              [&](double t) { return gap_after(i, t * c.v + (0.5 * t * t) * engine.a); }, step)) /
              speed,
          detail);
    }
  }
}

TEST(ContactForces, ClosePositionsAndVelocitiesAndLeaveWhatIsFine) {
  WorstError gap("gap after closing", 1e-14), speed("normal velocity after closing", 1e-13),
      moved_q("q that was fine", 1e-13), moved_v("v that was fine", 1e-13);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Touching c = seed % 2 == 0 ? on_tree(seed) : on_loops(seed);
    const std::string detail = "seed " + std::to_string(seed);
    std::vector<bool> free(static_cast<std::size_t>(c.loops->nv()), false);
    if (contact_solution(*c.loops, c.known, c.modes, c.q, c.v, c.tau, free, c.a_held).conditioning <
        1e-5)
      continue;
    Engine engine(c);
    Random random(seed);
    VectorXd q = moved(*c.loops, c.q, random_vector(random, c.loops->nv(), 1e-7));
    VectorXd v = c.v + random_vector(random, c.loops->nv(), 1e-7);
    engine.held.setConstant(false);
    if (!c.loops->empty()) {
      engine.solver.close_position(q, engine.held);
      engine.solver.close_velocity(q, v, engine.held);
    }
    const auto measure = [&] {
      for (std::size_t i = 0; i < c.known.size(); ++i)
        if (c.modes[i].closed()) {
          const ContactFacts facts = contact_facts(*c.tree, c.known[i], q);
          gap.expect(std::abs(facts.gap), detail);
          const Vector3d u = facts.J * v.head(c.tree->nv());
          speed.expect(std::abs(facts.n.dot(u)), detail);
          if (c.modes[i].kind == ContactMode::Kind::Stick) speed.expect(u.norm(), detail);
        }
    };
    engine.forces.close_position(engine.solver, q, engine.held);
    engine.forces.close_velocity(engine.solver, q, v, engine.held);
    measure();
    const VectorXd q_closed = q, v_closed = v;
    engine.forces.close_position(engine.solver, q, engine.held);
    engine.forces.close_velocity(engine.solver, q, v, engine.held);
    moved_q.expect((q - q_closed).cwiseAbs().maxCoeff(), detail);
    moved_v.expect((v - v_closed).cwiseAbs().maxCoeff(), detail);
  }
}

}  // namespace
}  // namespace catena::test
