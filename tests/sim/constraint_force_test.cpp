// The constraint force of one point in closed form (Li et al. 2014, eqs. 10-21), with matrices
// written down by hand, against the engine.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Core>

#include "catena/contact/contact_group.hpp"
#include "catena/model/model_builder.hpp"
#include "catena/sim/motion_equations.hpp"
#include "catena/solvers/dense.hpp"
#include "tests/sim/planar_arm.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {
namespace {

// C(r) = r.A r / 2 + b.r - c: a line, a circle or an ellipse in the plane y-z.
struct Surface {
  Eigen::Matrix2d A = Eigen::Matrix2d::Zero();
  Vector2 b = Vector2::Zero();
  double c = 0.0;

  Vector2 gradient(const Vector2& r) const { return A * r + b; }
  void pass_through(const Vector2& r) { c = 0.5 * r.dot(A * r) + b.dot(r); }
  std::string formula() const {
    return fmt::format("({})*y^2/2 + ({})*z^2/2 + ({})*y + ({})*z - ({})", A(0, 0), A(1, 1), b[0],
                       b[1], c);
  }
};

Surface random_surface(Random& random, int kind) {
  Surface s;
  s.b = random_vector(random, 2);
  if (kind == 1) s.A.diagonal().setConstant(uniform(random, 0.3, 3.0));
  if (kind == 2) s.A.diagonal() << uniform(random, 0.3, 1.0), uniform(random, 1.0, 4.0);
  return s;
}

struct ClosedForm {
  double fn;
  Eigen::VectorXd a;
  double A_relative;  // A over m_c: small next to Painleve's paradox
};

// Eqs. (11)-(21), (36).
ClosedForm closed_form(const PlanarArm& arm, const Surface& C, double K,
                       const Eigen::VectorXd& tau) {
  const Eigen::Index tip = arm.count() - 1;
  const Eigen::Matrix2Xd J = arm.jacobian(tip, 1.0);
  const Vector2 C_r = C.gradient(arm.tip()), r_rate = J * arm.v;
  const Eigen::RowVectorXd C_q = C_r.transpose() * J;
  const double slope = C_r.norm();
  const Eigen::VectorXd j_c = C_q.transpose() / slope;
  const Eigen::VectorXd j_t = J.transpose() * r_rate.normalized();
  const Eigen::MatrixXd M = arm.mass_matrix();
  const Eigen::MatrixXd M_inverse = solve_square(M, Eigen::MatrixXd::Identity(M.rows(), M.rows()));
  const double curvature = r_rate.dot(C.A * r_rate) + C_r.dot(arm.bias(tip, 1.0));  // eq. (22)
  const double m_c = C_q * M_inverse * C_q.transpose();                             // eq. (14)
  const Eigen::RowVectorXd d = slope * C_q * M_inverse;                             // eq. (16)
  const Eigen::VectorXd b = arm.bias_efforts() + PlanarArm::damping * arm.v;
  const double a = d.dot(b) - slope * curvature;  // eq. (18)
  const double A = m_c - d.dot(j_t) * K;          // eq. (20)
  const double fn = (a - d.dot(tau)) / A;         // eq. (21)
  return {fn, M_inverse * (tau - b + (j_c - K * j_t) * fn), A / m_c};
}

std::shared_ptr<const Model> arm_model(int links) {
  ModelBuilder builder;
  builder.set_gravity({0.0, 0.0, -PlanarArm::gravity});
  BodyId parent = builder.world();
  for (int i = 0; i < links; ++i) {
    constexpr double l = PlanarArm::length, I = PlanarArm::inertia;
    const std::string number = std::to_string(i + 1);
    const BodyId body = builder.add_body(
        "link" + number,
        inertia_about_com(PlanarArm::mass, {0.0, 0.0, 0.5 * l}, {I, 0.0, 0.0, I, 0.0, 1e-6}));
    JointSpec joint = revolute("joint" + number, {1.0, 0.0, 0.0});
    joint.damping = Eigen::VectorXd::Constant(1, PlanarArm::damping);
    const Transform<double> at = {Mat3<double>::identity(), {0.0, 0.0, i == 0 ? 0.0 : l}};
    builder.add_joint(joint, parent, body, at);
    parent = body;
  }
  return std::make_shared<Model>(builder.build());
}

TEST(ConstraintForce, IsThatOfTheClosedForm) {
  Random random(2014);
  WorstError force("f_n, eq. 21", 1e-11), acceleration("accelerations, eq. 36", 1e-11);
  int tested = 0;
  for (int links : {2, 3})
    for (int kind : {0, 1, 2})
      for (int k = 0; k < 100; ++k) {
        const std::shared_ptr<const Model> model = arm_model(links);
        const Eigen::VectorXd q = random_vector(random, links), tau = random_vector(random, links);
        Surface C = random_surface(random, kind);
        Eigen::VectorXd v = random_vector(random, links);
        const PlanarArm still(q, v);
        C.pass_through(still.tip());
        const Eigen::VectorXd C_q =
            still.jacobian(links - 1, 1.0).transpose() * C.gradient(still.tip());
        v -= C_q * (C_q.dot(v) / C_q.squaredNorm());
        const PlanarArm arm(q, v);

        SimulationSetup setup;
        setup.model = model;
        Contact contact;
        contact.name = "tip";
        contact.a = model->find_body("link" + std::to_string(links));
        contact.p_A = {0.0, 0.0, PlanarArm::length};
        contact.against = Contact::Against::Surface;
        contact.surface = surface_from_formula(C.formula());
        contact.bilateral = true;
        contact.material.friction = uniform(random, 0.0, 0.8);
        setup.contacts = {contact};
        Motor motor;
        for (int i = 0; i < links; ++i) motor.dofs.push_back(i);
        motor.effort = [&tau](double, In<double>, In<double>, Out<double> out) {
          for (Eigen::Index i = 0; i < tau.size(); ++i) out[i] = tau[i];
        };
        setup.motors = {motor};
        MotionEquations equations(setup);
        State state;
        state.q = q, state.v = v;
        state.modes.resize(equations.groups().size());
        std::vector<SimulationEvent> none;
        for (const auto& group : equations.groups()) group->place_start(state, none);
        const int contacts_index = equations.group<ContactGroup>()->index();
        // A two-sided contact that pulls is rubbed against its motion too: then K changes its sign.
        for (const int side : {1, -1}) {
          state.set_modes(contacts_index,
                          ContactModes(1, std::vector<ContactKey>{{}},
                                       std::vector<ContactMode>{
                                           {.kind = ContactMode::Kind::Slide, .side = side}}));
          const ClosedForm expected = closed_form(arm, C, side * contact.material.friction, tau);
          if (std::abs(expected.A_relative) < 0.05) continue;  // no unique force nearby
          equations.begin(state);
          Evaluation at;
          equations.evaluate(state, at);
          const ContactForces& contacts = equations.group<ContactGroup>()->forces();
          EXPECT_LE(std::abs(contacts.geometry().place(0).gap), 1e-14);
          force.expect(std::abs(contacts.force(0).x - expected.fn) /
                       std::max(1.0, std::abs(expected.fn)));
          acceleration.expect(at.a, expected.a);
          EXPECT_NEAR(std::hypot(contacts.force(0).y, contacts.force(0).z),
                      contact.material.friction * std::abs(expected.fn),
                      1e-11 * std::max(1.0, std::abs(expected.fn)));
          ++tested;
        }
      }
  EXPECT_GT(tested, 1000);
}

}  // namespace
}  // namespace catena::test
