// Ten thousand random impacts: whatever is hit, no energy comes from nowhere, nothing is pulled,
// and friction stays in its cone. Impulses are found again from the jump of the velocities.

#include <gtest/gtest.h>

#include <Eigen/Core>

#include "catena/sim/impact.hpp"
#include "catena/solvers/dense.hpp"
#include "tests/support/closed_reference.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/contact_reference.hpp"
#include "tests/support/dynamics_calls.hpp"
#include "tests/support/least_solution.hpp"
#include "tests/support/random_closed.hpp"
#include "tests/support/trials.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Mechanism {
  std::shared_ptr<const Model> tree;
  std::shared_ptr<const Loops> loops;
  VectorXd q;
  std::vector<std::pair<int, int>> stops;  // dof; +1: at its lower limit
};

Mechanism with_stops(std::uint64_t seed, Random& random) {
  RandomModelOptions options;
  options.min_bodies = 3, options.max_bodies = 10;
  ModelBuilder builder = random_builder(seed, options);
  const Model model = builder.build();
  Mechanism out;
  out.q = random_state(model, random).q;
  for (int j = 0; j < model.joint_count(); ++j) {
    const JointInfo& joint = model.joint(JointId{j});
    if (joint.nv != 1 || joint.nq != 1 || joint.spec.kind == JointKind::Custom ||
        joint.spec.kind == JointKind::Continuous)
      continue;
    if (!chance(random, 0.2)) continue;
    const int sign = chance(random, 0.5) ? 1 : -1;
    JointSpec& spec = builder.joint(builder.find_joint(joint.spec.name));
    (sign > 0 ? spec.position_lower : spec.position_upper) = VectorXd::Constant(1, out.q[joint.q]);
    out.stops.push_back({joint.v, sign});
  }
  out.tree = std::make_shared<Model>(builder.build());
  out.loops = std::make_shared<Loops>(out.tree, LoopSpecs{});
  return out;
}

Mechanism with_loops(std::uint64_t seed) {
  RandomClosedOptions options;
  options.min_bodies = 5, options.max_bodies = 9, options.max_loops = 1;
  options.redundant = false;
  const ClosedMechanism closed = random_closed(seed, options);
  return {closed.tree, closed.loops, closed.q, {}};
}

// Planes through points of bodies.
KnownContact random_plane(Random& random, const Mechanism& m, const std::string& name) {
  for (;;) {
    KnownContact known = random_contact(random, *m.tree, m.q.head(m.tree->nq()), name);
    if (known.contact.against != Contact::Against::Plane) continue;
    known.contact.bilateral = false;
    known.contact.material.restitution = chance(random, 0.2) ? 0.0 : uniform(random, 0.0, 1.0);
    known.contact.material.friction = chance(random, 0.3) ? 0.0 : uniform(random, 0.0, 1.5);
    return known;
  }
}

SimulationSetup random_setup(Random& random, const Mechanism& m,
                             const std::vector<KnownContact>& contacts) {
  SimulationSetup setup;
  setup.model = m.tree;
  if (!m.loops->empty()) setup.loops = m.loops;
  for (const KnownContact& known : contacts) setup.contacts.push_back(known.contact);
  setup.contact_options.law = chance(random, 0.5) ? ImpactLaw::Newton : ImpactLaw::Poisson;
  setup.contact_options.order =
      chance(random, 0.5) ? ImpactOrder::Simultaneous : ImpactOrder::Sequential;
  setup.limits.restitution.resize(m.loops->nv());
  for (double& e : setup.limits.restitution) e = uniform(random, 0.0, 1.0);
  return setup;
}

// What holds at all impacts of a mechanism with these contacts.
class Impacts {
 public:
  Impacts(Random& random, const Mechanism& m)
      : random_(random), m_(m), M_(MatrixXd::Zero(m.loops->nv(), m.loops->nv())) {
    const int n = m.loops->nv(), nv = m.tree->nv();
    M_.topLeftCorner(nv, nv) = DynamicsCalls(*m.tree).mass_matrix(m.q.head(m.tree->nq()));
    const int count = chance(random, 0.85) ? 1 : 2 + pick(random, 2);
    for (int i = 0; i < count; ++i) contacts_.push_back(random_plane(random, m, std::to_string(i)));
    // Columns: three per contact, normal first; stops; loops.
    const MatrixXd J_loops = ClosedReference::velocity_jacobian(*m.loops, m.q);
    own_ = 3 * count + static_cast<Eigen::Index>(m.stops.size());
    G_ = MatrixXd::Zero(n, own_ + J_loops.rows());
    for (int i = 0; i < count; ++i) {
      const ContactFacts facts =
          contact_facts(*m.tree, contacts_[static_cast<std::size_t>(i)], m.q);
      const Eigen::Vector3d t = facts.n.unitOrthogonal();
      Eigen::Matrix3d axes;
      axes << facts.n, t, facts.n.cross(t);
      G_.block(0, 3 * i, nv, 3) = facts.J.transpose() * axes;
    }
    for (std::size_t s = 0; s < m.stops.size(); ++s)
      G_(m.stops[s].first, 3 * count + static_cast<Eigen::Index>(s)) = m.stops[s].second;
    if (J_loops.rows() > 0) G_.rightCols(J_loops.rows()) = J_loops.transpose();
    motions_ = J_loops.rows() > 0 ? null_space(J_loops) : MatrixXd::Identity(n, n);
    // Impulses are unique where no combination of them does nothing, clearly.
    const MatrixXd own = motions_.transpose() * G_.leftCols(own_);
    const VectorXd R = pivoted_qr(own).R.diagonal().cwiseAbs();
    unique_ = own.cols() <= own.rows() && R.minCoeff() > 1e-3 * R.maxCoeff();
  }

  struct Found {
    bool hit = false, single = false;  // one smooth contact and nothing else
    double energy_gain = 0.0;          // relative
    double approach = 0.0;             // of points that touch, after the last of a series
    double law = 0.0;                  // of a single one
    bool unique = false;               // then also:
    double pull = 0.0, cone = 0.0, unexplained = 0.0;  // relative to the largest impulse
    bool noted = false;                                // no exact solution
  };

  void start(std::vector<Found>& found, int velocities) {
    MotionEquations equations(random_setup(random_, m_, contacts_));
    const ContactOptions& options = equations.setup().contact_options;
    Impact impact(equations, options.law, options.order);
    for (int k = 0; k < velocities; ++k) {
      State state;
      state.q = m_.q;
      state.v = motions_ * random_vector(random_, motions_.cols());
      state.modes.resize(equations.groups().size());
      std::vector<SimulationEvent> none;
      for (const auto& group : equations.groups()) group->place_start(state, none);
      state.spent = VectorXd::Zero(equations.ledger().count());
      // A contact may push a joint back into the stop that it was leaving: that is the next impact.
      for (int again = 0; again < 50; ++again) {
        const VectorXd before = state.v;
        std::vector<SimulationEvent> events;
        impact.resolve(state, {}, events);
        if (events.empty()) break;
        found.push_back(measure(before, state.v));
        for (const SimulationEvent& e : events)
          found.back().noted |= e.note.find("no exact solution") != std::string::npos;
      }
      if (!found.empty()) found.back().approach = approach_of(state.v);
    }
  }

 private:
  // The fastest approach of anything that touches.
  double approach_of(const VectorXd& v) const {
    const VectorXd u = G_.leftCols(own_).transpose() * v;
    const Eigen::Index rows = 3 * static_cast<Eigen::Index>(contacts_.size());
    double fastest = 0.0;
    for (Eigen::Index k = 0; k < own_; k += k < rows ? 3 : 1) fastest = std::max(fastest, -u[k]);
    return fastest / (1.0 + v.cwiseAbs().maxCoeff());
  }
  Found measure(const VectorXd& before, const VectorXd& after) const {
    Found out;
    out.hit = true;
    const double energy = 0.5 * before.dot(M_ * before);
    // Relative to the terms that it is summed from: light bodies at fast joints cancel.
    const double terms = before.cwiseAbs().dot(M_.cwiseAbs() * before.cwiseAbs()) +
                         after.cwiseAbs().dot(M_.cwiseAbs() * after.cwiseAbs());
    out.energy_gain = (0.5 * after.dot(M_ * after) - energy) / (0.5 * terms);
    const VectorXd u = G_.leftCols(own_).transpose() * after;
    const VectorXd u_before = G_.leftCols(own_).transpose() * before;
    const double fast = 1.0 + before.cwiseAbs().maxCoeff();
    const Eigen::Index count = static_cast<Eigen::Index>(contacts_.size());
    const ContactMaterial& first = contacts_[0].contact.material;
    out.single = own_ == 3 && first.friction == 0.0 && u_before[0] < 0.0;
    if (out.single) out.law = std::abs(u[0] + first.restitution * u_before[0]) / fast;
    out.unique = unique_;
    if (!unique_) return out;
    const VectorXd jump = M_ * (after - before);
    const VectorXd p = least_solution(G_, jump);
    const double most = p.head(own_).cwiseAbs().maxCoeff();
    out.unexplained = (jump - G_ * p).cwiseAbs().maxCoeff() / jump.cwiseAbs().maxCoeff();
    for (Eigen::Index k = 0; k < own_; k += k < 3 * count ? 3 : 1) {
      out.pull = std::max(out.pull, -p[k] / most);
      if (k >= 3 * count) continue;
      const double mu = contacts_[static_cast<std::size_t>(k / 3)].contact.material.friction;
      out.cone = std::max(out.cone, (p.segment<2>(k + 1).norm() - mu * p[k]) / most);
    }
    return out;
  }

  Random& random_;
  const Mechanism& m_;
  MatrixXd M_, G_, motions_;
  Eigen::Index own_ = 0;
  bool unique_ = false;
  std::vector<KnownContact> contacts_;
};

TEST(RandomImpacts, CreateNoEnergyPullNothingAndStayInTheirCones) {
  WorstError energy("energy gained", 1e-12), approach("approach after an impact", 1e-9),
      law("law of single smooth impacts", 1e-10), pull("impulses that pull", 1e-9),
      cone("impulses outside their cone", 1e-9), jump("jump of velocities", 1e-9);
  int total = 0, unique = 0, single = 0, noted = 0;
  const int enough = trials(10000);
  for (std::uint64_t seed = 0; total < enough; ++seed) {
    Random random(seed);
    const Mechanism m = seed % 5 == 4 ? with_loops(seed) : with_stops(seed, random);
    for (int set = 0; set < 5; ++set) {
      std::vector<Impacts::Found> found;
      Impacts(random, m).start(found, 20);
      for (const Impacts::Found& f : found) {
        const std::string detail = "seed " + std::to_string(seed) + ", set " + std::to_string(set);
        energy.expect(std::max(0.0, f.energy_gain), detail);
        approach.expect(f.approach, detail);
        if (f.single) law.expect(f.law, detail), ++single;
        if (f.unique) {
          pull.expect(f.pull, detail), cone.expect(f.cone, detail);
          jump.expect(f.unexplained, detail);
          ++unique;
        }
        noted += f.noted;
        ++total;
      }
    }
    if (HasFailure() && total > 500) break;
  }
  std::printf(
      "[ measured ] %d impacts: %d with unique impulses, %d single and smooth, %d without "
      "an exact solution\n",
      total, unique, single, noted);
  EXPECT_GT(unique, enough * 2 / 5);
  EXPECT_GT(single, enough * 3 / 100);
  EXPECT_LE(noted, enough / 1000);
}

}  // namespace
}  // namespace catena::test
