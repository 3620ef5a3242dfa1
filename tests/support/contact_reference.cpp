#include "tests/support/contact_reference.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>

#include "catena/dynamics/jacobians.hpp"
#include "catena/model/configuration.hpp"
#include "catena/solvers/dense.hpp"
#include "tests/support/closed_reference.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/dynamics_calls.hpp"
#include "tests/support/least_solution.hpp"

namespace catena::test {

using Eigen::Matrix3Xd;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

Vec3<double> to_vec3(const Vector3d& x) {
  return {x[0], x[1], x[2]};
}

Vec3<double> inside(const Transform<double>& X_WB, const Vec3<double>& p_W) {
  return transpose_times(X_WB.rotation, p_W - X_WB.translation);
}

Eigen::Matrix3d matrix(const Mat3<double>& R) {
  Eigen::Matrix3d out;
  for (int j = 0; j < 3; ++j) out.col(j) = to_eigen(R.column(j));
  return out;
}

// An ellipsoid, or a surface with waves, through the point r.
void put_surface(Random& random, const Vector3d& r, KnownContact& known) {
  if (chance(random, 0.5)) {
    const Vector3d centre = r + Vector3d(random_vector(random, 3));
    const Vector3d w(uniform(random, 0.3, 2), uniform(random, 0.3, 2), uniform(random, 0.3, 2));
    const double k = w.dot(Vector3d((r - centre).array().square()));
    known.contact.surface = surface_from_formula(
        fmt::format("({})*(x-({}))^2 + ({})*(y-({}))^2 + ({})*(z-({}))^2 - ({})", w[0], centre[0],
                    w[1], centre[1], w[2], centre[2], k));
    known.C = [=](const Vector3d& x) { return w.dot(Vector3d((x - centre).array().square())) - k; };
    known.gradient = [=](const Vector3d& x) -> Vector3d {
      return 2.0 * w.cwiseProduct(x - centre);
    };
    return;
  }
  const double A = uniform(random, 0.1, 0.5), w = uniform(random, 0.5, 2.0),
               s = uniform(random, 0.5, 2.0);
  const auto waves = [=](const Vector3d& x) {
    return x[2] + A * std::sin(w * x[0]) * std::cos(s * x[1]);
  };
  const double k = waves(r);
  known.contact.surface =
      surface_from_formula(fmt::format("z + ({})*sin(({})*x)*cos(({})*y) - ({})", A, w, s, k));
  known.C = [=](const Vector3d& x) { return waves(x) - k; };
  known.gradient = [=](const Vector3d& x) -> Vector3d {
    return {A * w * std::cos(w * x[0]) * std::cos(s * x[1]),
            -A * s * std::sin(w * x[0]) * std::sin(s * x[1]), 1.0};
  };
}

}  // namespace

KnownContact random_contact(Random& random, const Model& tree, const VectorXd& q,
                            const std::string& name) {
  KnownContact known;
  Contact& c = known.contact;
  c.name = name;
  if (tree.nodes().size() < 2) throw std::invalid_argument("nothing moves");
  do {
    c.a = BodyId{pick(random, tree.body_count())};
    c.b = BodyId{chance(random, 0.5) ? 0 : pick(random, tree.body_count())};
  } while (tree.body(c.a).node == tree.body(c.b).node);
  Kinematics<double> kinematics(tree);
  kinematics.compute(tree, q);
  const Transform<double> X_WA = kinematics.pose(tree, tree.body_frame(c.a));
  const Transform<double> X_WB = kinematics.pose(tree, tree.body_frame(c.b));
  c.p_A = to_vec3(random_vector(random, 3, 0.3));
  const Vec3<double> centre = X_WA * c.p_A, n = to_vec3(random_axis(random));
  c.material.friction = chance(random, 0.3) ? 0.0 : uniform(random, 0.0, 1.0);
  c.bilateral = chance(random, 0.3);
  switch (pick(random, 3)) {
    case 0:
      c.against = Contact::Against::Plane;
      c.radius = chance(random, 0.5) ? 0.0 : uniform(random, 0.05, 0.3);
      c.normal_B = 1.7 * transpose_times(X_WB.rotation, n);
      c.p_B = inside(X_WB, centre - c.radius * n);
      break;
    case 1:
      c.against = Contact::Against::Surface;
      put_surface(random, to_eigen(inside(X_WB, centre)), known);
      break;
    default:
      c.against = Contact::Against::Sphere;
      c.radius = chance(random, 0.3) ? 0.0 : uniform(random, 0.05, 0.3);
      c.radius_b = uniform(random, 0.1, 0.5);
      c.p_B = inside(X_WB, centre - (c.radius + c.radius_b) * n);
  }
  return known;
}

ContactFacts contact_facts(const Model& tree, const KnownContact& known, const VectorXd& q) {
  const Contact& c = known.contact;
  Kinematics<double> kinematics(tree);
  kinematics.compute(tree, In<double>(q.data(), tree.nq()));
  const Transform<double> X_WA = kinematics.pose(tree, tree.body_frame(c.a));
  const Transform<double> X_WB = kinematics.pose(tree, tree.body_frame(c.b));
  ContactFacts out;
  out.R_WB = matrix(X_WB.rotation);
  const Vector3d centre = to_eigen(X_WA * c.p_A), p_b = to_eigen(X_WB * c.p_B);
  if (c.against == Contact::Against::Plane) {
    out.n = out.R_WB * to_eigen(c.normal_B).normalized();
    out.gap = out.n.dot(centre - p_b) - c.radius;
  } else if (c.against == Contact::Against::Sphere) {
    out.n = (centre - p_b).normalized();
    out.gap = (centre - p_b).norm() - c.radius - c.radius_b;
  } else {
    const Vector3d r = out.R_WB.transpose() * (centre - to_eigen(X_WB.translation));
    const Vector3d gradient = known.gradient(r);
    out.n = out.R_WB * gradient.normalized();
    out.gap = known.C(r) / gradient.norm();
  }
  out.p = centre - c.radius * out.n;
  const auto at_point = [&](BodyId body, const Transform<double>& X) -> Matrix3Xd {
    MatrixXd J(6, tree.nv());
    frame_jacobian<double>(tree, kinematics, tree.body_frame(body), Reference::WorldAligned, J);
    return J.bottomRows<3>() - hat(out.p - to_eigen(X.translation)) * J.topRows<3>();
  };
  out.J = at_point(c.a, X_WA) - at_point(c.b, X_WB);
  return out;
}

VectorXd moved(const Loops& loops, const VectorXd& q, const VectorXd& step) {
  const Model &tree = loops.tree(), &links = loops.links();
  VectorXd out(q.size());
  integrate<double>(tree, In<double>(q.data(), tree.nq()), In<double>(step.data(), tree.nv()),
                    Out<double>(out.data(), tree.nq()));
  integrate<double>(links, In<double>(q.data() + tree.nq(), links.nq()),
                    In<double>(step.data() + tree.nv(), links.nv()),
                    Out<double>(out.data() + tree.nq(), links.nq()));
  return out;
}

namespace {

// The directions along which a closed contact does not move; the normal first.
MatrixXd directions(const ContactFacts& facts, const ContactMode& mode) {
  MatrixXd e = facts.n;
  if (mode.kind == ContactMode::Kind::Stick) {
    const Vector3d t = facts.n.unitOrthogonal();
    e.conservativeResize(3, 3);
    e.col(1) = t, e.col(2) = facts.n.cross(t);
  }
  return e;
}

struct Rows {
  MatrixXd J;                                // of what closed contacts keep at zero
  MatrixXd force;                            // generalized forces per unit of each unknown
  std::vector<std::pair<int, Vector3d>> of;  // contact, and world force per unit
};

Rows contact_rows(const Loops& loops, const std::vector<KnownContact>& contacts,
                  const std::vector<ContactMode>& modes, const VectorXd& q, const VectorXd& v) {
  const int nv = loops.tree().nv();
  Rows rows;
  rows.J.resize(0, loops.nv()), rows.force.resize(loops.nv(), 0);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (!modes[i].closed()) continue;
    const ContactFacts facts = contact_facts(loops.tree(), contacts[i], q);
    const MatrixXd e = directions(facts, modes[i]);
    for (Eigen::Index k = 0; k < e.cols(); ++k) {
      Vector3d f = e.col(k);
      if (modes[i].kind == ContactMode::Kind::Slide) {
        Vector3d slip = facts.J * v.head(nv);
        if (modes[i].frozen) slip = facts.R_WB * to_eigen(modes[i].direction);
        slip -= facts.n * facts.n.dot(slip);
        f -= modes[i].side * contacts[i].contact.material.friction * slip.normalized();
      }
      rows.of.push_back({static_cast<int>(i), f});
      rows.J.conservativeResize(rows.J.rows() + 1, Eigen::NoChange);
      rows.J.bottomRows<1>().setZero();
      rows.J.bottomRows<1>().head(nv) = e.col(k).transpose() * facts.J;
      rows.force.conservativeResize(Eigen::NoChange, rows.force.cols() + 1);
      rows.force.rightCols<1>().setZero();
      rows.force.rightCols<1>().head(nv) = facts.J.transpose() * f;
    }
  }
  return rows;
}

// d/dt of what the rows measure, where accelerations are zero: normals move with the motion,
// tangents may be kept since nothing moves along them.
VectorXd contact_bias(const Loops& loops, const std::vector<KnownContact>& contacts,
                      const std::vector<ContactMode>& modes, const VectorXd& q, const VectorXd& v) {
  std::vector<MatrixXd> start;
  for (std::size_t i = 0; i < contacts.size(); ++i)
    start.push_back(directions(contact_facts(loops.tree(), contacts[i], q), modes[i]));
  return derivative_at_zero(
      [&](double t) {
        const VectorXd q_t = moved(loops, q, t * v);
        VectorXd u(0);
        for (std::size_t i = 0; i < contacts.size(); ++i) {
          if (!modes[i].closed()) continue;
          const ContactFacts facts = contact_facts(loops.tree(), contacts[i], q_t);
          MatrixXd e = start[i];
          e.col(0) = facts.n;
          const VectorXd here = e.transpose() * (facts.J * v.head(loops.tree().nv()));
          u.conservativeResize(u.size() + here.size());
          u.tail(here.size()) = here;
        }
        return u;
      },
      0.005);
}

}  // namespace

VectorXd admissible(const Loops& loops, const std::vector<KnownContact>& contacts,
                    const std::vector<ContactMode>& modes, const VectorXd& q, const VectorXd& v) {
  const Rows rows = contact_rows(loops, contacts, modes, q, v);
  const MatrixXd J_loops = ClosedReference::velocity_jacobian(loops, q);
  MatrixXd J(J_loops.rows() + rows.J.rows(), loops.nv());
  J << J_loops, rows.J;
  const MatrixXd Z = null_space(J);
  return Z * (Z.transpose() * v);
}

ContactSolution contact_solution(const Loops& loops, const std::vector<KnownContact>& contacts,
                                 const std::vector<ContactMode>& modes, const VectorXd& q,
                                 const VectorXd& v, const VectorXd& tau,
                                 const std::vector<bool>& held, const VectorXd& a_held) {
  const Model& tree = loops.tree();
  const int n = loops.nv(), nv = tree.nv();
  DynamicsCalls calls(tree);
  MatrixXd M = MatrixXd::Zero(n, n);
  M.topLeftCorner(nv, nv) = calls.mass_matrix(q.head(tree.nq()));
  VectorXd load = tau;
  load.head(nv) -= calls.bias(q.head(tree.nq()), v.head(nv));
  // Accelerations a + Z z keep the loops closed, and held coordinates where they are.
  MatrixXd J = ClosedReference::velocity_jacobian(loops, q);
  VectorXd right(0);
  if (J.rows() > 0)
    right = -derivative_at_zero(
        [&](double t) {
          return ClosedReference(loops, moved(loops, q, t * v), v).velocity_residual();
        },
        0.005);
  for (int k = 0; k < static_cast<int>(held.size()); ++k) {
    if (!held[static_cast<std::size_t>(k)]) continue;
    J.conservativeResize(J.rows() + 1, n);
    J.bottomRows<1>() = VectorXd::Unit(n, k).transpose();
    right.conservativeResize(right.size() + 1);
    right[right.size() - 1] = a_held[k];
  }
  ContactSolution out;
  out.a = VectorXd::Zero(n);
  if (J.rows() > 0) out.a = least_norm_solution(J, right).x;
  const MatrixXd Z = J.rows() > 0 ? null_space(J) : MatrixXd::Identity(n, n);
  const MatrixXd reduced = Z.transpose() * M * Z;
  const auto respond = [&](const MatrixXd& efforts) -> MatrixXd {
    return Z * solve_positive(reduced, Z.transpose() * efforts);
  };
  out.a += respond(load - M * out.a);
  const Rows rows = contact_rows(loops, contacts, modes, q, v);
  out.forces.assign(contacts.size(), Vector3d::Zero());
  if (rows.of.empty()) return out;
  const MatrixXd responses = respond(rows.force);
  const MatrixXd matrix_of_forces = rows.J * responses;
  // Each row in units of what a force at its contact does at the best angle to the open tree.
  const MatrixXd M_inverse = solve_square(M.topLeftCorner(nv, nv), MatrixXd::Identity(nv, nv));
  VectorXd unit(static_cast<Eigen::Index>(rows.of.size()));
  for (std::size_t k = 0; k < rows.of.size(); ++k) {
    const ContactFacts facts =
        contact_facts(tree, contacts[static_cast<std::size_t>(rows.of[k].first)], q);
    const double best = (facts.J * M_inverse * facts.J.transpose()).trace();
    const bool moves = best > 1e-12 * M_inverse.cwiseAbs().maxCoeff();
    unit[static_cast<Eigen::Index>(k)] = moves ? 1.0 / std::sqrt(best) : 0.0;
  }
  const MatrixXd scaled = unit.asDiagonal() * matrix_of_forces * unit.asDiagonal();
  out.conditioning = singular_values(scaled).tail<1>()[0];
  const VectorXd x =
      solve_square(matrix_of_forces, -contact_bias(loops, contacts, modes, q, v) - rows.J * out.a);
  out.a += responses * x;
  for (std::size_t k = 0; k < rows.of.size(); ++k)
    out.forces[static_cast<std::size_t>(rows.of[k].first)] +=
        x[static_cast<Eigen::Index>(k)] * rows.of[k].second;
  return out;
}

}  // namespace catena::test
